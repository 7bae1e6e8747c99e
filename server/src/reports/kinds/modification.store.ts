import { type SQL, sql } from 'drizzle-orm';
import { PAGE } from './kind';

/** A modification as a row of a report, and where it stands in it. */
export interface Modification {
  readonly id: string;
  readonly product_id: string;
  readonly position: number;
  readonly placed: string;
  readonly product: string;
  readonly modification: string;
  readonly sku: string;
  readonly barcode: string | null;
  readonly unit: string;
}

/** The columns of `Modification`, of a modification `v` of a product `p`. */
export const MODIFICATION = sql`v.project_id, v.id, v.product_id, v.position, p.created_at::text as placed, p.created_at,
  p.name as product, v.name as modification, v.sku, v.barcode, p.unit`;

/** Behind the last one of the page before, in the order in which the catalog has them. */
export const nextModifications = (after: Modification | null): SQL => sql`
  ${
    after
      ? sql`and (p.created_at, p.id) >= (${after.placed}::timestamptz, ${after.product_id}::uuid)
          and (p.created_at, p.id, v.position, v.id) > (${after.placed}::timestamptz, ${after.product_id}::uuid,
          ${after.position}::int, ${after.id}::uuid)`
      : sql``
  }
  order by p.created_at, p.id, v.position, v.id limit ${PAGE}`;
