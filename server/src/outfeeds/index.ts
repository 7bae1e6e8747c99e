/** What other slices may call: the demo tells who came for its feeds. */
export { addFetches } from './outfeeds.store';
