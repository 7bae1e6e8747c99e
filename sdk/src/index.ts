export { type Follow, followChanges } from './changes.js';
export { type CallInput, connect, type Lanka, type Settings } from './client.js';
export { isLankaError, LankaError, TIMED_OUT, UNREACHABLE } from './errors.js';
export type { Item, Operation, Page, Shape } from './operation.js';
export * from './operations.js';
export { type SignedMessage, type VerifiedMessage, verifyWebhook, WebhookError } from './webhooks.js';
