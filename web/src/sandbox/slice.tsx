import { slice } from '../kit/slice';

/** A tab of API access: no entry of the sidebar of its own. */
export const sandbox = slice({
  name: 'sandbox',
  level: 14,
  routes: [
    {
      path: 'integrations/api/sandbox',
      lazy: async () => ({ Component: (await import('./SandboxPage')).SandboxPage }),
    },
  ],
});
