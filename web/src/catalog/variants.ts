import { listAllVariants, type VariantRecord } from '@lanka/domain/catalog/contract';
import { call } from '../kit/http/call';

/** So many ids a filter of a list takes. */
const IDS_AT_ONCE = 50;

/** Modifications by their ids, in that order; those that are gone are left out. */
export async function readVariants(project_id: string, ids: readonly string[]): Promise<VariantRecord[]> {
  const portions = Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, i) =>
    ids.slice(i * IDS_AT_ONCE, (i + 1) * IDS_AT_ONCE),
  );
  const pages = await Promise.all(
    portions.map((id) => call(listAllVariants, { params: { project_id }, query: { id, limit: IDS_AT_ONCE } })),
  );
  const known = new Map(pages.flatMap(({ items }) => items).map((one) => [one.id, one]));
  return ids.flatMap((id) => known.get(id) ?? []);
}
