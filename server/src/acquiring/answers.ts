import { BANK_STATES, type ToldPayment } from '@lanka/domain/acquiring/rules';
import { z } from 'zod';

/** What the acquiring of monobank answers and calls back, read leniently: fields only get added. */

const text = z
  .string()
  .nullish()
  .transform((value) =>
    (value ?? '')
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, 300)
      .toWellFormed(),
  );

export const Refusal = z.object({ errCode: text, errText: text }).partial();

export const Merchant = z.object({ merchantName: text, edrpou: text });
export type Merchant = z.infer<typeof Merchant>;

export const PublicKey = z.object({ key: z.string().min(1).max(10_000) });

export const Invoice = z.object({ invoiceId: z.string().min(1).max(200), pageUrl: z.url().max(2_000) });
export type Invoice = z.infer<typeof Invoice>;

const Refund = z.object({
  status: z.enum(['processing', 'success', 'failure']),
  extRef: z.string().nullish(),
});

/** Of an invoice: the answer of the status call, and the body of the callback. */
export const Status = z
  .object({
    invoiceId: z.string().min(1).max(200),
    status: z.enum(BANK_STATES),
    failureReason: text,
    amount: z.int(),
    ccy: z.int(),
    finalAmount: z.int().nullish(),
    createdDate: z.iso.datetime({ offset: true }).nullish(),
    modifiedDate: z.iso.datetime({ offset: true }).nullish(),
    reference: z.string().nullish(),
    cancelList: z.array(Refund).nullish(),
    paymentInfo: z.object({ maskedPan: text }).nullish(),
  })
  .transform((told) => ({
    invoice_id: told.invoiceId,
    reference: told.reference ?? null,
    failure: told.failureReason,
    card: told.paymentInfo?.maskedPan ?? '',
    refunds: (told.cancelList ?? []).map(({ status, extRef }) => ({ status, name: extRef ?? '' })),
    told: {
      bank_state: told.status,
      // what was never changed has no other moment than its first
      modified_at: new Date(told.modifiedDate ?? told.createdDate ?? 0).toISOString(),
      amount: told.amount,
      ccy: told.ccy,
      final_amount: told.finalAmount ?? null,
    } satisfies ToldPayment,
  }));
export type Status = z.output<typeof Status>;

export const Cancel = z.object({ status: z.enum(['processing', 'success', 'failure']) });
