import type { Slice } from '../kit/slice';

/** The signed-in part of the slice; the public pages have an entry of their own. */
export const site: Slice = {
  name: 'site',
  routes: [{ path: 'profile/support', lazy: async () => ({ Component: (await import('./SupportPage')).SupportPage }) }],
};
