import { IconChartBar } from '@tabler/icons-react';
import { slice } from '../kit/slice';
import { labels } from './labels';

export const statistics = slice({
  name: 'statistics',
  level: 11,
  routes: [
    {
      path: 'statistics/:rows?',
      lazy: async () => ({ Component: (await import('./StatisticsPages')).StatisticsPages }),
    },
  ],
  sidebar: [
    {
      id: 'statistics',
      to: '/cp/statistics',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconChartBar,
      group: 'main',
      visible: (session) => session.isDropshipping || session.role === 'Client' || session.can('statistics.read'),
    },
  ],
});
