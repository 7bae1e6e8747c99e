import * as contract from '@lanka/domain/applications/contract';
import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { DateTime, Phone } from '../kit/display/values';
import { useCall, usePrefetch } from '../kit/http/query';
import { type Column, DataTable } from '../kit/list/DataTable';
import { Filters, SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { PartyTabs, useGroups } from '../partners';
import { TeamTabs } from '../projects';
import { applicationStatus, text } from './text';
import { WithUnread } from './Unread';

/** `/cp/counterparties/applications` (specification §2.3, Counterparties: requests for cooperation). */
export function RequestsPage() {
  const t = useText(text);
  return <Applications title={t.title} tabs={<PartyTabs />} />;
}

/** `/cp/users/applications` (specification §2.3, Users): the same list among the users. */
export function TeamApplicationsPage() {
  const t = useText(text);
  return <Applications title={t.users} tabs={<TeamTabs />} />;
}

function Applications({ title, tabs }: { title: string; tabs: ReactNode }) {
  const t = useText(text);
  const project_id = useProjectId();
  const prefetch = usePrefetch();
  const list = useList(contract.listApplications, { params: { project_id } });
  const groups = useGroups(project_id);
  const counts = useCall(contract.countApplications, { params: { project_id } });
  return (
    <Page list title={title} menu={[{ label: t.links, icon: IconLink, to: '/cp/counterparties/applications/links' }]}>
      {tabs}
      <StatusTabs
        list={list}
        name="status"
        table={applicationStatus}
        all={t.all}
        {...(counts.data ? { counts: counts.data } : {})}
      />
      <DataTable
        id="applications"
        label={t.requests}
        list={list}
        columns={useColumns()}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/cp/counterparties/applications/${id}`}
        rowHover={({ id }) => prefetch(contract.readApplication, { params: { project_id, id } })}
        tools={
          <>
            <SearchField list={list} placeholder={t.search} />
            {groups.options.length > 0 && (
              <Filters
                list={list}
                fields={[{ name: 'group_id', label: t.group, kind: 'choice', options: groups.options }]}
              />
            )}
          </>
        }
        empty={
          <EmptyState
            drawing="people"
            title={t.empty}
            text={t.emptyText}
            action={
              <Button component={Link} to="/cp/settings/catalogue" variant="default">
                {t.toShowcase}
              </Button>
            }
          />
        }
      />
    </Page>
  );
}

function useColumns(): Column<contract.ApplicationRow>[] {
  const t = useText(text);
  return [
    {
      id: 'name',
      title: t.name,
      cut: true,
      share: 2,
      render: ({ applicant, has_unread }) => (
        <WithUnread unread={has_unread}>{applicant.name || applicant.email}</WithUnread>
      ),
    },
    {
      id: 'status',
      title: t.status,
      card: 'corner',
      render: ({ status }) => <StatusBadge table={applicationStatus} value={status} />,
    },
    { id: 'cover', title: t.cover, cut: true, share: 2, card: 'line', render: ({ cover_text }) => cover_text },
    { id: 'phone', title: t.phone, render: ({ phone }) => <Phone number={phone} /> },
    { id: 'applied_at', title: t.appliedAt, render: ({ applied_at }) => <DateTime at={applied_at} /> },
    { id: 'decided_at', title: t.decidedAt, render: ({ decided_at }) => <DateTime at={decided_at} /> },
  ];
}
