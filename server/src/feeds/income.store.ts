import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';

export interface FoundVariant {
  readonly product_variant_id: string;
  readonly product_title: string;
  readonly modification_title: string;
  readonly sku: string;
  readonly thumbnail: string | null;
}

/** The living modifications of these SKUs and codes, by the code in lower case. A code names at most one. */
export async function variantsByCode(
  tx: Tx,
  scope: ProjectScope,
  codes: readonly string[],
): Promise<ReadonlyMap<string, FoundVariant[]>> {
  const asked = codes.map((code) => code.toLowerCase());
  const rows = await tx.rows<{ [K in keyof FoundVariant]: FoundVariant[K] } & { asked: string; by_code: boolean }>(sql`
    select f.asked, f.by_code, v.id as product_variant_id, p.name as product_title, v.name as modification_title, v.sku,
      v.thumbnail
    from (
      select code as asked, id, true as by_code from product_variants
      where project_id = ${scope.project.id} and deleted_at is null and code = any(${textArray(codes)})
      union all
      select sku_key, id, false from product_variants
      where project_id = ${scope.project.id} and deleted_at is null and sku_key = any(${textArray(asked)})
    ) f
    join product_variants v on v.project_id = ${scope.project.id} and v.id = f.id
    join products p on p.project_id = v.project_id and p.id = v.product_id and p.deleted_at is null
    order by f.by_code desc, v.id`);
  const found = new Map<string, FoundVariant[]>();
  const coded = new Set<string>();
  for (const { asked: code, by_code, ...variant } of rows) {
    const key = code.toLowerCase();
    if (by_code) coded.add(key);
    // what a scanner reads is surer than a SKU of the same letters
    else if (coded.has(key)) continue;
    found.set(key, [...(found.get(key) ?? []), variant]);
  }
  return found;
}

/** Which one modification a code names, or why none. */
export function oneByCode(found: readonly FoundVariant[] | undefined): FoundVariant | 'unknown_code' | 'several' {
  const [first, second] = found ?? [];
  if (!first) return 'unknown_code';
  return second ? 'several' : first;
}
