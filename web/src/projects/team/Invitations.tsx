import * as contract from '@lanka/domain/projects/contract';
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconMailForward, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { roleNames } from '../../identity';
import { Section } from '../../kit/display/facts';
import { DateTime } from '../../kit/display/values';
import { useAction, useCall } from '../../kit/http/query';
import { useConfirm } from '../../kit/overlay/confirm';
import { useProjectId, useSession } from '../../kit/session';
import { useText } from '../../kit/text';
import { text } from './text';
import '../projects.css';

export function useInvitations() {
  const project_id = useProjectId();
  return useCall(contract.listInvitations, { params: { project_id } });
}

/** Invitations that nobody has answered; sent again at most once in 15 minutes (specification §9). */
export function Invitations({ title, items }: { title: string; items: readonly contract.Invitation[] }) {
  if (items.length === 0) return null;
  return (
    <Section title={title}>
      <ul className="plain-rows">
        {items.map((invitation) => (
          <Row key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Section>
  );
}

/** Milliseconds until then, counted down each second; never more than the whole wait, whatever this clock says. */
function useTimeLeft(until: string): number {
  const [now, setNow] = useState(Date.now);
  const left = Date.parse(until) - now;
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return Math.max(0, Math.min(left, contract.RESEND_MINUTES * 60_000));
}

/** `14:05` */
function asClock(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function Row({ invitation }: { invitation: contract.Invitation }) {
  const t = useText(text);
  const roles = useText(roleNames);
  const project_id = useProjectId();
  const { can } = useSession();
  const confirm = useConfirm();
  const left = useTimeLeft(invitation.resendable_at);
  const args = { params: { project_id, id: invitation.id } };
  const resend = useAction(contract.resendInvitation, { success: t.invitationSent });
  const revoke = useAction(contract.revokeInvitation, { success: t.revoked });
  const isExpired = Date.parse(invitation.expires_at) < Date.now();
  const askToRevoke = async () => {
    const effects = [t.revokeEffect(invitation.email), ...(invitation.role === 'Client' ? [] : [t.revokePlace])];
    if (await confirm({ title: t.revokeTitle, effects, confirmLabel: t.revoke })) revoke.mutate(args);
  };
  return (
    <li>
      <div>
        <Text fw={500} className="wrap-anywhere">
          {invitation.name ? `${invitation.name} · ${invitation.email}` : invitation.email}
        </Text>
        <Text size="sm" c="dimmed">
          {roles[invitation.role]} · {t.sentAt} <DateTime at={invitation.last_sent_at} />
          {isExpired && ` · ${t.expired}`}
        </Text>
      </div>
      {can('users.manage') && (
        <Group gap="xs" wrap="nowrap">
          <Button
            variant="default"
            leftSection={<IconMailForward size={16} />}
            disabled={left > 0}
            loading={resend.isPending}
            onClick={() => resend.mutate(args)}
            className="figures"
          >
            {left > 0 ? t.resendIn(asClock(left)) : t.resend}
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
