import { createHash } from 'node:crypto';
import { catalogErrors } from '@lanka/domain/catalog/errors';
import * as contract from '@lanka/domain/catalog/repricing';
import { MAX_PRICE } from '@lanka/domain/kit/bounds';
import type { Locale } from '@lanka/domain/kit/errors';
import { formatMoney, type PriceStep, pricePlusPercent } from '@lanka/domain/kit/money';
import { inPriceOrder, withPrices } from '@lanka/domain/price_levels/rules';
import { refusePrice } from '@lanka/domain/stock/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type Served, serve } from '../kit/http/serve';
import { holdLevels, readLevels as readPriceLevels } from '../price_levels';
import { type LockedLevels, lockLevels, readLevels } from '../stock';
import { readMainInfo } from '../templates';
import { loadProducts, saveProducts } from './bulk.store';
import { Columns } from './columns';
import type { ProductState, VariantState } from './model';

/** Prices of many goods by a percent of the price itself: what would come of it, and the same carried out. */
const { MAX_REPRICED, SHOWN_REPRICED } = contract;
type RepricedRow = contract.RepricedRow;
type Repricing = contract.Repricing;
type RepricingBody = contract.RepricingBody;

interface Asking {
  readonly tx: Tx;
  readonly scope: ProjectScope;
  readonly locale: Locale;
}

interface Plan {
  readonly answer: Repricing;
  readonly changes: { readonly before: ProductState; readonly after: ProductState }[];
}

type Target = Pick<RepricingBody, 'target' | 'price_level_id'>;

function priceOf(variant: VariantState, { target, price_level_id }: Target): number | null {
  if (target !== 'level') return variant[target];
  const own = variant.prices.find((one) => one.price_level_id === price_level_id && one.from_count === 1);
  return own?.price ?? null;
}

function setPrice(variant: VariantState, { target, price_level_id = null }: Target, price: number): void {
  if (target === 'level')
    variant.prices = inPriceOrder(withPrices(variant.prices, [{ price_level_id, from_count: 1, price }]));
  else variant[target] = price;
}

const WHY: Readonly<Record<'no_price' | 'too_large' | 'gone', Readonly<Record<Locale, string>>>> = {
  no_price: { ua: 'Ціни немає, рахувати немає від чого', en: 'It has no price to compute from' },
  too_large: {
    ua: `Ціна може бути до ${formatMoney(MAX_PRICE)}`,
    en: `A price is at most ${formatMoney(MAX_PRICE)}`,
  },
  gone: { ua: 'Товару немає або його видалено', en: 'There is no such product, or it is deleted' },
};

/** What becomes of one variant: its new price, or why it cannot have it. */
function plan(
  variant: VariantState,
  { target, percent }: RepricingBody,
  { step, actual, locale }: { step: PriceStep; actual: number; locale: Locale },
): { after: number } | { refused: string } {
  if (variant.price === null) return { refused: WHY.no_price[locale] };
  const after = pricePlusPercent(variant.price, percent, step);
  if (after > MAX_PRICE) return { refused: WHY.too_large[locale] };
  const refused = target === 'price' ? refusePrice(actual, after, 'price') : null;
  return refused ? { refused: refused.message_in(locale) } : { after };
}

/** Every change as one short text, whatever the order of the products. */
function digestOf(rows: readonly RepricedRow[]): string {
  const lines = rows.map(({ product_variant_id, before, after }) => `${product_variant_id} ${before} ${after}`).sort();
  return createHash('sha256').update(lines.join('\n')).digest('base64url');
}

function planAll(
  states: ReadonlyMap<string, ProductState>,
  body: RepricingBody,
  step: PriceStep,
  actualOf: (variantId: string) => number,
  locale: Locale,
): Plan {
  const gone: RepricedRow[] = [...new Set(body.product_ids)]
    .filter((id) => !states.has(id))
    .map((product_id) => ({
      ...{ product_id, product_variant_id: null, name: '', sku: '', before: null, after: null },
      refused: WHY.gone[locale],
    }));
  const rows: RepricedRow[] = [];
  const changes: Plan['changes'] = [];
  for (const before of states.values()) {
    const after = structuredClone(before);
    let touched = false;
    for (const variant of after.variants) {
      const old = priceOf(variant, body);
      const found = plan(variant, body, { step, actual: actualOf(variant.id), locale });
      const next = 'after' in found ? found.after : null;
      rows.push({
        ...{ product_id: before.id, product_variant_id: variant.id, sku: variant.sku, before: old, after: next },
        name: variant.name === '' || variant.name === before.name ? before.name : `${before.name}, ${variant.name}`,
        refused: 'refused' in found ? found.refused : null,
      });
      if (next === null || next === old) continue;
      setPrice(variant, body, next);
      touched = true;
    }
    if (touched) changes.push({ before, after });
  }
  const refused = [...gone, ...rows.filter((row) => row.refused !== null)];
  const changed = rows.filter((row) => row.after !== null && row.after !== row.before);
  const answer = {
    ...{ changed: changed.length, refused: refused.length },
    unchanged: rows.length + gone.length - changed.length - refused.length,
    rows: [...refused, ...changed].slice(0, SHOWN_REPRICED),
    digest: digestOf([...refused, ...changed]),
  };
  return { answer, changes };
}

/** As whoever edits one product: the level is held first, then the products are locked in key order. */
async function prepare({ tx, scope }: Asking, body: RepricingBody, lock: boolean) {
  if (body.target === 'level') {
    const id = body.price_level_id ?? null;
    const wanted = id === null ? [] : [id];
    const known = lock ? await holdLevels(tx, scope, wanted) : await readPriceLevels(tx, scope);
    if (!known.some((level) => level.id === id))
      throw catalogErrors.price_level_not_found({ path: 'price_level_id', ...(id ? { price_level_id: id } : {}) });
  }
  const step = body.round_to ?? (await readMainInfo(tx, scope)).price_step;
  const states = await loadProducts(tx, scope, body.product_ids, lock);
  const variantIds = [...states.values()].flatMap(({ variants }) => variants.map(({ id }) => id));
  if (variantIds.length > MAX_REPRICED)
    throw catalogErrors.too_many_prices({ path: 'product_ids', count: variantIds.length, allowed: MAX_REPRICED });
  return { step, states, variantIds };
}

async function previewRepricing(asking: Asking, body: RepricingBody): Promise<Repricing> {
  const { step, states, variantIds } = await prepare(asking, body, false);
  const levels = await readLevels(asking.tx, asking.scope, variantIds);
  const actual = new Map(levels.map((level) => [level.product_variant_id, level.actual]));
  return planAll(states, body, step, (id) => actual.get(id) ?? 0, asking.locale).answer;
}

/** @throws catalog.prices_changed when it is not what the preview showed; a second press of the button is refused by it */
async function reprice(asking: Asking, body: RepricingBody & { digest: string }): Promise<Repricing> {
  const { tx, scope, locale } = asking;
  const { step, states, variantIds } = await prepare(asking, body, true);
  const levels: LockedLevels = await lockLevels(tx, scope, variantIds);
  const { answer, changes } = planAll(states, body, step, (id) => levels.get(id)?.actual ?? 0, locale);
  if (answer.digest !== body.digest) throw catalogErrors.prices_changed({ path: 'digest' });
  const known = changes.map((change) => ({ ...change, variant_sources: new Map() }));
  if (known.length > 0) await saveProducts(tx, scope, levels, known, new Columns());
  return answer;
}

export const repricingRoutes: Served[] = [
  serve(contract.previewRepricing, ({ tx, scope, body, locale }) => previewRepricing({ tx, scope, locale }, body)),
  serve(contract.repriceProducts, async ({ tx, scope, body, locale, changed }) => {
    const answer = await reprice({ tx, scope, locale }, body);
    if (answer.changed > 0) changed('products', scope.project.id);
    return answer;
  }),
];
