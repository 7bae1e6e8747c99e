import { Button } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { hasNewRelease } from '../kit/http/version';
import { useText } from '../kit/text';
import { text } from './text';

/** How often an open page asks whether a new release is there; it asks too when somebody comes back to it. */
const ASK_EVERY_MS = 5 * 60_000;

/** Above the content: no connection, a new release. Neither takes anything away. */
export function Notices() {
  const t = useText(text);
  const { online } = useNetwork();
  const stale = useNewRelease();
  return (
    <div className="notices" aria-live="polite">
      {online === false && (
        <p className="notice" data-kind="offline">
          <IconCloudOff size={20} aria-hidden />
          <span>{t.offline}</span>
        </p>
      )}
      {stale && (
        <p className="notice" data-kind="release">
          <IconRefresh size={20} aria-hidden />
          <span>{t.newRelease}</span>
          <Button size="xs" variant="default" onClick={() => location.reload()}>
            {t.reloadNow}
          </Button>
        </p>
      )}
    </div>
  );
}

function useNewRelease(): boolean {
  const [stale, setStale] = useState(false);
  useEffect(() => {
    if (stale || import.meta.env.DEV) return;
    const ask = () => {
      if (document.visibilityState === 'visible') void hasNewRelease().then((newer) => newer && setStale(true));
    };
    const timer = setInterval(ask, ASK_EVERY_MS);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [stale]);
  return stale;
}
