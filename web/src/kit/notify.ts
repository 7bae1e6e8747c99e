/** Notifications (specification §3, §4): a severity and a message; they close by themselves after 6 seconds. */
import { notifications } from '@mantine/notifications';
import { CallError } from './call';
import { currentLocale } from './text';

export const NOTIFICATION_MILLISECONDS = 6000;

const colors = { success: 'green', warning: 'yellow', error: 'red', info: 'accent' } as const;

export function notify(severity: keyof typeof colors, message: string, title?: string): void {
  notifications.show({
    color: colors[severity],
    message,
    ...(title ? { title } : {}),
    role: severity === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': currentLocale() === 'ua' ? 'Закрити' : 'Close' },
  });
}

export const notifySuccess = (message: string): void => notify('success', message);

/** The message a person may read: the server's for a failed call, else the generic one of specification §8. */
export function messageOf(error: unknown): string {
  if (error instanceof CallError) return error.message;
  return currentLocale() === 'ua'
    ? 'Неочікувана помилка. Якщо вона повториться, зверніться до підтримки'
    : 'Unexpected error. If it repeats, contact support';
}

export function notifyError(error: unknown): void {
  if (!(error instanceof CallError)) console.error(error);
  notify('error', messageOf(error));
}
