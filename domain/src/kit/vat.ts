import { z } from 'zod';

/** VAT payer's number (ІПН): 12 digits of an organisation, 10 of a person. Only the length is checked. */
export const VatNumber = z
  .string()
  .max(40)
  .overwrite((value) => value.replace(/[\s\u00a0\u202f]/g, ''))
  .refine((value) => /^(\d{10}|\d{12})$/.test(value), { error: 'vat.format' });

/** The bank's code, six digits; an old requisite that some forms still print. */
export const Mfo = z
  .string()
  .max(20)
  .overwrite((value) => value.replace(/[\s\u00a0\u202f]/g, ''))
  .refine((value) => /^\d{6}$/.test(value), { error: 'mfo.format' });

/** The standard rate in whole percent. */
export const VAT_PERCENT = 20;

/** The VAT that is inside `total` kopecks: total × 20 / 120, rounded half up to a kopeck. */
export function vatIncluded(total: number): number {
  return Number(
    (BigInt(total) * BigInt(VAT_PERCENT * 2) + BigInt(100 + VAT_PERCENT)) / BigInt((100 + VAT_PERCENT) * 2),
  );
}
