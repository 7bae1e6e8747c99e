import { listCounterparties } from '@lanka/domain/partners/contract';
import { IconUsersGroup } from '@tabler/icons-react';
import { call } from '../kit/call';
import type { Slice } from '../kit/slice';
import { text } from './text';

const counterpartyPages = () => import('./CounterpartyPage');

export const partners: Slice = {
  name: 'partners',
  routes: [
    {
      path: 'counterparties',
      lazy: async () => ({ Component: (await import('./CounterpartiesPage')).CounterpartiesPage }),
    },
    {
      path: 'counterparties/new',
      lazy: async () => ({ Component: (await import('./CounterpartyForm')).NewCounterpartyPage }),
    },
    {
      path: 'counterparties/:id',
      lazy: async () => ({ Component: (await counterpartyPages()).CounterpartyAccountPage }),
    },
    {
      path: 'counterparties/:id/data',
      lazy: async () => ({ Component: (await counterpartyPages()).CounterpartyDataPage }),
    },
    {
      path: 'counterparties/:id/reconciliation',
      lazy: async () => ({ Component: (await counterpartyPages()).CounterpartyReconciliationPage }),
    },
  ],
  sidebar: [
    {
      id: 'counterparties',
      to: '/cp/counterparties',
      label: { ua: text.ua.title, en: text.en.title },
      icon: IconUsersGroup,
      group: 'people',
      visible: (session) => !session.isDropshipping && session.can('counterparties.read'),
    },
  ],
  commands: (session, locale) =>
    !session.isDropshipping && session.can('counterparties.edit')
      ? [{ id: 'new-counterparty', label: text[locale].create, to: '/cp/counterparties/new' }]
      : [],
  search: (locale) => ({
    title: text[locale].find,
    visible: (session) => !session.isDropshipping && session.can('counterparties.read'),
    find: async (query, session, signal) => {
      if (!session.project) return [];
      const params = { project_id: session.project.friendly_id };
      const found = await call(listCounterparties, { params, query: { q: query, limit: 5 }, signal });
      return found.items.map(({ id, name, legal_name }) => ({
        id,
        label: name,
        hint: legal_name,
        to: `/cp/counterparties/${id}`,
      }));
    },
  }),
};
