import type { Role } from '@lanka/domain/kit/roles';
import * as contract from '@lanka/domain/projects/contract';
import { Button, Group, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { roleNames } from '../identity';
import { useList } from '../kit/list';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { type Column, DataTable } from '../kit/ui/DataTable';
import { Page } from '../kit/ui/page';
import { RouteTabs } from '../kit/ui/route-tabs';
import { EmptyState } from '../kit/ui/states';
import { DateTime, Phone } from '../kit/ui/values';
import { InviteModal } from './InviteModal';
import { MemberMenu } from './MemberMenu';
import { PendingInvitations } from './PendingInvitations';
import { text } from './text';

/** Who belongs to a tab (specification §2.3, Users). */
const TABS = {
  all: { to: '/cp/users', roles: null },
  managers: { to: '/cp/users/managers', roles: ['Manager'] },
  admins: { to: '/cp/users/admins', roles: ['Owner', 'Administrator'] },
  staff: { to: '/cp/users/staff', roles: ['Owner', 'Administrator', 'Manager', 'Producer', 'Stockman'] },
} as const satisfies Record<string, { to: string; roles: readonly Role[] | null }>;
type Tab = keyof typeof TABS;

const belongs = (tab: Tab, { role }: contract.Member): boolean =>
  (TABS[tab].roles as readonly Role[] | null)?.includes(role) ?? true;

export const AllUsersPage = () => <UsersPage tab="all" />;
export const ManagersPage = () => <UsersPage tab="managers" />;
export const AdminsPage = () => <UsersPage tab="admins" />;
export const StaffPage = () => <UsersPage tab="staff" />;

function UsersPage({ tab }: { tab: Tab }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const [inviting, setInviting] = useState(false);
  const list = useList(contract.listMembers, { params: { project_id } });
  const shown = list.items.filter((member) => belongs(tab, member));
  const columns = useColumns();
  const tabs = (Object.keys(TABS) as Tab[]).map((name) => ({
    to: TABS[name].to,
    label: t[name],
    ...(list.isLoading ? {} : { count: list.items.filter((member) => belongs(name, member)).length }),
  }));
  return (
    <Page
      title={t.users}
      action={can('users.manage') && { label: t.invite, icon: IconUserPlus, onClick: () => setInviting(true) }}
    >
      <RouteTabs label={t.users} tabs={tabs} />
      <DataTable
        label={t.users}
        list={{ ...list, items: shown, total: shown.length }}
        columns={columns}
        rowKey={(member) => member.id}
        empty={
          <EmptyState
            drawing="people"
            title={t.nobody}
            text={t.nobodyText}
            action={can('users.manage') && <Button onClick={() => setInviting(true)}>{t.invite}</Button>}
          />
        }
      />
      <PendingInvitations />
      <InviteModal opened={inviting} close={() => setInviting(false)} />
    </Page>
  );
}

function useColumns(): Column<contract.Member>[] {
  const t = useText(text);
  const roles = useText(roleNames);
  const { user } = useSession();
  return [
    {
      id: 'name',
      title: t.name,
      render: ({ id, name }) => (
        <Group gap={6} wrap="wrap">
          <Text span fw={500} className="wrap-anywhere">
            {name}
          </Text>
          {id === user.id && (
            <Text span size="sm" c="dimmed">
              {t.you}
            </Text>
          )}
        </Group>
      ),
    },
    {
      id: 'email',
      title: t.email,
      render: ({ email }) => (
        <Text span className="wrap-anywhere">
          {email}
        </Text>
      ),
    },
    { id: 'phone', title: t.phone, render: ({ phone_number }) => <Phone number={phone_number} /> },
    { id: 'role', title: t.role, render: ({ role }) => roles[role] },
    { id: 'since', title: t.since, render: ({ created_at }) => <DateTime at={created_at} /> },
    {
      id: 'menu',
      title: t.actionsColumn,
      width: 92,
      card: 'corner',
      render: (member) => <MemberMenu member={member} />,
    },
  ];
}
