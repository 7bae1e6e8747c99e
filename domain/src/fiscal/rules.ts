/** What stands on a fiscal receipt, and who sells (decision 0107). Pure. */

/** A line of an order as its customer pays for it. */
export interface SoldLine {
  readonly order_item_id: string;
  readonly code: string;
  readonly name: string;
  readonly count: number;
  /** For all its pieces, kopecks. */
  readonly amount: number;
}

/** A line of a receipt: its sum is always price × count, so there is nothing for the service to round. */
export interface ReceiptLine {
  readonly order_item_id: string;
  readonly code: string;
  readonly name: string;
  /** Of one piece, kopecks, at least 1: the service knows no free goods. */
  readonly price: number;
  readonly count: number;
}

export const totalOf = (lines: readonly Pick<ReceiptLine, 'price' | 'count'>[]): number =>
  lines.reduce((sum, { price, count }) => sum + price * count, 0);

/**
 * The lines of a sale. A gift costs a kopeck a piece, which the dearest lines give up; a line whose amount does not
 * divide by its pieces becomes two, a kopeck apart. The total is exactly what the customer pays.
 * @returns null when there is less than a kopeck for each piece
 */
export function receiptLines(sold: readonly SoldLine[]): ReceiptLine[] | null {
  const amounts = sold.map(({ amount, count }) => Math.max(amount, count));
  let owed = amounts.reduce((sum, amount, at) => sum + amount - (sold[at]?.amount ?? 0), 0);
  const byRoom = sold
    .map(({ count }, at) => ({ at, room: (amounts[at] ?? 0) - count }))
    .sort((a, b) => b.room - a.room || a.at - b.at);
  for (const { at, room } of byRoom) {
    const given = Math.min(room, owed);
    amounts[at] = (amounts[at] ?? 0) - given;
    owed -= given;
  }
  if (owed > 0 || sold.length === 0) return null;
  return sold.flatMap(({ amount: _, count, ...line }, at): ReceiptLine[] => {
    const amount = amounts[at] ?? 0;
    const price = Math.floor(amount / count);
    const dearer = amount - price * count;
    return [
      { ...line, price: price + 1, count: dearer },
      { ...line, price, count: count - dearer },
    ].filter((one) => one.count > 0);
  });
}

/** Pieces of these lines of an order, by its id. */
export type Pieces = ReadonlyMap<string, number>;

/**
 * The lines of a return: so many pieces of what was sold, at the prices they were sold for, after those that came back
 * before. Whatever the parts are, all of them together are the receipt of the sale.
 * @returns null when more comes back than was sold
 */
export function returnLines(sold: readonly ReceiptLine[], before: Pieces, now: Pieces): ReceiptLine[] | null {
  const skip = new Map(before);
  const left = new Map(now);
  const lines = sold.flatMap((line): ReceiptLine[] => {
    const gone = Math.min(line.count, skip.get(line.order_item_id) ?? 0);
    skip.set(line.order_item_id, (skip.get(line.order_item_id) ?? 0) - gone);
    const taken = Math.min(line.count - gone, left.get(line.order_item_id) ?? 0);
    left.set(line.order_item_id, (left.get(line.order_item_id) ?? 0) - taken);
    return taken > 0 ? [{ ...line, count: taken }] : [];
  });
  return [...left.values()].some((count) => count > 0) || lines.length === 0 ? null : lines;
}

/** How many pieces of each line of the order these lines have. */
export function piecesOf(lines: readonly Pick<ReceiptLine, 'order_item_id' | 'count'>[]): Map<string, number> {
  const pieces = new Map<string, number>();
  for (const { order_item_id, count } of lines) pieces.set(order_item_id, (pieces.get(order_item_id) ?? 0) + count);
  return pieces;
}

/**
 * Who sells to the end customer: the supplier his own sales and what he collects on delivery; everything else the
 * dropshipper, whose receipt a register of his takes (issue a receipt in another's name is against the law).
 */
export const sellerOf = (order: {
  readonly own_sales: boolean;
  readonly cod: boolean;
  readonly counterparty_id: string;
}): { readonly counterparty_id: string | null } => ({
  counterparty_id: order.own_sales || order.cod ? null : order.counterparty_id,
});

/** How a payment of a sale is split over the methods of its return: the last one takes the rest. */
export function splitBack<M extends string>(
  payments: readonly { readonly method: M; readonly amount: number }[],
  total: number,
): { method: M; amount: number }[] {
  let left = total;
  const out: { method: M; amount: number }[] = [];
  for (const { method, amount } of payments) {
    const part = Math.min(amount, left);
    if (part > 0) out.push({ method, amount: part });
    left -= part;
  }
  return out;
}

const DAY_MINUTES = 24 * 60;

/** Minutes from `now` until it is `time` the next time, over midnight too; both `HH:MM`. */
export const minutesUntil = (time: string, now: string): number => {
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
  return (minutes(time) - minutes(now) + DAY_MINUTES) % DAY_MINUTES;
};
