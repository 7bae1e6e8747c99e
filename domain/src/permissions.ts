/** The permissions of the slices: the only place where they are listed. `kit/permissions.ts` makes one table of them. */
export { audit } from './audit/permissions';
export { billing } from './billing/permissions';
export { bookings } from './bookings/permissions';
export { catalog } from './catalog/permissions';
export { documents } from './documents/permissions';
export { feeds } from './feeds/permissions';
export { files } from './files/permissions';
export { manufacture } from './manufacture/permissions';
export { orders } from './orders/permissions';
export { partners } from './partners/permissions';
export { payments } from './payments/permissions';
export { projects } from './projects/permissions';
export { promotions } from './promotions/permissions';
export { staticData } from './static_data/permissions';
export { stock } from './stock/permissions';
export { templates } from './templates/permissions';
export { turnover } from './turnover/permissions';
