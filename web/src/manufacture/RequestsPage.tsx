import * as contract from '@lanka/domain/manufacture/contract';
import { IconPlus } from '@tabler/icons-react';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { Aside, Count, DateTime } from '../kit/display/values';
import { useCall, usePrefetch } from '../kit/http/query';
import { DataTable } from '../kit/list/DataTable';
import { Filters, SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { ActionButton, Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { Deadline, OrderLink, RequestTabs } from './parts';
import { manufactureStatus, text } from './text';

/** What is to be made: which wait, which are in work, which are done. */
export function RequestsPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const prefetch = usePrefetch();
  const params = { project_id };
  const list = useList(contract.listManufactureRequests, { params });
  const { q } = list.state.values;
  const counts = useCall(contract.countManufactureRequests, { params, query: q ? { q } : {} }, { keepPrevious: true });
  const producers = useCall(contract.listProducers, { params }, { staleTime: 60_000 });
  const create = { label: t.create, to: '/cp/manufacture_requests/new', icon: IconPlus };
  return (
    <Page list title={t.title} action={can('manufacture.edit') && create}>
      <RequestTabs />
      <StatusTabs
        list={list}
        name="status"
        table={manufactureStatus}
        all={t.all}
        {...(counts.data ? { counts: { '': counts.data.total, ...counts.data.by_status } } : {})}
      />
      <DataTable
        id="manufacture"
        label={t.title}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => `/cp/manufacture_requests/${row.id}`}
        rowHover={(row) => prefetch(contract.readManufactureRequest, { params: { project_id, id: row.id } })}
        columns={[
          {
            id: 'number',
            title: t.number,
            sort: 'number',
            render: (row) => <span className="nowrap">{t.one(row.number)}</span>,
          },
          {
            id: 'status',
            title: t.status,
            card: 'corner',
            render: (row) => <StatusBadge table={manufactureStatus} value={row.status} />,
          },
          {
            id: 'product',
            title: t.product,
            cut: true,
            share: 2,
            card: 'line',
            render: (row) => (
              <>
                {row.first_product_title}
                {row.lines_count > 1 && <Aside>{t.andMore(row.lines_count - 1)}</Aside>}
              </>
            ),
          },
          { id: 'count', title: t.wanted, align: 'right', card: 'end', render: (row) => <Count value={row.count} /> },
          {
            id: 'made',
            title: t.made,
            align: 'right',
            render: (row) => (row.made === 0 ? '–' : <Count value={row.made} />),
          },
          { id: 'deadline', title: t.deadline, sort: 'deadline', render: (row) => <Deadline request={row} /> },
          { id: 'producer', title: t.producer, cut: true, render: (row) => row.producer?.name ?? '–' },
          { id: 'order', title: t.order, render: (row) => <OrderLink order={row.order} /> },
          { id: 'comment', title: t.comment, optional: true, cut: true, render: (row) => row.comment || '–' },
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
            <Filters
              list={list}
              fields={[
                {
                  name: 'producer_id',
                  label: t.producer,
                  kind: 'choice',
                  options: [
                    ...(producers.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
                    { value: 'none', label: t.anyProducer },
                  ],
                },
                {
                  name: 'lateness',
                  label: t.lateness,
                  kind: 'choice',
                  options: contract.Lateness.options.map((value) => ({ value, label: t.latenessOf[value] })),
                },
                { name: 'deadline_from', label: t.deadlineFrom, kind: 'date' },
                { name: 'deadline_to', label: t.deadlineTo, kind: 'date' },
              ]}
            />
          </>
        }
        empty={
          <EmptyState
            drawing="boxes"
            title={t.empty}
            text={t.emptyText}
            action={can('manufacture.edit') && <ActionButton {...create} />}
          />
        }
      />
    </Page>
  );
}
