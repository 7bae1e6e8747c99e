import './projects.css';
import * as contract from '@lanka/domain/projects/contract';
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconMailForward, IconX } from '@tabler/icons-react';
import { roleNames } from '../identity';
import { useAction, useCall } from '../kit/query';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { useConfirm } from '../kit/ui/confirm';
import { Section } from '../kit/ui/facts';
import { DateTime, useNow } from '../kit/ui/values';
import { text } from './text';

/** Invitations that nobody has answered; sent again at most once in 15 minutes (specification §9). */
export function PendingInvitations() {
  const t = useText(text);
  const project_id = useProjectId();
  const invitations = useCall(contract.listInvitations, { params: { project_id } });
  if (!invitations.data || invitations.data.items.length === 0) return null;
  return (
    <Section title={t.pending}>
      <ul className="plain-rows">
        {invitations.data.items.map((invitation) => (
          <Row key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Section>
  );
}

function Row({ invitation }: { invitation: contract.Invitation }) {
  const t = useText(text);
  const roles = useText(roleNames);
  const project_id = useProjectId();
  const { can } = useSession();
  const confirm = useConfirm();
  const now = useNow();
  const args = { params: { project_id, id: invitation.id } };
  const old = [contract.listInvitations];
  const resend = useAction(contract.resendInvitation, { invalidates: old, success: t.invitationSent });
  const revoke = useAction(contract.revokeInvitation, { invalidates: old, success: t.revoked });
  // the page's clock is renewed each minute, so it may lag behind a letter that was sent just now
  const minutes = Math.ceil((Date.parse(invitation.resendable_at) - now.getTime()) / 60_000);
  const wait = Math.min(minutes, contract.RESEND_MINUTES);
  const askToRevoke = async () => {
    const question = { title: t.revokeTitle, effects: [t.revokeEffect(invitation.email)], confirmLabel: t.revoke };
    if (await confirm(question)) revoke.mutate(args);
  };
  return (
    <li>
      <div>
        <Text fw={500} className="wrap-anywhere">
          {invitation.email}
        </Text>
        <Text size="sm" c="dimmed">
          {roles[invitation.role]} · {t.sentAt} <DateTime at={invitation.last_sent_at} />
        </Text>
      </div>
      {can('users.manage') && (
        <Group gap="xs" wrap="nowrap">
          <Button
            variant="default"
            leftSection={<IconMailForward size={16} />}
            disabled={wait > 0}
            loading={resend.isPending}
            onClick={() => resend.mutate(args)}
          >
            {wait > 0 ? t.resendIn(wait) : t.resend}
          </Button>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t.revokeFor(invitation.email)}
            onClick={() => void askToRevoke()}
          >
            <IconX size={18} />
          </ActionIcon>
        </Group>
      )}
    </li>
  );
}
