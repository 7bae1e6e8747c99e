/** An index of words for lists behind row-level security: declare it in the manifest, queue what changes, ask for a page. */
export { GramIndex } from './grams';
export { indexSearch } from './jobs';
export { type Search, searchIds, searchPage, walkThrough, wordsIn } from './lists.store';
export { queueForSearch } from './search.store';
