/** What papers are made of: an act as the asker may see it. */
export { findOffset } from './offset';
