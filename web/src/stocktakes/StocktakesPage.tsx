import * as contract from '@lanka/domain/stocktakes/contract';
import { IconPlus } from '@tabler/icons-react';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { Count, DateTime } from '../kit/display/values';
import { usePrefetch } from '../kit/http/query';
import { DataTable } from '../kit/list/DataTable';
import { useList } from '../kit/list/list';
import { ActionButton, Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { partOf } from './parts';
import { stocktakeStatus, text } from './text';

/** Counts of the shelves: which are open, and what came of those that are closed. */
export function StocktakesPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const prefetch = usePrefetch();
  const list = useList(contract.listStocktakes, { params: { project_id } });
  const create = { label: t.create, to: '/cp/stocktakes/new', icon: IconPlus };
  return (
    <Page list title={t.title} action={can('stocktakes.edit') && create}>
      <StatusTabs list={list} name="status" table={stocktakeStatus} all={t.all} />
      <DataTable
        id="stocktakes"
        label={t.title}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => `/cp/stocktakes/${row.id}`}
        rowHover={(row) => prefetch(contract.readStocktake, { params: { project_id, id: row.id } })}
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
            render: (row) => <StatusBadge table={stocktakeStatus} value={row.status} />,
          },
          { id: 'part', title: t.part, cut: true, card: 'line', render: (row) => partOf(row, t) },
          { id: 'lines', title: t.lines, align: 'right', card: 'end', render: (row) => <Count value={row.lines} /> },
          { id: 'surplus', title: t.surplus, align: 'right', render: (row) => <Count value={row.surplus} /> },
          { id: 'shortage', title: t.shortage, align: 'right', render: (row) => <Count value={row.shortage} /> },
          { id: 'opened_by', title: t.openedBy, cut: true, render: (row) => row.opened_by.name ?? '–' },
          { id: 'created_at', title: t.openedAt, render: (row) => <DateTime at={row.created_at} /> },
          { id: 'closed_at', title: t.closedAt, render: (row) => <DateTime at={row.closed_at} /> },
          { id: 'comment', title: t.comment, cut: true, optional: true, render: (row) => row.comment || '–' },
        ]}
        empty={
          <EmptyState
            drawing="shelf"
            title={t.empty}
            text={t.emptyText}
            action={can('stocktakes.edit') && <ActionButton {...create} />}
          />
        }
      />
    </Page>
  );
}
