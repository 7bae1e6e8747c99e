import { can, DROPSHIPPING } from '@lanka/domain/kit/roles';
import { countOrders, listMyOrders, listOrders } from '@lanka/domain/orders/contract';
import { IconClipboardList } from '@tabler/icons-react';
import { call } from '../kit/call';
import { useCall } from '../kit/query';
import { useProjectId, useSession } from '../kit/session';
import type { Slice } from '../kit/slice';
import { registerCounterpartyFact } from '../partners';
import { OpenSum } from './OpenSum';
import { orderStatus } from './status';
import { text } from './text';
import { orderPath } from './where';

/** Orders that wait for a manager. */
function usePendingOrders(): number | null {
  const project_id = useProjectId();
  const { can: may } = useSession();
  const enabled = project_id !== DROPSHIPPING && may('counterparties.read');
  const counts = useCall(countOrders, { params: { project_id }, query: {} }, { enabled, staleTime: 60_000 });
  return counts.data?.by_status.Pending || null;
}

registerCounterpartyFact({
  id: 'open_sum',
  label: { ua: text.ua.openSum, en: text.en.openSum },
  Component: OpenSum,
});

const FOUND = 8;

export const orders: Slice = {
  name: 'orders',
  routes: [
    { path: 'orders', lazy: async () => ({ Component: (await import('./OrdersPage')).OrdersPage }) },
    { path: 'orders/new', lazy: async () => ({ Component: (await import('./NewOrderPage')).NewOrderPage }) },
    { path: 'orders/:id', lazy: async () => ({ Component: (await import('./OrderPage')).OrderPage }) },
    { path: 'orders/:id/edit', lazy: async () => ({ Component: (await import('./EditOrderPage')).EditOrderPage }) },
  ],
  sidebar: [
    {
      id: 'orders',
      to: '/cp/orders',
      label: { ua: text.ua.title, en: text.en.title },
      icon: IconClipboardList,
      group: 'sales',
      visible: ({ isDropshipping, role }) => isDropshipping || (role !== null && can(role, 'orders.read')),
      useBadge: usePendingOrders,
    },
  ],
  commands: ({ isDropshipping, role }, locale) =>
    isDropshipping || (role !== null && can(role, 'orders.create'))
      ? [{ id: 'orders.new', label: text[locale].create, to: '/cp/orders/new' }]
      : [],
  search: (locale) => ({
    title: text[locale].title,
    visible: ({ isDropshipping, role }) => isDropshipping || (role !== null && can(role, 'orders.read')),
    find: async (q, { project, isDropshipping }, signal) => {
      const query = { q, limit: FOUND };
      const params = { project_id: project?.friendly_id ?? DROPSHIPPING };
      const { items } = await (isDropshipping
        ? call(listMyOrders, { query, signal })
        : call(listOrders, { params, query, signal }));
      return items.map((order) => ({
        id: order.id,
        label: `№ ${order.number} · ${order.customer_name || order.counterparty_name}`,
        hint: [order.ttn, orderStatus[order.status][locale]].filter(Boolean).join(' · '),
        to: orderPath(order.id, isDropshipping ? order.project_id : null),
      }));
    },
  }),
};
