import { Button, Group, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Page } from '../../kit/page/page';
import { EmptyState, Loaded } from '../../kit/page/states';
import { useSession } from '../../kit/session';
import { useText } from '../../kit/text';
import { Invitations, useInvitations } from './Invitations';
import { InviteModal } from './InviteModal';
import { TeamTabs } from './TeamTabs';
import { text } from './text';

/** `/cp/users/applications`: dropshippers on their way into the project. */
export function ApplicationsPage() {
  const t = useText(text);
  const { can } = useSession();
  const [inviting, setInviting] = useState(false);
  const invitations = useInvitations();
  const mayInvite = can('counterparties.invite');
  const toCounterparties = (
    <Button component={Link} to="/cp/counterparties" variant="default">
      {t.toCounterparties}
    </Button>
  );
  return (
    <Page
      title={t.users}
      action={mayInvite && { label: t.invite, icon: IconUserPlus, onClick: () => setInviting(true) }}
    >
      <TeamTabs />
      <Loaded query={invitations}>
        {({ items }) => {
          const clients = items.filter(({ role }) => role === 'Client');
          if (clients.length === 0)
            return (
              <EmptyState
                drawing="people"
                title={t.noApplications}
                text={t.noApplicationsText}
                action={
                  <Group justify="center">
                    {mayInvite && <Button onClick={() => setInviting(true)}>{t.invite}</Button>}
                    {toCounterparties}
                  </Group>
                }
              />
            );
          return (
            <>
              <Text c="dimmed">{t.applicationsText}</Text>
              <Invitations title={t.applicationsTitle} items={clients} />
              <div>{toCounterparties}</div>
            </>
          );
        }}
      </Loaded>
      <InviteModal opened={inviting} close={() => setInviting(false)} first="Client" />
    </Page>
  );
}
