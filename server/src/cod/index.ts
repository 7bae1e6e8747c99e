/** What the delivery services may call: the carrier says himself that he has paid. */
export { createRegister } from './settle';
