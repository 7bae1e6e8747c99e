import { z } from 'zod';
import { errors } from '../kit/errors';
import { Id } from '../kit/ids';
import { InProject, route } from '../kit/route';
import { type OrderStatus, orderErrors } from '../orders/contract';
import { byShelf, PICKED_FROM } from '../picking/rules';

export const MAX_LIST_ORDERS = 100;
/** As many rows as are drawn in a few seconds. */
export const MAX_LIST_LINES = 1_500;
/** A list with more goods than this goes without pictures. */
export const MAX_LIST_PHOTOS = 100;

export const pickingListErrors = errors('picking_list', {
  nothing_to_pick: {
    status: 409,
    ua: 'Серед обраних замовлень немає жодного, яке можна збирати',
    en: 'None of the chosen orders can be picked',
  },
  too_long: {
    status: 422,
    ua: 'В обраних замовленнях {lines} позицій, у лист збору входить до {most}. Оберіть менше замовлень',
    en: 'The chosen orders have {lines} lines, a picking list takes up to {most}. Choose fewer orders',
  },
});

export const printPickingList = route({
  method: 'POST',
  path: 'projects/:project_id/picking_lists',
  summary: 'A list for picking these orders, by shelf, as PDF; what cannot be picked is named and left out',
  auth: 'picking.edit',
  params: InProject,
  status: 200,
  writesNothing: true,
  raw: 'application/pdf',
  body: z.object({ order_ids: z.array(Id).min(1).max(MAX_LIST_ORDERS) }),
  errors: [orderErrors.not_found, pickingListErrors.nothing_to_pick, pickingListErrors.too_long],
});

export interface ListedOrder {
  readonly id: string;
  /** With its prefix. */
  readonly number: string;
  readonly status: OrderStatus;
}

export interface ListedLine {
  readonly order_id: string;
  readonly product_variant_id: string;
  readonly place: string;
  readonly unit: string;
  /** What no parcel has sent. */
  readonly count: number;
}

/** Goods that lie in one place, for all orders together; `shares` says how many each of them wants. */
export type Gathered<L extends ListedLine> = L & {
  readonly shares: readonly { readonly number: string; readonly count: number }[];
};

/**
 * What is taken off the shelves for these orders, in the order of the way along them: the same goods of several orders
 * once. One unit was priced in another (a pair, a piece): they stay apart.
 */
export function gather<L extends ListedLine, O extends ListedOrder>(
  orders: readonly O[],
  lines: readonly L[],
): { readonly picked: readonly O[]; readonly left: readonly O[]; readonly rows: readonly Gathered<L>[] } {
  const picked = orders.filter(({ status }) => PICKED_FROM.includes(status));
  const numbers = new Map(picked.map(({ id, number }) => [id, number]));
  const rows = new Map<string, Gathered<L>>();
  for (const line of lines) {
    const number = numbers.get(line.order_id);
    if (number === undefined || line.count <= 0) continue;
    const key = `${line.product_variant_id} ${line.unit}`;
    const known = rows.get(key);
    const share = { number, count: line.count };
    rows.set(
      key,
      known
        ? { ...known, count: known.count + line.count, shares: [...known.shares, share] }
        : { ...line, shares: [share] },
    );
  }
  return {
    picked,
    left: orders.filter(({ id }) => !numbers.has(id)),
    rows: byShelf([...rows.values()]),
  };
}
