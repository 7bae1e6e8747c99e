import { countManufactureRequests } from '@lanka/domain/manufacture/contract';
import { IconTool } from '@tabler/icons-react';
import { useCall } from '../kit/query';
import { useProjectId } from '../kit/session';
import type { Slice } from '../kit/slice';
import { text } from './text';

/** How many requests nobody has begun with. */
function useNewRequests(): number | null {
  const project_id = useProjectId();
  const counts = useCall(countManufactureRequests, { params: { project_id }, query: {} }, { staleTime: 60_000 });
  return counts.data?.by_status.new || null;
}

export const manufacture: Slice = {
  name: 'manufacture',
  routes: [
    { path: 'manufacture_requests', lazy: async () => ({ Component: (await import('./RequestsPage')).RequestsPage }) },
    {
      path: 'manufacture_requests/new',
      lazy: async () => ({ Component: (await import('./RequestFormPage')).NewRequestPage }),
    },
    {
      path: 'manufacture_requests/:id',
      lazy: async () => ({ Component: (await import('./RequestPage')).RequestPage }),
    },
    {
      path: 'manufacture_requests/:id/edit',
      lazy: async () => ({ Component: (await import('./RequestFormPage')).EditRequestPage }),
    },
  ],
  sidebar: [
    {
      id: 'manufacture-request',
      to: '/cp/manufacture_requests',
      label: { ua: text.ua.title, en: text.en.title },
      icon: IconTool,
      group: 'warehouse',
      order: 2,
      visible: (session) => !session.isDropshipping && session.can('manufacture.read'),
      useBadge: useNewRequests,
    },
  ],
  commands: (session, locale) =>
    !session.isDropshipping && session.can('manufacture.edit')
      ? [{ id: 'manufacture.new', label: text[locale].create, to: '/cp/manufacture_requests/new' }]
      : [],
};
