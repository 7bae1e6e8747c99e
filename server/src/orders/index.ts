export { createOrder } from './create';
export { draftDeletion } from './guards';
export { moveOrder } from './move';
export {
  type ItemRecord,
  type LockedOrder,
  lockOrder,
  type OrderRecord,
  readItems,
  readOrderRecord,
  saveOrder,
} from './orders.store';
export { readOrder } from './read';
