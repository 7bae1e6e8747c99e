/** What papers are made of: a register as its page shows it. */
export { readPayout } from './payout';
