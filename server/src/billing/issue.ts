import { discountIn } from '@lanka/domain/billing/discounts';
import { type LineFacts, lineTitle } from '@lanka/domain/billing/lines';
import {
  differenceFor,
  dueOn,
  groupExtras,
  monthBefore,
  monthOf,
  monthsToInvoice,
  planOn,
  plansIn,
  priceOf,
} from '@lanka/domain/billing/rules';
import { paymentLink, validUntil } from '@lanka/domain/kit/payment_qr';
import type { Plan } from '@lanka/domain/kit/plans';
import { dotted, kyivDate } from '@lanka/domain/kit/time';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { readChanges } from './billing.store';
import { recordExtras } from './extras';
import { lockOrderCount, readExtras } from './extras.store';
import { insertInvoice, markPaid, monthsInvoiced, type NewInvoice } from './invoices.store';
import { tellIssued } from './notices';
import { type Payer, type PayerRef, readPayer, refreshRestriction } from './payers';
import type { FrozenInvoice, FrozenLine, InvoiceRow } from './tables';
import { readTerms } from './terms';

/** Its words are those of the paper; what it is for stands beside, for whoever reads another language. */
const line = (facts: LineFacts, count: number, price: number): FrozenLine => ({
  ...{ kind: facts.kind, title: lineTitle(facts, 'ua'), count, price },
  ...{ amount: count * price, facts },
});

/** The plan for the month ahead less its discount, and what the last one had beyond it. */
async function linesOf(tx: Tx, ref: PayerRef, plan: string, month: string): Promise<FrozenLine[]> {
  const terms = await readTerms(tx, ref);
  const price = priceOf(plan, month, terms);
  const lines = price > 0 ? [line({ kind: 'plan', plan: plan as Plan, month }, 1, price)] : [];
  const off = discountIn(price, month, terms.discounts);
  if (off) {
    const percent = off.discount.kind === 'percent' ? off.discount.value : null;
    lines.push(line({ kind: 'discount', percent, month }, 1, -off.amount));
  }
  if (ref.audience === 'dropshipper') return lines;
  const last = monthBefore(month);
  const { extras } = await readExtras(tx, ref.id, last);
  return [...lines, ...groupExtras(extras).map(({ kind, count, price }) => line({ kind, month: last }, count, price))];
}

/** What stands on the paper. The transfer names the number, by which the operator finds it in his statement. */
export function freezeFor(
  app: Services,
  payer: Payer,
  lines: readonly FrozenLine[],
  issued: { on: string; due_on: string | null; now: Date },
) {
  return (number: string): FrozenInvoice => {
    const to = app.config.billing;
    const amount = lines.reduce((sum, one) => sum + one.amount, 0);
    const purpose = `Оплата за користування платформою за рахунком № ${number} від ${dotted(issued.on)}. Без ПДВ`;
    const transfer = to ? { ...to, purpose } : null;
    const link =
      to && issued.due_on && amount > 0
        ? paymentLink({
            ...{
              recipient: to.recipient,
              iban: to.iban,
              code: to.code,
              amount,
              category: 'OTHR/GDDS',
              reference: number,
            },
            purposes: [purpose, `Рахунок № ${number}`],
            ...{ issued_at: issued.now, valid_until: validUntil(issued.due_on) },
          })
        : null;
    return { payer: { name: payer.name, requisites: payer.requisites }, lines, transfer, link };
  };
}

/** By transfer, or by card: whoever cannot be paid bills nobody. */
export const takesMoney = ({ config }: Pick<Services, 'config'>): boolean =>
  config.billing !== undefined || config.acquiringToken !== undefined;

type Made = Pick<NewInvoice, 'kind' | 'month' | 'comment' | 'created_by'>;

/** A demo tells of months that are over: each was issued and paid on its 1st, and nobody is told now. */
interface Story {
  readonly isPaid: true;
}

/** Issues an invoice that is to be paid, behind the payer's lock, and tells him. */
export async function issue(
  tx: Tx,
  app: Services,
  { ref, payer, lines, now, ...made }: Made & { ref: PayerRef; payer: Payer; lines: readonly FrozenLine[]; now: Date },
  story?: Story,
): Promise<InvoiceRow> {
  const on = story && made.month ? made.month : kyivDate(now);
  const due_on = dueOn(on);
  const amount = lines.reduce((sum, one) => sum + one.amount, 0);
  const row = await insertInvoice(
    tx,
    { ...made, audience: ref.audience, payer_id: ref.id, issued_on: on, due_on, amount, status: 'due' },
    freezeFor(app, payer, lines, { on, due_on, now }),
  );
  // nothing is left to pay of a month that a discount takes off as a whole: there is its paper, and nobody has to act
  if (amount === 0) await markPaid(tx, row.id, { paid_on: on, paid_by: null });
  else if (story) await markPaid(tx, row.id, { paid_on: on, paid_by: 'transfer' });
  else await tellIssued(tx, app, row);
  await refreshRestriction(tx, ref);
  return row;
}

/**
 * Issues what this payer owes by now: one invoice for each month that has none yet, oldest first, however late and however
 * often it is called. The payer's row is locked, and a unique index stands behind that.
 */
export async function issueMonths(tx: Tx, app: Services, ref: PayerRef, now: Date, story?: Story): Promise<number> {
  if (ref.audience === 'manufacturer') await lockOrderCount(tx, ref.id);
  const payer = await readPayer(tx, ref, true);
  if (!payer || payer.ended) return 0;
  const there = await monthsInvoiced(tx, ref.id);
  const missing = monthsToInvoice(payer.billed_from, kyivDate(now)).filter((month) => !there.has(month));
  if (missing.length === 0) return 0;
  const changes = await readChanges(tx, ref);
  let issued = 0;
  for (const month of missing) {
    const plan = planOn(changes, payer.plan, month);
    if (plan === null) continue;
    if (ref.audience === 'manufacturer') await recordExtras(tx, ref.id, payer, monthBefore(month), now);
    const lines = await linesOf(tx, ref, plan, month);
    if (lines.length === 0) continue;
    await issue(tx, app, { ref, payer, lines, now, kind: 'month', month }, story);
    issued += 1;
  }
  return issued;
}

/**
 * The difference for the rest of the month, when the plan goes up: behind the payer's lock, before the change is written.
 * Null where nothing is to be paid.
 */
export async function issueDifference(
  tx: Tx,
  app: Services,
  { ref, payer, to, now }: { ref: PayerRef; payer: Payer; to: Plan; now: Date },
): Promise<InvoiceRow | null> {
  if (!takesMoney(app)) return null;
  const day = kyivDate(now);
  const changes = await readChanges(tx, ref);
  const plans = plansIn(changes, payer.plan, monthOf(day));
  const amount = differenceFor(to, { plans, day, billedFrom: payer.billed_from }, await readTerms(tx, ref));
  if (amount === 0) return null;
  const lines = [line({ kind: 'difference', plan: to, from: day }, 1, amount)];
  return issue(tx, app, { ref, payer, now, kind: 'change', lines });
}
