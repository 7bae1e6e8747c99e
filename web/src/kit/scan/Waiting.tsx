import { Alert, CloseButton, Group, Stack, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { plural, pluralEnglish } from '../format';
import { texts, useText } from '../text';
import type { Queued, Scan } from './queue';

const text = texts({
  ua: {
    waiting: (n: number) =>
      `Чекає на зв’язок: ${n} ${plural(n, 'сканування', 'сканування', 'сканувань')}. Надішлеться само, коли з’явиться мережа`,
    dismiss: 'Прибрати',
  },
  en: {
    waiting: (n: number) =>
      `Waiting for the network: ${n} ${pluralEnglish(n, 'scan', 'scans')}. Sent by itself when the network is back`,
    dismiss: 'Remove',
  },
});

/** Scans that have not come to the server, and those that it does not take. */
export function Waiting({ scans, remove }: { scans: readonly Queued<Scan>[]; remove: (id: string) => void }) {
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
      {refused.map(({ id, label, refused: why }) => (
        <Alert key={id} color="red" role="alert">
          <Group justify="space-between" wrap="nowrap">
            <Text className="wrap-anywhere">
              {label}: {why}
            </Text>
            <CloseButton size="lg" aria-label={`${t.dismiss}: ${label}`} onClick={() => remove(id)} />
          </Group>
        </Alert>
      ))}
    </Stack>
  );
}
