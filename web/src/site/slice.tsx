import { slice } from '../kit/slice';
import { PageViews } from './PageViews';

/** The signed-in part of the slice; the public pages have an entry of their own. */
export const site = slice({
  name: 'site',
  level: 2,
  Everywhere: PageViews,
  routes: [{ path: 'profile/support', lazy: async () => ({ Component: (await import('./SupportPage')).SupportPage }) }],
});
