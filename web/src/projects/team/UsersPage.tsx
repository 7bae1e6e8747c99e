import { isStaff, type Role } from '@lanka/domain/kit/roles';
import * as contract from '@lanka/domain/projects/contract';
import { Avatar, Button } from '@mantine/core';
import { IconTable, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { roleNames } from '../../identity';
import { Aside, DateTime, Phone } from '../../kit/display/values';
import { usePrefetch } from '../../kit/http/query';
import { type Column, DataTable } from '../../kit/list/DataTable';
import { Filters, SearchField } from '../../kit/list/filters';
import { useList } from '../../kit/list/list';
import { Page } from '../../kit/page/page';
import { EmptyState } from '../../kit/page/states';
import { useProjectId, useSession } from '../../kit/session';
import { useText } from '../../kit/text';
import { Collaborators } from './Collaborators';
import { Invitations, useInvitations } from './Invitations';
import { InviteModal } from './InviteModal';
import { MemberMenu } from './MemberMenu';
import { RemoveModal } from './RemoveModal';
import { RolesModal } from './RolesModal';
import { TeamTabs } from './TeamTabs';
import { text } from './text';

/** Who belongs to a tab (specification §2.3, Users). */
const TABS = {
  all: null,
  managers: ['Manager'],
  admins: ['Owner', 'Administrator'],
  staff: ['Owner', 'Administrator', 'Manager', 'Producer', 'Stockman'],
} as const satisfies Record<string, readonly Role[] | null>;
type Tab = keyof typeof TABS;

const belongs = (tab: Tab, role: Role): boolean => (TABS[tab] as readonly Role[] | null)?.includes(role) ?? true;

export const AllUsersPage = () => <UsersPage key="all" tab="all" />;
export const ManagersPage = () => <UsersPage key="managers" tab="managers" />;
export const AdminsPage = () => <UsersPage key="admins" tab="admins" />;
export const StaffPage = () => <UsersPage key="staff" tab="staff" />;

function UsersPage({ tab }: { tab: Tab }) {
  const t = useText(text);
  const names = useText(roleNames);
  const project_id = useProjectId();
  const { can } = useSession();
  const [opened, open] = useState<'invite' | 'roles' | null>(null);
  const roles = TABS[tab];
  const list = useList(contract.listMembers, {
    params: { project_id },
    // the filter of the first tab stands in the address; the other tabs are filters themselves
    ...(roles ? { fixed: { role: roles.join(',') } } : {}),
  });
  const invitations = useInvitations();
  const prefetch = usePrefetch();
  const [removing, setRemoving] = useState<contract.Member | null>(null);
  const columns = useColumns(setRemoving);
  const mayInvite = can('users.manage') || can('counterparties.invite');
  const options = contract.Member.shape.role.options.map((role) => ({ value: role, label: names[role] }));
  const close = () => open(null);
  return (
    <Page
      list
      title={t.users}
      subtitle={can('users.manage') && <Collaborators />}
      action={mayInvite && { label: t.invite, icon: IconUserPlus, onClick: () => open('invite') }}
      menu={[{ label: t.rolesLink, icon: IconTable, onClick: () => open('roles') }]}
    >
      <TeamTabs q={list.state.values.q} />
      <DataTable
        id="users"
        label={t.users}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/cp/users/${id}`}
        rowHover={({ id }) => prefetch(contract.readMember, { params: { project_id, id } })}
        tools={
          <>
            <SearchField list={list} placeholder={t.search} />
            {tab === 'all' && (
              <Filters list={list} fields={[{ name: 'role', label: t.role, kind: 'choices', options }]} />
            )}
          </>
        }
        empty={
          <EmptyState
            drawing="people"
            title={t.nobody}
            text={t.nobodyText}
            action={mayInvite && <Button onClick={() => open('invite')}>{t.invite}</Button>}
          />
        }
      />
      <Invitations title={t.pending} items={(invitations.data?.items ?? []).filter(({ role }) => belongs(tab, role))} />
      <InviteModal opened={opened === 'invite'} close={close} first={tab === 'admins' ? 'Administrator' : 'Manager'} />
      {removing && <RemoveModal member={removing} opened close={() => setRemoving(null)} />}
      <RolesModal opened={opened === 'roles'} close={close} />
    </Page>
  );
}

function useColumns(remove: (member: contract.Member) => void): Column<contract.Member>[] {
  const t = useText(text);
  const roles = useText(roleNames);
  const { user } = useSession();
  return [
    {
      id: 'name',
      title: t.name,
      sort: 'name',
      cut: true,
      share: 2,
      render: ({ id, name, photo_url, role }) => (
        <span className="cell-name">
          <Avatar
            component="span"
            src={photo_url}
            name={name}
            color={isStaff(role) ? 'accent' : 'gray'}
            size={28}
            alt=""
          />
          <span>
            {name}
            {id === user.id && <Aside>{t.you}</Aside>}
          </span>
        </span>
      ),
    },
    { id: 'role', title: t.role, card: 'line', render: ({ role }) => roles[role] },
    {
      id: 'email',
      title: t.email,
      sort: 'email',
      cut: true,
      card: 'line',
      render: ({ email }) => email,
    },
    { id: 'phone', title: t.phone, render: ({ phone_number }) => <Phone number={phone_number} /> },
    { id: 'since', title: t.since, sort: 'created_at', render: ({ created_at }) => <DateTime at={created_at} /> },
    {
      id: 'menu',
      title: t.actionsColumn,
      card: 'corner',
      render: (member) => <MemberMenu member={member} remove={() => remove(member)} />,
    },
  ];
}
