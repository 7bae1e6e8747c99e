import { can } from '@lanka/domain/kit/permissions';
import * as contract from '@lanka/domain/returns/contract';
import { Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { Aside, Count, DateTime, Money } from '../kit/display/values';
import { useCall, usePrefetch } from '../kit/http/query';
import type { Column } from '../kit/list/columns';
import { DataTable } from '../kit/list/DataTable';
import { type FilterField, Filters, SearchField, supplierFilter } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { ActionButton, Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession, useSuppliers } from '../kit/session';
import { useText } from '../kit/text';
import { reasonNames, refusalOf, returnStatus, text } from './text';
import { returnPath } from './where';

type Row = contract.ReturnRow;

/** Returns of the project, or the dropshipper's own at all his suppliers. */
export function ReturnsPage() {
  const { isDropshipping } = useSession();
  return isDropshipping ? <MyReturns /> : <ProjectReturns />;
}

function useColumns(party: Column<Row>, sortable: boolean): Column<Row>[] {
  const t = useText(text);
  const reasons = useText(reasonNames);
  const sort = (field: string) => (sortable ? { sort: field } : {});
  return [
    {
      id: 'number',
      title: t.number,
      render: (row) => <span className="nowrap">{t.orderOne(row.number)}</span>,
      ...sort('number'),
    },
    {
      id: 'status',
      title: t.status,
      card: 'corner',
      render: (row) => (
        <>
          <StatusBadge table={returnStatus} value={row.status} />
          {row.withdrawn && <Aside>{t.withdrawn}</Aside>}
        </>
      ),
    },
    { id: 'date', title: t.date, render: (row) => <DateTime at={row.created_at} />, sort: 'created_at' },
    { id: 'order', title: t.order, render: (row) => <span className="nowrap">{t.orderOne(row.order.number)}</span> },
    party,
    {
      id: 'product',
      title: t.product,
      cut: true,
      share: 2,
      card: 'line',
      render: (row) => (
        <>
          {row.first_product_title}
          {row.items_count > 1 && <Aside>{t.andMore(row.items_count - 1)}</Aside>}
        </>
      ),
    },
    {
      id: 'reason',
      title: t.reason,
      cut: true,
      render: (row) => (row.origin === 'refusal' ? refusalOf(row, t) : reasons[row.reason]),
    },
    { id: 'count', title: t.count, align: 'right', render: (row) => <Count value={row.count} /> },
    {
      id: 'credit',
      title: t.credit,
      align: 'right',
      card: 'end',
      // nothing is credited before it is decided
      render: (row) => (row.status === 'pending' ? '–' : <Money kopecks={row.credit} className="nowrap" />),
      ...sort('credit'),
    },
    {
      id: 'logistics',
      title: t.logistics,
      align: 'right',
      optional: true,
      render: (row) =>
        row.logistics_charge > 0 && !row.charge_waived ? <Money kopecks={row.logistics_charge} /> : <Text span>–</Text>,
    },
  ];
}

function useFilters(): FilterField[] {
  const t = useText(text);
  const reasons = useText(reasonNames);
  return [
    {
      name: 'reason',
      label: t.reason,
      kind: 'choices',
      options: contract.ReturnReason.options.map((value) => ({ value, label: reasons[value] })),
    },
    { name: 'undecided', label: t.undecided, kind: 'flag' },
    { name: 'from', label: t.from, kind: 'date' },
    { name: 'to', label: t.to, kind: 'date' },
  ];
}

const tabCounts = (counts: contract.ReturnCounts | undefined) =>
  counts ? { counts: { ...counts, '': counts.total } } : {};

function ProjectReturns() {
  const t = useText(text);
  const project_id = useProjectId();
  const { role } = useSession();
  const prefetch = usePrefetch();
  const params = { project_id };
  const list = useList(contract.listReturns, { params });
  const counts = useCall(contract.countReturns, { params });
  const filters = useFilters();
  const party: Column<Row> = {
    id: 'counterparty',
    title: t.counterparty,
    cut: true,
    card: 'line',
    render: (row) => row.counterparty.name,
  };
  const columns = useColumns(party, true);
  const create = role !== null &&
    can(role, 'returns.create') && { label: t.create, to: '/cp/returns/new', icon: IconPlus };
  return (
    <Page list title={t.title} action={create}>
      <StatusTabs list={list} name="status" table={returnStatus} all={t.all} {...tabCounts(counts.data)} />
      <DataTable
        id="returns"
        label={t.title}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => returnPath(row.id, null)}
        rowHover={(row) => prefetch(contract.readReturn, { params: { project_id, id: row.id } })}
        columns={columns}
        tools={
          <>
            <SearchField list={list} placeholder={t.search} />
            <Filters
              list={list}
              fields={[
                ...filters,
                { name: 'origin', label: t.origin, kind: 'choice', options: [{ value: 'refusal', label: t.refusals }] },
              ]}
            />
          </>
        }
        empty={
          <EmptyState
            drawing="boxes"
            title={t.empty}
            text={t.emptyText}
            action={create && <ActionButton {...create} />}
          />
        }
      />
    </Page>
  );
}

function MyReturns() {
  const t = useText(text);
  const list = useList(contract.listMyReturns, {});
  const counts = useCall(contract.countMyReturns, {});
  const filters = useFilters();
  const party: Column<Row> = {
    id: 'supplier',
    title: t.supplier,
    cut: true,
    card: 'line',
    render: (row) => row.project_title,
  };
  const columns = useColumns(party, false);
  const suppliers = useSuppliers();
  const create = { label: t.create, to: '/cp/returns/new', icon: IconPlus };
  return (
    <Page list title={t.title} action={create}>
      <StatusTabs list={list} name="status" table={returnStatus} all={t.all} {...tabCounts(counts.data)} />
      <DataTable
        id="my-returns"
        label={t.title}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => returnPath(row.id, row.project_id)}
        columns={columns}
        tools={
          <>
            <SearchField list={list} placeholder={t.search} />
            <Filters list={list} fields={[supplierFilter(t.supplier, suppliers), ...filters]} />
          </>
        }
        empty={<EmptyState drawing="boxes" title={t.empty} text={t.emptyText} action={<ActionButton {...create} />} />}
      />
    </Page>
  );
}
