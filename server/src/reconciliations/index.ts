/** What papers are made of: an act as the asker sees it, and both sides as they were when it was sent. */
export { readAct } from './act';
export { findParties } from './acts.store';
export { type Parties, readParties } from './requisites.store';
