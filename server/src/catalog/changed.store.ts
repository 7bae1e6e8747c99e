import type { FurtherPrice } from '@lanka/domain/price_levels/rules';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';

export interface ChangedProductRow {
  readonly id: string;
  readonly name: string;
  readonly published: boolean;
  readonly version: number;
}

export interface ChangedVariantRow {
  readonly id: string;
  readonly product_id: string;
  readonly name: string;
  readonly sku: string;
  readonly barcode: string | null;
  readonly version: number;
  readonly price: number | null;
  readonly prices: readonly FurtherPrice[];
  readonly recommended_price: number | null;
  readonly actual: number;
  readonly booked: number;
  readonly available: number;
  readonly tracked: boolean;
}

/** Living goods of these ids; for a Client those that are published. */
export function readChangedProducts(tx: Tx, scope: ProjectScope, ids: readonly string[]): Promise<ChangedProductRow[]> {
  const shown = scope.role === 'Client' ? sql`and p.published` : sql``;
  return tx.rows<ChangedProductRow>(sql`
    select p.id, p.name, p.published, p.version from products p
    where p.project_id = ${scope.project.id} and p.id = any(${idArray(ids)}) and p.deleted_at is null ${shown}`);
}

export async function readChangedVariants(
  tx: Tx,
  scope: ProjectScope,
  ids: readonly string[],
): Promise<ChangedVariantRow[]> {
  const shown = scope.role === 'Client' ? sql`and v.published` : sql``;
  const found = await tx.rows<ChangedVariantRow>(sql`
    select v.id, v.product_id, v.name, v.sku, v.barcode, v.version, v.price, v.prices, v.recommended_price,
      l.actual, l.booked, l.available, l.tracked
    from product_variants v
    join stock_levels l on l.project_id = v.project_id and l.product_variant_id = v.id
    where v.project_id = ${scope.project.id} and v.id = any(${idArray(ids)}) and v.deleted_at is null ${shown}`);
  const number = (value: unknown): number | null => (value === null ? null : Number(value));
  return found.map((row) => ({
    ...row,
    price: number(row.price),
    recommended_price: number(row.recommended_price),
    actual: Number(row.actual),
    booked: Number(row.booked),
    available: Number(row.available),
  }));
}
