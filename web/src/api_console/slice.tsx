import { slice } from '../kit/slice';

/** A tab of API access: what of the connections works, and what does not. */
export const apiConsole = slice({
  name: 'api_console',
  level: 13,
  routes: [
    {
      path: 'integrations/api/console',
      lazy: async () => ({ Component: (await import('./ConsolePage')).ConsolePage }),
    },
  ],
});
