import type { Usage } from '@lanka/domain/billing/contract';
import type { Limited, Plan } from '@lanka/domain/kit/plans';
import { Group, Progress, Text } from '@mantine/core';
import { planName } from '../identity';
import { formatCount, formatSize } from '../kit/format';
import { type Locale, useLocale, useText } from '../kit/text';
import { text } from './text';

/** Bytes of storage as people say them, everything else as a count. */
export const formatUsed = (limit: Limited, used: number, locale: Locale): string =>
  limit === 'storage' ? formatSize(used, locale) : formatCount(used);

/** From here on nothing more fits; of storage a last photo rarely fills it to the byte. */
const isFull = ({ limit, used, allowed }: Usage): boolean =>
  allowed !== null && used >= (limit === 'storage' ? allowed * 0.99 : allowed);

/** Red when nothing more fits, yellow when little does. */
export const barColor = (percent: number, full = percent >= 100): string => {
  if (full) return 'red';
  return percent >= 80 ? 'yellow' : 'accent';
};

/** How much of a limit is used, and which plan lifts it when it is reached. */
export function UsageRow({ usage, lifting }: { usage: Usage; lifting: Plan | undefined }) {
  const t = useText(text);
  const { locale } = useLocale();
  const { limit, used, allowed } = usage;
  const share = allowed ? Math.min(100, (used / allowed) * 100) : 0;
  const full = isFull(usage);
  const now = formatUsed(limit, used, locale);
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text>{t.limit[limit]}</Text>
        <Text c="dimmed">
          {allowed === null ? `${now}, ${t.unlimited}` : t.of(now, formatUsed(limit, allowed, locale))}
        </Text>
      </Group>
      {allowed !== null && <Progress value={share} color={barColor(share, full)} aria-label={t.limit[limit]} />}
      {full && lifting && (
        <Text size="sm" mt={4}>
          {t.reached(planName(lifting, locale) ?? lifting)}
        </Text>
      )}
    </div>
  );
}
