/** What goes in which parcel while it is typed: pure, so that it can be tested. */
import type { Order, OrderItem } from '@lanka/domain/orders/contract';
import type { Parcel, SplitOrderBody } from '@lanka/domain/parcels/contract';

/** Pieces by the id of the line; null is nothing typed, NaN what is no number. */
export type Counts = Readonly<Record<string, number | null>>;

/** A line with what of it is not sent. */
export interface Line {
  readonly item: OrderItem;
  readonly free: number;
}

const isSent = ({ sent_at }: Parcel): boolean => sent_at !== null;

export function linesOf({ items }: Pick<Order, 'items'>, parcels: readonly Parcel[]): Line[] {
  const sent = parcels.filter(isSent).flatMap((parcel) => parcel.items);
  return items
    .map((item) => {
      const own = sent.filter(({ order_item_id }) => order_item_id === item.id);
      return { item, free: item.count - own.reduce((sum, { count }) => sum + count, 0) };
    })
    .filter(({ free }) => free > 0);
}

/** The parcels that are not sent but the last, which is the rest; one to begin with. */
export function startOf(parcels: readonly Parcel[]): Counts[] {
  const unsent = parcels.filter((parcel) => !isSent(parcel)).slice(0, -1);
  if (unsent.length === 0) return [{}];
  return unsent.map(({ items }) => Object.fromEntries(items.map(({ order_item_id, count }) => [order_item_id, count])));
}

export const leftOf = ({ item, free }: Line, parcels: readonly Counts[]): number =>
  free - parcels.reduce((sum, counts) => sum + (counts[item.id] || 0), 0);

/** What is sent to the server; null while something typed is wrong. */
export function asked(lines: readonly Line[], wanted: readonly Counts[]): SplitOrderBody | null {
  if (lines.some((line) => leftOf(line, wanted) < 0)) return null;
  if (wanted.some((counts) => Object.values(counts).some((count) => Number.isNaN(count)))) return null;
  const parcels = wanted.map((counts) => ({
    items: lines.flatMap(({ item }) => {
      const count = counts[item.id];
      return count ? [{ order_item_id: item.id, count }] : [];
    }),
  }));
  return parcels.some(({ items }) => items.length === 0) ? null : { parcels };
}
