import { listAllVariants, type VariantRecord } from '@lanka/domain/catalog/contract';
import { MAX_LABEL_LINES } from '@lanka/domain/marking/labels';
import { readOrder } from '@lanka/domain/orders/contract';
import { readTurnover } from '@lanka/domain/turnover/contract';
import { call } from '../kit/http/call';

/** A line of what is to be printed. */
export interface Line {
  variant: VariantRecord;
  count: number | null;
}

/** So many ids a filter of a list takes. */
const IDS_AT_ONCE = 50;
const PRODUCTS_AT_ONCE = 6;

const portions = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));

async function variantsOf(project_id: string, ids: readonly string[]): Promise<VariantRecord[]> {
  const pages = await Promise.all(
    portions(ids, IDS_AT_ONCE).map((id) =>
      call(listAllVariants, { params: { project_id }, query: { id, limit: IDS_AT_ONCE } }),
    ),
  );
  const known = new Map(pages.flatMap(({ items }) => items).map((one) => [one.id, one]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

async function ofProducts(project_id: string, ids: readonly string[]): Promise<VariantRecord[]> {
  const found: VariantRecord[] = [];
  for (const portion of portions(ids, PRODUCTS_AT_ONCE)) {
    const query = (product_id: string) => ({ product_id, limit: 200 });
    const pages = await Promise.all(
      portion.map((product_id) => call(listAllVariants, { params: { project_id }, query: query(product_id) })),
    );
    found.push(...pages.flatMap(({ items }) => items));
    if (found.length >= MAX_LABEL_LINES) break;
  }
  return found.slice(0, MAX_LABEL_LINES);
}

async function counted(
  project_id: string,
  items: readonly { readonly product_variant_id: string; readonly count: number }[],
): Promise<Line[]> {
  const counts = new Map(items.map(({ product_variant_id, count }) => [product_variant_id, count]));
  const variants = await variantsOf(project_id, [...counts.keys()].slice(0, MAX_LABEL_LINES));
  return variants.map((variant) => ({ variant, count: counts.get(variant.id) ?? 1 }));
}

/** What a link leads here with: `?variants=`, `?products=`, `?order=` and `?turnover=`, the last two with their counts. */
export async function linesFrom(project_id: string, search: URLSearchParams): Promise<Line[]> {
  const ids = (name: string) => (search.get(name) ?? '').split(',').filter(Boolean);
  const order = search.get('order');
  if (order) return counted(project_id, (await call(readOrder, { params: { project_id, id: order } })).items);
  const turnover = search.get('turnover');
  if (turnover) return counted(project_id, (await call(readTurnover, { params: { project_id, id: turnover } })).items);
  const variants = [
    ...(await variantsOf(project_id, ids('variants'))),
    ...(await ofProducts(project_id, ids('products'))),
  ];
  return variants.map((variant) => ({ variant, count: 1 }));
}
