import type { RouteObject } from 'react-router';

/** Outside the shell: a letter with a link to a new password is needed by whoever cannot sign in. */
export const demoRoutes: RouteObject[] = [
  { path: '/cp/outbox', lazy: async () => ({ Component: (await import('./OutboxPage')).OutboxPage }) },
  { path: '/cp/letters', lazy: async () => ({ Component: (await import('./LettersPage')).LettersPage }) },
  { path: '/cp/outbox/:id', lazy: async () => ({ Component: (await import('./OutboxPage')).LetterPage }) },
];
