/** What slices above may ask: the page of an order for its customer. */
export { makeTrackingLink, readTrackingLink } from './tracking';
