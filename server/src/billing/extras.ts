import type { MonthUse } from '@lanka/domain/billing/invoices';
import {
  type Change,
  type Extra,
  extraCollaborators,
  monthAfter,
  monthOf,
  ordersIncluded,
  packsFor,
  planOn,
  plansIn,
} from '@lanka/domain/billing/rules';
import { type PriceList, priceIn } from '@lanka/domain/kit/plan_prices';
import { assertOrderRoom } from '@lanka/domain/kit/plan_refusals';
import { ManufacturerPlan, termsOf } from '@lanka/domain/kit/plans';
import { kyivDate } from '@lanka/domain/kit/time';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { readPriceList } from '../site';
import { readChanges } from './billing.store';
import { countFirstSent, countMembers, insertExtras, lockOrderCount, readExtras } from './extras.store';
import { type Payer, readPayer } from './payers';

/** How the orders of a month stand to the plan. */
export interface OrderUse {
  readonly used: number;
  /** Null: none are counted, since the project had no plan in this month. */
  readonly included: number | null;
  /** Packs that are written down, and all that have begun. */
  readonly recorded: number;
  readonly begun: number;
  readonly size: number;
  readonly extras: readonly Extra[];
}

/** The plan that charges for what begins now in this month: of one that is over, the last it had. */
const planFor = (changes: readonly Change[], { plan }: Payer, month: string, now: Date): string | null =>
  month === monthOf(kyivDate(now)) ? plan : planOn(changes, plan, monthAfter(month));

/** What a pack and a collaborator cost in this month; without a plan as the largest has it. */
function pricesOf(list: PriceList, plan: string | null, month: string) {
  const { extra_orders, extra_collaborator } = termsOf(plan);
  const known = ManufacturerPlan.safeParse(plan);
  if (!known.success) return { extra_orders: extra_orders.price, extra_collaborator };
  const set = priceIn(known.data, month, list);
  return { extra_orders: set.extra_orders ?? extra_orders.price, extra_collaborator: set.extra_collaborator };
}

export async function readOrderUse(
  tx: Tx,
  projectId: string,
  payer: Payer,
  month: string,
  { changes, now }: { readonly changes: readonly Change[]; readonly now: Date },
): Promise<OrderUse & { readonly plan: string | null }> {
  const plan = planFor(changes, payer, month, now);
  const { extra_orders } = termsOf(plan);
  const { extras, trial } = await readExtras(tx, projectId, month);
  const recorded = extras.filter(({ kind }) => kind === 'orders').length;
  const same = { plan, extras, recorded, size: extra_orders.count };
  if (payer.billed_from === null || month < payer.billed_from)
    return { ...same, used: 0, included: null, begun: recorded };
  const used = Math.max(0, (await countFirstSent(tx, projectId, month)) - trial);
  const included = ordersIncluded(plansIn(changes, payer.plan, month).concat(plan ?? []));
  // whoever turned packs off begins none, also where an order came in at that very moment
  const needed = included === null || payer.extra_orders === false ? 0 : packsFor(used, included, extra_orders.count);
  return { ...same, used, included, begun: Math.max(recorded, needed) };
}

/**
 * Writes down what has begun beyond the plan by now, with the price that holds: before the plan changes, before the month
 * is charged, and every hour. Nothing that is written is ever taken back. Answers the new packs.
 */
export async function recordExtras(
  tx: Tx,
  projectId: string,
  payer: Payer,
  month: string,
  now: Date,
): Promise<readonly Extra[]> {
  const changes = await readChanges(tx, { audience: 'manufacturer', id: projectId });
  const use = await readOrderUse(tx, projectId, payer, month, { changes, now });
  if (!ManufacturerPlan.safeParse(use.plan).success || use.plan === null || use.included === null) return [];
  const packs: Extra[] = [];
  const price = pricesOf(await readPriceList(tx), use.plan, month);
  // an order that was let in at the moment of switching off is nobody's pack
  if (payer.extra_orders)
    for (let n = use.recorded + 1; n <= use.begun; n += 1) packs.push({ kind: 'orders', n, price: price.extra_orders });
  const people: Extra[] = [];
  const { extra_collaborator } = price;
  // who works there now says nothing of a month that is over
  if (extra_collaborator !== null && month === monthOf(kyivDate(now))) {
    const count = extraCollaborators(use.plan, await countMembers(tx, projectId));
    for (let n = 1; n <= count; n += 1) people.push({ kind: 'collaborators', n, price: extra_collaborator });
  }
  await insertExtras(tx, projectId, month, use.plan, [...packs, ...people]);
  return packs;
}

/** What is shown of the current month. */
export async function readMonthUse(
  tx: Tx,
  projectId: string,
  {
    payer,
    changes,
    list,
    now,
  }: {
    readonly payer: Payer;
    readonly changes: readonly Change[];
    readonly list: PriceList;
    readonly now: Date;
  },
): Promise<MonthUse> {
  const month = monthOf(kyivDate(now));
  const use = await readOrderUse(tx, projectId, payer, month, { changes, now });
  const { extra_collaborator, extra_orders: pack_price } = pricesOf(list, use.plan, month);
  const members = payer.plan === null ? 0 : extraCollaborators(payer.plan, await countMembers(tx, projectId));
  const people = use.extras.filter(({ kind }) => kind === 'collaborators');
  const extra_collaborators = Math.max(members, people.length);
  const recorded = use.extras.reduce((sum, { price }) => sum + price, 0);
  const coming = (use.begun - use.recorded) * pack_price;
  const joined = (extra_collaborators - people.length) * (extra_collaborator ?? 0);
  return {
    ...{ month, orders: use.used, orders_included: use.included, packs: use.begun },
    ...{ pack_size: use.size, pack_price, extra_collaborators },
    extra_collaborator_price: extra_collaborator,
    extras: recorded + coming + joined,
  };
}

/**
 * Whether one more order has its place in the month. Where packs are added by themselves it always has, and nothing is
 * asked: they are counted from the orders themselves. Only whoever has switched them off counts before each order, one
 * after another (docs/decisions/0118-extras-are-counted-from-the-rows.md).
 */
export async function orderRoomOf(
  tx: Tx,
  { project, role }: Pick<ProjectScope, 'project' | 'role'>,
): Promise<{ readonly take: () => void } | null> {
  if (project.extra_orders !== false || project.subscription_plan === null) return null;
  await lockOrderCount(tx, project.id);
  const ref = { audience: 'manufacturer', id: project.id } as const;
  const payer = await readPayer(tx, ref);
  if (payer?.extra_orders !== false) return null;
  const now = new Date();
  const changes = await readChanges(tx, ref);
  const use = await readOrderUse(tx, project.id, payer, monthOf(kyivDate(now)), { changes, now });
  const { included } = use;
  if (included === null) return null;
  const allowed = included + use.recorded * use.size;
  return { take: () => assertOrderRoom(payer.plan, { used: use.used, allowed, own: role !== 'Client' }) };
}
