/** One chunk for all of the slice. */
export { AcquiringPage } from './AcquiringPage';
export { BalanceCard, OrderCard } from './Pay';
export { ReturnPage } from './ReturnPage';
