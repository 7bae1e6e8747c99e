/** An index of words for lists behind row-level security: declare it in the manifest, queue what changes, ask for a page. */
export { type Found, find } from './find.store';
export { gramsOfAll } from './grams';
export { queuedForSearch, queueForSearch, rememberWorkspace } from './index.store';
export { indexSearch } from './jobs';
export { type Search, searchIds, searchPage, walkThrough, wordsIn } from './lists.store';
