import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { Slice } from '../kit/slice';

/** Something that signs in by itself, shown under the form: the demo's one-press buttons. */
export type SignInExtra = ComponentType<{ enter: (credentials: { email: string; password: string }) => void }>;

/** Pages for people who are not signed in. Everything else of the slice (session, menu) is part of the shell. */
export const identityRoutes = (extra: () => Promise<SignInExtra>): RouteObject[] => [
  {
    path: '/cp/signin',
    lazy: async () => {
      const [{ SignInPage }, Extra] = await Promise.all([import('./SignInPage'), extra()]);
      return { element: <SignInPage Extra={Extra} /> };
    },
  },
  { path: '/cp/signup', lazy: async () => ({ Component: (await import('./SignUpPage')).SignUpPage }) },
  { path: '/cp/forgot', lazy: async () => ({ Component: (await import('./ForgotPage')).ForgotPage }) },
  { path: '/cp/email', lazy: async () => ({ Component: (await import('./EmailPage')).EmailPage }) },
  { path: '/cp/password', lazy: async () => ({ Component: (await import('./PasswordPage')).PasswordPage }) },
];

/** What of identity stands inside the shell: the security tab of the profile. */
export const identity: Slice = {
  name: 'identity',
  routes: [
    {
      path: 'profile/security',
      lazy: async () => ({ Component: (await import('./security/SecurityPage')).SecurityPage }),
    },
  ],
};
