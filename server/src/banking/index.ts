/** What the demo fills its banks by. */
export { isPlayed, play } from './client';
export { askBank, connectBank } from './connections';
export { hurryAccounts } from './connections.store';
export { bodyOf, ignoreRow, matchRow, withParts } from './match';
export { queueReading } from './queue';
export { listRows } from './rows.store';
