export { hostOf, webhookState } from './text';
