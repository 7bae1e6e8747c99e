import type { Page } from '@lanka/domain/kit/lists';
import type { PromotionOrder, PromotionResults } from '@lanka/domain/promotions/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { type ListQuery, readPage, toInstant } from '../kit/db/paging';

/** What a promotion brought: the lines whose discount it is, of orders that were sent and not canceled. */

type Row = Record<string, unknown>;

/** An order that is not sent yet, or came back, may still be priced otherwise. */
const DO_NOT_COUNT = ['Draft', 'Blocked', 'Canceled'] as const;

const SUM = sql`sum(i.amount)`;
const DISCOUNT = sql`sum(i.base_price * i.count - i.amount)`;

/** Its lines put together by order, found by its own index. */
const ordersBy = (scope: ProjectScope, promotionId: string): SQL => sql`
  (select i.project_id, i.order_id, ${SUM} as sum, ${DISCOUNT} as discount_sum from order_items i
    where i.project_id = ${scope.project.id} and i.promotion_id = ${promotionId} group by i.project_id, i.order_id) i
  join orders o on o.project_id = i.project_id and o.id = i.order_id and o.status <> all(${textArray(DO_NOT_COUNT)})`;

export async function readPromotionResults(tx: Tx, scope: ProjectScope, id: string): Promise<PromotionResults> {
  const [row] = await tx.rows<Row>(sql`
    select count(*)::int as orders_count, coalesce(sum(i.sum), 0) as sum, coalesce(sum(i.discount_sum), 0) as discount_sum
    from ${ordersBy(scope, id)}`);
  return {
    orders_count: Number(row?.orders_count),
    sum: Number(row?.sum),
    discount_sum: Number(row?.discount_sum),
  };
}

export const listPromotionOrders = (
  tx: Tx,
  scope: ProjectScope,
  id: string,
  query: ListQuery,
): Promise<Page<PromotionOrder>> =>
  readPage(
    tx,
    query,
    {
      columns: sql`o.id, o.number, o.counterparty_id, c.name as counterparty_name, o.created_at, i.sum, i.discount_sum`,
      from: sql`${ordersBy(scope, id)}
        join counterparties c on c.project_id = o.project_id and c.id = o.counterparty_id`,
      countFrom: ordersBy(scope, id),
      where: sql`o.project_id = ${scope.project.id}`,
      id: sql`o.id`,
      // ids grow with time, and by them the lines stand in their index
      sorts: { created_at: { by: sql`i.order_id`, type: 'uuid' } },
    },
    (row) => ({
      id: String(row.id),
      number: Number(row.number),
      counterparty_id: String(row.counterparty_id),
      counterparty_name: String(row.counterparty_name),
      created_at: toInstant(row.created_at),
      sum: Number(row.sum),
      discount_sum: Number(row.discount_sum),
    }),
  );
