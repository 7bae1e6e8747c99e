/** What other slices may call: the basket finds goods by his own words; the demo has goods that were taken some time ago. */
export { findToOrder } from './find';
export { type OwnWords, readOwnWords } from './my_goods.store';
export { takeEarlier } from './past.store';
