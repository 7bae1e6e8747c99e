import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';

/** Something that signs in by itself, shown under the form: the demo's one-press buttons. */
export type SignInExtra = ComponentType<{ enter: (credentials: { email: string; password: string }) => void }>;

/** Pages for people who are not signed in. Everything else of the slice (session, menu) is part of the shell. */
export const identityRoutes = (Extra: SignInExtra): RouteObject[] => [
  {
    path: '/cp/signin',
    lazy: async () => {
      const { SignInPage } = await import('./SignInPage');
      return { element: <SignInPage Extra={Extra} /> };
    },
  },
  { path: '/cp/password', lazy: async () => ({ Component: (await import('./PasswordPage')).PasswordPage }) },
];
