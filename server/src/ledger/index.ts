/**
 * The ledger's front door. There is no route that posts: money moves only through the use cases of the slices above
 * (an order is charged, a payment confirmed), each with its cause.
 */
export {
  asCharge,
  CHARGE_COLUMNS,
  type CreditTerms,
  freePrepaid,
  hasCharge,
  isPaid,
  noteSum,
  readCredit,
  setCreditTerms,
  startTerm,
  stopTerm,
  WITH_CHARGE,
} from './charges.store';
export { recountDays } from './days.store';
export {
  balances,
  closeDays,
  type DaysOfAccount,
  type LockedDays,
  lockBalance,
  lockBalances,
  lockDays,
  type NewPosting,
  openAccount,
  openAccounts,
  type Posted,
  post,
  postAll,
  reverse,
} from './ledger.store';
export {
  counterpartiesTotal,
  listByDay,
  listPostings,
  type PostingQuery,
  type PostingRow,
  projectAccounts,
  readLedgerPage,
  type Turnover,
  turnover,
} from './postings.store';
export { findPosted, lockSides, readSides } from './sides.store';
export {
  findNewlyOverdue,
  findNoted,
  findWatched,
  type Overdue,
  setOverdueTold,
  takeChanges,
  watchCharges,
} from './watch.store';
