import { DROPSHIPPING } from '@lanka/domain/kit/roles';
import { listMyOrders, listOrders } from '@lanka/domain/orders/contract';
import { call } from '../kit/http/call';
import type { Command } from '../kit/palette/palette';
import type { Session } from '../kit/session';
import type { Locale } from '../kit/text';
import { numberOf } from './number';
import { orderPath } from './path';
import { orderStatus } from './status';

const FOUND = 8;

/** The palette's search, loaded with the first question. */
export async function findOrders(
  locale: Locale,
  q: string,
  { project, isDropshipping }: Session,
  signal: AbortSignal,
): Promise<readonly Command[]> {
  const query = { q, limit: FOUND };
  const params = { project_id: project?.friendly_id ?? DROPSHIPPING };
  const { items } = await (isDropshipping
    ? call(listMyOrders, { query, signal })
    : call(listOrders, { params, query, signal }));
  return items.map((order) => ({
    id: order.id,
    label: `№ ${numberOf(order)} · ${order.customer_name || order.counterparty_name}`,
    hint: [order.ttn, orderStatus[order.status][locale]].filter(Boolean).join(' · '),
    to: orderPath(order.id, isDropshipping ? order.project_id : null),
  }));
}
