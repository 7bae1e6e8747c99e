/** The front door of the slice. */
export { issueMonths } from './issue';
export { payIssuedBefore } from './settle';
