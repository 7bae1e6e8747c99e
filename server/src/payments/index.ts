/**
 * What slices above may call: money that is paid out, or came, is entered as a payment; a row of a bank statement is one.
 */
export { tellPayment } from './notices';
export { confirmPayment, createPayment, enterPayments, reversalGuards, reversePayment } from './payment';
/** Postings know their counterparties by id. */
export { counterpartyNames, isReversed, lockPayment, saveBankRow } from './payments.store';
