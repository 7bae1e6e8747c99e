import * as contract from '@lanka/domain/statistics/contract';
import { STATISTICS_GROUPS } from '@lanka/domain/statistics/rules';
import { StatusBadge } from '../kit/display/status';
import { DateOnly, Money } from '../kit/display/values';
import { DataTable } from '../kit/list/DataTable';
import { Filters } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { orderStatus } from '../orders';
import { CounterpartyFilter } from '../partners';
import { Narrowed } from './Narrowed';
import { useRowName } from './row-name';
import { text } from './text';

/** Orders by the day on which they were first sent to the manager. */
export function SentOrdersPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const list = useList(contract.listStatisticsOrders, { params: { project_id } });
  const { from, to } = list.state.values;
  const name = useRowName(list.state.values, list.more.name as string | null | undefined);
  const by = STATISTICS_GROUPS.find((one) => one === list.state.values.by);
  const back = from && to ? `?${new URLSearchParams({ from, to })}` : '';
  return (
    <Page title={t.sent} list crumbs={[{ to: `/cp/statistics${back}`, label: t.title }]}>
      <DataTable
        id="statistics-orders"
        label={t.sent}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => `/cp/orders/${row.id}`}
        tools={
          <>
            <CounterpartyFilter list={list} label={t.anyCounterparty} />
            <Filters
              list={list}
              fields={[
                { name: 'from', label: t.filterFrom, kind: 'date' },
                { name: 'to', label: t.filterTo, kind: 'date' },
              ]}
            />
            {by && (
              <Narrowed all={t.showAll} clear={() => list.state.set({ by: null, key: null })}>
                {t.groupOf[by].head}: {name ?? '–'}
              </Narrowed>
            )}
          </>
        }
        columns={[
          { id: 'number', title: t.number, render: ({ prefix, number }) => `№ ${prefix}${number}` },
          { id: 'day', title: t.date, render: (row) => <DateOnly date={row.first_sent_on} /> },
          {
            id: 'status',
            title: t.status,
            card: 'corner',
            render: ({ status }) => <StatusBadge table={orderStatus} value={status} />,
          },
          { id: 'counterparty', title: t.counterparty, card: 'line', render: (row) => row.counterparty_name },
          { id: 'customer', title: t.customer, render: (row) => row.customer_name || '–' },
          {
            id: 'sum',
            title: t.sum,
            align: 'right',
            card: 'end',
            render: ({ sum }) => <Money kopecks={sum} className="nowrap" />,
          },
        ]}
        empty={<EmptyState drawing="orders" title={t.nothing} text={t.nothingText} />}
      />
    </Page>
  );
}
