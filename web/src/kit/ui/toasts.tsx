import '@mantine/notifications/styles.css';
import { Notifications, notifications } from '@mantine/notifications';

/** Specification §4 and §9: hidden after six seconds. */
const NOTIFICATION_MILLISECONDS = 6000;

export const Toasts = () => <Notifications autoClose={NOTIFICATION_MILLISECONDS} position="bottom-right" />;

export const showToast = notifications.show;
