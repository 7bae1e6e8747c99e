/** Cash registers of Checkbox: shifts, receipts and reports (specification §3 and §8, Cash register; decision 0107). */
export * from './days';
export { fiscalErrors } from './errors';
export * from './receipts';
export * from './registers';
export * from './webhook';
