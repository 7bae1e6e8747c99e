import { costRange, sameCost } from '../catalog/changes';
import { kyivDate } from '../kit/time';

export const NEWS_STATUSES = ['draft', 'scheduled', 'published', 'withdrawn'] as const;
export type NewsStatus = (typeof NEWS_STATUSES)[number];

export const NEWS_DEEDS = ['edit', 'publish', 'unschedule', 'withdraw', 'remove'] as const;
export type NewsDeed = (typeof NEWS_DEEDS)[number];

/** What may be done with an item in each state. */
const ALLOWED: Readonly<Record<NewsStatus, readonly NewsDeed[]>> = {
  draft: ['edit', 'publish', 'remove'],
  scheduled: ['edit', 'publish', 'unschedule', 'remove'],
  published: ['edit', 'withdraw'],
  // it comes back as it is, to those who have read it too
  withdrawn: ['publish', 'edit'],
};
export const mayDo = (status: NewsStatus, deed: NewsDeed): boolean => ALLOWED[status].includes(deed);

/** What happened to goods. */
export const CHANGE_KINDS = ['new', 'price', 'ran_out', 'came_back'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

type Range = readonly [number | null, number | null];
/** Prices of one piece as the history of goods has them: by the id of each level, and under `base`. */
export type Prices = Readonly<Record<string, Range>>;

/** What an item that writes itself keeps of one product: prices of all levels, of which each reader is told his own. */
export interface StoredChange {
  readonly product_id: string;
  readonly kind: ChangeKind;
  /** As it was called then. */
  readonly name: string;
  readonly before: Prices | null;
  readonly after: Prices;
}

/** How a reader buys; null where the project's own people look, who see the price itself. */
export interface Terms {
  readonly price_level_id: string | null;
  /** Hundredths of a percent. */
  readonly discount: number;
  /** Whether he is told what is in stock. */
  readonly tells: boolean;
}
const OWN: Terms = { price_level_id: null, discount: 0, tells: true };

export interface TermsChange {
  readonly product_id: string;
  readonly kind: ChangeKind;
  readonly name: string;
  readonly cost_before: { from: number; to: number } | null;
  readonly cost: { from: number; to: number } | null;
}

const rangeFor = (prices: Prices | null, { price_level_id, discount }: Terms) => {
  const own = prices && ((price_level_id && prices[price_level_id]) || prices.base);
  return own ? costRange(own[0], own[1], discount) : null;
};

/**
 * What a change of goods is for this reader, by the level and discount at which he buys; null where nothing is other for
 * him: a price of another level, or stock that he is not told.
 */
export function changeFor(
  { product_id, kind, name, before, after }: StoredChange,
  terms: Terms | null,
): TermsChange | null {
  const by = terms ?? OWN;
  if ((kind === 'ran_out' || kind === 'came_back') && !by.tells) return null;
  const cost = rangeFor(after, by);
  const cost_before = kind === 'price' ? rangeFor(before, by) : null;
  if (kind === 'price' && sameCost(cost_before, cost)) return null;
  return { product_id, kind, name, cost_before, cost };
}

/** «Дешевше» or «дорожче»: by the cheapest modification, else by the dearest; null where one of both is not known. */
export function directionOf({ cost_before, cost }: Pick<TermsChange, 'cost_before' | 'cost'>): 'up' | 'down' | null {
  if (!cost_before || !cost) return null;
  const difference = cost.from - cost_before.from || cost.to - cost_before.to;
  return difference > 0 ? 'up' : 'down';
}

export const RHYTHMS = ['off', 'daily', 'weekly'] as const;
export type Rhythm = (typeof RHYTHMS)[number];

/** Whether what changed is to be written down today: the last time was another day, or another week's Monday. */
export function isDue(rhythm: Rhythm, written: Date, now: Date): boolean {
  const [last, today] = [kyivDate(written), kyivDate(now)];
  if (rhythm === 'off' || last >= today) return false;
  return rhythm === 'daily' || mondayOf(last) < mondayOf(today);
}

/** The Monday of the week of `YYYY-MM-DD`. */
function mondayOf(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10);
}

const EXCERPT = 200;

/** How a text in markdown begins, without its marks. */
export function excerptOf(body: string): string {
  const plain = body
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/[*_`~|]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > EXCERPT ? `${plain.slice(0, EXCERPT - 1).trimEnd()}…` : plain;
}
