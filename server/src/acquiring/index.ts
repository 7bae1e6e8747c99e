/** What slices above call: a payment by card begins here, and they hear what became of it by `cardPaymentKinds`. */
export { isPlayed } from './client';
export { acceptsCards, askAcquiring, connectAcquiring } from './connection';
export { type CardPaymentKind, type Change, cardPaymentKinds, type HeardPayment } from './hooks';
export { findCardPayment, listCardPayments } from './payments.store';
export { askRefund } from './refund';
export { askCardPage, type CardPage, type CardWish, startCardPayment } from './start';
export { lookNow, workPayment } from './work';
