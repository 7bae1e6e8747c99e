import { discountIn } from '@lanka/domain/billing/discounts';
import type { Billing } from '@lanka/domain/billing/invoices';
import {
  daysLeft,
  differenceFor,
  monthAfter,
  monthOf,
  netPriceOf,
  plansIn,
  priceOf,
} from '@lanka/domain/billing/rules';
import { DropshipperPlan, ManufacturerPlan, type Plan } from '@lanka/domain/kit/plans';
import { kyivDate } from '@lanka/domain/kit/time';
import { acceptsCards } from '../acquiring';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { readChanges } from './billing.store';
import { readMonthUse } from './extras';
import { sumDue } from './invoices.store';
import { takesMoney } from './issue';
import { type PayerRef, readPayer } from './payers';
import { readTerms } from './terms';

/** What a payer sees of what he pays. */
export async function readAccount(tx: Tx, app: Services, ref: PayerRef, now: Date): Promise<Billing> {
  const payer = await readPayer(tx, ref);
  if (!payer) throw new Error('a payer in scope exists');
  const today = kyivDate(now);
  const { plan, restricted_from, restricted_by } = payer;
  const next = monthAfter(monthOf(today));
  const terms = await readTerms(tx, ref);
  const { list } = terms;
  const changes = await readChanges(tx, ref);
  const use = ref.audience === 'manufacturer' ? await readMonthUse(tx, ref.id, { payer, changes, list, now }) : null;
  const plans = plansIn(changes, plan, monthOf(today));
  const choices = (ref.audience === 'manufacturer' ? ManufacturerPlan : DropshipperPlan).options.map((one: Plan) => ({
    ...{ plan: one, price: netPriceOf(one, monthOf(today), terms), next_price: netPriceOf(one, next, terms) },
    now:
      one !== plan && takesMoney(app)
        ? differenceFor(one, { plans, day: today, billedFrom: payer.billed_from }, terms)
        : 0,
  }));
  const off = discountIn(priceOf(plan, next, terms), next, terms.discounts);
  const price = priceOf(plan, next, terms) - (off?.amount ?? 0) + (use?.extras ?? 0);
  return {
    ...{ subscription_plan: plan, subscription_plan_since: payer.since },
    restriction: restricted_from === null ? null : { from: restricted_from, invoice: restricted_by },
    days_left: restricted_from === null ? null : daysLeft(restricted_from, today),
    due: await sumDue(tx, ref.id),
    discount: off?.discount ?? null,
    next_invoice: price > 0 && plan !== null ? { on: next, amount: price } : null,
    extra_orders: payer.extra_orders,
    use,
    pays_by_card: await acceptsCards(tx, app, 'platform'),
    choices,
  };
}
