import '@mantine/notifications/styles.css';
import { Anchor } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { currentLocale } from '../text';
import { words } from '../words';

/** Specification §4 and §9: hidden after six seconds. */
const NOTIFICATION_MILLISECONDS = 6000;

export const Toasts = () => <Notifications autoClose={NOTIFICATION_MILLISECONDS} position="bottom-right" />;

export const showToast = (given: Parameters<typeof notifications.show>[0]) =>
  notifications.show({ ...given, onOpen: ({ id }) => hideUnlessPointedAt(id) });

/**
 * Whoever points at one reads it, and it stays (of the library). A pointer that only rests where it came up, as the one
 * that has pressed «Зберегти», would keep it and all after it for ever.
 */
function hideUnlessPointedAt(id: string | undefined): void {
  const moved = new AbortController();
  const note = ({ movementX, movementY }: PointerEvent) => {
    if (movementX !== 0 || movementY !== 0) moved.abort();
  };
  addEventListener('pointermove', note, { signal: moved.signal });
  setTimeout(() => {
    const isFocused = document.activeElement?.closest('.mantine-Notification-root');
    if (id && !moved.signal.aborted && !isFocused) notifications.hide(id);
    moved.abort();
  }, NOTIFICATION_MILLISECONDS);
}

/** A limit of the plan that was reached, with the way to lift it. Stands outside the router: a link as any other. */
export const WithPlans = ({ message, to }: { message: string; to: string }) => (
  <>
    {message}.{' '}
    <Anchor href={to} inherit>
      {words[currentLocale()].toPlans}
    </Anchor>
  </>
);
