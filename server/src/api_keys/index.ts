export { firstSupplier, readUserPlan, revokeAllKeys } from './api_keys.store';
export { listReaders, moveReaders } from './calls.store';
export { createKey, sideOfProject } from './keys';
export { addPastCalls, addPastUse } from './past';
