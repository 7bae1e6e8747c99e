import type { Exchange } from '@lanka/domain/exchanges/contract';
import type { OrderStatus } from '@lanka/domain/orders/contract';
import type { ReturnStatus } from '@lanka/domain/returns/contract';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { toInstant } from '../kit/db/paging';

/** An order is exchanged seldom; a list without pages must still have an end. */
const MOST = 100;

/** Those that this order is one side of. Whoever asks may see the order, and both are of one counterparty. */
export async function listExchanges(tx: Tx, { project }: ProjectScope, orderId: string): Promise<Exchange[]> {
  const ofOrder = sql`select x.* from order_exchanges x where x.project_id = ${project.id} and`;
  const found = await tx.rows(sql`
    select x.created_at, x.return_id, x.first_order_id, x.order_id, f.number as first_number, f.prefix as first_prefix,
      f.status as first_status, n.number, n.prefix, n.status, r.number as return_number, r.status as return_status
    from (${ofOrder} x.first_order_id = ${orderId} union ${ofOrder} x.order_id = ${orderId}) x
    join orders f on f.project_id = x.project_id and f.id = x.first_order_id
    join orders n on n.project_id = x.project_id and n.id = x.order_id
    join returns r on r.project_id = x.project_id and r.id = x.return_id
    order by x.created_at desc, x.order_id limit ${sql.raw(String(MOST))}`);
  return found.map((row) => ({
    first: {
      ...{ id: String(row.first_order_id), number: Number(row.first_number), prefix: String(row.first_prefix) },
      status: row.first_status as OrderStatus,
    },
    made: {
      ...{ id: String(row.order_id), number: Number(row.number), prefix: String(row.prefix) },
      status: row.status as OrderStatus,
    },
    return: {
      ...{ id: String(row.return_id), number: Number(row.return_number) },
      status: row.return_status as ReturnStatus,
    },
    created_at: toInstant(row.created_at),
  }));
}
