import * as contract from '@lanka/domain/payouts/contract';
import { IconPlus } from '@tabler/icons-react';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { Aside, Count, DateOnly, Money } from '../kit/display/values';
import { DataTable } from '../kit/list/DataTable';
import { Filters, supplierFilter } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { ActionButton, Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession, useSuppliers } from '../kit/session';
import { useText } from '../kit/text';
import { rowStatus, text } from './text';

/** One address, two workspaces: the registers of the project, and what suppliers pay out to the dropshipper. */
export function PayoutsPage() {
  const { isDropshipping } = useSession();
  return isDropshipping ? <MyPayouts /> : <Registers />;
}

function Registers() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const list = useList(contract.listPayouts, { params: { project_id } });
  const create = can('payouts.make') && { label: t.create, to: '/cp/payouts/new', icon: IconPlus };
  return (
    <Page list title={t.title} action={create}>
      <DataTable
        id="payouts"
        label={t.title}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => `/cp/payouts/${row.id}`}
        columns={[
          {
            id: 'number',
            title: t.number,
            sort: 'number',
            render: (row) => <span className="nowrap figures">№ {row.number}</span>,
          },
          { id: 'date', title: t.date, card: 'corner', render: (row) => <DateOnly date={row.date} /> },
          {
            id: 'recipients',
            title: t.recipients,
            align: 'right',
            render: (row) => <Count value={row.rows} />,
          },
          {
            id: 'total',
            title: t.total,
            align: 'right',
            card: 'end',
            render: (row) => <Money kopecks={row.total} className="nowrap" />,
          },
          {
            id: 'paid',
            title: t.paid,
            align: 'right',
            render: (row) => <Money kopecks={row.paid} className="nowrap" />,
          },
          {
            id: 'waiting',
            title: t.waiting,
            align: 'right',
            card: 'line',
            render: (row) =>
              row.waiting_rows === 0 ? (
                t.closed
              ) : (
                <>
                  <Money kopecks={row.waiting} className="nowrap" />
                  <Aside>{t.left(row.waiting_rows)}</Aside>
                </>
              ),
          },
          { id: 'author', title: t.author, optional: true, cut: true, render: (row) => row.created_by.name },
        ]}
        tools={<Filters list={list} fields={[{ name: 'open', label: t.onlyOpen, kind: 'flag' }]} />}
        empty={
          <EmptyState
            drawing="money"
            title={t.empty}
            text={t.emptyText}
            action={create && <ActionButton {...create} />}
          />
        }
      />
    </Page>
  );
}

function MyPayouts() {
  const t = useText(text);
  const suppliers = useSuppliers();
  const list = useList(contract.listMyPayouts, {});
  return (
    <Page list title={t.mineTitle}>
      <StatusTabs list={list} name="status" table={rowStatus} all={t.all} />
      <DataTable
        id="my-payouts"
        label={t.mineTitle}
        list={list}
        rowKey={(row) => row.id}
        columns={[
          { id: 'supplier', title: t.supplier, cut: true, share: 2, render: (row) => row.project_title },
          {
            id: 'status',
            title: t.state,
            card: 'corner',
            render: (row) => (
              <>
                <StatusBadge table={rowStatus} value={row.status} />
                {row.reversed && <Aside>{t.reversed}</Aside>}
              </>
            ),
          },
          { id: 'date', title: t.date, sort: 'date', card: 'line', render: (row) => <DateOnly date={row.date} /> },
          { id: 'iban', title: t.iban, cut: true, share: 2, render: (row) => row.iban },
          { id: 'paid_on', title: t.paidOn, render: (row) => <DateOnly date={row.paid_on} /> },
          {
            id: 'amount',
            title: t.total,
            align: 'right',
            card: 'end',
            render: (row) => <Money kopecks={row.amount} className="nowrap" />,
          },
        ]}
        tools={<Filters list={list} fields={[supplierFilter(t.supplier, suppliers)]} />}
        empty={<EmptyState drawing="money" title={t.mineEmpty} text={t.mineEmptyText} />}
      />
    </Page>
  );
}
