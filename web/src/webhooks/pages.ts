/** Both pages in one part: a list of parts for each would stand in the first load. */
export { DeliveriesPage } from './DeliveriesPage';
export { WebhooksPage } from './WebhooksPage';
