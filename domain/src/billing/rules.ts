/**
 * What a month of a plan costs, as pure functions. Days are calendar days of Kyiv, `YYYY-MM-DD`; a month is its first day.
 * Nothing here knows hours, so neither daylight saving nor the hour of a job can change a sum.
 */
import { type PriceList, priceIn } from '../kit/plan_prices';
import { type Audience, MANUFACTURER_PLANS, ManufacturerPlan, Plan } from '../kit/plans';
import { daysAfter, kyivDate } from '../kit/time';
import { type DiscountTerms, discountIn } from './discounts';

/** To pay in: an invoice of the 1st is due until the end of the 4th (specification §9: 3 days to pay). */
export const DUE_DAYS = 3;

export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;
/** Any day of a month has the 1st of the next less than 32 days after its own 1st. */
export const monthAfter = (month: string): string => monthOf(daysAfter(month, 31));
export const monthBefore = (month: string): string => monthOf(daysAfter(month, -1));
export const lastDayOf = (month: string): string => daysAfter(monthAfter(month), -1);
export const daysIn = (month: string): number => Number(lastDayOf(month).slice(8));

export const dueOn = (issuedOn: string): string => daysAfter(issuedOn, DUE_DAYS);
/** The first day on which only reading goes on. */
export const restrictedFrom = (dueOn: string): string => daysAfter(dueOn, 1);

/** Days that are left, today counted; 0 and below: none. */
export const daysLeft = (from: string, today: string): number =>
  Math.round((Date.parse(`${from}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / 86_400_000);

/** What a monthly price is for the days from this one to the end of its month, rounded half up once. */
export function restOfMonth(price: number, day: string): number {
  const days = daysIn(monthOf(day));
  const left = days - Number(day.slice(8)) + 1;
  return Math.floor((2 * price * left + days) / (2 * days));
}

/** What a payer pays by: the price list, and the discounts that were given to him. */
export interface Terms {
  readonly list: PriceList;
  readonly discounts: readonly DiscountTerms[];
}

/** Kopecks of this month by the price list; 0 where there is no plan. */
export function priceOf(plan: string | null, month: string, { list }: Pick<Terms, 'list'>): number {
  const known = Plan.safeParse(plan);
  return known.success ? priceIn(known.data, month, list).price : 0;
}

/** What is left of it for this payer. */
export function netPriceOf(plan: string | null, month: string, terms: Terms): number {
  const price = priceOf(plan, month, terms);
  return price - (discountIn(price, month, terms.discounts)?.amount ?? 0);
}

/** One change of plan, as it is kept. */
export interface Change {
  readonly from_plan: string | null;
  readonly to_plan: string;
  /** An instant. */
  readonly created_at: string;
}

/**
 * The plan that held when this day began. `changes` oldest first; `now` is the plan that holds now, for plans that were
 * chosen before changes were kept.
 */
export function planOn(changes: readonly Change[], now: string | null, day: string): string | null {
  const before = changes.filter(({ created_at }) => kyivDate(new Date(created_at)) < day);
  const last = before.at(-1);
  if (last) return last.to_plan;
  return changes[before.length] ? (changes[before.length]?.from_plan ?? null) : now;
}

/** The plans that held in a month up to now, each of which was paid for. */
export function plansIn(changes: readonly Change[], now: string | null, month: string): string[] {
  const within = changes.filter(({ created_at }) => monthOf(kyivDate(new Date(created_at))) === month);
  const first = planOn(changes, now, month);
  return [...(first === null ? [] : [first]), ...within.map(({ to_plan }) => to_plan)];
}

/**
 * What a change to this plan costs at once: the difference to the dearest plan that held this month, for the rest of it,
 * each less its discount. 0 in the free month, and on the way down: what was paid for is not paid twice and not paid back.
 */
export function differenceFor(
  to: string,
  { plans, day, billedFrom }: { plans: readonly string[]; day: string; billedFrom: string | null },
  terms: Terms,
): number {
  const month = monthOf(day);
  if (billedFrom === null || month <= billedFrom) return 0;
  const paid = Math.max(0, ...plans.map((plan) => netPriceOf(plan, month, terms)));
  return restOfMonth(Math.max(0, netPriceOf(to, month, terms) - paid), day);
}

/**
 * The months that have to have an invoice by this day. `billedFrom` is the month in which a plan was first chosen, which
 * is free; null: none was.
 */
export function monthsToInvoice(billedFrom: string | null, today: string): string[] {
  if (billedFrom === null) return [];
  const months: string[] = [];
  for (let month = monthAfter(billedFrom); month <= today; month = monthAfter(month)) months.push(month);
  return months;
}

/** Orders that the plans of a month include: those of the largest that held in it. */
export const ordersIncluded = (plans: readonly string[]): number | null => {
  const most = plans.flatMap((plan) => {
    const known = ManufacturerPlan.safeParse(plan);
    return known.success ? [MANUFACTURER_PLANS[known.data].orders] : [];
  });
  return most.length > 0 ? Math.max(...most) : null;
};

/** Packs that were begun by so many orders. */
export const packsFor = (used: number, included: number, size: number): number =>
  Math.max(0, Math.ceil((used - included) / size));

/** Collaborators that are paid for one by one. */
export function extraCollaborators(plan: string | null, used: number): number {
  const known = ManufacturerPlan.safeParse(plan);
  if (!known.success) return 0;
  const { collaborators, extra_collaborator } = MANUFACTURER_PLANS[known.data];
  return extra_collaborator === null ? 0 : Math.max(0, used - collaborators);
}

/** One unit beyond the plan: a pack of orders, or a collaborator; `n` counts them within the month from 1. */
export interface Extra {
  readonly kind: 'orders' | 'collaborators';
  readonly n: number;
  readonly price: number;
}

/** Extras of one kind and price are one line; the smaller price first, orders before collaborators. */
export function groupExtras(
  extras: readonly Extra[],
): { kind: Extra['kind']; price: number; count: number; amount: number }[] {
  const groups = new Map<string, { kind: Extra['kind']; price: number; count: number; amount: number }>();
  for (const { kind, price } of extras) {
    const group = groups.get(`${kind} ${price}`) ?? { kind, price, count: 0, amount: 0 };
    groups.set(`${kind} ${price}`, { ...group, count: group.count + 1, amount: group.amount + price });
  }
  return [...groups.values()].sort((a, b) => (a.kind === b.kind ? a.price - b.price : a.kind === 'orders' ? -1 : 1));
}

export const audienceOf = (plan: Plan): Audience => (plan.startsWith('manufacturer-') ? 'manufacturer' : 'dropshipper');

/** `LN-000012`, in one series for the whole platform. */
export const invoiceNumber = (n: number): string => `LN-${String(n).padStart(6, '0')}`;
