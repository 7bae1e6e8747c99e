/** The front door of the slice. */
export { askInvoicePage, payInvoice, readCards } from './cards';
export { insertDiscount } from './discounts.store';
export { listDueBefore } from './invoices.store';
export { issueMonths } from './issue';
export type { PayerRef } from './payers';
export { credit, settleByTransfer } from './settle';
