import type { Vanished } from '@lanka/domain/feeds/sources';
import { type BulkChange, Columns, holdColumns, loadProducts, type ProductState, saveProducts } from '../catalog';
import type { Tx } from '../kit/db/db';
import { changeMany, lockLevels } from '../stock';
import type { ImportRecord, ImportScope, SettledRow } from './feeds.store';
import { readLevels } from './known.store';
import type { Changes } from './plan-types';
import { listVanished, markVanished } from './sources.store';

interface GoneRow {
  readonly id: string;
  readonly product_id: string | null;
  readonly product_variant_id: string | null;
}

type Run = Pick<ImportRecord, 'project_id' | 'id' | 'source_id' | 'source' | 'dry_run'>;

/**
 * Goods that the file of a source has no more. A product of which nothing is left is hidden; where some of its
 * modifications are left, those that are gone are counted down to what is booked. To keep means to leave all as it is.
 */
export async function carryOutVanished(
  tx: Tx,
  scope: ImportScope,
  run: Run,
  { rows, mode }: { readonly rows: readonly GoneRow[]; readonly mode: Vanished },
): Promise<SettledRow[]> {
  const { project_id, dry_run } = run;
  const source_id = run.source_id as string;
  const ids = rows.flatMap(({ product_variant_id }) => product_variant_id ?? []);
  const changes = new Map<string, Changes>();
  const hidden_products: string[] = [];
  if (mode === 'hide') {
    if (!dry_run) await holdColumns(tx, scope, []);
    const product_ids = [...new Set(rows.flatMap(({ product_id }) => product_id ?? []))];
    const products = await loadProducts(tx, scope, product_ids, !dry_run);
    const all = [...products.values()].flatMap(({ variants }) => variants.map(({ id }) => id));
    const before = await listVanished(tx, run, all);
    const gone = new Set([...ids, ...before]);
    const { hide, empty } = whatToDo([...products.values()], gone, new Set(ids));
    hidden_products.push(...hide.map(({ id }) => id));
    const locked = dry_run
      ? await readLevels(tx, project_id, empty)
      : await lockLevels(tx, scope, [...hide.flatMap(({ variants }) => variants.map(({ id }) => id)), ...empty]);
    const stock = empty.flatMap((id) => {
      const level = locked.get(id);
      if (!level || level.tracked === false || level.actual <= level.booked) return [];
      changes.set(id, { stock: { from: level.actual, to: level.booked } });
      return { product_variant_id: id, counted: level.booked };
    });
    for (const product of hide) {
      const first = rows.find(({ product_id }) => product_id === product.id)?.product_variant_id;
      if (first) changes.set(first, { published: { from: true, to: false } });
    }
    if (!dry_run) {
      await saveProducts(tx, scope, locked as Awaited<ReturnType<typeof lockLevels>>, hide.map(hidden), new Columns());
      const cause = { comment: run.source ?? '', ref: { kind: 'import', id: run.id } };
      await changeMany(tx, scope, stock, cause);
    }
  }
  if (!dry_run) await markVanished(tx, project_id, source_id, { ids, hidden_products });
  return rows.map(({ id, product_id, product_variant_id }) => ({
    ...{ id, product_id, product_variant_id, outcome: 'vanished', reasons: [], warnings: [] },
    changes: changes.get(product_variant_id ?? '') ?? {},
  }));
}

const hidden = (product: ProductState): BulkChange => ({
  before: product,
  after: { ...product, published: false },
  variant_sources: new Map(),
});

/** Products of which nothing is left, and modifications that are gone from those of which something is. */
function whatToDo(products: readonly ProductState[], gone: ReadonlySet<string>, now: ReadonlySet<string>) {
  const isGone = ({ id }: { readonly id: string }) => gone.has(id);
  const hide = products.filter(({ published, variants }) => published && variants.every(isGone));
  const left = products.filter(({ variants }) => !variants.every(isGone));
  const empty = left.flatMap(({ variants }) => variants.flatMap(({ id }) => (now.has(id) ? id : [])));
  return { hide, empty };
}
