import * as contract from '@lanka/domain/applications/contract';
import { Skeleton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Suspense } from 'react';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { DateTime } from '../kit/display/values';
import { useCall, usePrefetch } from '../kit/http/query';
import { type Column, DataTable } from '../kit/list/DataTable';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useHook } from '../kit/slice';
import { useText } from '../kit/text';
import { aboveMine } from './above';
import { applicationStatus, text } from './text';
import { WithUnread } from './Unread';

/** `/cp/applications`: where the dropshipper has applied, and what became of it. */
export function MyApplicationsPage() {
  const t = useText(text);
  const prefetch = usePrefetch();
  const above = useHook(aboveMine);
  const list = useList(contract.listMyApplications, {});
  const counts = useCall(contract.countMyApplications, {});
  const columns: Column<contract.MyApplication>[] = [
    {
      id: 'supplier',
      title: t.supplier,
      cut: true,
      share: 2,
      render: ({ title, has_unread }) => <WithUnread unread={has_unread}>{title}</WithUnread>,
    },
    {
      id: 'status',
      title: t.status,
      card: 'corner',
      render: ({ status }) => <StatusBadge table={applicationStatus} value={status} />,
    },
    { id: 'category', title: t.category, card: 'line', render: ({ category }) => category || '–' },
    { id: 'cover', title: t.cover, cut: true, share: 2, render: ({ cover_text }) => cover_text },
    { id: 'applied_at', title: t.appliedAt, card: 'line', render: ({ applied_at }) => <DateTime at={applied_at} /> },
    { id: 'decided_at', title: t.decidedAt, render: ({ decided_at }) => <DateTime at={decided_at} /> },
  ];
  return (
    <Page list title={t.mine} menu={[{ label: t.pastSuppliers, icon: IconHistory, to: '/cp/suppliers/past' }]}>
      {above.map(({ Component }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the slices that answer do not change
        <Suspense key={at} fallback={<Skeleton height={36} />}>
          <Component />
        </Suspense>
      ))}
      <StatusTabs
        list={list}
        name="status"
        table={applicationStatus}
        all={t.all}
        {...(counts.data ? { counts: counts.data } : {})}
      />
      <DataTable
        id="my-applications"
        label={t.mine}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/cp/applications/${id}`}
        rowHover={({ id }) => prefetch(contract.readMyApplication, { params: { id } })}
        empty={<EmptyState drawing="connect" title={t.mineEmpty} text={t.mineEmptyText} />}
      />
    </Page>
  );
}
