import { createHash } from 'node:crypto';
import { readFieldCell } from '@lanka/domain/feeds/fields';
import { tellStock } from '@lanka/domain/kit/availability';
import { DomainError, type Locale } from '@lanka/domain/kit/errors';
import { batchErrors, type CheckedOrder, MATTERS_WHEN_SENT, MAX_ORDERS } from '@lanka/domain/order_batches/contract';
import {
  BATCH_PROBLEMS,
  type BatchLine,
  type BatchOrder,
  type BatchRow,
  FIELD_SETS,
  keysOf,
  keysWithoutFields,
  ordersOf,
} from '@lanka/domain/order_batches/rules';
import { type CreateOrderBody, orderErrors } from '@lanka/domain/orders/contract';
import { sumLines } from '@lanka/domain/orders/rules';
import type { TemplateField } from '@lanka/domain/templates/fields';
import { checkFields } from '@lanka/domain/templates/rules';
import { type FoundVariant, oneByCode, variantsByCode } from '../feeds';
import { type ProjectScope, tellingFor } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { createOrder, type Offer, readOffer, roomFor, tryPrices } from '../orders';
import { lockLevels, readLevels } from '../stock';
import { readTemplates, type Templates } from '../templates';
import { keepMade, lockBatches, readMade } from './order_batches.store';

export interface Batch {
  readonly counterparty_id?: string | undefined;
  readonly rows: readonly BatchRow[];
}

/** Rows alike that come later than this are a new order: the customer wants the same again. Numbers hold for good. */
const SAME_FOR_DAYS = 7;
const DAY = 24 * 60 * 60 * 1000;

interface Line {
  readonly row: number;
  readonly count: number;
  readonly customer_price: number | null;
  readonly product_variant_id: string;
  readonly thumbnail: string | null;
  readonly fields: BatchLine['fields'];
}

/** An order of the table with its goods found. */
interface FoundOrder extends Omit<BatchOrder, 'lines'> {
  readonly key: string;
  /** By what it is known where its fields were not read. */
  readonly bare_key: string;
  readonly rows: readonly number[];
  readonly lines: readonly Line[];
}

/** @throws order_batches.too_many_orders */
async function findGoods(tx: Tx, scope: ProjectScope, rows: readonly BatchRow[]): Promise<FoundOrder[]> {
  const orders = ordersOf(rows);
  if (orders.length > MAX_ORDERS)
    throw batchErrors.too_many_orders({ path: 'rows', limit: MAX_ORDERS, found: orders.length });
  const codes = rows.flatMap(({ code }) => (code === '' ? [] : [code]));
  const known = await variantsByCode(tx, scope, [...new Set(codes)]);
  const keys = keysOf(orders);
  const bare = keysWithoutFields(orders);
  return orders.map((order, at) => ({
    ...order,
    ...matched(order, known),
    key: hashOf(keys[at] ?? ''),
    bare_key: hashOf(bare[at] ?? ''),
    rows: order.lines.map(({ row }) => row),
  }));
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The lines whose codes name one modification, once in the order. */
function matched(order: BatchOrder, known: ReadonlyMap<string, readonly FoundVariant[]>) {
  const problems = [...order.problems];
  const seen = new Set<string>();
  const lines = order.lines.flatMap(({ row, code, count, customer_price, fields }): Line[] => {
    if (code === '') return [];
    const found = oneByCode(known.get(code.toLowerCase()));
    const variant = typeof found === 'string' || seen.has(found.product_variant_id) ? null : found;
    if (!variant) {
      problems.push({ row, field: 'code', problem: typeof found === 'string' ? found : 'twice' });
      return [];
    }
    const { product_variant_id, thumbnail } = variant;
    seen.add(product_variant_id);
    return count === null ? [] : [{ row, count, customer_price, product_variant_id, thumbnail, fields }];
  });
  return { lines, problems };
}

interface Checked {
  readonly orders: CheckedOrder[];
  readonly counterparty_id: string;
}

/** What the rows would make: nothing is written. @throws order_batches.too_many_orders, partners.unknown */
export async function checkBatch(tx: Tx, app: Services, scope: ProjectScope, batch: Batch): Promise<Checked> {
  const found = await findGoods(tx, scope, batch.rows);
  const wanted = found.flatMap(({ lines }) => lines);
  const ids = [...new Set(wanted.map(({ product_variant_id }) => product_variant_id))];
  const offer = await readOffer(
    tx,
    scope,
    batch.counterparty_id,
    ids.map((product_variant_id) => ({ product_variant_id })),
    { hold: false },
  );
  const counterparty_id = offer.party.id;
  const keys = [...new Set(found.flatMap(({ key, bare_key }) => [key, bare_key]))];
  const made = new Map((await readMade(tx, scope, counterparty_id, keys)).map((one) => [one.key, one]));
  const left = new Map((await readLevels(tx, scope, ids)).map((one) => [one.product_variant_id, one.available]));
  const templates = await readTemplates(tx, scope, FIELD_SETS);
  const orders: CheckedOrder[] = [];
  for (const order of found) {
    // the supplier may have got the fields since: whether it is wanted again is said by whoever sees it
    const before = made.get(order.key) ?? made.get(order.bare_key);
    const isOld = before && order.number === '' && Date.now() - before.created_at.getTime() > SAME_FOR_DAYS * DAY;
    const checked = await checkOrder(tx, app, scope, order, offer, left);
    orders.push({
      ...checked,
      problems: [...checked.problems, ...fieldProblems(templates, order, scope.locale)],
      made: before && !isOld ? { ...before, created_at: before.created_at.toISOString() } : null,
    });
    // what was made before has its goods already
    if (before && !isOld) continue;
    for (const { product_variant_id: id, count } of order.lines) left.set(id, (left.get(id) ?? 0) - count);
  }
  return { orders, counterparty_id };
}

/** What is wrong with the fields of the order and its lines, as if it were sent; a draft may lack what is required. */
function fieldProblems(templates: Templates, order: FoundOrder, locale: Locale): CheckedOrder['problems'] {
  const [first = 0] = order.rows;
  const of = (set: (typeof FIELD_SETS)[number], said: BatchLine['fields'], rowOf: (key: string) => number) => {
    const fields = templates[set] ?? [];
    const { problems } = checkFields(fields, fieldValues(fields, said), { isNew: true, path: set, locale });
    return problems.map(({ path, code, message }) => {
      const key = String(path).slice(set.length + 1);
      const field = fields.find((one) => one.key === key);
      const words = field?.type === 'file' ? NO_FILE[locale] : String(message);
      return { row: rowOf(key), field: String(path), code: String(code), message: `${field?.name ?? key}: ${words}` };
    });
  };
  const told = Object.fromEntries(Object.entries(order.fields).map(([key, { said }]) => [key, said]));
  return [
    ...of('order', told, (key) => order.fields[key]?.row ?? first),
    ...order.lines.flatMap(({ row, fields }) => of('order_item', fields, () => row)),
  ];
}

const NO_FILE: Readonly<Record<Locale, string>> = {
  ua: 'файлу в таблиці не вказати, створіть чернетку й додайте його в замовленні',
  en: 'a table holds no file: make a draft and add it in the order',
};

/** What the cells say, to be checked by the rules of the templates. */
const fieldValues = (fields: readonly TemplateRule[], said: BatchLine['fields']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(said).map(([key, cell]) => {
      const field = fields.find((one) => one.key === key);
      return [key, field ? readFieldCell(field, cell) : cell];
    }),
  );
type TemplateRule = Pick<TemplateField, 'key' | 'type' | 'options'>;

/** `left`: what the orders above leave of each modification. */
async function checkOrder(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  order: FoundOrder,
  offer: Offer,
  left: ReadonlyMap<string, number>,
): Promise<Omit<CheckedOrder, 'made'>> {
  const problems = [...order.problems];
  const lines = order.lines.filter(({ row, product_variant_id }) => {
    if (offer.variants.has(product_variant_id)) return true;
    // a hidden product is not there for a dropshipper
    problems.push({ row, field: 'code', problem: scope.role === 'Client' ? 'unknown_code' : 'not_for_sale' });
    return false;
  });
  const priced = { id: null, counterparty_id: offer.party.id, promo_code: null, customer_discount: 0 };
  const { items, sums } = await tryPrices(tx, scope, priced, lines, { hold: false, offer }).catch((error) => {
    if (!(error instanceof DomainError) || error.code !== orderErrors.sum_too_large.code) throw error;
    problems.push({ row: order.rows[0] ?? 0, field: 'count', problem: 'sum_too_large' });
    return { items: [], sums: sumLines([]) };
  });
  const shown = lines.map(async ({ row, count, customer_price, product_variant_id, thumbnail }, at) => {
    const { tracked = true } = offer.variants.get(product_variant_id) ?? {};
    const told = tellStock(tellingFor(scope), { available: Math.max(0, left.get(product_variant_id) ?? 0), tracked });
    const isShort = told.availability === 'out_of_stock' || (told.available !== null && count > told.available);
    const isTaken = scope.project.allow_backorders;
    if (isShort && !isTaken) problems.push({ row, field: 'count', problem: 'short' });
    const beyond = told.available === null ? null : count - told.available;
    const {
      product_title = '',
      modification_title = '',
      sku = '',
      amount = 0,
      recommended_amount = 0,
      customer_amount = 0,
    } = items[at] ?? {};
    return {
      ...{ row, product_variant_id, product_title, modification_title, sku, count, amount, recommended_amount },
      ...{ customer_price, customer_amount },
      thumbnail_url: thumbnail && (await app.storage.presignGet(thumbnail)),
      ...told,
      waits: isShort && isTaken ? beyond : 0,
    };
  });
  return {
    ...{ key: order.key, number: order.number, name: order.name, phone: order.phone, address: order.address },
    ...{ rows: [...order.rows], items: await Promise.all(shown), ...sums },
    to_collect: order.cod && (order.cod.sum ?? sums.customer_sum),
    problems: problems.map(({ row, field, problem }) => ({
      ...{ row, field, code: problem, message: BATCH_PROBLEMS[problem][scope.locale] },
    })),
  };
}

export interface BatchChoice extends Batch {
  readonly operator: NonNullable<CreateOrderBody['delivery']>['operator'];
  readonly send: boolean;
  readonly again: readonly string[];
}

/**
 * Makes the orders of the rows, all in this transaction: what any of them is refused for refuses them all, by its row.
 * Locks: the batches of the counterparty, the count of orders, then all goods at once, which orders one by one would take
 * in any order.
 */
export async function createBatch(tx: Tx, app: Services, scope: ProjectScope, batch: BatchChoice) {
  const { party } = await readOffer(tx, scope, batch.counterparty_id, [], { hold: false });
  await lockBatches(tx, scope, party.id);
  if (batch.send) {
    // as a single order does: who counts the orders of a month locks the count before any goods
    await roomFor(tx, app, scope);
    const goods = (await findGoods(tx, scope, batch.rows)).flatMap(({ lines }) => lines);
    await lockLevels(tx, scope, [...new Set(goods.map(({ product_variant_id }) => product_variant_id))]);
  }
  const { orders } = await checkBatch(tx, app, scope, batch);
  const again = new Set(batch.again);
  const skipped = orders.filter(({ made, key }) => made !== null && !again.has(key));
  const wanted = orders.filter((order) => !skipped.includes(order));
  refuseProblems(wanted, batch.send);
  if (wanted.length === 0) throw batchErrors.nothing({ path: 'rows' });
  const told = new Map(ordersOf(batch.rows).map((order) => [order.lines[0]?.row, order]));
  const templates = await readTemplates(tx, scope, FIELD_SETS);
  const made: { key: string; id: string; number: number }[] = [];
  for (const order of wanted) {
    const { comment = '', town = '', cod = null, fields = {}, lines = [] } = told.get(order.rows[0]) ?? {};
    const created = await makeOrder(tx, app, scope, batch, order, { comment, town, cod, fields, lines, templates });
    made.push({ key: order.key, id: created.id, number: created.number });
  }
  await keepMade(tx, scope, party.id, made);
  const goods = wanted.flatMap(({ items }) => items.map(({ product_variant_id }) => product_variant_id));
  return {
    made,
    variants: [...new Set(goods)],
    skipped: skipped.flatMap(({ key, made: before }) =>
      before ? [{ key, id: before.id, number: before.number }] : [],
    ),
  };
}

/** Of a draft neither the stock matters yet, nor what its fields lack. */
function refuseProblems(orders: readonly CheckedOrder[], send: boolean): void {
  const problems = orders
    .flatMap((order) => order.problems)
    .filter(({ code }) => send || !MATTERS_WHEN_SENT.includes(code));
  if (problems.length === 0) return;
  throw batchErrors.problems(
    ...problems.map(({ row, field, code, message }) => ({ path: `rows.${row}.${field}`, code, message })),
  );
}

type Told = Pick<BatchOrder, 'comment' | 'town' | 'cod' | 'fields' | 'lines'> & { readonly templates: Templates };

async function makeOrder(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { counterparty_id, operator, send }: BatchChoice,
  { name, phone, address, items, rows }: CheckedOrder,
  { comment, town, cod, ...told }: Told,
) {
  const { order = [], order_item = [] } = told.templates;
  const said = Object.fromEntries(Object.entries(told.fields).map(([key, cell]) => [key, cell.said]));
  const fields = fieldValues(order, said) as CreateOrderBody['fields'];
  const ofLine = new Map(told.lines.map((line) => [line.row, fieldValues(order_item, line.fields)]));
  try {
    return await createOrder(tx, app, scope, {
      ...(counterparty_id ? { counterparty_id } : {}),
      items: items.map(({ row, product_variant_id, count, customer_price }) => ({
        ...{ product_variant_id, count, customer_price },
        fields: (ofLine.get(row) ?? {}) as CreateOrderBody['fields'],
      })),
      fields,
      customer: { name, phone },
      delivery: { operator, recipient_name: name, recipient_phone: phone, town, address },
      ...(comment ? { comment } : {}),
      ...(cod ? { cod: { on: true, sum: cod.sum } } : {}),
      send,
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const at = { path: `rows.${rows[0] ?? 0}.code`, code: error.code, message: error.message_in(scope.locale) };
    throw batchErrors.problems(at);
  }
}
