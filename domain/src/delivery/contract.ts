/** Delivery services: Nova Poshta by its interface, the others by a ТТН that is written by hand (decision 0106). */
export * from './connection';
export * from './directory';
export { deliveryErrors } from './errors';
export * from './registers';
export * from './tracks';
export * from './waybill_lists';
export * from './waybills';
