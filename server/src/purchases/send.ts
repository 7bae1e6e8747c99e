import { DomainError, type ErrorDetail } from '@lanka/domain/kit/errors';
import type { CreateOrderBody, Order } from '@lanka/domain/orders/contract';
import { type BasketDetails, purchaseErrors } from '@lanka/domain/purchases/contract';
import { totalOf } from '@lanka/domain/purchases/rules';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { refuseStale } from '../kit/http/stale';
import type { Services } from '../kit/services';
import { createOrder } from '../orders';
import { readTemplates } from '../templates';
import { forTheNext, type Part, priceParts, readBasket, refuseSuppliers } from './basket';
import { deleteLines, lockBasket, saveBasket } from './basket.store';
import { findSent, insertPurchase } from './purchases.store';

/**
 * Makes an order at each supplier of the basket, all in this transaction: what one of them is refused for refuses them
 * all. The basket is locked first, then supplier by supplier in the order of their ids what an order of his locks, so
 * that two purchases meet the same rows in the same order. A version of the basket is sent once: whoever asks again is
 * told of the same purchase.
 * @throws purchases.empty, refused, sum_changed, too_many_suppliers, orders.no_customer, no_recipient, common.stale
 */
export async function sendBasket(
  tx: Tx,
  app: Services,
  scope: DropshippingScope,
  asked: { readonly version: number; readonly sum?: number | undefined },
): Promise<{ readonly id: string; readonly made: readonly Order[] }> {
  const basket = await lockBasket(tx, scope);
  const before = await findSent(tx, scope, asked.version);
  if (before) return { id: before, made: [] };
  await refuseStale(asked.version, basket.version, () => readBasket(tx, app, scope));
  const parts = await priceParts(tx, app, scope, basket.details, { writes: true });
  if (parts.length === 0) throw purchaseErrors.empty({ path: 'items' });
  refuseSuppliers(parts.flatMap(({ lines }) => lines));
  refuseProblems(parts);
  const expected = asked.sum ?? totalOf(parts.map(({ shown }) => shown)).sum;
  const made: Order[] = [];
  for (const part of [...parts].sort((a, b) => (a.project_id < b.project_id ? -1 : 1)))
    made.push(await makeOrder(tx, app, part, basket.details));
  const sum = made.reduce((total, order) => total + order.sum, 0);
  if (sum !== expected) throw purchaseErrors.sum_changed({ path: 'sum', sum });
  const id = newId();
  const { payment } = basket.details;
  const orders = made.map((order) => ({ supplier_id: order.project_id, order_id: order.id }));
  await insertPurchase(tx, scope, basket, { id, payment, orders });
  await deleteLines(tx, scope, basket);
  await saveBasket(tx, scope, basket, { details: forTheNext(basket.details), purchases: basket.purchases + 1 });
  return { id, made };
}

/** All that is known to be refused, of every supplier, before anything is made. */
function refuseProblems(parts: readonly Part[]): void {
  const refused = parts.flatMap(({ project_id, shown }) => {
    const of = { project_id, supplier: shown.title };
    return [
      ...shown.problems.map((problem) => ({
        ...{ ...of, code: problem.code, reason: problem.message, message: problem.message },
        path: problem.path === null ? `suppliers.${project_id}` : `suppliers.${project_id}.${problem.path}`,
      })),
      ...shown.lines.flatMap(({ problem, product_variant_id, product_title }) =>
        problem
          ? {
              ...{ ...of, product_variant_id, code: problem.code },
              ...{ reason: `${product_title}: ${problem.message}`, message: problem.message },
              path: `suppliers.${project_id}.lines.${product_variant_id}`,
            }
          : [],
      ),
    ];
  });
  if (refused.length > 0) throw purchaseErrors.refused(...refused);
}

async function makeOrder(tx: Tx, app: Services, part: Part, details: BasketDetails): Promise<Order> {
  const { scope, lines, shown } = part;
  if (!scope) throw new Error('a supplier who cannot be ordered from has a problem');
  try {
    const order = await createOrder(tx, app, scope, bodyOf(part, details));
    // what he has paid beforehand is all of it: another price by now is another sum
    if (details.payment === 'prepaid' && order.customer_sum !== shown.customer_sum)
      throw purchaseErrors.sum_changed({ path: 'sum', customer_sum: order.customer_sum });
    return order;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code.startsWith('purchases.')) throw error;
    // whose it is and where it goes is the same for all of them
    if (error.details.length > 0 && error.details.every(({ path }) => /^(customer|delivery)\b/.test(String(path))))
      throw error;
    throw purchaseErrors.refused(...refusalsOf(error, scope, lines, await fieldNames(tx, scope)));
  }
}

type FieldNames = Readonly<Record<'order' | 'order_item', ReadonlyMap<string, string>>>;

async function fieldNames(tx: Tx, scope: ProjectScope): Promise<FieldNames> {
  const { order = [], order_item = [] } = await readTemplates(tx, scope, ['order', 'order_item']);
  const named = (fields: typeof order) => new Map(fields.map(({ key, name }) => [key, name]));
  return { order: named(order), order_item: named(order_item) };
}

/** What one order is refused for, with its supplier, its lines and the fields that he asks for. */
function refusalsOf(error: DomainError, scope: ProjectScope, lines: Part['lines'], names: FieldNames): ErrorDetail[] {
  const { id: project_id, title: supplier } = scope.project;
  const details = error.details.length > 0 ? error.details_in(scope.locale) : [{}];
  return details.map((detail) => {
    const [, at] = /^items\.(\d+)\./.exec(String(detail.path ?? '')) ?? [];
    const variant = at === undefined ? detail.product_variant_id : lines[Number(at)]?.product_variant_id;
    const line = lines.find(({ product_variant_id }) => product_variant_id === variant);
    const [, key = ''] = /(?:^|\.)fields\.([^.]+)/.exec(String(detail.path ?? '')) ?? [];
    const field = names[line ? 'order_item' : 'order'].get(key);
    const said = String(detail.message ?? error.message_in(scope.locale));
    const message = field ? `${field}: ${said}` : said;
    return {
      ...detail,
      ...{ project_id, supplier, code: error.code, message },
      ...(line ? { product_variant_id: line.product_variant_id } : {}),
      reason: line ? `${line.product_title}: ${message}` : message,
      path: line
        ? `suppliers.${project_id}.lines.${line.product_variant_id}${key ? `.fields.${key}` : ''}`
        : `suppliers.${project_id}${detail.path ? `.${detail.path}` : ''}`,
    };
  });
}

function bodyOf({ project_id, lines, shown }: Part, details: BasketDetails): CreateOrderBody {
  const { customer, delivery, payment, tags, source, suppliers } = details;
  const { promo_code = null, comment = '', fields, line_fields = {} } = suppliers[project_id] ?? {};
  const said = [details.comment, comment].filter(Boolean).join('\n');
  return {
    items: lines.map(({ product_variant_id, count, customer_price }) => ({
      product_variant_id,
      count,
      customer_price,
      ...(line_fields[product_variant_id] ? { fields: line_fields[product_variant_id] } : {}),
    })),
    ...{ customer, delivery, tags, source, promo_code, send: true },
    ...(payment === 'cod' ? { cod: { on: true } } : { prepayment: { amount: shown.customer_sum } }),
    ...(said ? { comment: said } : {}),
    ...(fields ? { fields } : {}),
  };
}
