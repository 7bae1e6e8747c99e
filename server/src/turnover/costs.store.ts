import type { Page } from '@lanka/domain/kit/lists';
import type { CostEntry, ProductMargin, VariantCost } from '@lanka/domain/turnover/contract';
import { type CostStep, costOver, marginOf, marginsOf, mixedCost } from '@lanka/domain/turnover/rules';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { type ListQuery, readPage, toInstant } from '../kit/db/paging';
import type { LockedLevels } from '../stock';

type Row = Record<string, unknown>;

/** Pieces that came at a price by a document. */
export interface Bought {
  readonly product_variant_id: string;
  readonly count: number;
  readonly price: number;
}

type NewStep = Omit<CostStep, 'document_id'> & {
  readonly product_variant_id: string;
  readonly cost_before: number | null;
  readonly cost_after: number | null;
};

/** The costs that are kept of these variants; those that never had one are left out. */
async function keptCosts(tx: Tx, scope: ProjectScope, ids: readonly string[]): Promise<Map<string, number | null>> {
  const found = await tx.rows<{ product_variant_id: string; cost: number | null }>(sql`
    select product_variant_id, cost from variant_costs
    where project_id = ${scope.project.id} and product_variant_id = any(${idArray(ids)})`);
  return new Map(found.map(({ product_variant_id, cost }) => [product_variant_id, cost]));
}

/** What was bought enters the average. `levels` are those before the pieces came. */
export async function addToCosts(
  tx: Tx,
  scope: ProjectScope,
  levels: LockedLevels,
  document_id: string,
  bought: readonly Bought[],
): Promise<void> {
  if (bought.length === 0) return;
  const kept = await keptCosts(
    tx,
    scope,
    bought.map(({ product_variant_id }) => product_variant_id),
  );
  const steps = bought.map(({ product_variant_id, count, price }) => {
    const pieces_before = levels.get(product_variant_id)?.actual ?? 0;
    const cost_before = kept.get(product_variant_id) ?? null;
    const cost_after = mixedCost(cost_before, pieces_before, count, price);
    return { product_variant_id, count, price, pieces_before, cost_before, cost_after, reverses: null };
  });
  await writeSteps(tx, scope, levels, document_id, steps);
}

/** The average goes on as if the document had never been. */
export async function takeFromCosts(
  tx: Tx,
  scope: ProjectScope,
  levels: LockedLevels,
  { document_id, reverses }: { document_id: string; reverses: string },
): Promise<void> {
  const all = await tx.rows<CostStep & { product_variant_id: string; cost_after: number | null }>(sql`
    select s.product_variant_id, s.document_id, s.count, s.price, s.pieces_before, s.reverses, s.cost_after
    from cost_steps s
    where s.project_id = ${scope.project.id} and s.product_variant_id = any(array(
      select r.product_variant_id from cost_steps r
      where r.project_id = ${scope.project.id} and r.document_id = ${reverses}))
    order by s.product_variant_id, s.sequence`);
  const byVariant = new Map<string, (typeof all)[number][]>();
  for (const step of all)
    byVariant.set(step.product_variant_id, [...(byVariant.get(step.product_variant_id) ?? []), step]);
  const steps: NewStep[] = [];
  for (const [product_variant_id, known] of byVariant) {
    const own = known.filter((step) => step.document_id === reverses);
    const step = {
      count: -own.reduce((total, { count }) => total + count, 0),
      price: own[0]?.price ?? 0,
      pieces_before: levels.get(product_variant_id)?.actual ?? 0,
      reverses,
    };
    const cost_before = known.at(-1)?.cost_after ?? null;
    const cost_after = costOver([...known, { ...step, document_id }]);
    steps.push({ ...step, product_variant_id, cost_before, cost_after });
  }
  await writeSteps(tx, scope, levels, document_id, steps);
}

/** Each variant stands once. */
async function writeSteps(
  tx: Tx,
  scope: ProjectScope,
  _levels: LockedLevels,
  document_id: string,
  steps: readonly NewStep[],
): Promise<void> {
  if (steps.length === 0) return;
  const rows = steps.map((step) => ({ ...step, id: newId() }));
  await tx.execute(sql`
    with steps as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s(id uuid, product_variant_id uuid, count int,
        price bigint, pieces_before int, cost_before bigint, cost_after bigint, reverses uuid)
    ), written as (
      insert into cost_steps (project_id, id, product_variant_id, document_id, count, price, pieces_before, cost_before,
        cost_after, reverses)
      select ${scope.project.id}, id, product_variant_id, ${document_id}, count, price, pieces_before, cost_before,
        cost_after, reverses from steps
    )
    insert into variant_costs (project_id, product_variant_id, cost)
    select ${scope.project.id}, product_variant_id, cost_after from steps order by product_variant_id
    on conflict (project_id, product_variant_id) do update set cost = excluded.cost`);
}

/**
 * Of each living modification of a product what it costs, what it earns, and how much is still to come; null where there
 * is no such product.
 */
export async function listProductCosts(tx: Tx, scope: ProjectScope, productId: string): Promise<VariantCost[] | null> {
  const found = await tx.rows<{ id: string | null; cost: number | null; price: number | null; expected: number }>(sql`
    select v.id, v.price, k.cost, e.expected
    from products p
    left join product_variants v on v.project_id = p.project_id and v.product_id = p.id and v.deleted_at is null
    left join variant_costs k on k.project_id = v.project_id and k.product_variant_id = v.id
    cross join lateral (select coalesce(sum(l.expected), 0)::int as expected from turnover_items l
      where l.project_id = v.project_id and l.product_variant_id = v.id and l.expected > 0) e
    where p.project_id = ${scope.project.id} and p.id = ${productId}
    order by v.position, v.id`);
  if (found.length === 0) return null;
  return found.flatMap(({ id, cost, price, expected }) => {
    if (id === null) return [];
    const { margin, percent } = marginOf(price, cost);
    return { product_variant_id: id, cost, price, margin, margin_percent: percent, expected };
  });
}

/** Of each of these products what its living modifications cost and earn, in one statement for all. */
export async function listProductMargins(
  tx: Tx,
  scope: ProjectScope,
  ids: readonly string[],
): Promise<ProductMargin[]> {
  const found = await tx.rows<{ product_id: string; price: number | null; cost: number | null }>(sql`
    select v.product_id, v.price, k.cost
    from product_variants v
    left join variant_costs k on k.project_id = v.project_id and k.product_variant_id = v.id
    where v.project_id = ${scope.project.id} and v.product_id = any(${idArray(ids)}) and v.deleted_at is null
    order by v.product_id`);
  const products = new Map<string, typeof found>();
  for (const row of found) products.set(row.product_id, [...(products.get(row.product_id) ?? []), row]);
  return [...products].map(([product_id, variants]) => ({
    product_id,
    ...marginsOf(variants),
    variants: variants.length,
  }));
}

export const listCosts = (tx: Tx, scope: ProjectScope, id: string, query: ListQuery): Promise<Page<CostEntry>> =>
  readPage<CostEntry>(
    tx,
    query,
    {
      columns: sql`s.*, d.number`,
      from: sql`cost_steps s join turnover_documents d on d.project_id = s.project_id and d.id = s.document_id`,
      countFrom: sql`cost_steps s`,
      where: sql`s.project_id = ${scope.project.id} and s.product_variant_id = ${id}`,
      sorts: { sequence: { by: sql`s.sequence`, type: 'bigint' } },
      id: sql`s.id`,
    },
    (row: Row) => ({
      id: String(row.id),
      document: { id: String(row.document_id), number: Number(row.number) },
      count: Number(row.count),
      price: Number(row.price),
      pieces_before: Number(row.pieces_before),
      cost_before: row.cost_before === null ? null : Number(row.cost_before),
      cost_after: row.cost_after === null ? null : Number(row.cost_after),
      created_at: toInstant(row.created_at),
    }),
  );
