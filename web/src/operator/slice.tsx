import { IconShieldCheck } from '@tabler/icons-react';
import { lazy } from 'react';
import type { Session } from '../kit/session';
import { slice } from '../kit/slice';
import { labels } from './labels';

const isOperator = ({ user }: Session): boolean => user.platform_role === 'Staff';

const requests = () => import('./RequestsPage');
const users = () => import('./UsersPage');
const projects = () => import('./ProjectsPage');
const messages = () => import('./MessagesPage');

const Waiting = lazy(async () => ({ default: (await import('./Waiting')).Waiting }));

export const operator = slice({
  name: 'operator',
  level: 10,
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
    { path: 'operator/jobs', lazy: async () => ({ Component: (await import('./DeadLettersPage')).DeadLettersPage }) },
    { path: 'operator/jobs/:id', lazy: async () => ({ Component: (await import('./DeadLetterPage')).DeadLetterPage }) },
    { path: 'operator/visits', lazy: async () => ({ Component: (await import('./VisitsPage')).VisitsPage }) },
    {
      path: 'operator/visits/days',
      lazy: async () => ({ Component: (await import('./VisitDaysPage')).VisitDaysPage }),
    },
    { path: 'operator/services', lazy: async () => ({ Component: (await import('./ServicesPage')).ServicesPage }) },
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
      label: { ua: labels.ua.short, en: labels.en.short },
      icon: IconShieldCheck,
      group: 'main',
      order: 100,
      visible: isOperator,
      Count: Waiting,
    },
  ],
  commands: (session, locale) =>
    isOperator(session)
      ? (['requests', 'users', 'projects', 'messages', 'jobs', 'services', 'actions', 'maintenance'] as const).map(
          (section) => ({
            id: `operator-${section}`,
            label: `${labels[locale].short}: ${labels[locale][section]}`,
            to: `/cp/operator/${section}`,
          }),
        )
      : [],
});
