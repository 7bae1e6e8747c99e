import type { PartyForDocument } from '@lanka/domain/documents/rules';
import type { StoredValues } from '@lanka/domain/templates/fields';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { asParty, LAST_USER_OF } from './documents.store';

/** What a paper prints of goods beside their names. */
export interface PrintedGoods {
  readonly id: string;
  readonly product_fields: StoredValues;
  readonly modification_fields: StoredValues;
  /** The key of the picture in the storage. */
  readonly thumbnail: string | null;
}

export async function readPrintedGoods(
  tx: Tx,
  scope: ProjectScope,
  variant_ids: readonly string[],
): Promise<ReadonlyMap<string, PrintedGoods>> {
  const found = await tx.rows<{ [K in keyof PrintedGoods]: PrintedGoods[K] }>(sql`
    select v.id, p.fields as product_fields, v.fields as modification_fields, v.thumbnail
    from product_variants v join products p on p.project_id = v.project_id and p.id = v.product_id
    where v.project_id = ${scope.project.id} and v.id = any(${idArray(variant_ids)})`);
  return new Map(found.map((one) => [one.id, one]));
}

/** A counterparty as papers name him; null where he is nobody but the project's own sales. */
export async function readParty(tx: Tx, scope: ProjectScope, id: string): Promise<PartyForDocument | null> {
  const [row] = await tx.rows<Record<string, unknown>>(sql`
    select c.name, c.legal_name, c.phone, c.email, c.own_sales, u.drop_legal_type, u.drop_legal_name, u.edropoy_code, u.iban
    from counterparties c ${LAST_USER_OF}
    where c.project_id = ${scope.project.id} and c.id = ${id}`);
  return row ? asParty(row) : null;
}
