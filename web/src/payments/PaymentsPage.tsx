import { Navigate } from 'react-router';
import { useSession } from '../kit/session';
import { StaffPayments } from './StaffPayments';
import { WalletBalances, WalletRecords } from './Wallet';

/** One address, two workspaces: the staff's records, and the dropshipper's wallet over all suppliers. */
export function PaymentsPage() {
  const { role } = useSession();
  return role === 'Client' ? <WalletBalances /> : <StaffPayments />;
}

/** What the dropshipper has reported; for staff all records stand on the first page. */
export function RecordsPage() {
  const { role } = useSession();
  return role === 'Client' ? <WalletRecords /> : <Navigate to="/cp/payments" replace />;
}
