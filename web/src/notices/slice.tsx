import { slice } from '../kit/slice';

/** What happened while one was away. The bell stands in the top bar (`shell`). */
export const notices = slice({
  name: 'notices',
  level: 6,
  routes: [{ path: 'notices', lazy: async () => ({ Component: (await import('./NoticesPage')).NoticesPage }) }],
});
