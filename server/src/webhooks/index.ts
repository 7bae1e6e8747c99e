export { playReceiver } from './client';
export { keepTest, readForTest, sendTest } from './test-event';
export { beginHere, createWebhook, sideOfProject } from './webhooks';
export { countWebhooks } from './webhooks.store';
