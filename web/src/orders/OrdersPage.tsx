import './orders.css';
import { can } from '@lanka/domain/kit/permissions';
import type { Role } from '@lanka/domain/kit/roles';
import { type OrderRow, OrderStatus } from '@lanka/domain/orders/entities';
import * as contract from '@lanka/domain/orders/lists';
import { Text, TextInput } from '@mantine/core';
import { IconArrowsExchange, IconPlus, IconSum, IconTable, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { StatusTabs } from '../kit/display/status';
import { Thumbnail } from '../kit/display/Thumbnail';
import { Count, DateOnly, DateTime, Money } from '../kit/display/values';
import { useCall, usePrefetch } from '../kit/http/query';
import type { BulkAction } from '../kit/list/bulk';
import { type Column, DataTable } from '../kit/list/DataTable';
import { FiltersPlace, type ListHolder, SearchField } from '../kit/list/filters';
import { type List, useList } from '../kit/list/list';
import { useChosen } from '../kit/list/views';
import { useFirstLoadOver } from '../kit/page/first-load';
import { ActionButton, Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useHook } from '../kit/slice';
import { useLocale, useText } from '../kit/text';
import { fieldColumns, useChosenFields, useFields } from '../templates';
import { type ListText, listText } from './list-text';
import { numberOf } from './number';
import { CodMark, OfCarrier, Paid } from './Paid';
import { OrderStatusBadge } from './PartlySent';
import { type OrdersTool, ordersTool } from './panels';
import { orderPath } from './path';
import { QueueCount } from './QueueCount';
import { orderStatus } from './status';

// only for who moves several orders at once
/** Its code is asked for when the list stands: the first rows do not wait for it. */
const CounterpartySelect = lazy(async () => ({ default: (await import('./CounterpartySelect')).CounterpartySelect }));
const FILTERS = {
  project: lazy(async () => ({ default: (await import('./OrderFilters')).OrderFilters })),
  mine: lazy(async () => ({ default: (await import('./OrderFilters')).MyOrderFilters })),
};
const BulkMove = lazy(async () => ({ default: (await import('./BulkMove')).BulkMove }));

/** One address, two workspaces: the orders of the project, and the dropshipper's own at all suppliers. */
export function OrdersPage() {
  const { isDropshipping, role } = useSession();
  return isDropshipping ? <MyOrders /> : <ProjectOrders role={role ?? 'Client'} />;
}

type Row = OrderRow;
type Chosen = { rows: readonly Row[]; done: () => void };

const FROM_TABLE = { to: '/cp/orders/batch', icon: IconTable };

/** Staff looks at what the project gets; what the customer pays is a column they can add. */
function useColumns(party: Column<Row>, sortable: boolean): Column<Row>[] {
  const t = useText(listText);
  const sort = (name: string) => (sortable ? { sort: name } : {});
  return [
    {
      id: 'number',
      title: t.number,
      render: (row) => (
        <span className="cell-name">
          <span className="only-table">
            <Thumbnail url={row.first_thumbnail_url} size={32} />
          </span>
          <span className="figures nowrap">№ {numberOf(row)}</span>
        </span>
      ),
      ...sort('number'),
    },
    {
      id: 'picture',
      title: '',
      only: 'card',
      card: 'picture',
      render: (row) => <Thumbnail url={row.first_thumbnail_url} />,
    },
    {
      id: 'status',
      title: t.status,
      card: 'corner',
      render: (row) => (
        <>
          <OrderStatusBadge order={row} />
          {row.is_exchange && <span className="cell-under">{t.exchange}</span>}
        </>
      ),
    },
    { id: 'date', title: t.date, render: (row) => <DateTime at={row.created_at} />, sort: 'created_at' },
    party,
    {
      id: 'customer',
      title: t.customer,
      cut: true,
      card: 'line',
      render: (row) =>
        row.customer_name || (
          <Text span inherit c="dimmed">
            {t.nobody}
          </Text>
        ),
    },
    { id: 'items', title: t.items, align: 'right', render: (row) => <Count value={row.items_count} /> },
    {
      id: 'sum',
      title: t.sum,
      align: 'right',
      card: 'end',
      render: ({ sum, payment }) => (
        <>
          <Money kopecks={sum} className="nowrap" />
          {payment && <Paid payment={payment} />}
        </>
      ),
      ...sort('sum'),
    },
    {
      id: 'customer_sum',
      title: t.recommendedShort,
      align: 'right',
      ...(sortable ? { optional: true } : {}),
      render: (row) => <Money kopecks={row.customer_sum} className="nowrap" />,
    },
    {
      id: 'cod',
      title: t.cod,
      align: 'right',
      optional: true,
      render: ({ cod }) => (cod ? <OfCarrier cod={cod} /> : '–'),
    },
    {
      id: 'ttn',
      title: t.ttn,
      render: ({ ttn, cod }) => (
        <>
          {ttn ? (
            <span className="figures nowrap">{ttn}</span>
          ) : (
            <Text span inherit c="dimmed">
              –
            </Text>
          )}
          {cod && <CodMark cod={cod} />}
        </>
      ),
    },
    {
      id: 'to_collect',
      title: t.toCollect,
      align: 'right',
      optional: true,
      render: (row) => <Money kopecks={row.to_collect} className="nowrap" />,
    },
    { id: 'tags', title: t.tags, optional: true, cut: true, render: (row) => row.tags.join(', ') || '–' },
    { id: 'source', title: t.source, optional: true, cut: true, render: (row) => row.source || '–' },
    { id: 'town', title: t.town, optional: true, cut: true, render: (row) => row.town || '–' },
    {
      ...{ id: 'external_number', title: t.externalNumber, optional: true, cut: true },
      render: (row) => row.external_number ?? '–',
    },
    {
      id: 'reserved_until',
      title: t.reservedUntil,
      optional: true,
      render: (row) => <DateOnly date={row.reserved_until} />,
    },
    {
      id: 'manager',
      title: t.manager,
      optional: true,
      cut: true,
      render: (row) => row.manager_name ?? '–',
    },
    {
      id: 'updated',
      title: t.updated,
      optional: true,
      render: (row) => <DateTime at={row.updated_at} />,
      ...sort('updated_at'),
    },
  ];
}

/** Every tab has its number, zero too: an empty queue is good news. */
function tabCounts(counts: contract.OrderCounts | undefined) {
  if (!counts) return {};
  const each = OrderStatus.options.map((status) => [status, counts.by_status[status] ?? 0]);
  return {
    counts: { '': counts.total, ...Object.fromEntries(each) },
    more: counts.by_status_is_estimate ?? false,
  };
}

/** The order may be watched on its page at once: its data is on the way before the press. */
function useRowHover(project_of: (row: Row) => string) {
  const prefetch = usePrefetch();
  return (row: Row) => {
    const params = { project_id: project_of(row), id: row.id };
    const load = async () => {
      const { listMoves, readOrder } = await import('@lanka/domain/orders/contract');
      prefetch(readOrder, { params }).onMouseEnter();
      prefetch(listMoves, { params }).onMouseEnter();
    };
    return { onMouseEnter: load, onFocus: load };
  };
}

/** What narrows the list is not asked for before its first rows, unless it narrows them already. */
function LateFilters({ list, kind }: ListHolder & { kind: keyof typeof FILTERS }) {
  const firstLoadOver = useFirstLoadOver();
  const isNarrowed = Object.keys(list.state.filters).some((name) => name !== 'status');
  const Shown = FILTERS[kind];
  if (!firstLoadOver && !isNarrowed) return <FiltersPlace />;
  return (
    <Suspense fallback={<FiltersPlace />}>
      <Shown list={list} />
    </Suspense>
  );
}

interface CounterpartyFilterProps {
  project_id: string;
  value: string | null;
  onChange: (id: string | null) => void;
}

function CounterpartyFilter(props: CounterpartyFilterProps) {
  const t = useText(listText);
  const firstLoadOver = useFirstLoadOver();
  const look = { 'aria-label': t.counterparty, placeholder: t.anyCounterparty, className: 'list-choice' };
  const place = <TextInput {...look} disabled />;
  if (!firstLoadOver) return place;
  return (
    <Suspense fallback={place}>
      <CounterpartySelect {...props} {...look} />
    </Suspense>
  );
}

/** Asked for only while it is shown. */
const queueColumn = (t: ListText): Column<Row> => ({
  id: 'queue',
  title: t.queue,
  align: 'right',
  optional: true,
  render: ({ queue_place }) => (queue_place ? <QueueCount place={queue_place} /> : '–'),
});

function ProjectOrders({ role }: { role: Role }) {
  const t = useText(listText);
  const project_id = useProjectId();
  const fields = useFields(project_id, 'order');
  const { locale } = useLocale();
  const with_fields = useChosenFields('orders', fields);
  const with_queue_place = useChosen('orders', ['queue']).length > 0 || null;
  const list = useList(contract.listOrders, { params: { project_id }, fixed: { with_fields, with_queue_place } });
  const { q, counterparty_id } = list.state.values;
  const { search } = useLocation();
  const counts = useCall(
    contract.countOrders,
    { params: { project_id }, query: { ...(q ? { q } : {}), ...(counterparty_id ? { counterparty_id } : {}) } },
    { keepPrevious: true },
  );
  const [moving, setMoving] = useState<Chosen | null>(null);
  const tools = useHook(ordersTool).filter(({ visible }) => visible(role));
  const [tool, setTool] = useState<(Pick<OrdersTool, 'Component'> & Chosen) | null>(null);
  const hover = useRowHover(() => project_id);
  const columns = useColumns(
    {
      id: 'counterparty',
      title: t.counterparty,
      cut: true,
      card: 'line',
      render: (row) => row.counterparty_name,
    },
    true,
  );
  // a dropshipper moves one order at a time: his moves are his own decisions
  const bulk: BulkAction<Row>[] =
    role === 'Client'
      ? []
      : [
          { label: t.bulk, icon: IconArrowsExchange, run: (rows, done) => setMoving({ rows, done }) },
          ...tools.map(({ label, icon, Component }) => ({
            label: label[locale],
            icon,
            run: (rows: readonly Row[], done: () => void) => setTool({ rows, done, Component }),
          })),
        ];
  const mayCreate = can(role, 'orders.create');
  const action = mayCreate && { label: t.create, to: '/cp/orders/new', icon: IconPlus };
  const menu = [
    { ...FROM_TABLE, label: t.fromTable, hidden: !mayCreate },
    {
      label: t.export,
      to: `/cp/orders/export${search}`,
      icon: IconTable,
      hidden: !can(role, 'imports.run'),
    },
    {
      label: t.summary,
      to: summaryPath(list),
      icon: IconSum,
      hidden: !can(role, 'order_summary.read'),
    },
    { label: t.deletedDrafts, to: '/cp/orders/deleted-drafts', icon: IconTrash },
  ];
  return (
    <Page list title={t.title} action={action} menu={menu}>
      <StatusTabs list={list} name="status" table={orderStatus} all={t.all} {...tabCounts(counts.data)} />
      <DataTable
        id="orders"
        label={t.title}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => orderPath(row.id, null)}
        rowHover={hover}
        columns={[...columns, queueColumn(t), ...fieldColumns<Row>(fields)]}
        bulk={bulk}
        tools={
          <>
            <SearchField list={list} placeholder={t.search} />
            {can(role, 'counterparties.read') && (
              <CounterpartyFilter
                project_id={project_id}
                value={counterparty_id ?? null}
                onChange={(id) => list.state.set({ counterparty_id: id })}
              />
            )}
            <LateFilters list={list} kind="project" />
          </>
        }
        empty={
          <EmptyState
            drawing="orders"
            title={t.empty}
            text={mayCreate ? t.emptyText : t.emptyRead}
            action={action && <ActionButton {...action} />}
          />
        }
      />
      {tool && (
        <Suspense>
          <tool.Component
            rows={tool.rows}
            close={(done) => {
              if (done) tool.done();
              setTool(null);
            }}
          />
        </Suspense>
      )}
      {moving && (
        <Suspense>
          <BulkMove
            project_id={project_id}
            role={role}
            rows={moving.rows}
            close={(moved) => {
              if (moved) moving.done();
              setMoving(null);
            }}
          />
        </Suspense>
      )}
    </Page>
  );
}

/** Of drafts and of what was canceled nobody asks a sum, unless he looks at just these. */
function summaryPath({ state: { filters, values } }: Pick<List<Row>, 'state'>): string {
  const { q } = values;
  return `/cp/orders/summary?${new URLSearchParams({ ...filters, ...(q ? { q } : {}), ...(filters.status ? {} : { placed: 'true' }) })}`;
}

function MyOrders() {
  const t = useText(listText);
  const list = useList(contract.listMyOrders, {});
  const { q } = list.state.values;
  const counts = useCall(contract.countMyOrders, { query: q ? { q } : {} }, { keepPrevious: true });
  const hover = useRowHover((row) => row.project_id);
  const columns = useColumns(
    {
      id: 'supplier',
      title: t.supplier,
      cut: true,
      card: 'line',
      render: (row) => row.project_title,
    },
    false,
  );
  const action = { label: t.create, to: '/cp/orders/new', icon: IconPlus };
  const menu = [
    { ...FROM_TABLE, label: t.fromTable },
    { label: t.summary, to: summaryPath(list), icon: IconSum },
  ];
  return (
    <Page list title={t.title} action={action} menu={menu}>
      <StatusTabs list={list} name="status" table={orderStatus} all={t.all} {...tabCounts(counts.data)} />
      <DataTable
        id="my-orders"
        label={t.title}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => orderPath(row.id, row.project_id)}
        rowHover={hover}
        columns={columns}
        tools={
          <>
            <SearchField list={list} placeholder={t.search} />
            <LateFilters list={list} kind="mine" />
          </>
        }
        empty={<EmptyState drawing="orders" title={t.empty} text={t.emptyMine} action={<ActionButton {...action} />} />}
      />
    </Page>
  );
}
