import { MAX_KOPECKS } from '../kit/bounds';
import type { DomainError, ErrorDetail, ErrorFactory } from '../kit/errors';
import type { PostingPurpose } from '../ledger/contract';
import type { Entry } from '../ledger/rules';
import type { MovementKind } from '../stock/contract';
import { type TurnoverFlow, type TurnoverStatus, type TurnoverType, turnoverErrors } from './contract';

/** What each flow may be (domain.md, Turnover). */
const TYPES: Readonly<Record<TurnoverFlow, readonly TurnoverType[]>> = {
  income: ['purchase', 'return'],
  outcome: ['sale', 'write_off', 'return'],
};
export const typesOf = (flow: TurnoverFlow): readonly TurnoverType[] => TYPES[flow];

/** A purchase may come from nobody in particular (a market, an opening stock): then it moves no money. */
export const counterpartyRule = (type: TurnoverType): 'required' | 'optional' | 'none' =>
  type === 'write_off' ? 'none' : type === 'purchase' ? 'optional' : 'required';

/** What is written off has no price: nobody pays for it. */
export const hasPrices = (type: TurnoverType): boolean => type !== 'write_off';

export interface Item {
  readonly product_variant_id: string;
  readonly count: number;
  readonly transaction_item_price: number | null;
  readonly sale_price: number | null;
}

export interface Fields {
  readonly flow: TurnoverFlow;
  readonly type: TurnoverType;
  readonly counterparty_id: string | null;
  readonly date: string;
  readonly in_stock: boolean;
  readonly reason: string;
  readonly items: readonly Item[];
}

export const amountOf = ({ count, transaction_item_price }: Pick<Item, 'count' | 'transaction_item_price'>): number =>
  count * (transaction_item_price ?? 0);

export const sumOf = (items: readonly Pick<Item, 'count' | 'transaction_item_price'>[]): number =>
  items.reduce((sum, item) => sum + amountOf(item), 0);

type Problem = { readonly error: ErrorFactory; readonly details: readonly ErrorDetail[] };
const at = (error: ErrorFactory, ...paths: string[]): Problem[] =>
  paths.length > 0 ? [{ error, details: paths.map((path) => ({ path })) }] : [];

/** What can never be stored, not even in a draft. */
function brokenParts({ flow, type, items }: Pick<Fields, 'flow' | 'type' | 'items'>): Problem[] {
  const seen = new Set<string>();
  const twice = items.flatMap(({ product_variant_id }, index) => {
    if (seen.has(product_variant_id)) return [`items.${index}.product_variant_id`];
    seen.add(product_variant_id);
    return [];
  });
  return [
    ...at(turnoverErrors.wrong_type, ...(TYPES[flow].includes(type) ? [] : ['type'])),
    ...at(turnoverErrors.duplicate_variant, ...twice),
    // a line of it may be too large as well: each is part of the sum
    ...at(turnoverErrors.sum_too_large, ...(sumOf(items) > MAX_KOPECKS ? ['items'] : [])),
  ];
}

/**
 * Why the document cannot be kept, or null. A draft may still lack what posting asks for.
 * @param today the day in Kyiv, `YYYY-MM-DD`
 */
export function refuseDocument(
  fields: Fields,
  { draft, today }: { draft: boolean; today: string },
): DomainError | null {
  const [problem] = [...brokenParts(fields), ...(draft ? [] : missingParts(fields, today))];
  return problem ? problem.error(...problem.details) : null;
}

function missingParts(
  { flow, type, counterparty_id, date, in_stock, reason, items }: Fields,
  today: string,
): Problem[] {
  const party = counterpartyRule(type);
  const unpriced = items.flatMap(({ transaction_item_price }, index) =>
    hasPrices(type) && transaction_item_price === null ? [`items.${index}.transaction_item_price`] : [],
  );
  const when = (wrong: boolean, error: ErrorFactory, path: string) => at(error, ...(wrong ? [path] : []));
  return [
    ...when(party === 'required' && !counterparty_id, turnoverErrors.counterparty_required, 'counterparty_id'),
    ...when(party === 'none' && counterparty_id !== null, turnoverErrors.no_counterparty, 'counterparty_id'),
    ...when(type === 'write_off' && reason === '', turnoverErrors.reason_required, 'reason'),
    ...when(flow === 'outcome' && !in_stock, turnoverErrors.only_expected_later, 'in_stock'),
    ...when(date > today, turnoverErrors.in_future, 'date'),
    ...when(items.length === 0, turnoverErrors.no_items, 'items'),
    ...at(turnoverErrors.price_required, ...unpriced),
  ];
}

/** Which way the goods go: in or out. */
export const signOf = (flow: TurnoverFlow): 1 | -1 => (flow === 'income' ? 1 : -1);

/** As what a movement of stock by this document is written down. */
export function movementKind(flow: TurnoverFlow, type: TurnoverType, isReversal: boolean): MovementKind {
  if (isReversal) return 'correction';
  if (type === 'write_off') return 'write_off';
  if (flow === 'outcome') return 'shipment';
  return type === 'return' ? 'return' : 'income';
}

export const oppositeOf = (flow: TurnoverFlow): TurnoverFlow => (flow === 'income' ? 'outcome' : 'income');

/** What a document moves between the counterparty and the project; null where nothing. */
export function moneyOf(
  flow: TurnoverFlow,
  type: TurnoverType,
  amount: number,
): (Entry & { readonly purpose: PostingPurpose }) | null {
  if (amount === 0) return null;
  switch (type) {
    case 'purchase':
      return { purpose: 'purchase', source: 'purchases', destination: 'counterparty', amount };
    case 'sale':
      return { purpose: 'sale', source: 'counterparty', destination: 'sales', amount };
    case 'return':
      return flow === 'income'
        ? { purpose: 'return', source: 'returns', destination: 'counterparty', amount }
        : { purpose: 'purchase_return', source: 'counterparty', destination: 'purchases', amount };
    case 'write_off':
      return null;
  }
}

export interface ExpectedLine {
  readonly product_variant_id: string;
  readonly expected: number;
}
export interface Pieces {
  readonly product_variant_id: string;
  readonly count: number;
}

/**
 * What arrives now: everything that is expected unless told otherwise, and never more than that.
 * @throws turnover.not_in_document, turnover.more_than_expected, turnover.nothing_arrived
 */
export function planArrival(lines: readonly ExpectedLine[], told?: readonly Pieces[]): Pieces[] {
  if (!told) {
    const all = lines.flatMap(({ product_variant_id, expected }) =>
      expected > 0 ? [{ product_variant_id, count: expected }] : [],
    );
    if (all.length === 0) throw turnoverErrors.nothing_arrived();
    return all;
  }
  const left = new Map(lines.map(({ product_variant_id, expected }) => [product_variant_id, expected]));
  const strangers = told.flatMap(({ product_variant_id }, index) =>
    left.has(product_variant_id) ? [] : [{ path: `items.${index}.product_variant_id`, product_variant_id }],
  );
  if (strangers.length > 0) throw turnoverErrors.not_in_document(...strangers);
  const came = new Map<string, number>();
  const tooMany: ErrorDetail[] = [];
  for (const [index, { product_variant_id, count }] of told.entries()) {
    const total = (came.get(product_variant_id) ?? 0) + count;
    came.set(product_variant_id, total);
    const expected = left.get(product_variant_id) ?? 0;
    if (total > expected) tooMany.push({ path: `items.${index}.count`, product_variant_id, expected, wanted: total });
  }
  if (tooMany.length > 0) throw turnoverErrors.more_than_expected(...tooMany);
  const arriving = [...came].flatMap(([product_variant_id, count]) =>
    count > 0 ? [{ product_variant_id, count }] : [],
  );
  if (arriving.length === 0) throw turnoverErrors.nothing_arrived({ path: 'items' });
  return arriving;
}

/** The coded error why nothing can arrive by a document in this state, or null. */
export function refuseArrival(status: TurnoverStatus): DomainError | null {
  if (status === 'draft') return turnoverErrors.is_draft();
  return status === 'reversed' ? turnoverErrors.reversed() : null;
}

/** One step of a variant's cost, in the order in which they happened. */
export interface CostStep {
  readonly document_id: string;
  /** Pieces that came by a purchase; of a reversal, below zero, those that are taken back. */
  readonly count: number;
  readonly price: number;
  /** On the shelf before. */
  readonly pieces_before: number;
  /** The document that this step takes back. */
  readonly reverses: string | null;
}

/**
 * The average after `count` pieces at `price` came to `pieces` at `cost`, rounded half up to a kopeck. Stock of unknown
 * cost is taken at the first price that is known. BigInt: pieces by a price leave the safe integers.
 */
export function mixedCost(cost: number | null, pieces: number, count: number, price: number): number {
  if (cost === null || pieces <= 0) return price;
  const all = BigInt(pieces + count);
  const worth = BigInt(pieces) * BigInt(cost) + BigInt(count) * BigInt(price);
  return Number((2n * worth + all) / (2n * all));
}

/**
 * The moving average over these steps, as if what was taken back had never come: its pieces are left out of the price,
 * and of what lay on the shelf before later purchases. So a reversal brings back the cost that was, whatever came since.
 */
export function costOver(steps: readonly CostStep[]): number | null {
  const gone = new Set(steps.flatMap(({ reverses }) => (reverses === null ? [] : [reverses])));
  let cost: number | null = null;
  let extra = 0;
  for (const { document_id, count, price, pieces_before, reverses } of steps) {
    if (reverses !== null || gone.has(document_id)) extra += count;
    else cost = mixedCost(cost, Math.max(0, pieces_before - extra), count, price);
  }
  return cost;
}

/** What a piece earns, and which part of the price that is in hundredths of a percent. */
export function marginOf(price: number | null, cost: number | null): { margin: number | null; percent: number | null } {
  if (price === null || cost === null) return { margin: null, percent: null };
  const margin = price - cost;
  return { margin, percent: price === 0 ? null : Math.round((margin / price) * 10_000) };
}

type Earning = { readonly price: number | null; readonly cost: number | null };
const bounds = (values: readonly (number | null)[]): [number | null, number | null] => {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? [Math.min(...known), Math.max(...known)] : [null, null];
};

/** Of a product: from the least to the most of what its modifications cost and earn. */
export function marginsOf(variants: readonly Earning[]) {
  const margins = variants.map(({ price, cost }) => marginOf(price, cost));
  const [min_cost, max_cost] = bounds(variants.map(({ cost }) => cost));
  const [min_margin, max_margin] = bounds(margins.map(({ margin }) => margin));
  const [min_percent, max_percent] = bounds(margins.map(({ percent }) => percent));
  const known = variants.filter(({ cost }) => cost !== null).length;
  return { min_cost, max_cost, min_margin, max_margin, min_percent, max_percent, known };
}
