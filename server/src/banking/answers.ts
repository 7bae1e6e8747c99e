import { kopecksOf, kyivInstant } from '@lanka/domain/banking/rules';
import { kyivDate } from '@lanka/domain/kit/time';
import { z } from 'zod';

/** What the banks answer, read leniently: fields only get added, and many are left out. */

const Text = z.union([z.string(), z.number().transform(String)]);
const text = Text.nullish().transform((value) => (value ?? '').trim());

export const Refusal = z.object({
  status: z.string().nullish().catch(null),
  errorDescription: z.string().nullish(),
  message: z.string().nullish(),
  code: Text.nullish(),
});

const MonoAccount = z.object({
  id: z.string().min(1).max(100),
  balance: z.int(),
  creditLimit: z.int().nullish(),
  type: text,
  currencyCode: z.int(),
  maskedPan: z.array(z.string()).nullish(),
  iban: text,
});
export const MonoClient = z.object({ name: text, accounts: z.array(MonoAccount).nullish() });
export type MonoClient = z.infer<typeof MonoClient>;

/** A row of either bank. */
export interface BankStatementRow {
  readonly bank_row_id: string;
  readonly at: string;
  readonly day: string;
  /** Kopecks; positive: it came. */
  readonly amount: number;
  readonly counter_name: string;
  readonly counter_code: string;
  readonly counter_iban: string;
  readonly purpose: string;
  readonly number: string;
  readonly hold: boolean;
  /** What stood on the account after it, with the credit line; null where the bank does not tell. */
  readonly balance: number | null;
  /** The bank tells that it was taken back. */
  readonly reversed: boolean;
}

const LONGEST = 1_000;

/** Control characters come in purposes that were typed elsewhere. */
const plain = (value: string, longest = LONGEST): string =>
  value
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longest)
    // after the cut, which may go through a letter of two halves
    .toWellFormed();

const ibanIn = (value: string): string => plain(value.replace(/\s/g, ''), 40).toUpperCase();

const MonoRow = z
  .object({
    id: z.string().min(1).max(200),
    time: z.int(),
    description: text,
    comment: text,
    hold: z.boolean().nullish(),
    amount: z.int(),
    balance: z.int().nullish(),
    counterEdrpou: text,
    counterIban: text,
    counterName: text,
  })
  .transform((row): BankStatementRow => {
    const at = new Date(row.time * 1_000);
    return {
      bank_row_id: plain(row.id, 200),
      at: at.toISOString(),
      day: kyivDate(at),
      amount: row.amount,
      counter_name: plain(row.counterName || row.description),
      counter_code: row.counterEdrpou.replace(/\D/g, '').slice(0, 12),
      counter_iban: ibanIn(row.counterIban),
      // the description is often the name of who paid, or the comment once more
      purpose: plain(
        [row.comment, [row.comment, row.counterName].includes(row.description) ? '' : row.description]
          .filter(Boolean)
          .join(' · '),
      ),
      number: '',
      hold: row.hold === true,
      balance: row.balance ?? null,
      reversed: false,
    };
  });
export const MonoStatement = z.array(MonoRow);

export const PrivatSettings = z.object({
  settings: z.object({ phase: text, work_balance: text, today: text }),
});
export type PrivatSettings = z.infer<typeof PrivatSettings>;

const sum = Text.transform((value, context) => {
  const kopecks = kopecksOf(value);
  if (kopecks === null) context.addIssue({ code: 'custom', message: 'not a sum' });
  return kopecks ?? 0;
});
const follow = { exist_next_page: z.boolean().nullish(), next_page_id: Text.nullish() };
/** A page that has a next one and does not say which is no end: what comes after it would be missed. */
const leadsOn = (page: Partial<z.infer<z.ZodObject<typeof follow>>>): boolean =>
  page.exist_next_page !== true || Boolean(page.next_page_id);

export const PrivatBalances = z
  .object({
    ...follow,
    balances: z
      .array(z.object({ acc: z.string().min(1).max(100), currency: text, balanceOut: sum, nameACC: text }))
      .nullish(),
  })
  .refine(leadsOn);
export type PrivatBalances = z.infer<typeof PrivatBalances>;

/**
 * `PR_PR`: r settled, p being settled, t reversed, n refused; `FL_REAL`: r real, i information only. Settled real ones
 * count; one that is reversed is told, because it may have counted before; the rest is null. One that counts and cannot be
 * read fails the answer: left out it would be lost, because what was read is not read again for ever.
 */
const PrivatRow = z
  .object({
    ...{ AUT_CNTR_CRF: text, AUT_CNTR_ACC: text, AUT_CNTR_NAM: text, CCY: text, TRANTYPE: text, SUM: text },
    ...{ NUM_DOC: text, DAT_OD: text, OSND: text, DATE_TIME_DAT_OD_TIM_P: text, FL_REAL: text, PR_PR: text },
    ...{ REF: text, REFN: text, TECHNICAL_TRANSACTION_ID: text },
  })
  .transform((row, context): BankStatementRow | null => {
    if (row.FL_REAL !== 'r' || (row.PR_PR !== 'r' && row.PR_PR !== 't') || row.CCY !== 'UAH') return null;
    const bank_row_id = plain(row.TECHNICAL_TRANSACTION_ID || `${row.REF}${row.REFN}`, 200);
    const kopecks = kopecksOf(row.SUM);
    const at = kyivInstant(row.DATE_TIME_DAT_OD_TIM_P) ?? kyivInstant(row.DAT_OD);
    const isKnown = row.TRANTYPE === 'D' || row.TRANTYPE === 'C';
    if (bank_row_id === '' || kopecks === null || at === null || !isKnown) {
      context.addIssue({ code: 'custom', message: 'a row without an id, a sum, its sign or a time' });
      return z.NEVER;
    }
    return {
      ...{ bank_row_id, at, day: kyivDate(new Date(at)), amount: row.TRANTYPE === 'D' ? -kopecks : kopecks },
      counter_name: plain(row.AUT_CNTR_NAM),
      counter_code: row.AUT_CNTR_CRF.replace(/\D/g, '').slice(0, 12),
      counter_iban: ibanIn(row.AUT_CNTR_ACC),
      purpose: plain(row.OSND),
      number: plain(row.NUM_DOC, 40),
      hold: false,
      balance: null,
      reversed: row.PR_PR === 't',
    };
  });
export const PrivatTransactions = z.object({ ...follow, transactions: z.array(PrivatRow).nullish() }).refine(leadsOn);
export type PrivatTransactions = z.infer<typeof PrivatTransactions>;
