import type { ListedLine, ListedOrder } from '@lanka/domain/documents/picking-list';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';

export interface StoredOrder extends ListedOrder {
  readonly counterparty: string;
  readonly recipient: string;
  readonly ttn: string | null;
}

export interface StoredLine extends ListedLine {
  readonly product_title: string;
  readonly modification_title: string;
  readonly sku: string;
  readonly code: string | null;
  /** The key of the picture in the storage. */
  readonly thumbnail: string | null;
}

export function readListedOrders(tx: Tx, scope: ProjectScope, ids: readonly string[]): Promise<StoredOrder[]> {
  return tx.rows<{ [K in keyof StoredOrder]: StoredOrder[K] }>(sql`
    select o.id, o.prefix || o.number as number, o.status, coalesce(c.name, '') as counterparty, o.ttn,
      coalesce(nullif(o.recipient_name, ''), o.customer_name) as recipient
    from orders o left join counterparties c on c.project_id = o.project_id and c.id = o.counterparty_id
    where o.project_id = ${scope.project.id} and o.id = any(${idArray(ids)}) order by o.number`);
}

/** Of what no parcel has sent. Places and codes are those of now: the goods lie where they lie. */
export function readListedLines(tx: Tx, scope: ProjectScope, ids: readonly string[]): Promise<StoredLine[]> {
  return tx.rows<{ [K in keyof StoredLine]: StoredLine[K] }>(sql`
    select i.order_id, i.product_variant_id, i.product_title, i.modification_title, i.sku, i.unit,
      i.count - coalesce(s.count, 0)::int as count, coalesce(v.place, '') as place, v.code, v.thumbnail
    from order_items i
    join orders o on o.project_id = i.project_id and o.id = i.order_id
    left join product_variants v on v.project_id = i.project_id and v.id = i.product_variant_id
    left join (
      select g.order_id, g.order_item_id, sum(g.count) as count
      from parcel_items g join parcels c on c.project_id = g.project_id and c.order_id = g.order_id and c.id = g.parcel_id
      where g.project_id = ${scope.project.id} and g.order_id = any(${idArray(ids)}) and c.sent_at is not null
      group by g.order_id, g.order_item_id
    ) s on s.order_id = i.order_id and s.order_item_id = i.id
    where i.project_id = ${scope.project.id} and i.order_id = any(${idArray(ids)})
    order by o.number, i.position`);
}
