import type { Wait } from '@lanka/domain/integrations/contract';
import { SERVICES } from '@lanka/domain/integrations/services';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { DateTime, useNow } from '../kit/display/values';
import { useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { waitText } from './wait-text';

/** Why what a service was asked for is not there yet; nothing while the first try is under way. */
export function WaitNote({ wait }: { wait: Wait | null }) {
  const t = useText(waitText);
  const { locale } = useLocale();
  const { can, isDropshipping } = useSession();
  const now = useNow();
  if (!wait || (!wait.paused && (!wait.why || !wait.next_at))) return null;
  const isSoon = Date.parse(wait.next_at ?? '') - now.getTime() < 60_000;
  return (
    <Text size="sm" c="dimmed" component="div">
      {wait.paused ? (
        t.paused(SERVICES[wait.service][locale])
      ) : (
        <>
          {wait.why}. {t.again} {isSoon ? t.soon : <DateTime at={wait.next_at} />}.
        </>
      )}{' '}
      {can('integrations.manage') && !isDropshipping && (
        <Anchor component={Link} to="/cp/integrations" size="sm" underline="always">
          {t.services}
        </Anchor>
      )}
    </Text>
  );
}
