/** What papers are made of: an act as the asker sees it, and both sides as they were when it was sent. */
export { readAct } from './act';
export { findParties } from './acts.store';
/** Acts of offset name the same sides, and write to the same people. */
export { readAddressee } from './notice.store';
export { type Parties, readParties } from './requisites.store';
