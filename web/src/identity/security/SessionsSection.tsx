import { endOneSession, endOtherSessions, listSessions, type UserSession } from '@lanka/domain/identity/account';
import { deviceName } from '@lanka/domain/identity/agent';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { Section } from '../../kit/display/facts';
import { StatusBadge, type StatusTable } from '../../kit/display/status';
import { DateTime } from '../../kit/display/values';
import { useAction, useCall } from '../../kit/http/query';
import { Loaded } from '../../kit/page/states';
import { useText } from '../../kit/text';
import { text } from './text';

const here: StatusTable<'here'> = { here: { ua: text.ua.here, en: text.en.here, color: 'green' } };

/** Where the user is signed in, with the way to end any of it. */
export function SessionsSection() {
  const t = useText(text);
  const sessions = useCall(listSessions, {});
  const endOthers = useAction(endOtherSessions, { success: t.othersEnded });
  const others = sessions.data?.items.filter(({ current }) => !current).length ?? 0;
  return (
    <Section title={t.sessions}>
      <Loaded query={sessions}>
        {({ items }) => (
          <Stack gap="md">
            {items.map((session) => (
              <Row key={session.id} session={session} ended={() => void sessions.refetch()} />
            ))}
            {others > 0 && (
              <Button
                variant="default"
                style={{ alignSelf: 'flex-start' }}
                loading={endOthers.isPending}
                onClick={() => endOthers.mutate({}, { onSuccess: () => void sessions.refetch() })}
              >
                {t.endOthers}
              </Button>
            )}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function Row({ session, ended }: { session: UserSession; ended: () => void }) {
  const t = useText(text);
  const end = useAction(endOneSession, { success: t.sessionEnded });
  const isPhone = /Mobile|iPhone|Android/.test(session.agent);
  const Icon = isPhone ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <Group justify="space-between" wrap="wrap" gap="sm">
      <Group wrap="nowrap" gap="sm" miw={0}>
        <Icon size={24} aria-hidden />
        <div>
          <Group gap="xs">
            <Text fw={500}>{deviceName(session.agent) ?? t.unknownDevice}</Text>
            {session.current && <StatusBadge table={here} value="here" size="sm" />}
          </Group>
          <Text size="sm" c="dimmed">
            {session.address}
          </Text>
          <Text size="sm" c="dimmed">
            {t.since} <DateTime at={session.created_at} span inherit /> · {t.lastSeen}{' '}
            <DateTime at={session.last_seen_at} span inherit />
          </Text>
        </div>
      </Group>
      {!session.current && (
        <Button
          size="xs"
          variant="subtle"
          loading={end.isPending}
          onClick={() => end.mutate({ params: { id: session.id } }, { onSuccess: ended })}
        >
          {t.end}
        </Button>
      )}
    </Group>
  );
}
