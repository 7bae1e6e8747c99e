import * as contract from '@lanka/domain/catalogue/contract';
import { Count, DateTime } from '../kit/display/values';
import { DataTable } from '../kit/list/DataTable';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

/** What the facts in the catalogue are made of, order by order. */
export function FactsPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const list = useList(contract.listFactOrders, { params: { project_id } });
  return (
    <Page title={t.factsTitle} crumbs={[{ to: '/cp/settings/catalogue', label: t.listing }]}>
      <DataTable
        id="catalogue-facts"
        label={t.factsTitle}
        list={list}
        rowKey={(row) => row.order_id}
        rowLink={(row) => `/cp/orders/${row.order_id}`}
        columns={[
          { id: 'number', title: t.number, render: ({ prefix, number }) => `№ ${prefix}${number}` },
          { id: 'pending_at', title: t.pendingAt, card: 'line', render: (row) => <DateTime at={row.pending_at} /> },
          { id: 'sent_at', title: t.sentAt, render: (row) => <DateTime at={row.sent_at} /> },
          {
            id: 'hours',
            title: t.hours,
            align: 'right',
            card: 'end',
            render: ({ hours }) => (hours === null ? '–' : t.hoursValue(hours)),
          },
          { id: 'lines', title: t.lines, align: 'right', render: ({ lines }) => <Count value={lines} /> },
          { id: 'waited', title: t.waitedLines, align: 'right', render: ({ waited }) => <Count value={waited} /> },
          {
            id: 'canceled',
            title: t.byUs,
            card: 'corner',
            render: ({ canceled_by_supplier }) => (canceled_by_supplier ? t.yes : '–'),
          },
        ]}
        empty={<EmptyState drawing="orders" title={t.noOrders} text={t.noOrdersText} />}
      />
    </Page>
  );
}
