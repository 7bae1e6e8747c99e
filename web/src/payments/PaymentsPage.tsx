import { useSession } from '../kit/session';
import { StaffPayments } from './StaffPayments';
import { WalletBalances } from './Wallet';

/** One address, two workspaces: the staff's records, and the dropshipper's wallet over all suppliers. */
export function PaymentsPage() {
  const { role } = useSession();
  return role === 'Client' ? <WalletBalances /> : <StaffPayments />;
}
