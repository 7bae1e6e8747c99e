/** What slices above may call: money that is paid out, or came, is entered as a payment. */
export { createPayment } from './payment';
/** Postings know their counterparties by id. */
export { counterpartyNames } from './payments.store';
