/** What an edit of an order changes, field by field: shown before it is saved, and kept in the history. */
import { z } from 'zod';

export const CHANGED_FIELDS = [
  'counterparty',
  'customer_name',
  'customer_phone',
  'customer_email',
  'delivery_operator',
  'recipient_name',
  'recipient_phone',
  'delivery_town',
  'delivery_address',
  'ttn',
  'tags',
  'source',
  'external_number',
  'prepaid',
  'prepaid_on',
  'cod',
  'cod_to',
  'cod_sum',
  'cod_fee',
  'reserved_until',
  'promo_code',
  'customer_discount',
  'sum',
  'customer_sum',
] as const;
type FaceField = (typeof CHANGED_FIELDS)[number];

/** `count` and `customer_price` are of a line, `fields` of the order's template: `of` says which. */
export const ChangedField = z.enum([...CHANGED_FIELDS, 'count', 'customer_price', 'fields']);
const Value = z.union([z.string(), z.number(), z.null()]);
export const OrderChange = z.object({ field: ChangedField, of: z.string(), before: Value, after: Value });
export type OrderChange = z.infer<typeof OrderChange>;
type Value = z.infer<typeof Value>;

/** An order as its edits are compared: what a field does not say counts as nothing. */
export interface OrderFace {
  readonly fields: Readonly<Partial<Record<FaceField, Value>>>;
  readonly lines: readonly FaceLine[];
  /** By the keys of the template. */
  readonly custom: Readonly<Record<string, unknown>>;
}

interface FaceLine {
  readonly product_variant_id: string;
  readonly name: string;
  readonly count: number;
  readonly customer_price: number | null;
}

const plain = (value: Value | undefined): Value => (value === undefined || value === '' ? null : value);
const asText = (value: unknown): Value => {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
};

/** A line that is gone has no count afterwards, a new one had none before. */
export function changesOf(before: OrderFace, after: OrderFace): OrderChange[] {
  const changes: OrderChange[] = [];
  const tell = (field: OrderChange['field'], of: string, was: Value, is: Value) => {
    if (was !== is) changes.push({ field, of, before: was, after: is });
  };
  const had = new Map(before.lines.map((line) => [line.product_variant_id, line]));
  const has = new Map(after.lines.map((line) => [line.product_variant_id, line]));
  for (const id of new Set([...had.keys(), ...has.keys()])) {
    const [was, is] = [had.get(id), has.get(id)];
    const name = is?.name ?? was?.name ?? '';
    tell('count', name, was?.count ?? null, is?.count ?? null);
    if (is) tell('customer_price', name, was?.customer_price ?? null, is.customer_price);
  }
  for (const field of CHANGED_FIELDS) tell(field, '', plain(before.fields[field]), plain(after.fields[field]));
  for (const key of new Set([...Object.keys(before.custom), ...Object.keys(after.custom)]))
    tell('fields', key, asText(before.custom[key]), asText(after.custom[key]));
  return changes;
}

/** Pieces that an edit of an order with bookings books besides, and those that it frees. */
export function bookingsOf(changes: readonly OrderChange[]): { book: number; release: number } {
  const counts = changes.filter(({ field }) => field === 'count');
  const more = counts.map(({ before, after }) => Number(after ?? 0) - Number(before ?? 0));
  const total = (sign: 1 | -1) => more.reduce((sum, by) => sum + Math.max(0, by * sign), 0);
  return { book: total(1), release: total(-1) };
}
