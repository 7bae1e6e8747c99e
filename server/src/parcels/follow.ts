import { formatMoney } from '@lanka/domain/kit/money';
import { summaryOf } from '@lanka/domain/orders/cod-parts';
import { orderErrors } from '@lanka/domain/orders/contract';
import { restOf, shareOf } from '@lanka/domain/parcels/rules';
import { newId } from '../kit/db/ids';
import type { NewItem, Parcels } from '../orders';
import { readItems } from '../orders';
import { awaitParcels } from './cod';
import { readComingOf } from './cod.store';
import {
  readCodParts,
  readParcels,
  replaceUnsent,
  type StoredItem,
  type StoredParcel,
  saveSent,
} from './parcels.store';
import { contentsOf, isSent, partsOf, unsentOf } from './parts';

/** What the parcels of an order do when it is edited or moved. */
export const followOrder: Parcels = {
  async follow(tx, scope, order, lines) {
    const parcels = await readParcels(tx, scope, order);
    refuseBelow(lines, parcels, unsentOf(parcels).slice(0, -1));
    const { sent, unsent, isWhole } = planFollow(lines, parcels);
    await replaceUnsent(tx, scope, order, isWhole ? [] : unsent);
    const gone = new Map(partsOf(lines, parcels).map((part) => [part.id, part.sent]));
    return {
      parcels: isWhole ? 0 : sent.length + unsent.length,
      left: lines.flatMap((line) => {
        const count = line.count - (gone.get(line.id) ?? 0);
        return count > 0 ? [{ ...line, count }] : [];
      }),
    };
  },

  async sendAll(tx, scope, order) {
    const parcels = await readParcels(tx, scope, order);
    const lines = await readItems(tx, scope, order);
    const parts = new Map(partsOf(lines, parcels).map((part) => [part.id, part]));
    const unsent = unsentOf(parcels);
    const amounts = unsent.flatMap((parcel) =>
      parcel.items.map(({ order_item_id, count }) => {
        const part = parts.get(order_item_id);
        if (!part) throw new Error('a parcel holds lines of its order');
        const amount = shareOf(part, count);
        parts.set(order_item_id, { ...part, sent: part.sent + count, charged: part.charged + amount });
        return { parcel_id: parcel.id, order_item_id, amount };
      }),
    );
    // a line that was cut down to what was sent of it may have kopecks of its rounding left
    const sent = parcels.filter(isSent).reverse();
    const rounding = [...parts.values()].flatMap(({ id, amount, charged }) => {
      const holder = sent.find(({ items }) => items.some(({ order_item_id }) => order_item_id === id));
      const item = holder?.items.find(({ order_item_id }) => order_item_id === id);
      return holder && item && amount > charged
        ? [{ parcel_id: holder.id, order_item_id: id, amount: item.amount + amount - charged }]
        : [];
    });
    const ids = unsent.map(({ id }) => id);
    await saveSent(tx, scope, order, ids, [...amounts, ...rounding]);
    return awaitParcels(tx, scope, order, { before: parcels, ids, costs: costsOf(parcels, [...amounts, ...rounding]) });
  },

  codParts: readCodParts,

  async codPartsOf(tx, scope, order, lines) {
    const { sent, unsent, isWhole } = planFollow(lines, await readParcels(tx, scope, order));
    if (isWhole) return null;
    return [
      ...sent.map(({ cod }) => cod),
      ...unsent.map(({ items }) => ({ ...NOT_SENT, weight: weightOf(items, lines) })),
    ];
  },

  async followCod(tx, scope, order, { cod_state, cod_sum }) {
    const parts = (await readParcels(tx, scope, order)).map(({ cod }) => cod);
    const allowed = parts.reduce((sum, part) => sum + (part.sum ?? 0), 0);
    if (allowed === 0) return {};
    const why = { allowed, allowed_money: formatMoney(allowed) };
    if (cod_state === null) throw orderErrors.cod_in_parcels({ path: 'cod.on', ...why });
    if (cod_sum !== null && cod_sum < allowed) throw orderErrors.cod_in_parcels({ path: 'cod.sum', ...why });
    return { cod_state: summaryOf(parts).cod_state };
  },

  coming: readComingOf,

  remove: (tx, scope, order) => replaceUnsent(tx, scope, order, []),

  async furtherTtns(tx, scope, order) {
    const parcels = await readParcels(tx, scope, order);
    return parcels.flatMap(({ number, ttn }) => (number > 1 && ttn ? [ttn] : []));
  },
};

/** The parcels when the lines are these: the last that is not sent takes what the others do not hold. */
function planFollow(lines: readonly NewItem[], parcels: readonly StoredParcel[]) {
  const others = unsentOf(parcels).slice(0, -1);
  const rest = restOf(partsOf(lines, parcels), others.map(contentsOf));
  const last = unsentOf(parcels).at(-1) ?? {
    id: newId(),
    number: 1 + Math.max(...parcels.map(({ number }) => number)),
    ttn: null,
  };
  const items = [...rest].map(([order_item_id, count]) => ({ order_item_id, count, amount: 0 }));
  const sent = parcels.filter(isSent);
  const unsent = rest.size > 0 ? [...others, { ...last, items }] : others;
  return { sent, unsent, isWhole: sent.length === 0 && unsent.length < 2 };
}

const NOT_SENT = { sent: false, state: null, sum: null, fee: null, cost: null, received: null, received_fee: null };

/** What the customer pays for these pieces, as `COD_PART` counts it of those that are stored. */
function weightOf(items: readonly StoredItem[], lines: readonly NewItem[]): number {
  const known = new Map(lines.map((line) => [line.id, line]));
  return items.reduce((sum, { order_item_id, count }) => {
    const line = known.get(order_item_id);
    // more than there is was asked to leave the line: saving will say so
    if (!line || count < 0) return sum;
    return sum + Number((BigInt(line.customer_amount) * BigInt(count)) / BigInt(line.count));
  }, 0);
}

/** What the parcels were charged, by these amounts of items and by what was known of the others. */
function costsOf(
  parcels: readonly StoredParcel[],
  amounts: readonly { readonly parcel_id: string; readonly order_item_id: string; readonly amount: number }[],
): Map<string, number> {
  const now = new Map(amounts.map(({ parcel_id, order_item_id, amount }) => [`${parcel_id} ${order_item_id}`, amount]));
  return new Map(
    parcels.map(({ id, items }) => [
      id,
      items.reduce((sum, item) => sum + (now.get(`${id} ${item.order_item_id}`) ?? item.amount), 0),
    ]),
  );
}

/** No line may have fewer pieces than parcels hold of it but the last, nor cost less than what was charged of it. */
function refuseBelow(
  lines: readonly NewItem[],
  parcels: readonly StoredParcel[],
  others: readonly StoredParcel[],
): void {
  const held = new Map<string, number>();
  for (const { items } of [...parcels.filter(isSent), ...others])
    for (const { order_item_id, count } of items) held.set(order_item_id, (held.get(order_item_id) ?? 0) + count);
  const parts = new Map(partsOf(lines, parcels).map((part) => [part.id, part]));
  for (const [id, allowed] of held) {
    const part = parts.get(id);
    if (part && part.count >= allowed && part.amount >= part.charged) continue;
    const index = lines.findIndex((line) => line.id === id);
    throw orderErrors.in_parcels({ path: index < 0 ? 'items' : `items.${index}.count`, order_item_id: id, allowed });
  }
}
