import * as contract from '@lanka/domain/bookings/contract';
import { BookingStatus } from '@lanka/domain/stock/contract';
import { IconPlus } from '@tabler/icons-react';
import { GoodsTitle, titleOf } from '../catalog';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { Aside, Count, DateTime } from '../kit/display/values';
import { useCall, usePrefetch } from '../kit/http/query';
import { DataTable } from '../kit/list/DataTable';
import { type FilterField, Filters, SearchField } from '../kit/list/filters';
import { type List, useList } from '../kit/list/list';
import { ActionButton, Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { Holder, Remaining } from './parts';
import { bookingStatus, text } from './text';

/** Who holds what, until when. */
export function BookingsPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const prefetch = usePrefetch();
  const params = { project_id };
  const list = useList(contract.listBookings, { params });
  const counts = useCall(contract.countBookings, { params }).data?.by_status;
  const fields = useFilters(list);
  const create = { label: t.create, to: '/cp/bookings/new', icon: IconPlus };
  return (
    <Page list title={t.title} action={can('bookings.edit') && create}>
      <StatusTabs
        list={list}
        name="status"
        options={[
          { value: '', label: t.all },
          ...BookingStatus.options.map((value) => ({ value, label: t.tabs[value], count: counts?.[value] })),
        ]}
      />
      <DataTable
        id="bookings"
        label={t.title}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => `/cp/bookings/${row.id}`}
        rowHover={(row) => prefetch(contract.readBooking, { params: { project_id, id: row.id } })}
        columns={[
          {
            id: 'product',
            title: t.product,
            cut: true,
            share: 2,
            render: (row) => (
              <>
                <GoodsTitle of={row} />
                {row.sku && <Aside onlyTable>{row.sku}</Aside>}
              </>
            ),
          },
          {
            id: 'status',
            title: t.status,
            card: 'corner',
            render: (row) => <StatusBadge table={bookingStatus} value={row.status} />,
          },
          {
            id: 'count',
            title: t.count,
            align: 'right',
            card: 'end',
            render: (row) => <Count value={row.count} unit={row.unit} />,
          },
          { id: 'holder', title: t.holder, card: 'line', render: (row) => <Holder booking={row} /> },
          { id: 'kind', title: t.kind, render: (row) => t.kinds[row.kind] },
          {
            id: 'expires_at',
            title: t.until,
            sort: 'expires_at',
            card: 'line',
            render: (row) => <Remaining booking={row} />,
          },
          { id: 'user', title: t.user, cut: true, optional: true, render: (row) => row.user?.name ?? '–' },
          { id: 'comment', title: t.comment, cut: true, render: (row) => row.comment || '–' },
          {
            id: 'created_at',
            title: t.createdAt,
            sort: 'created_at',
            render: (row) => <DateTime at={row.created_at} />,
          },
        ]}
        tools={
          <>
            <SearchField list={list} placeholder={t.search} />
            <Filters list={list} fields={fields} />
          </>
        }
        empty={
          <EmptyState
            drawing="shelf"
            title={t.empty}
            text={t.emptyText}
            action={can('bookings.edit') && <ActionButton {...create} />}
          />
        }
      />
    </Page>
  );
}

/** Goods and an order are chosen elsewhere, by a link; here they can be seen and taken away. */
function useFilters(list: List<contract.BookingRow>): FilterField[] {
  const t = useText(text);
  const project_id = useProjectId();
  const { product_variant_id, order_id, user_id } = list.state.filters;
  const [first] = list.items;
  const params = { project_id };
  const users = useCall(contract.listBookingUsers, { params, query: {} }, { staleTime: 60_000 }).data?.items ?? [];
  const chosen = useCall(
    contract.listBookingUsers,
    { params, query: { id: user_id } },
    { enabled: user_id !== undefined, staleTime: 60_000 },
  );
  const people = new Map([...users, ...(user_id ? (chosen.data?.items ?? []) : [])].map((one) => [one.id, one.name]));
  const given = (name: string, label: string, value: string | undefined, shown: string | undefined): FilterField[] =>
    value === undefined ? [] : [{ name, label, kind: 'choice', options: [{ value, label: shown ?? '…' }] }];
  return [
    {
      name: 'kind',
      label: t.kind,
      kind: 'choice',
      options: contract.BookingKind.options.map((value) => ({ value, label: t.kinds[value] })),
    },
    {
      name: 'user_id',
      label: t.user,
      kind: 'choice',
      options: [...people].map(([value, label]) => ({ value, label })),
    },
    { name: 'temporary', label: t.onlyTemporary, kind: 'flag' },
    ...given('product_variant_id', t.product, product_variant_id, first && titleOf(first)),
    ...given('order_id', t.order, order_id, first?.order ? t.orderNumber(first.order.number) : undefined),
  ];
}
