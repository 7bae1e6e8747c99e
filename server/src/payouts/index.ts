/** What papers are made of: a register as its page shows it; and a row is paid where a bank statement shows it. */
export { payRows, readPayout } from './payout';
