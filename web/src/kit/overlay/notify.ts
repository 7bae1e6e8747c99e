/** Notifications (specification §3, §4): a severity and a message; they close by themselves after 6 seconds. */
import { createElement, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { CallError } from '../http/call';
import { currentLocale } from '../text';

const toasts = () => import('./toasts');
const Toasts = lazy(async () => ({ default: (await toasts()).Toasts }));
const WithPlans = lazy(async () => ({ default: (await toasts()).WithPlans }));
let wake = (): void => undefined;

/** Where notifications appear: once, at the root. It is loaded with the first one, since most pages show none. */
export function NotificationOutlet(): ReactNode {
  const [awake, setAwake] = useState(false);
  useEffect(() => {
    wake = () => setAwake(true);
  }, []);
  return awake ? createElement(Suspense, null, createElement(Toasts)) : null;
}

const colors = { success: 'green', warning: 'yellow', error: 'red', info: 'accent' } as const;

/** Where the plan of the project is changed; null for whoever may not. The shell knows it. */
let plans: string | null = null;
export const setPlansPage = (to: string | null): void => {
  plans = to;
};

/** Where a limit of the plan that was reached (402) can be lifted, for whoever may do it. */
export function plansPageFor(error: unknown): string | null {
  if (!(error instanceof CallError) || error.status !== 402) return null;
  // a dropshipper's own limit; the first plan that lifts it says whose it is
  const { plans: lifting, audience } = error.details[0] ?? {};
  const isOwn = `${audience ?? lifting}`.startsWith('dropshipper');
  return isOwn ? '/cp/dropshipper-profile/billing' : plans;
}

export function notify(severity: keyof typeof colors, message: ReactNode, title?: string): void {
  wake();
  void toasts().then(({ showToast }) =>
    showToast({
      color: colors[severity],
      message,
      ...(title ? { title } : {}),
      role: severity === 'error' ? 'alert' : 'status',
      closeButtonProps: { 'aria-label': currentLocale() === 'ua' ? 'Закрити' : 'Close' },
    }),
  );
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
  const to = plansPageFor(error);
  notify('error', to ? createElement(WithPlans, { message: messageOf(error), to }) : messageOf(error));
}
