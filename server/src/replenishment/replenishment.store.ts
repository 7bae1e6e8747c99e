import { type FactRow, LISTED_ROWS, type Proposal } from '@lanka/domain/replenishment/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { firstIdOf } from '../kit/db/ids';
import { atMost, toInstant } from '../kit/db/paging';

type Row = Record<string, unknown>;

/** A row whose picture is still the storage key, without what the rules make of it. */
export type Known = Omit<Proposal, 'thumbnail_url' | 'proposed'> & { readonly thumbnail: string | null };

/** Where the list goes on: behind this many available pieces and this modification. */
export interface Place {
  readonly available: number;
  readonly id: string;
}

/** Goods that were sold and came back since then; not what went back to a supplier, nor what was reversed. */
const sales = (variant: SQL, since: Date): SQL => sql`
  from stock_movements m
  left join turnover_documents d on m.ref_kind = 'turnover' and d.project_id = m.project_id and d.id = m.ref_id
  where m.project_id = l.project_id and m.product_variant_id = ${variant} and m.id >= ${firstIdOf(since)}::uuid
    and m.created_at >= ${since.toISOString()}::timestamptz and m.kind in ('shipment', 'return')
    and (d.id is null or (d.status = 'posted' and (d.type = 'sale' or d.flow = 'income')))`;

const expected = (variant: SQL): SQL => sql`
  from turnover_items i where i.project_id = l.project_id and i.product_variant_id = ${variant} and i.expected > 0`;

const inProduction = (variant: SQL): SQL => sql`
  from manufacture_lines i join manufacture_requests r on r.project_id = i.project_id and r.id = i.request_id
  where i.project_id = l.project_id and i.product_variant_id = ${variant} and r.status in ('new', 'in_production')
    and i.count > i.made`;

/**
 * The next modifications by what is available of them, each with its numbers: by the index of levels, and for each its
 * own movements, documents and requests. So many are looked at, however many there are.
 */
export async function readKnown(
  tx: Tx,
  scope: ProjectScope,
  { after, since, most }: { readonly after: Place | null; readonly since: Date; readonly most: number },
): Promise<Known[]> {
  const begin = after ? sql`and (available, product_variant_id) > (${after.available}, ${after.id}::uuid)` : sql``;
  const found = await tx.rows<Row>(sql`
    with l as materialized (
      select project_id, product_variant_id, available, waiting from stock_levels
      where project_id = ${scope.project.id} and listed and tracked ${begin}
      order by available, product_variant_id ${atMost(most)}
    )
    select l.product_variant_id, v.product_id, p.name as product_title, v.name as modification_title, v.sku, v.thumbnail, p.unit,
      v.minimum, l.available, l.waiting, k.cost, s.sold, e.expected, f.in_production
    from l
    join product_variants v on v.project_id = l.project_id and v.id = l.product_variant_id
    join products p on p.project_id = v.project_id and p.id = v.product_id
    left join variant_costs k on k.project_id = l.project_id and k.product_variant_id = l.product_variant_id
    cross join lateral (select coalesce(-sum(m.delta), 0)::int as sold ${sales(sql`l.product_variant_id`, since)}) s
    cross join lateral (select coalesce(sum(i.expected), 0)::int as expected ${expected(sql`l.product_variant_id`)}) e
    cross join lateral (select coalesce(sum(i.count - i.made), 0)::int as in_production
      ${inProduction(sql`l.product_variant_id`)}) f
    order by l.available, l.product_variant_id`);
  return found.map((row) => ({
    product_variant_id: String(row.product_variant_id),
    product_id: String(row.product_id),
    product_title: String(row.product_title),
    modification_title: String(row.modification_title),
    sku: String(row.sku),
    thumbnail: (row.thumbnail as string | null) ?? null,
    unit: String(row.unit),
    sold: Number(row.sold),
    minimum: row.minimum === null ? null : Number(row.minimum),
    available: Number(row.available),
    expected: Number(row.expected),
    in_production: Number(row.in_production),
    waiting: Number(row.waiting),
    cost: row.cost === null ? null : Number(row.cost),
  }));
}

interface Rows {
  items: FactRow[];
  more: boolean;
}

async function rowsOf(tx: Tx, scope: ProjectScope, columns: SQL, from: SQL): Promise<Rows> {
  const found = await tx.rows<Row>(sql`
    select x.id, x.ref_kind, x.ref_id, x.number, x.count, x.created_at
    from (select ${scope.project.id}::uuid as project_id) l
    cross join lateral (select ${columns} ${from} order by 1 desc ${atMost(LISTED_ROWS + 1)}) x
    order by x.created_at desc, x.id`);
  const items = found.slice(0, LISTED_ROWS).map((row) => ({
    id: String(row.id),
    ref: { kind: String(row.ref_kind), id: String(row.ref_id) },
    number: row.number === null ? null : Number(row.number),
    count: Number(row.count),
    created_at: toInstant(row.created_at),
  }));
  return { items, more: found.length > items.length };
}

/** The number of the order with this reference. */
const orderOf = (alias: SQL): SQL => sql`(select o.number from orders o
  where ${alias}.ref_kind = 'order' and o.project_id = ${alias}.project_id and o.id = ${alias}.ref_id)`;

/** What each number of one modification is made of. */
export async function readRows(tx: Tx, scope: ProjectScope, id: string, since: Date) {
  const variant = sql`${id}::uuid`;
  const sold = await rowsOf(
    tx,
    scope,
    sql`m.id, m.ref_kind, m.ref_id, coalesce(d.number, ${orderOf(sql`m`)}) as number, -m.delta as count, m.created_at`,
    sales(variant, since),
  );
  const coming = await rowsOf(
    tx,
    scope,
    sql`i.document_id as id, 'turnover' as ref_kind, i.document_id as ref_id, t.number, i.expected as count, t.created_at`,
    sql`from turnover_items i join turnover_documents t on t.project_id = i.project_id and t.id = i.document_id
      where i.project_id = l.project_id and i.product_variant_id = ${variant} and i.expected > 0`,
  );
  const making = await rowsOf(
    tx,
    scope,
    sql`r.id, 'manufacture_request' as ref_kind, r.id as ref_id, r.number, i.count - i.made as count, r.created_at`,
    inProduction(variant),
  );
  const waiting = await rowsOf(
    tx,
    scope,
    sql`w.id, w.ref_kind, w.ref_id, ${orderOf(sql`w`)} as number, w.count - w.filled as count, w.created_at`,
    sql`from stock_waits w where w.project_id = l.project_id and w.product_variant_id = ${variant} and w.status = 'Waiting'`,
  );
  return { sold, expected: coming, in_production: making, waiting };
}
