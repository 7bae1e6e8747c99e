import { gather, MAX_LIST_LINES, MAX_LIST_PHOTOS, pickingListErrors } from '@lanka/domain/documents/picking-list';
import { formatDateInWords, kyivDate } from '@lanka/domain/kit/time';
import { printedUnit } from '@lanka/domain/kit/units';
import { orderErrors } from '@lanka/domain/orders/contract';
import { STATUSES } from '@lanka/domain/orders/machine';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { commentsOf } from '../orders';
import { photoOf } from './goods';
import type { PickingList } from './layout/picking';
import { readListedLines, readListedOrders } from './picking-list.store';

/**
 * What these orders take off the shelves, all together. Its pictures are read when the transaction has ended.
 * @throws orders.not_found, picking_list.nothing_to_pick, picking_list.too_long
 */
export async function pickingListFor(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  order_ids: readonly string[],
): Promise<{ list: () => Promise<PickingList>; file_name: string }> {
  const ids = [...new Set(order_ids)];
  const orders = await readListedOrders(tx, scope, ids);
  if (orders.length < ids.length) throw orderErrors.not_found();
  const lines = await readListedLines(tx, scope, ids);
  const { picked, left, rows } = gather(orders, lines);
  if (rows.length === 0) throw pickingListErrors.nothing_to_pick();
  const printed = rows.reduce((sum, { shares }) => sum + shares.length, 0);
  if (printed > MAX_LIST_LINES)
    throw pickingListErrors.too_long({ path: 'order_ids', lines: printed, most: MAX_LIST_LINES });
  const comments = await commentsOf(
    tx,
    scope,
    picked.map(({ id }) => id),
  );
  const { locale } = scope;
  const today = kyivDate(new Date());
  const [only] = picked;
  const name = locale === 'ua' ? 'Лист збору' : 'Picking list';
  return {
    file_name: picked.length === 1 ? `${name} № ${only?.number}.pdf` : `${name} ${today}.pdf`,
    async list() {
      const photos = new Map<string, string>();
      const keys = new Set(rows.flatMap(({ thumbnail }) => thumbnail ?? []));
      if (rows.length <= MAX_LIST_PHOTOS) for (const key of keys) photos.set(key, await photoOf(app, key));
      return {
        locale,
        date: locale === 'ua' ? formatDateInWords(today) : today,
        rows: rows.map(({ place, product_title, modification_title, sku, code, count, unit, shares, thumbnail }) => ({
          ...{ place, sku, count, shares },
          title: product_title,
          modification: modification_title === product_title ? '' : modification_title,
          code: code ?? '',
          unit: printedUnit(unit),
          photo: photos.get(thumbnail ?? '') ?? '',
        })),
        orders: picked.map(({ id, number, counterparty, recipient, ttn }) => ({
          number,
          facts: [counterparty, recipient, ttn ? `ТТН ${ttn}` : ''].filter((fact) => fact !== ''),
          comments: comments.get(id) ?? [],
          pieces: lines.reduce((sum, { order_id, count }) => sum + (order_id === id ? count : 0), 0),
        })),
        left: left.map(({ number, status }) => `№\u00a0${number} (${STATUSES[status][locale]})`),
      };
    },
  };
}
