export { createOrder } from './create';
export { guardDraftDeletion, registerOrderGuards } from './guards';
export { moveOrder } from './move';
export { readOrder } from './read';
export { indexOrders, registerOrderIndex } from './search/jobs';
