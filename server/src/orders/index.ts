export { createOrder } from './create';
export { draftDeletion } from './guards';
export { moveOrder } from './move';
export { readOrder } from './read';
