import type { CheckName } from '@lanka/domain/audit/contract';
import { type SQL, sql } from 'drizzle-orm';

/** One statement over sets, so that it compares one moment of the database with itself. */
export interface Plan {
  readonly name: CheckName;
  /** Selects the `id` of tenants whose rows stand behind walls of their own, and are looked at beside the project's. */
  readonly beside?: SQL;
  /** How many rows were looked at. */
  readonly rows: SQL;
  /** Selects `"table", id, name, expected, found` of the rows that differ. */
  readonly differences: SQL;
}

/** The name of the variant of `l`, by the tables that `variants` joins to it. */
export const variantName = sql`coalesce(nullif(concat_ws(' · ', pr.name, nullif(v.name, '')), ''), l.product_variant_id::text)`;
export const nameOfVariant = sql`concat_ws(' · ', pr.name, nullif(v.name, ''))`;
export const variants = sql`left join product_variants v on v.project_id = l.project_id and v.id = l.product_variant_id
  left join products pr on pr.project_id = v.project_id and pr.id = v.product_id`;
