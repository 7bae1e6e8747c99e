import * as contract from '@lanka/domain/catalog/by_sku';
import { catalogErrors } from '@lanka/domain/catalog/errors';
import { apiKeyErrors } from '@lanka/domain/kit/api_key_errors';
import type { ApiScope } from '@lanka/domain/kit/api_scopes';
import { common, DomainError, type Locale } from '@lanka/domain/kit/errors';
import { can } from '@lanka/domain/kit/permissions';
import { DEFAULT_UNIT } from '@lanka/domain/kit/units';
import { type Level, planStockChange, refusePrice, type StockChange } from '@lanka/domain/stock/rules';
import type { MainInfo } from '@lanka/domain/templates/main_info';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { type Served, serve } from '../kit/http/serve';
import { changeMany, lockLevels } from '../stock';
import { holdMainInfo, readTemplates, type Templates, withFields } from '../templates';
import { type BulkChange, loadProducts, saveProducts } from './bulk.store';
import { findBySku, type KnownSku, lockNewSkus } from './by-sku.store';
import { Columns } from './columns';
import { assertPlaceFor } from './limits/limits';
import { addVariant, emptyProduct, type ProductState, settle, type VariantState } from './model';

/**
 * Prices and stock of many SKUs at once. Each row is done whole or not at all, and one that is refused keeps no other
 * back; the number of statements does not depend on how many there are.
 */
type Row = contract.RowBySku & { readonly index: number };
type Change = StockChange & { readonly product_variant_id: string };

interface Asking {
  readonly tx: Tx;
  readonly scope: ProjectScope;
  readonly locale: Locale;
}

const hasPrice = ({ price, recommended_price }: Row): boolean => price !== undefined || recommended_price !== undefined;

function changeOf({ counted, delta }: Row): StockChange | null {
  if (counted !== undefined) return { counted };
  return delta === undefined ? null : { delta };
}

/** What stands in a row asks for its own right: of the role, and of a key for its scope. */
function requireRights({ role, api_key }: ProjectScope, rows: readonly Row[]): void {
  const need = (permission: 'products.edit' | 'stock.edit', wanted: ApiScope) => {
    if (!can(role, permission)) throw common.forbidden();
    if (api_key && !api_key.scopes.includes(wanted))
      throw apiKeyErrors.scope({ scope: wanted, allowed: api_key.scopes });
  };
  if (rows.some((row) => hasPrice(row) || row.product_name !== undefined)) need('products.edit', 'products.write');
  if (rows.some((row) => changeOf(row) !== null)) need('stock.edit', 'stock.write');
}

class Outcome {
  readonly rows: contract.BySkuRow[] = [];
  private readonly done = { created: 0, changed: 0, unchanged: 0, refused: 0 };

  constructor(private readonly locale: Locale) {}

  count(what: 'changed' | 'unchanged'): void {
    this.done[what] += 1;
  }

  created({ index, sku }: Row, product_id: string, product_variant_id: string): void {
    this.done.created += 1;
    this.rows.push({ index, sku, outcome: 'created', product_id, product_variant_id, code: null, message: null });
  }

  refuse({ index, sku }: Row, error: DomainError): void {
    this.done.refused += 1;
    const why = { code: error.code, message: error.message_in(this.locale) };
    this.rows.push({ index, sku, outcome: 'refused', product_id: null, product_variant_id: null, ...why });
  }

  answer(): contract.BySkuAnswer {
    return { ...this.done, rows: this.rows.sort((a, b) => a.index - b.index) };
  }
}

/** Rows by what has their SKU; those that name none, or too many, or one that stands above, are refused. */
function sortOut(rows: readonly Row[], known: readonly KnownSku[], outcome: Outcome) {
  const seen = new Set<string>();
  const found: { row: Row; id: string; product_id: string }[] = [];
  const fresh: Row[] = [];
  for (const [at, row] of rows.entries()) {
    const { key = row.sku, variants = [] } = known[at] ?? {};
    const [first, second] = variants;
    if (seen.has(key)) outcome.refuse(row, catalogErrors.sku_repeated({ path: 'sku', sku: row.sku }));
    else if (second)
      outcome.refuse(row, catalogErrors.sku_ambiguous({ path: 'sku', sku: row.sku, count: variants.length }));
    else if (first) found.push({ row, ...first });
    else if (row.product_name !== undefined) fresh.push(row);
    else outcome.refuse(row, catalogErrors.sku_unknown({ path: 'sku', sku: row.sku }));
    seen.add(key);
  }
  return { found, fresh };
}

/** What becomes of the shelf and of the price together; or why not. */
function plan(row: Row, level: Level): { delta: number } | { refused: DomainError } {
  const change = changeOf(row);
  const price = row.price ?? level.price ?? 0;
  const planned = change ? planStockChange({ ...level, price }, change) : { delta: 0 };
  if ('refused' in planned || row.price === undefined) return planned;
  const refused = refusePrice(level.actual + planned.delta, row.price, 'price');
  return refused ? { refused } : planned;
}

interface New {
  readonly row: Row;
  readonly state: ProductState;
  readonly id: string;
}

function makeNew(row: Row, templates: Templates, defaults: MainInfo, locale: Locale): New {
  const state = emptyProduct(newId(), row.product_name ?? '', defaults.units[0] ?? DEFAULT_UNIT);
  state.fields = withFields(templates.product, undefined, { isNew: true, locale });
  const { sku, price = null, recommended_price = null } = row;
  const { default_weight: weight, default_size } = defaults;
  const given = { sku, price, recommended_price, weight, ...default_size };
  const variant = addVariant(state, given, new Columns(), '');
  variant.fields = withFields(templates.product_modification, undefined, { isNew: true, path: 'fields', locale });
  settle(null, state, () => '');
  const planned = plan(row, { actual: 0, booked: 0 });
  if ('refused' in planned) throw planned.refused;
  return { row, state, id: variant.id };
}

/** Those that may be made; where the plan has no room for them, none is. */
async function planNew(
  { tx, scope, locale }: Asking,
  rows: readonly Row[],
  defaults: MainInfo | null,
  outcome: Outcome,
) {
  if (!defaults || rows.length === 0) return [];
  const templates = await readTemplates(tx, scope, ['product', 'product_modification']);
  const planned: New[] = [];
  for (const row of rows) {
    try {
      planned.push(makeNew(row, templates, defaults, locale));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      outcome.refuse(row, error);
    }
  }
  try {
    await assertPlaceFor(tx, scope, { products: planned.length, product_variants: planned.length });
    return planned;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    for (const { row } of planned) outcome.refuse(row, error);
    return [];
  }
}

async function updateBySku(asking: Asking, { items, comment }: contract.BySkuBody) {
  const { tx, scope, locale } = asking;
  const rows = items.map((item, index): Row => ({ ...item, index }));
  requireRights(scope, rows);
  const mayMake = rows.some(({ product_name }) => product_name !== undefined);
  if (mayMake) await lockNewSkus(tx, scope);
  const defaults = mayMake ? await holdMainInfo(tx, scope) : null;
  const outcome = new Outcome(locale);
  const skus = rows.map(({ sku }) => sku);
  const { found, fresh } = sortOut(rows, await findBySku(tx, scope, skus), outcome);

  // products before levels, each in key order, as whoever edits one product
  const priced = found.filter(({ row }) => hasPrice(row)).map(({ product_id }) => product_id);
  const before = await loadProducts(tx, scope, [...new Set(priced)], true);
  const ofProducts = [...before.values()].flatMap(({ variants }) => variants.map(({ id }) => id));
  const levels = await lockLevels(tx, scope, [...new Set([...ofProducts, ...found.map(({ id }) => id)])]);
  const after = new Map([...before].map(([id, state]) => [id, structuredClone(state)]));
  const touched = new Set<string>();
  const stock: Change[] = [];
  for (const { row, id, product_id } of found) {
    const [level, state] = [levels.get(id), after.get(product_id)];
    // somebody has deleted it meanwhile
    const variant = state?.variants.find((one) => one.id === id);
    if (!level || (hasPrice(row) && !variant)) {
      outcome.refuse(row, catalogErrors.sku_unknown({ path: 'sku', sku: row.sku }));
      continue;
    }
    const planned = plan(row, level);
    if ('refused' in planned) {
      outcome.refuse(row, planned.refused);
      continue;
    }
    const isPriced = variant !== undefined && setPrices(variant, row);
    if (isPriced) touched.add(product_id);
    if (planned.delta !== 0) stock.push({ product_variant_id: id, ...(changeOf(row) as StockChange) });
    outcome.count(isPriced || planned.delta !== 0 ? 'changed' : 'unchanged');
  }
  const made = await planNew(asking, fresh, defaults, outcome);
  const changes = [...touched].map((id): BulkChange => {
    return { before: before.get(id) as ProductState, after: after.get(id) as ProductState, variant_sources: new Map() };
  });
  const added = made.map(({ state }): BulkChange => ({ before: null, after: state, variant_sources: new Map() }));
  if (changes.length + added.length > 0) await saveProducts(tx, scope, levels, [...changes, ...added], new Columns());
  for (const { row, state, id } of made) {
    outcome.created(row, state.id, id);
    const change = changeOf(row);
    if (change && Object.values(change)[0] !== 0) stock.push({ product_variant_id: id, ...change });
  }
  const { refused, filled } =
    stock.length > 0 ? await changeMany(tx, scope, stock, { comment }) : { refused: new Map(), filled: [] };
  // each was asked before under the same locks
  for (const error of refused.values()) throw error;
  return { answer: outcome.answer(), filled };
}

function setPrices(variant: VariantState, { price, recommended_price }: Row): boolean {
  const { price: oldPrice, recommended_price: oldRecommended } = variant;
  if (price !== undefined) variant.price = price;
  if (recommended_price !== undefined) variant.recommended_price = recommended_price;
  return variant.price !== oldPrice || variant.recommended_price !== oldRecommended;
}

export const bySkuRoutes: Served[] = [
  serve(contract.updateBySku, async ({ tx, scope, body, locale, changed }) => {
    const { answer, filled } = await updateBySku({ tx, scope, locale }, body);
    if (answer.created + answer.changed > 0) changed('products', scope.project.id);
    for (const ref of filled) changed(ref.kind, ref.id);
    return answer;
  }),
];
