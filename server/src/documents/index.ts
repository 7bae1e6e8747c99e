/** The front door of documents: what a slice above may have issued. */
export { issueDocument } from './issue';
export { paperOf } from './papers';
