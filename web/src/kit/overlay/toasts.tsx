import '@mantine/notifications/styles.css';
import { Anchor } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { currentLocale } from '../text';
import { words } from '../words';

/** Specification §4 and §9: hidden after six seconds. */
const NOTIFICATION_MILLISECONDS = 6000;

export const Toasts = () => <Notifications autoClose={NOTIFICATION_MILLISECONDS} position="bottom-right" />;

export const showToast = notifications.show;

/** A limit of the plan that was reached, with the way to lift it. Stands outside the router: a link as any other. */
export const WithPlans = ({ message, to }: { message: string; to: string }) => (
  <>
    {message}.{' '}
    <Anchor href={to} inherit>
      {words[currentLocale()].toPlans}
    </Anchor>
  </>
);
