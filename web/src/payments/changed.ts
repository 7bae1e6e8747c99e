import * as partners from '@lanka/domain/partners/contract';
import * as contract from '@lanka/domain/payments/contract';

/** What a payment makes old on screen. */
export const changedByPayment = [
  contract.listPayments,
  contract.countPayments,
  contract.listAccounts,
  contract.listAccountPostings,
  contract.listBalances,
  contract.listMyPayments,
  partners.listCounterparties,
  partners.countCounterparties,
  partners.readCounterparty,
  partners.readCounterpartyLedger,
  partners.readReconciliation,
  partners.listSuppliers,
];
