import { IconShieldCheck } from '@tabler/icons-react';
import { slice } from '../kit/slice';
import { labels } from './labels';

export const audit = slice({
  name: 'audit',
  level: 13,
  routes: [{ path: 'audit', lazy: async () => ({ Component: (await import('./AuditPage')).AuditPage }) }],
  sidebar: [
    {
      id: 'audit',
      to: '/cp/audit',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconShieldCheck,
      group: 'account',
      order: -1,
      visible: (session) => !session.isDropshipping && session.can('audit.read'),
    },
  ],
});
