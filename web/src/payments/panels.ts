import { hook } from '@lanka/domain/kit/hooks';
import type { ComponentType, LazyExoticComponent } from 'react';

/** What a slice above says under the balance with a supplier, in the dropshipper's wallet. */
export interface BalanceNote {
  id: string;
  Component: LazyExoticComponent<ComponentType<{ projectId: string }>>;
}

export const balanceNote = hook<BalanceNote>('payments.balance_note');
