/** The front door of the slice. */
export { askInvoicePage, payInvoice, readCards } from './cards';
export { listDueBefore } from './invoices.store';
export { issueMonths } from './issue';
export type { PayerRef } from './payers';
export { credit, settleByTransfer } from './settle';
