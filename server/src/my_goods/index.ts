/** What other slices may call: the demo has goods that were taken some time ago. */
export { takeEarlier } from './past.store';
