import type { ShiftFigures } from '@lanka/domain/fiscal/contract';
import { z } from 'zod';

/**
 * What the service answers, read leniently: fields only get added, many may be null that are not said to be, and texts
 * of digits sometimes come as numbers.
 */
const Text = z.union([z.string(), z.number().transform(String)]);
const text = Text.nullish().transform((value) => value ?? '');
const textOrNull = Text.nullish().transform((value) => value || null);
const number = z.coerce.number().nullish();
const kopecks = z.coerce
  .number()
  .nullish()
  .transform((value) => Math.round(value ?? 0));
const yes = z
  .boolean()
  .nullish()
  .transform((value) => value === true);
const instant = Text.nullish().transform((value) => {
  const at = Date.parse(value ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
});
const whole = number.transform((value) => (value === null || value === undefined ? null : Math.trunc(value)));

const Transaction = z
  .object({ status: text, response_status: text, response_error_message: text })
  .nullish()
  .transform((value) => value ?? null);

const Balance = z.object({
  initial: kopecks,
  balance: kopecks,
  cash_sales: kopecks,
  card_sales: kopecks,
  cash_returns: kopecks,
  card_returns: kopecks,
  service_in: kopecks,
  service_out: kopecks,
});

export const ReportAnswer = z.object({
  id: z.string(),
  serial: whole,
  is_z_report: yes,
  initial: kopecks,
  balance: kopecks,
  sell_receipts_count: kopecks,
  return_receipts_count: kopecks,
  payments: z
    .array(z.object({ type: text, sell_sum: kopecks, return_sum: kopecks, service_in: kopecks, service_out: kopecks }))
    .nullish()
    .transform((value) => value ?? []),
  created_at: instant,
});
export type ReportAnswer = z.infer<typeof ReportAnswer>;

export const ShiftAnswer = z.object({
  id: z.string(),
  serial: whole,
  status: z.enum(['CREATED', 'OPENING', 'OPENED', 'CLOSING', 'CLOSED']),
  opened_at: instant,
  closed_at: instant,
  balance: Balance.nullish().transform((value) => value ?? null),
  initial_transaction: Transaction,
  closing_transaction: Transaction,
  z_report: ReportAnswer.nullish().transform((value) => value ?? null),
  cash_register: z.object({ id: text }).nullish(),
});
export type ShiftAnswer = z.infer<typeof ShiftAnswer>;
export const ShiftOrNone = ShiftAnswer.nullable();

export const ReceiptAnswer = z.object({
  id: z.string(),
  status: z.enum(['CREATED', 'DONE', 'ERROR', 'CANCELLATION', 'CANCELLED']),
  serial: whole,
  total_sum: kopecks,
  fiscal_code: textOrNull,
  fiscal_date: instant,
  tax_url: textOrNull,
  transaction: Transaction,
  is_created_offline: yes,
  shift: z.object({ id: text }).nullish(),
});
export type ReceiptAnswer = z.infer<typeof ReceiptAnswer>;

/** How it ended; null while it has not. One that is done has its number, or will have it: it is there in any case. */
export function endOf({ status, fiscal_code }: Pick<ReceiptAnswer, 'status' | 'fiscal_code'>) {
  if (status === 'DONE') return fiscal_code ? 'issued' : null;
  return status === 'ERROR' || status === 'CANCELLED' ? 'refused' : null;
}

export const TokenAnswer = z.object({ access_token: z.string().min(1) });
export const CashierAnswer = z.object({
  full_name: text,
  blocked: z.union([z.boolean(), Text]).nullish(),
  certificate_end: instant,
});
export const SignatureAnswer = z.object({ online: yes, shift_open_possibility: z.boolean().nullish() });
export const InfoAnswer = z.object({
  id: text,
  fiscal_number: text,
  address: text,
  title: text,
  offline_mode: yes,
  has_shift: yes,
  is_test: yes,
});
export type InfoAnswer = z.infer<typeof InfoAnswer>;
export const WebhookAnswer = z.object({ url: text, key: z.string().min(1) });

const ErrorAnswer = z.object({
  message: text,
  detail: z
    .union([z.string(), z.array(z.object({ loc: z.array(Text).nullish(), msg: text }))])
    .nullish()
    .transform((value) => (typeof value === 'string' ? [{ loc: [], msg: value }] : (value ?? []))),
});

export interface Refusal {
  readonly message: string;
  /** Of these parts of what was sent. */
  readonly where: readonly string[];
}

/** Why the service said no; an answer that is not as documented says only that. */
export function refusalOf(body: unknown): Refusal {
  const read = ErrorAnswer.safeParse(body);
  if (!read.success) return { message: '', where: [] };
  const { message, detail } = read.data;
  const parts = detail.map(({ loc, msg }) => [(loc ?? []).slice(1).join('.'), msg].filter(Boolean).join(': '));
  return {
    message: [message, ...parts].filter(Boolean).join('. ').slice(0, 500),
    where: detail.map(({ loc }) => (loc ?? []).join('.')),
  };
}

/** Cash is one type of payment, everything else is without cash. */
export const figuresOfReport = ({ initial, balance, payments }: ReportAnswer): ShiftFigures => {
  const sum = (isCash: boolean, field: 'sell_sum' | 'return_sum' | 'service_in' | 'service_out') =>
    payments.filter(({ type }) => (type === 'CASH') === isCash).reduce((all, one) => all + one[field], 0);
  return {
    ...{ initial, balance },
    ...{ cash_sales: sum(true, 'sell_sum'), card_sales: sum(false, 'sell_sum') },
    ...{ cash_returns: sum(true, 'return_sum'), card_returns: sum(false, 'return_sum') },
    ...{ service_in: sum(true, 'service_in'), service_out: sum(true, 'service_out') },
  };
};
