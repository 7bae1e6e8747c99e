export { firstSupplier, readUserPlan } from './api_keys.store';
export { listReaders, moveReaders } from './calls.store';
export { addPastCalls, addPastUse } from './past';
