import { tellStock } from '@lanka/domain/kit/availability';
import { DomainError } from '@lanka/domain/kit/errors';
import { orderErrors } from '@lanka/domain/orders/contract';
import {
  type AddLines,
  type Basket,
  type BasketDetails,
  type BasketLine,
  type BasketProblem,
  type BasketSupplier,
  EMPTY_DETAILS,
  MAX_LINES,
  MAX_SUPPLIERS,
  purchaseErrors,
} from '@lanka/domain/purchases/contract';
import { earningOf, noAccess, totalOf } from '@lanka/domain/purchases/rules';
import { stockErrors } from '@lanka/domain/stock/contract';
import { type DropshippingScope, type ProjectScope, tellingFor } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { refuseStale } from '../kit/http/stale';
import type { Services } from '../kit/services';
import { type OwnWords, readOwnWords } from '../my_goods';
import { discountForCustomer, pauseFor, priceOrder } from '../orders';
import { authoriseAtSuppliers } from '../projects';
import * as store from './basket.store';

/** Before it has the dropshipper’s own words. */
type PricedLine = Omit<BasketLine, 'own_title' | 'own_sku'>;
type PricedSupplier = Omit<BasketSupplier, 'lines'> & { readonly lines: readonly PricedLine[] };

/** One supplier's part of the basket, with everything that its order is going to be made of. */
export interface Part {
  readonly project_id: string;
  /** Null: he may order nothing there. */
  readonly scope: ProjectScope | null;
  readonly lines: readonly store.StoredLine[];
  readonly shown: BasketSupplier;
}

export async function readBasket(tx: Tx, app: Services, scope: DropshippingScope): Promise<Basket> {
  const basket = await store.findBasket(tx, scope);
  return shownBasket(basket, await priceParts(tx, app, scope, basket.details));
}

export function shownBasket({ version, details }: store.StoredBasket, parts: readonly Part[]): Basket {
  const suppliers = parts.map(({ shown }) => shown);
  const problems = suppliers.flatMap((one) => [...one.problems, ...one.lines.flatMap(({ problem }) => problem ?? [])]);
  return {
    ...totalOf(suppliers),
    version,
    details,
    suppliers,
    lines: suppliers.reduce((n, { lines }) => n + lines.length, 0),
    cod_sum: suppliers.reduce((sum, { cod }) => sum + (cod?.sum ?? 0), 0),
    ready: suppliers.length > 0 && problems.length === 0,
  };
}

/**
 * The lines by supplier, priced by the use case that prices a single order: nothing is written or locked. What an order
 * would be refused for stands beside what it concerns.
 */
export async function priceParts(
  tx: Tx,
  app: Services,
  scope: DropshippingScope,
  details: BasketDetails,
  { writes = false } = {},
): Promise<Part[]> {
  const lines = await store.readLines(tx, scope);
  const ids = [...new Set(lines.map(({ supplier_id }) => supplier_id))];
  const scopes = await authoriseAtSuppliers(tx, scope, ids, 'orders.create', { writes });
  const ended = await authoriseAtSuppliers(
    tx,
    scope,
    ids.filter((one) => !scopes.has(one)),
    'orders.read',
  );
  const own = await readOwnWords(
    tx,
    scope,
    lines.map(({ product_variant_id }) => product_variant_id),
  );
  const parts: Part[] = [];
  for (const project_id of ids) {
    const some = lines.filter(({ supplier_id }) => supplier_id === project_id);
    const at = scopes.get(project_id) ?? null;
    const title = ended.get(project_id)?.project.title ?? '';
    const shown = at ? await priceAt(tx, app, at, some, details) : closedAt(scope, { project_id, title }, some);
    parts.push({ project_id, scope: at, lines: some, shown: { ...shown, lines: shown.lines.map(named(own)) } });
  }
  return parts;
}

const named =
  (own: ReadonlyMap<string, OwnWords>) =>
  (line: PricedLine): BasketLine => {
    const { name = null, sku = null } = own.get(line.product_variant_id) ?? {};
    return { ...line, own_title: name, own_sku: sku };
  };

const told = (error: DomainError, { locale }: Pick<ProjectScope, 'locale'>, path: string | null): BasketProblem => ({
  code: error.code,
  message: error.message_in(locale),
  path,
});

/** He sees the goods no longer: what stands there is what he added. */
function closedAt(
  scope: DropshippingScope,
  supplier: Pick<BasketSupplier, 'project_id' | 'title'>,
  lines: readonly store.StoredLine[],
): PricedSupplier {
  const problem = { ...noAccess(scope.locale), path: null };
  return {
    ...supplier,
    ...{ sum: 0, recommended_sum: 0, customer_sum: 0, earning: 0, cod: null },
    problems: [problem],
    lines: lines.map((line) => ({ ...unseen(line), problem: null })),
  };
}

const unseen = ({ supplier_id, ...line }: store.StoredLine): Omit<PricedLine, 'problem'> => ({
  ...line,
  project_id: supplier_id,
  ...{ product_id: null, thumbnail_url: null, available: null, availability: null, price: null },
});

async function priceAt(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  lines: readonly store.StoredLine[],
  details: BasketDetails,
): Promise<PricedSupplier> {
  const shown = await store.readShown(
    tx,
    scope,
    lines.map(({ product_variant_id }) => product_variant_id),
  );
  const open = lines.filter(({ product_variant_id }) => shown.has(product_variant_id));
  const paused = pauseFor(scope);
  const problems: BasketProblem[] = paused ? [told(paused, scope, null)] : [];
  const priced = await pricedOrder(tx, app, scope, open, details).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== orderErrors.sum_too_large.code) throw error;
    problems.push(told(error, scope, null));
    return null;
  });
  const prices = new Map(priced?.items.map((item) => [item.product_variant_id, item]));
  for (const { path, ...refused } of priced?.refusals ?? [])
    if (!path.startsWith('items.')) problems.push({ ...refused, path });
  const rows = lines.map(async (line): Promise<PricedLine> => {
    const seen = shown.get(line.product_variant_id);
    const item = prices.get(line.product_variant_id);
    if (!seen || (priced && !item)) return { ...unseen(line), problem: told(orderErrors.not_for_sale(), scope, null) };
    const { id: _i, thumbnail, available, tracked, ...goods } = seen;
    const stock = tellStock(tellingFor(scope), { available: Number(available), tracked });
    const short = tracked && !scope.project.allow_backorders && line.count > Number(available);
    return {
      ...{ project_id: scope.project.id, product_variant_id: line.product_variant_id, ...goods, ...stock },
      ...{ count: line.count, customer_price: line.customer_price },
      thumbnail_url: thumbnail && (await app.storage.presignGet(thumbnail)),
      price: item ? pricesOf(item) : null,
      problem: short ? shortage(scope, line, stock.available) : null,
    };
  });
  const { sum = 0, recommended_sum = 0, customer_sum = 0, cod = null } = priced ?? {};
  const figures = { sum, recommended_sum, customer_sum, cod };
  return {
    ...{ project_id: scope.project.id, title: scope.project.title, ...figures, earning: earningOf(figures) },
    ...{ lines: await Promise.all(rows), problems },
  };
}

/** In the words in which a single order is refused: the number is told only where the supplier tells it. */
function shortage(scope: ProjectScope, { count, product_variant_id }: store.StoredLine, available: number | null) {
  const wanted = { product_variant_id, wanted: count };
  const error = available === null ? stockErrors.short_untold(wanted) : stockErrors.short({ ...wanted, available });
  return told(error, scope, null);
}

type Priced = Awaited<ReturnType<typeof priceOrder>>;

const pricesOf = ({
  product_variant_id: _p,
  count: _c,
  customer_price: _cp,
  ...prices
}: Priced['items'][number]): BasketLine['price'] => prices;

async function pricedOrder(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  lines: readonly store.StoredLine[],
  { customer, payment, suppliers }: BasketDetails,
): Promise<Priced> {
  const customer_discount = await discountForCustomer(tx, app, scope, {
    ...{ counterparty_id: null, customer_phone: customer.phone ?? null, customer_discount: 0 },
  });
  return priceOrder(tx, app, scope, {
    items: lines.map(({ product_variant_id, count, customer_price }) => ({
      product_variant_id,
      count,
      customer_price,
    })),
    promo_code: suppliers[scope.project.id]?.promo_code ?? null,
    customer_discount,
    cod: payment === 'cod' ? { on: true } : null,
  });
}

/** @throws purchases.unknown_goods, too_many_lines, too_many_suppliers, count_too_large */
export async function addLines(tx: Tx, scope: DropshippingScope, { items }: AddLines) {
  const basket = await store.lockBasket(tx, scope);
  const before = await store.readLines(tx, scope);
  const projects = [...new Set(items.map(({ project_id }) => project_id))];
  const scopes = await authoriseAtSuppliers(tx, scope, projects, 'orders.create');
  const lines = new Map(before.map((line) => [`${line.supplier_id} ${line.product_variant_id}`, line]));
  const changed = new Map<string, store.NewLine>();
  for (const project_id of projects) {
    const at = scopes.get(project_id);
    const wanted = items.flatMap((item, index) => (item.project_id === project_id ? [{ ...item, index }] : []));
    const ids = wanted.map(({ product_variant_id }) => product_variant_id);
    const shown = at ? await store.readShown(tx, at, ids) : new Map<string, store.ShownVariant>();
    for (const { product_variant_id, count, customer_price, index } of wanted) {
      const goods = shown.get(product_variant_id);
      const key = `${project_id} ${product_variant_id}`;
      if (!goods) throw purchaseErrors.unknown_goods({ path: `items.${index}.product_variant_id`, product_variant_id });
      const line = changed.get(key) ?? lines.get(key);
      const total = (line?.count ?? 0) + count;
      if (total > MOST_PIECES)
        throw purchaseErrors.count_too_large({ path: `items.${index}.count`, limit: MOST_PIECES });
      const { product_title, modification_title, sku, unit } = goods;
      changed.set(key, {
        ...{ supplier_id: project_id, product_variant_id, product_title, modification_title, sku, unit },
        count: total,
        customer_price: customer_price === undefined ? (line?.customer_price ?? null) : customer_price,
      });
    }
  }
  const after = [...new Map([...lines, ...changed]).values()];
  if (after.length > MAX_LINES) throw purchaseErrors.too_many_lines({ path: 'items', limit: MAX_LINES });
  refuseSuppliers(after);
  await store.putLines(tx, scope, basket, [...changed.values()]);
  return { lines: after.length, version: await store.saveBasket(tx, scope, basket) };
}

/** As many as a line of an order takes. */
const MOST_PIECES = 1_000_000;

export function refuseSuppliers(lines: readonly Pick<store.StoredLine, 'supplier_id'>[]): void {
  if (new Set(lines.map(({ supplier_id }) => supplier_id)).size > MAX_SUPPLIERS)
    throw purchaseErrors.too_many_suppliers({ path: 'items', limit: MAX_SUPPLIERS });
}

interface LineKey {
  readonly project_id: string;
  readonly product_variant_id: string;
}

/** The basket behind its lock, when the asker has seen how it is. @throws common.stale */
async function ownBasket(tx: Tx, app: Services, scope: DropshippingScope, if_match: number | undefined) {
  const basket = await store.lockBasket(tx, scope);
  await refuseStale(if_match, basket.version, () => readBasket(tx, app, scope));
  return basket;
}

/** @throws purchases.line_not_found, common.stale */
export async function updateLine(
  tx: Tx,
  app: Services,
  scope: DropshippingScope,
  key: LineKey,
  changes: { readonly count?: number | undefined; readonly customer_price?: number | null | undefined },
  if_match: number | undefined,
): Promise<Basket> {
  const basket = await ownBasket(tx, app, scope, if_match);
  const line = (await store.readLines(tx, scope)).find(
    (one) => one.supplier_id === key.project_id && one.product_variant_id === key.product_variant_id,
  );
  if (!line) throw purchaseErrors.line_not_found();
  const { count = line.count, customer_price = line.customer_price } = changes;
  await store.putLines(tx, scope, basket, [{ ...line, count, customer_price }]);
  await store.saveBasket(tx, scope, basket);
  return readBasket(tx, app, scope);
}

/** @throws purchases.line_not_found, common.stale */
export async function removeLine(
  tx: Tx,
  app: Services,
  scope: DropshippingScope,
  key: LineKey,
  if_match: number | undefined,
): Promise<void> {
  const basket = await ownBasket(tx, app, scope, if_match);
  if (!(await store.deleteLine(tx, scope, basket, key))) throw purchaseErrors.line_not_found();
  await store.saveBasket(tx, scope, basket);
}

/** @throws common.stale */
export async function updateBasket(
  tx: Tx,
  app: Services,
  scope: DropshippingScope,
  changes: Partial<BasketDetails>,
  if_match: number | undefined,
): Promise<Basket> {
  const basket = await ownBasket(tx, app, scope, if_match);
  await store.saveBasket(tx, scope, basket, { details: { ...basket.details, ...changes } });
  return readBasket(tx, app, scope);
}

/** The next customer is another one, and how it is sent and paid mostly the same. */
export const forTheNext = ({ payment, delivery: { operator } }: BasketDetails): BasketDetails => ({
  ...EMPTY_DETAILS,
  payment,
  delivery: { ...EMPTY_DETAILS.delivery, operator },
});

export async function clearBasket(tx: Tx, scope: DropshippingScope): Promise<void> {
  const basket = await store.lockBasket(tx, scope);
  await store.deleteLines(tx, scope, basket);
  await store.saveBasket(tx, scope, basket, { details: forTheNext(basket.details) });
}
