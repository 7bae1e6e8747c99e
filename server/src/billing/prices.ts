import { payerErrors } from '@lanka/domain/billing/operator';
import * as contract from '@lanka/domain/billing/prices';
import { monthBefore, monthOf } from '@lanka/domain/billing/rules';
import { formatMoney, formatPercent } from '@lanka/domain/kit/money';
import { builtPrice, isDearer, PaidPlan, type PlanPrice, priceIn } from '@lanka/domain/kit/plan_prices';
import { planTitle } from '@lanka/domain/kit/plans';
import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import type { z } from 'zod';
import type { StaffScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { keepAction } from '../operator';
import { listPriceRows, readPriceList, removePrice, savePrice } from '../site';
import * as store from './discounts.store';
import { readPayer } from './payers';

const thisMonth = (): string => monthOf(kyivDate(new Date()));

/** Plan by plan in the order of the price list, the newest first; behind them what the product was built with. */
export async function listPrices(tx: Tx, _scope: StaffScope): Promise<contract.OperatorPrice[]> {
  const [month, rows] = [thisMonth(), await listPriceRows(tx)];
  return PaidPlan.options.flatMap((plan) => {
    const own = rows.filter((row) => row.plan === plan);
    const active = own.find(({ from }) => from <= month);
    return [
      ...own.map(
        (row): contract.OperatorPrice => ({
          ...row,
          state: row.from > month ? 'coming' : row === active ? 'active' : 'over',
        }),
      ),
      {
        ...{ plan, from: null, ...builtPrice(plan), state: active ? 'over' : 'active' },
        ...{ set_by: null, set_at: null, note: '' },
      } as const,
    ];
  });
}

const told = ({ price, old_price, extra_orders, extra_collaborator }: PlanPrice): string =>
  [price, old_price, extra_orders, extra_collaborator]
    .map((one) => (one === null ? '–' : formatMoney(one)))
    .join(' / ');

/**
 * From the 1st of a coming month on, so that no month that was invoiced, or is being invoiced, ever changes. What is left
 * out stays as it is before that month.
 * A higher price is told of in time (`rises.ts`).
 * @throws plan_prices.month_begun, plan_prices.not_of_plan, plan_prices.told_too_late
 */
export async function setPrice(
  tx: Tx,
  scope: StaffScope,
  { plan, from, note = '', ...given }: z.output<typeof contract.setPlanPrice.body>,
): Promise<void> {
  if (from <= thisMonth()) throw contract.priceErrors.month_begun({ path: 'from' });
  const before = priceIn(plan, from, await readPriceList(tx));
  for (const extra of ['extra_orders', 'extra_collaborator'] as const)
    if (given[extra] !== undefined && before[extra] === null) throw contract.priceErrors.not_of_plan({ path: extra });
  const price = {
    price: given.price,
    old_price: given.old_price === undefined ? before.old_price : given.old_price,
    extra_orders: given.extra_orders ?? before.extra_orders,
    extra_collaborator: given.extra_collaborator ?? before.extra_collaborator,
  };
  const today = kyivDate(new Date());
  if (isDearer(before, price) && from < daysAfter(today, contract.RISE_NOTICE_DAYS))
    throw contract.priceErrors.told_too_late({ path: 'from', allowed: contract.RISE_NOTICE_DAYS });
  await savePrice(tx, { plan, from, ...price, note, set_by: scope.user.id });
  await keepAction(tx, scope, {
    ...{ deed: 'plan_price_set', subject: `${planTitle(plan, 'ua')}, ${from}` },
    note: [`${told(before)} → ${told(price)}`, note].filter(Boolean).join('. '),
  });
}

/** @throws plan_prices.not_found */
export async function takeBackPrice(
  tx: Tx,
  scope: StaffScope,
  { plan, from }: { readonly plan: PaidPlan; readonly from: string },
): Promise<void> {
  const known = (await readPriceList(tx)).find((one) => one.plan === plan && one.from === from);
  if (!known || from <= thisMonth()) throw contract.priceErrors.not_found();
  await removePrice(tx, plan, from);
  const subject = `${planTitle(plan, 'ua')}, ${from}`;
  await keepAction(tx, scope, { deed: 'plan_price_taken_back', subject, note: told(known) });
}

const nameOf = ({
  kind,
  value,
  from,
  until,
}: Pick<contract.PlanDiscount, 'kind' | 'value' | 'from' | 'until'>): string =>
  `${kind === 'percent' ? formatPercent(value) : formatMoney(value)}, ${from} – ${until ?? '…'}`;

async function shown(tx: Tx, id: string): Promise<contract.PlanDiscount> {
  const found = await store.readDiscount(tx, id, thisMonth());
  if (!found) throw contract.discountErrors.not_found();
  return found;
}

/**
 * Behind the payer's lock, as his invoices are.
 * @throws plan_payers.not_found, plan_prices.month_begun, plan_discounts.value, plan_discounts.ends_before
 */
export async function giveDiscount(
  tx: Tx,
  scope: StaffScope,
  { audience, payer_id, kind, value, from, until, reason }: z.output<typeof contract.givePlanDiscount.body>,
): Promise<contract.PlanDiscount> {
  if (kind === 'percent' && value > 100_00) throw contract.discountErrors.value({ path: 'value' });
  if (from <= thisMonth()) throw contract.priceErrors.month_begun({ path: 'from' });
  if (until !== null && until < from) throw contract.discountErrors.ends_before({ path: 'until' });
  const payer = await readPayer(tx, { audience, id: payer_id }, true);
  if (!payer || payer.ended) throw payerErrors.not_found();
  const given_by = scope.user.id;
  const id = await store.insertDiscount(tx, {
    ...{ audience, payer_id, payer: payer.name, kind, value, since: from, until, reason, given_by },
  });
  const note = [nameOf({ kind, value, from, until }), reason].join('. ');
  await keepAction(tx, scope, { deed: 'plan_discount_given', subject_id: payer_id, subject: payer.name, note });
  return shown(tx, id);
}

/** The current month is invoiced by it already, so it is the last one. @throws plan_discounts.over */
export async function endDiscount(tx: Tx, scope: StaffScope, id: string): Promise<contract.PlanDiscount> {
  const { audience, payer_id } = await shown(tx, id);
  await readPayer(tx, { audience, id: payer_id }, true);
  const found = await shown(tx, id);
  const month = thisMonth();
  if (found.state === 'over' || found.state === 'canceled') throw contract.discountErrors.over();
  const until = found.state === 'coming' ? monthBefore(found.from) : month;
  if (found.until === until) return found;
  await store.saveUntil(tx, id, until);
  await keepAction(tx, scope, {
    ...{ deed: 'plan_discount_ended', subject_id: payer_id, subject: found.payer, note: nameOf({ ...found, until }) },
  });
  return shown(tx, id);
}
