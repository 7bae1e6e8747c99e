import { slice } from '../kit/slice';

/** People before they are signed in; inside the shell the security tab of the profile, and the session of all pages. */
export const identity = slice({
  name: 'identity',
  level: 1,
  outside: [
    { path: '/cp/signin', lazy: async () => ({ Component: (await import('./SignInPage')).SignInPage }) },
    { path: '/cp/signup', lazy: async () => ({ Component: (await import('./SignUpPage')).SignUpPage }) },
    { path: '/cp/forgot', lazy: async () => ({ Component: (await import('./ForgotPage')).ForgotPage }) },
    { path: '/cp/email', lazy: async () => ({ Component: (await import('./EmailPage')).EmailPage }) },
    { path: '/cp/password', lazy: async () => ({ Component: (await import('./PasswordPage')).PasswordPage }) },
  ],
  routes: [
    {
      path: 'profile/security',
      lazy: async () => ({ Component: (await import('./security/SecurityPage')).SecurityPage }),
    },
  ],
});
