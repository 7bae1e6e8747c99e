/** What each side may do with an application. */
export const APPLICANT_DEEDS = ['apply', 'withdraw'] as const;
export const SUPPLIER_DEEDS = ['approve', 'reject', 'invite', 'block', 'unblock'] as const;
export type SupplierDeed = (typeof SUPPLIER_DEEDS)[number];
export type Deed = (typeof APPLICANT_DEEDS)[number] | SupplierDeed;
