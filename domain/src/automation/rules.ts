import type { DeliveryState } from '../orders/happenings';
import { TRANSITIONS } from '../orders/machine';

/** When a rule is asked, by what happened to an order. */
export const TRIGGERS = ['moved', 'ttn_given', 'paid', 'delivery'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/**
 * How far an order is paid when a rule is asked. Money may come before the order is charged, too. `no_longer`: it was paid
 * in full, and something of it is to pay again.
 */
export const PAID_STATES = ['partly', 'paid', 'overdue', 'no_longer'] as const;
export type PaidArrival = (typeof PAID_STATES)[number];

/** Statuses a rule may lead to: forward, and nothing that takes an order away from anybody. */
export const MOVES = ['InProduction', 'Ready', 'Loading', 'Loaded', 'Sent', 'Complete'] as const;
export type Move = (typeof MOVES)[number];

/** Statuses whose coming a rule may wait for: all that an order is moved to. */
export const ARRIVALS = [
  'Pending',
  'InProduction',
  'Ready',
  'Loading',
  'Loaded',
  'Sent',
  'Complete',
  'Canceled',
  'Blocked',
] as const;
export type Arrival = (typeof ARRIVALS)[number];

/**
 * Which orders a rule is for. Sums in kopecks, both inclusive; null: without a bound; no counterparties: all of them; any
 * of the tags, whatever their letter case; no tags: with and without.
 */
export interface Conditions {
  readonly sum_from: number | null;
  readonly sum_to: number | null;
  readonly counterparty_ids: readonly string[];
  readonly tags: readonly string[];
}

export interface RuleShape extends Conditions {
  readonly trigger: Trigger;
  /** Of the trigger `moved`: on coming to one of these. */
  readonly statuses: readonly Arrival[];
  /** Of the trigger `paid`: on becoming any of these. */
  readonly paid_states: readonly PaidArrival[];
  /** Of the trigger `delivery`: on the carrier's word that any of these is so. */
  readonly delivery_states: readonly DeliveryState[];
  readonly move_to: Move | null;
}

/** What happened to an order. */
export type Happening =
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'ttn_given' }
  | { readonly kind: 'paid'; readonly state: PaidArrival }
  /** `part_id`: the parcel, or the order, of which it is told once for this ТТН. */
  | { readonly kind: 'delivery'; readonly state: DeliveryState; readonly part_id: string; readonly ttn: string };

export function isAskedBy(
  rule: Pick<RuleShape, 'trigger' | 'statuses' | 'paid_states' | 'delivery_states'>,
  happening: Happening,
): boolean {
  if (rule.trigger !== happening.kind) return false;
  if (happening.kind === 'moved') return (rule.statuses as readonly string[]).includes(happening.to);
  if (happening.kind === 'paid') return rule.paid_states.includes(happening.state);
  return happening.kind !== 'delivery' || rule.delivery_states.includes(happening.state);
}

export const isForOrder = (
  { sum_from, sum_to, counterparty_ids, tags }: Conditions,
  order: { readonly sum: number; readonly counterparty_id: string; readonly tags: readonly string[] },
): boolean =>
  (sum_from === null || order.sum >= sum_from) &&
  (sum_to === null || order.sum <= sum_to) &&
  (counterparty_ids.length === 0 || counterparty_ids.includes(order.counterparty_id)) &&
  (tags.length === 0 || tags.some((tag) => order.tags.some((own) => own.toLowerCase() === tag.toLowerCase())));

/** The conditions of both at once; null when no order can meet them. One may have the tags of both. */
function both(a: Conditions, b: Conditions): Conditions | null {
  const from = Math.max(a.sum_from ?? 0, b.sum_from ?? 0);
  const to = Math.min(a.sum_to ?? Number.MAX_SAFE_INTEGER, b.sum_to ?? Number.MAX_SAFE_INTEGER);
  if (from > to) return null;
  const free = [a, b].find(({ counterparty_ids }) => counterparty_ids.length === 0);
  const other = free === a ? b : a;
  const counterparty_ids = free
    ? other.counterparty_ids
    : a.counterparty_ids.filter((id) => b.counterparty_ids.includes(id));
  if (!free && counterparty_ids.length === 0) return null;
  return { sum_from: from, sum_to: to === Number.MAX_SAFE_INTEGER ? null : to, counterparty_ids, tags: [] };
}

/** Whether the order machine leads from one of these statuses to that one. */
export const leadsTo = (statuses: readonly Arrival[], to: Move): boolean =>
  TRANSITIONS.some((one) => one.to === to && one.from.some((from) => (statuses as readonly string[]).includes(from)));

/**
 * The rules that would lead one order round and round, beginning with the first of `rules`; empty when none would. A
 * move by a rule is a coming to a status, which asks other rules: a circle is a way from a rule back to itself whose
 * conditions one order can meet all.
 */
export function circleThrough<R extends RuleShape>(rules: readonly R[]): readonly R[] {
  const [first] = rules;
  if (!first) return [];
  const follow = (path: readonly R[], conditions: Conditions): readonly R[] => {
    const last = path.at(-1);
    if (!last?.move_to) return [];
    const { move_to } = last;
    for (const next of rules) {
      if (next.move_to === null || !isAskedBy(next, { kind: 'moved', to: move_to })) continue;
      if (!leadsTo([move_to], next.move_to)) continue;
      const shared = both(conditions, next);
      if (!shared) continue;
      if (next === first) return path;
      if (path.includes(next)) continue;
      const found = follow([...path, next], shared);
      if (found.length > 0) return found;
    }
    return [];
  };
  return follow([first], first);
}
