import { IconShieldCheck } from '@tabler/icons-react';
import type { Slice } from '../kit/slice';
import { labels } from './labels';

export const audit: Slice = {
  name: 'audit',
  routes: [{ path: 'audit', lazy: async () => ({ Component: (await import('./AuditPage')).AuditPage }) }],
  sidebar: [
    {
      id: 'audit',
      to: '/cp/audit',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconShieldCheck,
      group: 'account',
      visible: (session) => !session.isDropshipping && session.can('audit.read'),
    },
  ],
};
