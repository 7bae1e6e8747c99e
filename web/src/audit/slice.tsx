import { IconShieldCheck } from '@tabler/icons-react';
import type { Slice } from '../kit/slice';
import { text } from './text';

export const audit: Slice = {
  name: 'audit',
  routes: [{ path: 'audit', lazy: async () => ({ Component: (await import('./AuditPage')).AuditPage }) }],
  sidebar: [
    {
      id: 'audit',
      to: '/cp/audit',
      label: { ua: text.ua.title, en: text.en.title },
      icon: IconShieldCheck,
      group: 'account',
      visible: (session) => !session.isDropshipping && session.can('audit.read'),
    },
  ],
};
