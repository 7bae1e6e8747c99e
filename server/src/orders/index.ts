export { createOrder } from './create';
export { draftDeletion } from './guards';
export { moveOrder } from './move';
export { type LockedOrder, lockOrder, readOrderRecord } from './orders.store';
export { readOrder } from './read';
