import { countUnread } from '@lanka/domain/notices/contract';
import { ActionIcon, Popover, VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useCall, useLiveForUser } from '../kit/http/query';
import { LinesSkeleton } from '../kit/page/states';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { shownUnread, text } from './text';
import './notices.css';

/** Loaded as soon as somebody reaches for the bell. */
const panel = () => import('./BellPanel');
const BellPanel = lazy(async () => ({ default: (await panel()).BellPanel }));

/** In the top bar: how many are not read, and the newest of them. */
export function Bell() {
  const t = useText(text);
  const { project } = useSession();
  // a project's live updates tell of what is the user's own, too
  useLiveForUser(project === null);
  const { data } = useCall(countUnread, {}, { staleTime: 60_000 });
  const unread = data?.unread ?? 0;
  const [opened, setOpened] = useState(false);
  const label = unread > 0 ? `${t.title}, ${t.unread(unread)}` : t.title;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(400px, calc(100vw - 16px))"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          className="bell"
          variant="subtle"
          color="gray"
          size={44}
          aria-label={label}
          onClick={() => setOpened(!opened)}
          onMouseEnter={() => void panel()}
          onFocus={() => void panel()}
        >
          <IconBell size={22} aria-hidden />
          {unread > 0 && (
            <span className="bell-count figures" aria-hidden>
              {shownUnread(unread)}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className="bell-panel" aria-label={t.title}>
        <Suspense fallback={<LinesSkeleton />}>
          <BellPanel close={() => setOpened(false)} />
        </Suspense>
      </Popover.Dropdown>
      <Came unread={data?.unread} />
    </Popover>
  );
}

/** Tells a screen reader of what comes while the page is open; what was there before is on the bell. */
function Came({ unread }: { unread: number | undefined }) {
  const t = useText(text);
  const [told, setTold] = useState('');
  const before = useRef(unread);
  useEffect(() => {
    if (unread === undefined) return;
    // said anew, even in the same words
    if (unread < (before.current ?? 0)) setTold('');
    if (unread > (before.current ?? unread)) setTold(t.came(unread));
    before.current = unread;
  }, [unread, t]);
  return <VisuallyHidden aria-live="polite">{told}</VisuallyHidden>;
}
