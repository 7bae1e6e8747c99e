import type { PartLine } from '@lanka/domain/parcels/rules';
import type { StoredItem, StoredParcel } from './parcels.store';

type Line = Pick<PartLine, 'id' | 'count' | 'amount'>;

export const isSent = ({ sent_at }: Pick<StoredParcel, 'sent_at'>): boolean => sent_at !== null;
export const unsentOf = (parcels: readonly StoredParcel[]): StoredParcel[] => parcels.filter((one) => !isSent(one));

export const contentsOf = ({ items }: { readonly items: readonly StoredItem[] }): Map<string, number> =>
  new Map(items.map(({ order_item_id, count }) => [order_item_id, count]));

/** The lines of the order with what of them these parcels have sent. */
export function partsOf(lines: readonly Line[], parcels: readonly StoredParcel[]): PartLine[] {
  const sent = parcels.filter(isSent).flatMap(({ items }) => items);
  return lines.map(({ id, count, amount }) => {
    const own = sent.filter(({ order_item_id }) => order_item_id === id);
    const sum = (of: 'count' | 'amount') => own.reduce((total, item) => total + item[of], 0);
    return { id, count, amount, sent: sum('count'), charged: sum('amount') };
  });
}
