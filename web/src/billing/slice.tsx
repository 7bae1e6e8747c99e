import { IconBuildingStore, IconCreditCard, IconReceipt2, IconUserHeart } from '@tabler/icons-react';
import { Navigate } from 'react-router';
import { isDropshipper } from '../identity';
import type { Slice } from '../kit/slice';
import { text } from './text';

const billingPages = () => import('./BillingPage');
const dropshipperPages = () => import('./DropshipperPages');

export const billing: Slice = {
  name: 'billing',
  routes: [
    { path: 'billing', lazy: async () => ({ Component: (await billingPages()).BillingPage }) },
    { path: 'billing/billing', lazy: async () => ({ Component: (await billingPages()).PlanPage }) },
    // its root is the Data tab (specification §2.3)
    { path: 'dropshipper-profile', element: <Navigate to="/cp/dropshipper-profile/main" replace /> },
    {
      path: 'dropshipper-profile/main',
      lazy: async () => ({ Component: (await dropshipperPages()).DropshipperDataPage }),
    },
    {
      path: 'dropshipper-profile/billing',
      lazy: async () => ({ Component: (await dropshipperPages()).DropshipperBillingPage }),
    },
  ],
  sidebar: [
    {
      id: 'billing',
      to: '/cp/billing',
      label: { ua: text.ua.billing, en: text.en.billing },
      icon: IconCreditCard,
      group: 'account',
      order: 3,
      visible: (session) => !session.isDropshipping && session.can('billing.read'),
    },
    {
      id: 'dropshipper-profile',
      to: '/cp/dropshipper-profile/main',
      label: { ua: text.ua.dropshipperProfile, en: text.en.dropshipperProfile },
      icon: IconUserHeart,
      group: 'account',
      order: 1,
      visible: (session) => session.role === 'Client',
    },
    {
      id: 'dropshipper-billing',
      to: '/cp/dropshipper-profile/billing',
      label: { ua: text.ua.paymentAndSubscription, en: text.en.paymentAndSubscription },
      icon: IconReceipt2,
      group: 'account',
      order: 2,
      visible: (session) => session.role === 'Client',
    },
    {
      id: 'become-dropshipper',
      to: '/cp/dropshipper-onboarding',
      label: { ua: text.ua.become, en: text.en.become },
      icon: IconBuildingStore,
      group: 'account',
      order: 6,
      visible: ({ user }) => !isDropshipper(user),
    },
  ],
};
