import { readOverview } from '@lanka/domain/operator/contract';
import { IconShieldCheck } from '@tabler/icons-react';
import { useCall } from '../kit/query';
import type { Session } from '../kit/session';
import type { Slice } from '../kit/slice';
import { text } from './text';

const isOperator = ({ user }: Session): boolean => user.platform_role === 'Staff';

/** So often the badge looks whether somebody new waits. */
const LOOK_AGAIN_MS = 60_000;

/** Requests that wait and messages that are new. */
function useWaiting(): number | null {
  const { data } = useCall(readOverview, {}, { refetchInterval: LOOK_AGAIN_MS });
  return data ? data.pending_requests + data.new_messages : null;
}

const requests = () => import('./RequestsPage');
const users = () => import('./UsersPage');
const projects = () => import('./ProjectsPage');
const messages = () => import('./MessagesPage');

export const operator: Slice = {
  name: 'operator',
  routes: [
    { path: 'operator', lazy: async () => ({ Component: (await import('./OverviewPage')).OverviewPage }) },
    { path: 'operator/requests', lazy: async () => ({ Component: (await requests()).RequestsPage }) },
    { path: 'operator/requests/:id', lazy: async () => ({ Component: (await import('./RequestPage')).RequestPage }) },
    { path: 'operator/users', lazy: async () => ({ Component: (await users()).OperatorUsersPage }) },
    { path: 'operator/users/:id', lazy: async () => ({ Component: (await import('./UserPage')).OperatorUserPage }) },
    { path: 'operator/projects', lazy: async () => ({ Component: (await projects()).OperatorProjectsPage }) },
    {
      path: 'operator/projects/:id',
      lazy: async () => ({ Component: (await import('./ProjectPage')).OperatorProjectPage }),
    },
    { path: 'operator/messages', lazy: async () => ({ Component: (await messages()).MessagesPage }) },
    { path: 'operator/messages/:id', lazy: async () => ({ Component: (await import('./MessagePage')).MessagePage }) },
    { path: 'operator/actions', lazy: async () => ({ Component: (await import('./ActionsPage')).ActionsPage }) },
    {
      path: 'operator/maintenance',
      lazy: async () => ({ Component: (await import('./MaintenancePage')).MaintenancePage }),
    },
  ],
  sidebar: [
    {
      id: 'operator',
      to: '/cp/operator',
      label: { ua: text.ua.short, en: text.en.short },
      icon: IconShieldCheck,
      group: 'main',
      order: 100,
      visible: isOperator,
      useBadge: useWaiting,
    },
  ],
  commands: (session, locale) =>
    isOperator(session)
      ? (['requests', 'users', 'projects', 'messages', 'actions', 'maintenance'] as const).map((section) => ({
          id: `operator-${section}`,
          label: `${text[locale].short}: ${text[locale][section]}`,
          to: `/cp/operator/${section}`,
        }))
      : [],
};
