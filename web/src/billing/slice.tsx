import { IconBuildingStore, IconCreditCard, IconUserHeart } from '@tabler/icons-react';
import { Navigate } from 'react-router';
import { isDropshipper } from '../identity';
import { slice } from '../kit/slice';
import { labels } from './labels';

const billingPages = () => import('./BillingPage');
const dropshipperPages = () => import('./DropshipperPages');

export const billing = slice({
  name: 'billing',
  level: 12,
  routes: [
    { path: 'billing', lazy: async () => ({ Component: (await billingPages()).BillingPage }) },
    { path: 'billing/billing', lazy: async () => ({ Component: (await billingPages()).PlanPage }) },
    { path: 'billing/invoices/:id', lazy: async () => ({ Component: (await billingPages()).InvoicePage }) },
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
    {
      path: 'dropshipper-profile/billing/:id',
      lazy: async () => ({ Component: (await dropshipperPages()).MyInvoicePage }),
    },
    { path: 'operator/billing', lazy: async () => ({ Component: (await billingPages()).OperatorBillingPage }) },
    {
      path: 'operator/billing/payers/:audience/:id',
      lazy: async () => ({ Component: (await billingPages()).OperatorPayerPage }),
    },
    { path: 'operator/billing/prices', lazy: async () => ({ Component: (await billingPages()).OperatorPricesPage }) },
    {
      path: 'operator/billing/left/:month',
      lazy: async () => ({ Component: (await billingPages()).OperatorLeftPage }),
    },
    { path: 'operator/billing/:id', lazy: async () => ({ Component: (await billingPages()).OperatorInvoicePage }) },
  ],
  sidebar: [
    {
      id: 'billing',
      to: '/cp/billing',
      label: { ua: labels.ua.billing, en: labels.en.billing },
      icon: IconCreditCard,
      group: 'account',
      order: 3,
      visible: (session) => !session.isDropshipping && session.can('billing.read'),
    },
    {
      id: 'dropshipper-profile',
      to: '/cp/dropshipper-profile/main',
      label: { ua: labels.ua.dropshipperProfile, en: labels.en.dropshipperProfile },
      icon: IconUserHeart,
      group: 'account',
      order: 1,
      visible: (session) => session.role === 'Client',
    },
    {
      id: 'dropshipper-billing',
      to: '/cp/dropshipper-profile/billing',
      label: { ua: labels.ua.paymentAndSubscription, en: labels.en.paymentAndSubscription },
      icon: IconCreditCard,
      group: 'account',
      order: 2,
      visible: (session) => session.role === 'Client',
    },
    {
      id: 'become-dropshipper',
      to: '/cp/dropshipper-onboarding',
      label: { ua: labels.ua.become, en: labels.en.become },
      icon: IconBuildingStore,
      group: 'account',
      order: 6,
      visible: ({ user }) => !isDropshipper(user),
    },
  ],
});
