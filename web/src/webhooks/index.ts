export { webhookState } from './text';
