/** What a slice calls whose things have files: a product, an order, a document of turnover. */
export { attach, type Detaching, detach, detachAll, showFile } from './attach';
export { filesOf } from './attachments.store';
