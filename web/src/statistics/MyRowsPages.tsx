import * as mine from '@lanka/domain/statistics/mine';
import type { ReactNode } from 'react';
import { StatusBadge } from '../kit/display/status';
import { Aside, Count, DateOnly, Money } from '../kit/display/values';
import { type Column, DataTable } from '../kit/list/DataTable';
import { Filters } from '../kit/list/filters';
import { type List, useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useText } from '../kit/text';
import { orderPath, orderStatus } from '../orders';
import { returnPath } from '../returns';
import { mineText } from './mine-text';
import { Narrowed } from './Narrowed';
import { text } from './text';

interface Row {
  readonly id: string;
  readonly project_id: string;
}

interface RowsProps<T> {
  readonly title: string;
  readonly id: string;
  readonly list: List<T>;
  readonly to: (row: T) => string;
  readonly columns: Column<T>[];
}

/** Rows behind a count of a dropshipper's, at all his suppliers or at one. */
function Rows<T extends Row>({ title, id, list, to, columns }: RowsProps<T>): ReactNode {
  const m = useText(mineText);
  const t = useText(text);
  const { from, to: until, project_id } = list.state.values;
  const back = from && until ? `?${new URLSearchParams({ from, to: until })}` : '';
  return (
    <Page title={title} list crumbs={[{ to: `/cp/statistics${back}`, label: m.title }]}>
      <DataTable
        id={id}
        label={title}
        list={list}
        rowKey={(row) => row.id}
        rowLink={to}
        tools={
          <>
            <Filters
              list={list}
              fields={[
                { name: 'from', label: t.filterFrom, kind: 'date' },
                { name: 'to', label: t.filterTo, kind: 'date' },
              ]}
            />
            {project_id && (
              <Narrowed all={m.showAll} clear={() => list.state.set({ project_id: null })}>
                {m.supplier}: {(list.more.name as string | null | undefined) ?? '–'}
              </Narrowed>
            )}
          </>
        }
        columns={columns}
        empty={<EmptyState drawing="orders" title={t.nothing} text={t.nothingText} />}
      />
    </Page>
  );
}

/** `/cp/statistics/orders` of a dropshipper: by the day on which they were first sent. */
export function MySentOrdersPage() {
  const m = useText(mineText);
  const t = useText(text);
  return (
    <Rows
      title={m.sent}
      id="my-statistics-orders"
      list={useList(mine.listMySentOrders, {})}
      to={(row) => orderPath(row.id, row.project_id)}
      columns={[
        { id: 'number', title: t.number, render: ({ prefix, number }) => `№ ${prefix}${number}` },
        { id: 'day', title: t.date, render: (row) => <DateOnly date={row.first_sent_on} /> },
        {
          id: 'status',
          title: t.status,
          card: 'corner',
          render: ({ status }) => <StatusBadge table={orderStatus} value={status} />,
        },
        { id: 'supplier', title: m.supplier, cut: true, card: 'line', render: (row) => row.supplier },
        { id: 'customer', title: t.customer, cut: true, render: (row) => row.customer_name || '–' },
        {
          id: 'sum',
          title: t.sum,
          align: 'right',
          card: 'end',
          render: ({ sum }) => <Money kopecks={sum} className="nowrap" />,
        },
      ]}
    />
  );
}

/** `/cp/statistics/refusals`: parcels that were not taken, by the day on which that was known. */
export function MyRefusalsPage() {
  const m = useText(mineText);
  const t = useText(text);
  return (
    <Rows
      title={m.refused}
      id="my-statistics-refusals"
      list={useList(mine.listMyRefusals, {})}
      to={(row) => returnPath(row.id, row.project_id)}
      columns={[
        { id: 'number', title: m.refusal, render: ({ number }) => `№ ${number}` },
        { id: 'day', title: t.date, card: 'corner', render: (row) => <DateOnly date={row.day} /> },
        {
          id: 'order',
          title: m.order,
          render: ({ order, parcel }) => (
            <>
              № {order.prefix}
              {order.number}
              {parcel !== null && <Aside>{m.parcel(parcel)}</Aside>}
            </>
          ),
        },
        { id: 'supplier', title: m.supplier, cut: true, card: 'line', render: (row) => row.supplier },
        { id: 'customer', title: t.customer, cut: true, render: (row) => row.customer_name || '–' },
        { id: 'count', title: m.pieces, align: 'right', render: ({ count }) => <Count value={count} /> },
        {
          id: 'fee',
          title: m.fee,
          align: 'right',
          card: 'end',
          render: ({ fee }) => <Money kopecks={fee} className="nowrap" />,
        },
      ]}
    />
  );
}
