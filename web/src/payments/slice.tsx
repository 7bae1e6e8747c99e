import { countPayments } from '@lanka/domain/payments/contract';
import { IconCoins, IconWallet } from '@tabler/icons-react';
import { useCall } from '../kit/query';
import { useProjectId } from '../kit/session';
import type { Slice } from '../kit/slice';
import { text } from './text';

/** How many reported payments wait for staff. */
function usePendingPayments(): number | null {
  const project_id = useProjectId();
  const counts = useCall(countPayments, { params: { project_id }, query: {} }, { staleTime: 60_000 });
  return counts.data?.pending || null;
}

export const payments: Slice = {
  name: 'payments',
  routes: [
    { path: 'payments', lazy: async () => ({ Component: (await import('./PaymentsPage')).PaymentsPage }) },
    { path: 'payments/records', lazy: async () => ({ Component: (await import('./Wallet')).WalletRecords }) },
    { path: 'payments/accounts', lazy: async () => ({ Component: (await import('./AccountsPage')).AccountsPage }) },
    {
      path: 'payments/dropshippers',
      lazy: async () => ({ Component: (await import('./StaffPayments')).DropshippersPage }),
    },
  ],
  sidebar: [
    {
      // the dropshipper's own wallet (specification §6 hides it from the manufacturer's staff)
      id: 'wallet',
      to: '/cp/payments',
      label: { ua: text.ua.wallet, en: text.en.wallet },
      icon: IconWallet,
      group: 'main',
      visible: (session) => session.role === 'Client',
    },
    {
      id: 'payments',
      to: '/cp/payments',
      label: { ua: text.ua.title, en: text.en.title },
      icon: IconCoins,
      group: 'people',
      order: 1,
      visible: (session) => session.can('payments.enter'),
      useBadge: usePendingPayments,
    },
  ],
  commands: (session, locale) =>
    session.can('payments.enter')
      ? [{ id: 'enter-payment', label: text[locale].enter, to: '/cp/payments?enter=receipt' }]
      : [],
};
