import { slice } from '../kit/slice';

const pages = () => import('./Notices');

/** What happened while one was away. The bell stands in the top bar (`shell`). */
export const notices = slice({
  name: 'notices',
  level: 6,
  // what is chosen about them is behind the same entry, for what is loaded first is full
  routes: [
    { path: 'notices/:part?', lazy: async () => ({ Component: (await pages()).Notices }) },
    { path: 'integrations/api/notices', lazy: async () => ({ Component: (await pages()).ApiNoticesPage }) },
  ],
});
