import { IconBuildingStore, IconSettings, IconUserCog, IconUsers } from '@tabler/icons-react';
import { slice } from '../kit/slice';
import { labels } from './labels';

const users = () => import('./team/UsersPage');

export const projects = slice({
  name: 'projects',
  level: 2,
  routes: [
    { path: 'users', lazy: async () => ({ Component: (await users()).AllUsersPage }) },
    { path: 'users/managers', lazy: async () => ({ Component: (await users()).ManagersPage }) },
    { path: 'users/admins', lazy: async () => ({ Component: (await users()).AdminsPage }) },
    { path: 'users/staff', lazy: async () => ({ Component: (await users()).StaffPage }) },
    { path: 'users/:id', lazy: async () => ({ Component: (await import('./team/MemberPage')).MemberPage }) },
    { path: 'settings', lazy: async () => ({ Component: (await import('./SettingsPage')).SettingsPage }) },
    {
      path: 'settings/payments',
      lazy: async () => ({ Component: (await import('./PaymentDetailsPage')).PaymentDetailsPage }),
    },
    { path: 'settings/address', lazy: async () => ({ Component: (await import('./AddressPage')).AddressPage }) },
    { path: 'settings/catalogue', lazy: async () => ({ Component: (await import('./ShowcasePage')).ShowcasePage }) },
    { path: 'profile', lazy: async () => ({ Component: (await import('./ProfilePage')).ProfilePage }) },
  ],
  outside: [
    // who accepts an invitation need not be signed in
    {
      path: '/cp/invitations/accept',
      lazy: async () => ({ Component: (await import('./InvitationPage')).InvitationPage }),
    },
  ],
  sidebar: [
    {
      id: 'users-admin',
      to: '/cp/users',
      label: { ua: labels.ua.users, en: labels.en.users },
      icon: IconUsers,
      group: 'people',
      order: 10,
      visible: (session) => !session.isDropshipping && session.can('users.read'),
    },
    {
      id: 'project-setting',
      to: '/cp/settings',
      label: { ua: labels.ua.settings, en: labels.en.settings },
      icon: IconSettings,
      group: 'account',
      visible: (session) => !session.isDropshipping && session.can('project.edit'),
    },
    {
      id: 'create-project',
      to: '/cp/new-project',
      label: { ua: labels.ua.create, en: labels.en.create },
      icon: IconBuildingStore,
      group: 'account',
      order: 5,
      // «A create-new-project entry appears only when the user owns no project» (specification §2.4)
      visible: ({ user }) => !user.projects.some(({ role }) => role === 'Owner'),
    },
    {
      id: 'profile',
      to: '/cp/profile',
      label: { ua: labels.ua.profile, en: labels.en.profile },
      icon: IconUserCog,
      group: 'account',
      order: 10,
    },
  ],
});
