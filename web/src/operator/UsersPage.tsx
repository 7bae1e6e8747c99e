import { Role } from '@lanka/domain/kit/roles';
import * as contract from '@lanka/domain/operator/contract';
import { planName, roleNames } from '../identity';
import { StatusBadge } from '../kit/display/status';
import { Aside, Count, DateTime, Phone } from '../kit/display/values';
import { usePrefetch } from '../kit/http/query';
import { type Column, DataTable } from '../kit/list/DataTable';
import { Filters, SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useLocale, useText } from '../kit/text';
import { OnlyStaff, OperatorTabs, ROOT, useDayFilters } from './parts';
import { text, userStatus } from './text';

export const OperatorUsersPage = () => (
  <OnlyStaff>
    <Users />
  </OnlyStaff>
);

function Users() {
  const t = useText(text);
  const roles = useText(roleNames);
  const list = useList(contract.listUsers, {});
  const prefetch = usePrefetch();
  const days = useDayFilters();
  return (
    <Page list title={t.users}>
      <OperatorTabs />
      <DataTable
        id="operator-users"
        label={t.users}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => `${ROOT}/users/${row.id}`}
        rowHover={(row) => prefetch(contract.readOperatorUser, { params: { id: row.id } })}
        columns={useColumns()}
        tools={
          <>
            <SearchField list={list} placeholder={t.searchUsers} />
            <Filters
              list={list}
              fields={[
                {
                  name: 'role',
                  label: t.role,
                  kind: 'choice',
                  options: [
                    { value: 'Staff', label: t.staffRole },
                    ...Role.options.map((value) => ({ value, label: roles[value] })),
                  ],
                },
                { name: 'blocked', label: t.onlyBlocked, kind: 'flag' },
                { name: 'ordered', label: t.withOrder, kind: 'flag' },
                ...days,
              ]}
            />
          </>
        }
        empty={<EmptyState drawing="people" title={t.noUsers} />}
      />
    </Page>
  );
}

function useColumns(): Column<contract.OperatorUser>[] {
  const t = useText(text);
  const { locale } = useLocale();
  return [
    {
      id: 'name',
      title: t.name,
      sort: 'name',
      cut: true,
      render: ({ name, platform_role }) => (
        <>
          {name}
          {platform_role && <Aside>{t.staffRole}</Aside>}
        </>
      ),
    },
    {
      id: 'email',
      title: t.email,
      sort: 'email',
      cut: true,
      card: 'line',
      render: ({ email }) => email,
    },
    { id: 'phone', title: t.phone, optional: true, render: ({ phone_number }) => <Phone number={phone_number} /> },
    { id: 'plan', title: t.plan, render: ({ subscription_plan }) => planName(subscription_plan, locale) ?? '–' },
    { id: 'projects', title: t.projectsCount, align: 'right', render: ({ projects }) => <Count value={projects} /> },
    {
      id: 'created_at',
      title: t.registered,
      sort: 'created_at',
      render: ({ created_at }) => <DateTime at={created_at} />,
    },
    {
      id: 'last_sign_in_at',
      title: t.lastSignIn,
      sort: 'last_sign_in_at',
      card: 'end',
      render: ({ last_sign_in_at }) => <DateTime at={last_sign_in_at} />,
    },
    {
      id: 'status',
      title: t.status,
      card: 'corner',
      render: ({ blocked_at }) => <StatusBadge table={userStatus} value={blocked_at ? 'blocked' : 'active'} />,
    },
  ];
}
