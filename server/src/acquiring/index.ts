/** What slices above call: a payment by card begins here, and they hear what became of it by `cardPaymentKinds`. */
export { isPlayed, play } from './client';
export { acceptingProjects, acceptsCards, askAcquiring, connectAcquiring, readAcquiring } from './connection';
export { giveUpCardPages, holdCardPayments } from './hold';
export { type CardPaymentKind, type Change, cardPaymentKinds, type HeardPayment, platformQueue } from './hooks';
export { findCardPayment, isUsable, listCardPayments, lockCause as lockCardCause } from './payments.store';
export { askRefund } from './refund';
export { resolveProblem } from './resolve';
export { askCardPage, type CardPage, type CardWish, startCardPayment } from './start';
export { lookNow, workPayment } from './work';
