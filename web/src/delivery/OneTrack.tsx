import * as contract from '@lanka/domain/delivery/contract';
import { Alert, Anchor, Button, Group, Stack, Text, Timeline } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { StatusBadge } from '../kit/display/status';
import { DateOnly, DateTime } from '../kit/display/values';
import { useAction } from '../kit/http/query';
import { useText } from '../kit/text';
import { text, trackStatus } from './text';

interface OneTrackProps {
  projectId: string;
  orderId: string;
  mayDecide: boolean;
  track: contract.Track;
}

/** Where a parcel is, in the carrier's words, and what may follow from it. */
export function OneTrack({ projectId, orderId, mayDecide, track }: OneTrackProps) {
  const t = useText(text);
  const { kind, ttn, link, events, status, suggested, arrives_on, parcel_id } = track;
  const decide = useAction(contract.decideTracking, { success: t.decided });
  const press = (deed: contract.Track['suggested'][number]) =>
    decide.mutate({
      params: { project_id: projectId, id: orderId },
      body: { deed, ...(parcel_id ? { parcel: parcel_id } : {}) },
    });
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Text fw={600}>{track.parcel === null ? t.tracking : t.waybillOf(track.parcel)}</Text>
          {kind && <StatusBadge table={trackStatus} value={kind} />}
        </Group>
        {link && (
          <Anchor href={link} target="_blank" rel="noreferrer" size="sm">
            {ttn} <IconExternalLink size={14} aria-label={t.atCarrier} />
          </Anchor>
        )}
      </Group>
      {suggested.map((deed) => (
        <Alert key={deed} color="blue">
          <Stack gap="sm" align="flex-start">
            <Text size="sm">{t.suggested[deed]}</Text>
            {mayDecide && (
              <Button variant="default" loading={decide.isPending} onClick={() => press(deed)}>
                {t.decide[deed]}
              </Button>
            )}
          </Stack>
        </Alert>
      ))}
      {track.operator === 'nova_poshta' && events.length === 0 && (
        <Text size="sm" c="dimmed">
          {status || t.notAsked}
        </Text>
      )}
      {events.length > 0 && (
        <Timeline bulletSize={12} lineWidth={2} active={0} reverseActive={false}>
          {events.map((event) => (
            <Timeline.Item key={`${event.at} ${event.code}`} title={<Text size="sm">{event.status}</Text>}>
              <Text size="sm" c="dimmed">
                <DateTime at={event.at} />
              </Text>
            </Timeline.Item>
          ))}
        </Timeline>
      )}
      {arrives_on && kind !== 'received' && kind !== 'returning' && (
        <Text size="sm" c="dimmed">
          {t.arrives}: <DateOnly date={arrives_on} />
        </Text>
      )}
    </Stack>
  );
}
