import { Alert, CloseButton, Group, Stack, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { QueuedScan } from '../../kit/scan/queue';
import { useText } from '../../kit/text';
import { text } from './text';

/** Scans that have not come to the server, and those that it does not take. */
export function Waiting({ scans, remove }: { scans: readonly QueuedScan[]; remove: (id: string) => void }) {
  const t = useText(text);
  const waiting = scans.filter(({ refused }) => refused === null);
  const refused = scans.filter((scan) => scan.refused !== null);
  return (
    <Stack gap="xs" aria-live="polite">
      {waiting.length > 0 && (
        <Alert color="yellow" icon={<IconCloudOff size={18} />}>
          {t.waiting(waiting.length)}
        </Alert>
      )}
      {refused.map((scan) => (
        <Alert key={scan.id} color="red" role="alert">
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Text className="wrap-anywhere">{t.refused(scan.code, scan.refused ?? '')}</Text>
            <CloseButton aria-label={`${t.dismiss}: ${scan.code}`} onClick={() => remove(scan.id)} />
          </Group>
        </Alert>
      ))}
    </Stack>
  );
}
