import { publishProblems } from '@lanka/domain/catalog/rules';
import { pathOfNames } from '@lanka/domain/categories/rules';
import type { ImportOptions, RowOutcome } from '@lanka/domain/feeds/contract';
import { variantOptions } from '@lanka/domain/feeds/groups';
import { type RowReason, rowReason } from '@lanka/domain/feeds/reasons';
import { DomainError } from '@lanka/domain/kit/errors';
import { lessPercent } from '@lanka/domain/kit/money';
import { SIDES } from '@lanka/domain/kit/size';
import { DEFAULT_UNIT, unitOf } from '@lanka/domain/kit/units';
import { priceHeader } from '@lanka/domain/price_levels/columns';
import { type FurtherPrice, priceProblems, samePrices, withPrices } from '@lanka/domain/price_levels/rules';
import { mostPieces } from '@lanka/domain/stock/rules';
import {
  addVariant,
  type BulkChange,
  type Columns,
  emptyProduct,
  type ProductState,
  patchVariant,
  type SourceKey,
  settle,
  type VariantState,
  valuesOf,
} from '../catalog';
import { newId } from '../kit/db/ids';
import { fieldChanges, planAdditional } from './plan-additional';
import { planFields } from './plan-fields';
import { takeParams } from './plan-params';
import type { GroupPlan, PlanContext, PlanGroup, PlanRow, RowPlan } from './plan-types';
import { planValues } from './plan-values';
import type { StagedOffer } from './tables';

/**
 * What an import does with the rows of one product. Pure: the same rows and the same product give the same plan,
 * and a plan for what was just written is empty. What the file does not tell is left as it is; what it tells is
 * taken over, except that tags, photos, options and values are only ever added.
 */
export function planGroup(group: PlanGroup, context: PlanContext): GroupPlan {
  const refused: RowPlan[] = [];
  const rows: PlanRow[] = [];
  for (const row of group.rows) {
    const reason = refusal(row, group.before, context);
    if (reason) refused.push(plainRow(row, 'refused', [reason]));
    else rows.push(row);
  }
  if (rows.length === 0) return { change: null, rows: refused, stock: [], pictures: [] };
  try {
    const plan = planRows({ ...group, rows }, context);
    return { ...plan, rows: [...refused, ...plan.rows] };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const reason: RowReason = {
      ...rowReason('product_refused', 'options', error.message_in('ua')),
      en: rowReason('product_refused', 'options', error.message_in('en')).en,
    };
    return {
      change: null,
      rows: [...refused, ...rows.map((row) => plainRow(row, 'refused', [reason]))],
      stock: [],
      pictures: [],
    };
  }
}

function plainRow(row: PlanRow, outcome: RowOutcome, reasons: RowReason[] = []): RowPlan {
  return {
    ...{ id: row.id, outcome, reasons, warnings: [...row.offer.warnings], changes: {} },
    ...{ product_id: null, product_variant_id: row.product_variant_id },
  };
}

/** Why this row cannot go in, whatever the others of its product do. */
function refusal(row: PlanRow, before: ProductState | null, context: PlanContext): RowReason | null {
  const { barcode, price } = row.offer;
  const owner = barcode === null ? undefined : context.barcodes.get(barcode);
  if (barcode !== null && owner !== undefined && owner !== row.product_variant_id)
    return rowReason('barcode_taken', 'barcode', barcode);
  const worth = refuseWorth(row, before, context);
  if (worth) return worth;
  // a published product may not get a variant that cannot be ordered (specification §5)
  if (before?.published && row.product_variant_id === null && price === null)
    return rowReason('price_missing', 'price');
  return null;
}

/** The stock that is there and that of the file, at the price that will hold: neither may be worth too much. */
function refuseWorth(
  { offer, product_variant_id }: PlanRow,
  before: ProductState | null,
  { levels, options }: PlanContext,
): RowReason | null {
  const known = before?.variants.find(({ id }) => id === product_variant_id);
  const allowed = mostPieces(basePrice(offer, options.discount) ?? known?.price ?? 0);
  const actual = product_variant_id === null ? 0 : (levels.get(product_variant_id)?.actual ?? 0);
  if (Math.max(offer.stock ?? 0, actual) <= allowed) return null;
  return rowReason('stock_value_too_large', 'stock', allowed);
}

function planRows(given: PlanGroup, read: PlanContext): GroupPlan {
  const { rows, fieldColumns } = takeParams(given.rows, given.before, read);
  const context = { ...read, fieldColumns };
  const group = { ...given, rows };
  const { before } = group;
  const { source, traits, options, columns } = context;
  const state = before ? structuredClone(before) : emptyProduct(newId(), '', context.defaults.units[0] ?? DEFAULT_UNIT);
  const names = variantOptions(rows.map(({ offer }) => offer));
  const product = planFields(group, context, state, names.common);
  Object.assign(state, product.fields);
  const staysTracked = track(group, context, state);
  categorise(group, context, state);

  const plans = rows.map((row) => plainRow(row, row.product_variant_id === null ? 'created' : 'unchanged'));
  warnOfUnits(rows, plans, [state.unit, ...context.defaults.units]);
  const variant_sources = new Map<string, SourceKey>();
  const stock: GroupPlan['stock'] = [];
  const values = planValues(rows, before, traits, names);
  rows.forEach((row, i) => {
    const plan = plans[i] as RowPlan;
    const known = state.variants.find(({ id }) => id === row.product_variant_id);
    const variant = known ?? addVariant(state, measuresOf(row, context), columns, '');
    const fields = { ...variantFields(row, options), ...pricesOf(row, variant, plan, context) };
    plan.product_id = state.id;
    plan.product_variant_id = variant.id;
    patchVariant(state, variant, { ...fields, ...(values[i] ? { values: values[i] } : {}) }, columns, '');
    nameVariant(state, variant, row, group.before, columns);
    if (!known || !context.linked.has(variant.id))
      variant_sources.set(variant.id, { source, source_key: row.external_id });
    planStock(row, plan, known !== undefined, context, state, stock);
  });
  planAdditional(rows, plans, { before, state }, context);
  settle(before, state, () => '');
  if (staysTracked) plans[0]?.warnings.push(rowReason('tracked_has_stock', 'tracked'));
  publish(group, context, state, plans);

  for (const [i, plan] of plans.entries()) describeChanges(plan, before, state, rows[i]?.offer, context);
  const [first] = plans;
  if (before && first)
    Object.assign(
      first.changes,
      product.changes(),
      fieldChanges(context.templates.product ?? [], before.fields, state.fields),
    );
  if (before && first && before.published !== state.published)
    first.changes.published = { from: before.published, to: state.published };
  if (before && first && before.category_path !== state.category_path)
    first.changes.category = { from: before.category_path, to: state.category_path };
  if (before && first && before.tracked !== state.tracked)
    first.changes.tracked = { from: before.tracked, to: state.tracked };
  for (const plan of plans) {
    if (plan.outcome === 'unchanged' && Object.keys(plan.changes).length > 0) plan.outcome = 'changed';
  }
  const differs = JSON.stringify(before) !== JSON.stringify(state);
  const change: BulkChange = {
    ...{ before, after: state, variant_sources },
    ...(before ? {} : { source: { source, source_key: group.source_key } }),
  };
  return {
    change: differs || variant_sources.size > 0 ? change : null,
    rows: plans,
    stock,
    pictures: product.pictures(state.id, plans),
  };
}

/** Weight and size of a new modification, as the form gives them. */
function measuresOf({ offer }: PlanRow, { defaults: { default_weight, default_size } }: PlanContext) {
  return SIDES.some((side) => offer[side]) ? { weight: default_weight } : { weight: default_weight, ...default_size };
}

function warnOfUnits(rows: readonly PlanRow[], plans: readonly RowPlan[], units: readonly string[]): void {
  rows.forEach(({ offer: { unit } }, i) => {
    if (unit && unitOf(units, unit) === undefined) plans[i]?.warnings.push(rowReason('unit_unknown', 'unit', unit));
  });
}

/** What the file tells of a variant; fields it does not tell are left out. Limits are those of the product form. */
function variantFields({ offer, product_variant_id }: PlanRow, { discount }: ImportOptions) {
  const { recommended_price, sku, barcode, weight, place, minimum } = offer;
  const price = basePrice(offer, discount);
  return {
    ...(price === null ? {} : { price }),
    ...(recommended_price === null ? {} : { recommended_price }),
    // our own export puts the id where there is no sku
    ...(sku === '' || sku === product_variant_id ? {} : { sku: sku.slice(0, 100) }),
    ...(barcode === null || barcode.length > 60 ? {} : { barcode }),
    ...(weight === null || weight > 10_000_000 ? {} : { weight }),
    ...Object.fromEntries(SIDES.flatMap((side) => (offer[side] ? [[side, offer[side]]] : []))),
    ...(place === '' ? {} : { place }),
    ...(minimum === null ? {} : { minimum }),
  };
}

/** Prices beside the price itself: those of the file take the place of those of the same level and count. */
function pricesOf({ offer }: PlanRow, { prices: known }: VariantState, plan: RowPlan, { levelOf }: PlanContext) {
  if (!offer.prices) return {};
  const given = offer.prices.flatMap(({ level: name, from_count, price }): FurtherPrice[] => {
    const level = name === null ? null : levelOf(name);
    if (name === null || level) return [{ price_level_id: level?.id ?? null, from_count, price }];
    plan.warnings.push(rowReason('price_level_full', 'prices', name));
    return [];
  });
  const prices = withPrices(known, given);
  if (priceProblems(prices).length === 0) return { prices };
  plan.warnings.push(rowReason('prices_too_many', 'prices'));
  return {};
}

/** A discount makes the dropshipper's price where the file has only the customer's; a price of his own stays. */
function basePrice({ price, recommended_price }: StagedOffer, discount: number): number | null {
  if (price === null) return recommended_price === null ? null : lessPercent(recommended_price, discount);
  return recommended_price === price ? lessPercent(price, discount) : price;
}

/** Variants with values get their name from them; the only variant of a product is called like the product. */
function nameVariant(
  state: ProductState,
  variant: VariantState,
  row: PlanRow,
  before: ProductState | null,
  columns: Columns,
): void {
  const title = row.offer.variant_title;
  const old = before?.variants.find(({ id }) => id === variant.id);
  if (variant.value_ids.length > 0) {
    if (old && !old.name_given) return;
    if (!old || old.name === before?.name) patchVariant(state, variant, { name: '' }, columns, '');
  } else if (!old || old.name === before?.name || (title !== null && old.name_given)) {
    const name = (title ?? state.name).slice(0, 300);
    if (name !== variant.name) patchVariant(state, variant, { name }, columns, '');
  }
}

function planStock(
  { offer }: PlanRow,
  plan: RowPlan,
  known: boolean,
  { levels }: PlanContext,
  { tracked }: ProductState,
  stock: GroupPlan['stock'],
): void {
  const product_variant_id = plan.product_variant_id as string;
  if (offer.stock === null) return;
  if (!tracked) {
    if (offer.stock > 0) plan.warnings.push(rowReason('stock_untracked', 'stock', offer.stock));
    return;
  }
  const level = (known ? levels.get(product_variant_id) : undefined) ?? { actual: 0, booked: 0 };
  if (level.actual === offer.stock) return;
  if (offer.stock < level.booked) {
    plan.warnings.push(rowReason('stock_below_booked', 'stock', offer.stock));
    return;
  }
  stock.push({ product_variant_id, counted: offer.stock });
  if (known) plan.changes.stock = { from: level.actual, to: offer.stock };
}

/** Where the file puts the product. Only our own table moves one that somebody has put elsewhere. */
function categorise({ rows, before }: PlanGroup, { traits, categoryOf }: PlanContext, state: ProductState): void {
  const names = pathOfNames(rows.find(({ offer }) => offer.category.length > 0)?.offer.category ?? []);
  if (names.length === 0 || (before?.category_id && !traits.own)) return;
  const category = categoryOf(names);
  if (!category) return;
  state.category_id = category.id;
  state.category_path = category.path;
}

/** Whether the stock is counted, as our own table tells. Answers whether it goes on to be counted against what was told. */
function track({ rows, before }: PlanGroup, { traits, levels }: PlanContext, state: ProductState): boolean {
  const told = rows.map(({ offer }) => offer.tracked ?? null).filter((one) => one !== null);
  if (!traits.own || told.length === 0) return false;
  state.tracked = !told.includes(false);
  const has = ({ id }: VariantState) => {
    const level = levels.get(id);
    return level !== undefined && level.actual + level.waiting > 0;
  };
  if (state.tracked || !before?.tracked || !before.variants.some(has)) return false;
  state.tracked = true;
  return true;
}

/**
 * Our own table tells what is published; other files only what is not. A product that lacks a price stays hidden,
 * with a remark.
 */
function publish(
  group: PlanGroup,
  { traits, options, returned }: PlanContext,
  state: ProductState,
  plans: RowPlan[],
): void {
  const told = group.rows.map(({ offer }) => offer.published).filter((one) => one !== null);
  const wanted = told.length === 0 ? null : told.includes(true);
  if (!group.before) state.published = traits.own && wanted !== null ? wanted : options.publish && wanted !== false;
  else if (traits.own && wanted !== null) state.published = wanted;
  else if (returned.has(group.before.id)) state.published = true;
  if (!state.published || group.before?.published || publishProblems(state.variants).length === 0) return;
  state.published = false;
  plans[0]?.warnings.push(rowReason('not_publishable', 'published'));
}

const SHOWN = ['sku', 'barcode', 'price', 'recommended_price', 'weight', ...SIDES, 'place', 'minimum'] as const;

function describeChanges(
  plan: RowPlan,
  before: ProductState | null,
  state: ProductState,
  offer: StagedOffer | undefined,
  { levelOf, templates }: PlanContext,
): void {
  const old = before?.variants.find(({ id }) => id === plan.product_variant_id);
  const now = state.variants.find(({ id }) => id === plan.product_variant_id);
  if (!before || !old || !now) return;
  for (const field of SHOWN) {
    if (old[field] !== now[field]) plan.changes[field] = { from: old[field], to: now[field] };
  }
  Object.assign(plan.changes, fieldChanges(templates.product_modification ?? [], old.fields, now.fields));
  if (!samePrices(old.prices, now.prices)) {
    // what is not in the file stays, so that the columns of the file name all that changes
    for (const { level: name, from_count } of offer?.prices ?? []) {
      const id = name === null ? null : (levelOf(name)?.id ?? null);
      const priceIn = (variant: VariantState) =>
        variant.prices.find((one) => one.price_level_id === id && one.from_count === from_count)?.price ?? null;
      const change = { from: priceIn(old), to: priceIn(now) };
      if (change.from !== change.to) plan.changes[priceHeader({ level: name, from_count }, 'ua')] = change;
    }
  }
  const label = (product: ProductState, variant: VariantState) =>
    valuesOf(product, variant)
      .map(({ option, value }) => `${option}: ${value}`)
      .join(', ');
  const [from, to] = [label(before, old), label(state, now)];
  if (from !== to) plan.changes.options = { from, to };
  if (old.name !== now.name && from === to) plan.changes.variant_name = { from: old.name, to: now.name };
}
