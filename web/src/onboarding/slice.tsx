import { slice } from '../kit/slice';

const wizard = () => import('./OnboardingPage');

/** Coming in: the wizard for both roles, another project, becoming a dropshipper. */
export const onboarding = slice({
  name: 'onboarding',
  level: 13,
  routes: [
    { path: 'onboarding', lazy: async () => ({ Component: (await wizard()).OnboardingPage }) },
    { path: 'dropshipper-onboarding', lazy: async () => ({ Component: (await wizard()).DropshipperOnboardingPage }) },
    { path: 'new-project', lazy: async () => ({ Component: (await import('./NewProjectPage')).NewProjectPage }) },
  ],
});
