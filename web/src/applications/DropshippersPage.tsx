import * as contract from '@lanka/domain/applications/contract';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { planName } from '../identity';
import { DateTime, Phone } from '../kit/display/values';
import { type Column, DataTable } from '../kit/list/DataTable';
import { SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { ActionButton, Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { Invitations, InviteModal, TeamTabs, useInvitations } from '../projects';
import { text } from './text';

/** `/cp/users/dropshippers`: who sells, on which plan, how much of late; and who has not answered an invitation. */
export function DropshippersPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const [isInviting, setInviting] = useState(false);
  const list = useList(contract.listDropshippers, { params: { project_id } });
  const invitations = useInvitations();
  const invite = can('counterparties.invite') && {
    label: t.invite,
    icon: IconUserPlus,
    onClick: () => setInviting(true),
  };
  return (
    <Page list title={t.users} action={invite}>
      <TeamTabs />
      <DataTable
        id="dropshippers"
        label={t.dropshippers}
        list={list}
        columns={useColumns()}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/cp/users/${id}`}
        tools={<SearchField list={list} placeholder={t.search} />}
        empty={
          <EmptyState
            drawing="people"
            title={t.noDropshippers}
            text={t.noDropshippersText}
            action={invite && <ActionButton {...invite} />}
          />
        }
      />
      <Invitations
        title={t.unanswered}
        items={(invitations.data?.items ?? []).filter(({ role }) => role === 'Client')}
      />
      <InviteModal opened={isInviting} close={() => setInviting(false)} first="Client" />
    </Page>
  );
}

function useColumns(): Column<contract.Dropshipper>[] {
  const t = useText(text);
  const { locale } = useLocale();
  return [
    { id: 'name', title: t.name, sort: 'name', cut: true, share: 2, render: ({ name, email }) => name || email },
    {
      id: 'plan',
      title: t.plan,
      card: 'corner',
      render: ({ subscription_plan }) => planName(subscription_plan, locale) ?? t.noPlan,
    },
    {
      id: 'counterparty',
      title: t.counterparty,
      cut: true,
      card: 'line',
      render: ({ counterparty_name }) => counterparty_name ?? '–',
    },
    { id: 'phone', title: t.phone, optional: true, render: ({ phone_number }) => <Phone number={phone_number} /> },
    {
      id: 'orders',
      title: t.recentOrders,
      align: 'right',
      card: 'end',
      render: ({ recent_orders }) => <span className="figures">{recent_orders}</span>,
    },
    { id: 'last_order', title: t.lastOrder, render: ({ last_order_at }) => <DateTime at={last_order_at} /> },
    { id: 'active', title: t.lastActive, render: ({ last_active_at }) => <DateTime at={last_active_at} /> },
    { id: 'since', title: t.since, sort: 'created_at', render: ({ created_at }) => <DateTime at={created_at} /> },
  ];
}
