import { IconReport } from '@tabler/icons-react';
import { slice } from '../kit/slice';

export const reports = slice({
  name: 'reports',
  level: 12,
  routes: [{ path: 'reports/*', lazy: async () => ({ Component: (await import('./ReportsPages')).ReportsPages }) }],
  sidebar: [
    {
      id: 'reports',
      to: '/cp/reports',
      label: { ua: 'Звіти', en: 'Reports' },
      icon: IconReport,
      group: 'main',
      // whoever has the statistics finds them there
      visible: (session) => !session.isDropshipping && session.can('reports.make') && !session.can('statistics.read'),
    },
  ],
  commands: (session, locale) =>
    session.project !== null && session.can('reports.make')
      ? [{ id: 'reports', label: locale === 'ua' ? 'Звіти' : 'Reports', to: '/cp/reports' }]
      : [],
});
