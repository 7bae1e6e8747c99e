/** What other slices may call. */
export { publishedLately } from './past.store';
