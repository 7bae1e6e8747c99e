import { listAllVariants, type VariantRecord } from '@lanka/domain/catalog/contract';
import { MAX_LIMIT } from '@lanka/domain/kit/lists';
import { MAX_LABEL_LINES } from '@lanka/domain/marking/labels';
import { type Order, readOrder } from '@lanka/domain/orders/contract';
import type { FieldValues } from '@lanka/domain/templates/fields';
import { readTurnover } from '@lanka/domain/turnover/contract';
import { readVariants } from '../catalog';
import { type Answer, call } from '../kit/http/call';

/** A line of what is to be printed. */
export interface Line {
  /** A modification stands once among them, but of each order again. */
  key: string;
  variant: VariantRecord;
  count: number | null;
  /** What the labels are made from, with the fields of the line there. */
  order?: Pick<Order, 'id' | 'prefix' | 'number'> & { item_fields: FieldValues };
}

/** As many as the address of the page holds. */
export const MAX_LABEL_ORDERS = 100;

const ASKED_AT_ONCE = 6;

const portions = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));

interface Found {
  readonly variants: readonly VariantRecord[];
  /** So many more there are than are printed at once. */
  readonly cut: number;
}

/** The first modifications of one product, `most` at the most, and how many it has. */
async function ofProduct(project_id: string, product_id: string, most: number) {
  const variants: VariantRecord[] = [];
  for (let cursor: string | null = null; ; ) {
    // of what is only counted a row comes along
    const query = { product_id, limit: Math.max(1, Math.min(MAX_LIMIT, most - variants.length)) };
    const page: Answer<typeof listAllVariants> = await call(listAllVariants, {
      params: { project_id },
      query: cursor === null ? query : { ...query, cursor },
    });
    variants.push(...page.items);
    cursor = page.next_cursor;
    if (cursor === null || variants.length >= most) return { variants: variants.slice(0, most), total: page.total };
  }
}

async function ofProducts(project_id: string, ids: readonly string[], skip: number, most: number): Promise<Found> {
  const variants: VariantRecord[] = [];
  let total = 0;
  for (const portion of portions(ids, ASKED_AT_ONCE)) {
    const left = skip + most - variants.length;
    const found = await Promise.all(portion.map((id) => ofProduct(project_id, id, left)));
    variants.push(...found.flatMap((one) => one.variants).slice(0, left));
    total += found.reduce((sum, one) => sum + one.total, 0);
  }
  return { variants: variants.slice(skip), cut: Math.max(0, total - variants.length) };
}

type Wanted = Omit<Line, 'variant'> & { product_variant_id: string };

async function linesOf(project_id: string, wanted: readonly Wanted[], skip: number): Promise<Given> {
  const here = wanted.slice(skip, skip + MAX_LABEL_LINES);
  const ids = [...new Set(here.map(({ product_variant_id }) => product_variant_id))];
  const variants = new Map((await readVariants(project_id, ids)).map((variant) => [variant.id, variant]));
  const lines = here.flatMap(({ product_variant_id, ...line }): Line[] => {
    const variant = variants.get(product_variant_id);
    return variant ? [{ ...line, variant }] : [];
  });
  return { lines, skipped: skip, next: skip + here.length, cut: Math.max(0, wanted.length - skip - here.length) };
}

async function ofOrders(project_id: string, ids: readonly string[], skip: number): Promise<Given> {
  const orders: Order[] = [];
  for (const portion of portions(ids, ASKED_AT_ONCE))
    orders.push(...(await Promise.all(portion.map((id) => call(readOrder, { params: { project_id, id } })))));
  const wanted = orders.flatMap(({ id, prefix, number, items }) =>
    items.map(({ product_variant_id, count, fields }) => ({
      ...{ key: `${id} ${product_variant_id}`, product_variant_id, count },
      order: { id, prefix, number, item_fields: fields },
    })),
  );
  return linesOf(project_id, wanted, skip);
}

export interface Given {
  readonly lines: readonly Line[];
  /** So many lines come before these, */
  readonly skipped: number;
  /** from here the others go on: what was deleted since has no line, */
  readonly next: number;
  /** and so many behind them: no more are printed at once. */
  readonly cut: number;
}

/**
 * What a link leads here with: `?variants=`, `?products=`, `?order=` (one or several) and `?turnover=`, the last two with
 * their counts; `?from=` skips what was printed before.
 */
export async function linesFrom(project_id: string, search: URLSearchParams): Promise<Given> {
  const ids = (name: string) => (search.get(name) ?? '').split(',').filter(Boolean);
  const skip = Math.max(0, Math.trunc(Number(search.get('from'))) || 0);
  const orders = [...new Set(ids('order'))];
  if (orders.length > 0) return ofOrders(project_id, orders, skip);
  const turnover = search.get('turnover');
  if (turnover) {
    const { items } = await call(readTurnover, { params: { project_id, id: turnover } });
    const wanted = items.map(({ product_variant_id, count }) => ({
      ...{ key: product_variant_id, product_variant_id, count },
    }));
    return linesOf(project_id, wanted, skip);
  }
  const named = ids('variants');
  const here = named.slice(skip, skip + MAX_LABEL_LINES);
  const alone = await readVariants(project_id, here);
  const before = Math.max(0, skip - named.length);
  const { variants, cut } = await ofProducts(project_id, ids('products'), before, MAX_LABEL_LINES - here.length);
  return {
    lines: [...alone, ...variants].map((variant) => ({ key: variant.id, variant, count: 1 })),
    skipped: skip,
    next: skip + here.length + variants.length,
    cut: cut + Math.max(0, named.length - skip - here.length),
  };
}
