/** The slices of the web: the only place where they are listed. */
export { audit } from './audit/slice';
export { billing } from './billing/slice';
export { catalog } from './catalog/slice';
export { demo } from './demo/slice';
export { documents } from './documents/slice';
export { feeds } from './feeds/slice';
export { identity } from './identity/slice';
export { manufacture } from './manufacture/slice';
export { onboarding } from './onboarding/slice';
export { operator } from './operator/slice';
export { orders } from './orders/slice';
export { partners } from './partners/slice';
export { payments } from './payments/slice';
export { projects } from './projects/slice';
export { promotions } from './promotions/slice';
export { shell } from './shell/slice';
export { site } from './site/slice';
