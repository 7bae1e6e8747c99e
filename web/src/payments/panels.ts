import { hook } from '@lanka/domain/kit/hooks';
import type { SupplierBalance } from '@lanka/domain/payments/contract';
import type { ComponentType, LazyExoticComponent } from 'react';

/** What a slice above says under the balance with a supplier, in the dropshipper's wallet. */
export interface BalanceNote {
  id: string;
  /** A card on a phone has room for it too. */
  onCards?: boolean;
  Component: LazyExoticComponent<ComponentType<{ projectId: string; supplier: SupplierBalance }>>;
}

export const balanceNote = hook<BalanceNote>('payments.balance_note');
