import { on } from '@lanka/domain/kit/hooks';
import { lazy } from 'react';
import { signInExtra } from '../identity';
import { slice } from '../kit/slice';

export const demo = slice({
  name: 'demo',
  level: 13,
  // outside the shell: a letter with a link to a new password is needed by whoever cannot sign in
  outside: [
    { path: '/cp/outbox', lazy: async () => ({ Component: (await import('./OutboxPage')).OutboxPage }) },
    { path: '/cp/letters', lazy: async () => ({ Component: (await import('./LettersPage')).LettersPage }) },
    { path: '/cp/outbox/:id', lazy: async () => ({ Component: (await import('./OutboxPage')).LetterPage }) },
  ],
  hooks: [
    on(
      signInExtra,
      lazy(async () => ({ default: (await import('./DemoSignIns')).DemoSignIns })),
    ),
  ],
});
