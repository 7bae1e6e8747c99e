import { listDeletedDrafts } from '@lanka/domain/orders/drafts';
import { DateTime } from '../kit/display/values';
import { DataTable } from '../kit/list/DataTable';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './drafts-text';

/** Drafts that are there no more because nobody had touched them: which, whose, and by which setting. */
export function DeletedDraftsPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const list = useList(listDeletedDrafts, { params: { project_id } });
  return (
    <Page list title={t.title} subtitle={t.subtitle} crumbs={[{ to: '/cp/orders', label: t.orders }]}>
      <DataTable
        id="deleted-drafts"
        label={t.title}
        list={list}
        rowKey={(row) => row.id}
        columns={[
          { id: 'number', title: t.number, render: (row) => <span className="nowrap">№ {row.number}</span> },
          { id: 'counterparty', title: t.counterparty, cut: true, render: (row) => row.counterparty.name },
          { id: 'customer', title: t.customer, cut: true, card: 'line', render: (row) => row.customer_name || '–' },
          { id: 'touched', title: t.touched, render: (row) => <DateTime at={row.touched_at} /> },
          { id: 'why', title: t.why, card: 'line', render: (row) => t.untouched(row.draft_days) },
          { id: 'deleted_at', title: t.deleted, card: 'end', render: (row) => <DateTime at={row.deleted_at} /> },
        ]}
        empty={<EmptyState drawing="orders" title={t.empty} text={t.emptyText} />}
      />
    </Page>
  );
}
