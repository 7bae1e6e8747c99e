/** What the catalogue of suppliers decides: who is listed, what a request for verification needs, which facts are told. */
import { DROPSHIPPER_PLANS, type DropshipperPlan, dropshipperTermsOf } from '../kit/plans';

export const VERIFICATIONS = ['none', 'requested', 'verified', 'refused'] as const;
export type Verification = (typeof VERIFICATIONS)[number];

/** What is done with a verification, and from where it may be. */
const MOVES = {
  request: { from: ['none', 'refused'], to: 'requested' },
  withdraw: { from: ['requested'], to: 'none' },
  verify: { from: ['requested'], to: 'verified' },
  refuse: { from: ['requested'], to: 'refused' },
} as const satisfies Record<string, { from: readonly Verification[]; to: Verification }>;
export type VerificationMove = keyof typeof MOVES;

/** Where it leads from there; null where it may not. */
export function afterMove(move: VerificationMove, from: Verification): Verification | null {
  const { from: allowed, to } = MOVES[move];
  return (allowed as readonly Verification[]).includes(from) ? to : null;
}

export interface ListingState {
  /** The owner shows it. */
  readonly visible: boolean;
  readonly verification: Verification;
  /** By the operator. */
  readonly hidden: boolean;
  readonly deleted: boolean;
}

/** domain.md, Supplier catalogue: its owner shows it and the operator has verified it; and nobody took it out. */
export const isListed = ({ visible, verification, hidden, deleted }: ListingState): boolean =>
  visible && verification === 'verified' && !hidden && !deleted;

/** So many goods with pictures and recommended prices make a supplier worth looking at. */
export const GOODS_NEEDED = 5;

/** What a request needs, in the order in which it is told. */
export const NEEDED = [
  'logo',
  'description',
  'category',
  'delivery',
  'returns',
  'minimum_order',
  'payment_details',
  'address',
  'goods',
] as const;
export type Needed = (typeof NEEDED)[number];

export interface Showcase {
  readonly logo: boolean;
  readonly description: string;
  readonly category: string;
  readonly delivery: string;
  readonly returns: string;
  readonly minimum_order: string;
  /** Whether there are payment details marked main. */
  readonly payment_details: boolean;
  readonly city: string;
  /** Published goods with a picture and a recommended price. */
  readonly goods: number;
}

/** What of the checklist is not there yet. */
export function missingOf(showcase: Showcase): Needed[] {
  const there: Record<Needed, boolean> = {
    logo: showcase.logo,
    description: showcase.description.trim() !== '',
    category: showcase.category !== '',
    delivery: showcase.delivery.trim() !== '',
    returns: showcase.returns.trim() !== '',
    minimum_order: showcase.minimum_order.trim() !== '',
    payment_details: showcase.payment_details,
    address: showcase.city.trim() !== '',
    goods: showcase.goods >= GOODS_NEEDED,
  };
  return NEEDED.filter((one) => !there[one]);
}

/** Of so many days, and from so many orders on: what few orders say is chance. */
export const FACTS_DAYS = 90;
export const FACTS_ORDERS = 20;

/** Counts of the last 90 days. */
export interface FactCounts {
  /** Made in these days and sent to the supplier. */
  readonly orders: number;
  /** Of these, canceled by the supplier. */
  readonly canceled: number;
  /** Of these, sent on. */
  readonly sent: number;
  readonly lines: number;
  /** Lines that waited for stock. */
  readonly waited: number;
  /** Hours from Pending to Sent: the median of the orders that were sent; null where none was. */
  readonly hours: number | null;
}

export interface Facts {
  readonly orders: number;
  readonly hours_to_send: number | null;
  /** Hundredths of a percent. */
  readonly canceled_share: number;
  readonly waited_share: number;
  /** What the shares and the hours are made of; null where it was counted before this was kept. */
  readonly counts: Omit<FactCounts, 'orders' | 'hours'> | null;
}

const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part * 10_000) / whole));

/** What is told of a supplier; null while his orders are too few to say anything. */
export function factsOf({ orders, hours, ...counts }: FactCounts): Facts | null {
  if (orders < FACTS_ORDERS) return null;
  return {
    orders,
    hours_to_send: hours === null ? null : Math.round(hours),
    canceled_share: shareOf(counts.canceled, orders),
    waited_share: shareOf(counts.waited, counts.lines),
    counts,
  };
}

/** Specification §6: paid dropshipper plans see the catalogue, the free one of those who were invited does not. */
export const seesCatalogue = (plan: string | null): boolean => dropshipperTermsOf(plan).catalogue;

/** The plans that open it, cheapest first. */
export const CATALOGUE_PLANS = (Object.keys(DROPSHIPPER_PLANS) as DropshipperPlan[]).filter(
  (plan) => DROPSHIPPER_PLANS[plan].catalogue,
);
