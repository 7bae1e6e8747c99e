import type { Page } from '@lanka/domain/kit/lists';
import type { Order } from '@lanka/domain/orders/contract';
import { type Purchase, type PurchaseOrder, type PurchaseRow, purchaseErrors } from '@lanka/domain/purchases/contract';
import { earningOf } from '@lanka/domain/purchases/rules';
import { makeTrackingLink, readTrackingLink } from '../clients';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { ListQuery } from '../kit/db/paging';
import type { Services } from '../kit/services';
import { type OwnWords, readOwnWords } from '../my_goods';
import { readOrder } from '../orders';
import { readParcels } from '../parcels';
import { authoriseAtSuppliers } from '../projects';
import * as store from './purchases.store';

export async function listPurchases(
  tx: Tx,
  scope: DropshippingScope,
  query: ListQuery & { readonly q?: string | undefined },
): Promise<Page<PurchaseRow>> {
  const page = await store.listPurchases(tx, scope, query);
  const orders = await store.ordersOf(
    tx,
    scope,
    page.items.map(({ id }) => id),
  );
  return { ...page, items: page.items.map((row) => asRow(row, orders.get(row.id) ?? [])) };
}

export async function purchaseOfOrder(tx: Tx, scope: DropshippingScope, order_id: string): Promise<PurchaseRow | null> {
  const found = await store.findOfOrder(tx, scope, order_id);
  if (!found) return null;
  const orders = await store.ordersOf(tx, scope, [found.id]);
  return asRow(found, orders.get(found.id) ?? []);
}

function asRow(purchase: store.StoredPurchase, orders: readonly store.OrderOfPurchase[]): PurchaseRow {
  const [first] = orders;
  return {
    ...purchase,
    customer_name: first?.customer_name ?? '',
    customer_phone: first?.customer_phone ?? null,
    ...sumsOf(orders),
    orders: orders.map(asOrder),
  };
}

/** What was given up is nobody's to pay. */
function sumsOf(orders: readonly Pick<PurchaseOrder, 'status' | 'sum' | 'customer_sum' | 'cod'>[]) {
  const open = orders.filter(({ status }) => status !== 'Canceled');
  const total = (of: (order: (typeof open)[number]) => number) => open.reduce((sum, order) => sum + of(order), 0);
  return {
    sum: total(({ sum }) => sum),
    customer_sum: total(({ customer_sum }) => customer_sum),
    cod_sum: total(({ cod }) => cod?.sum ?? 0),
  };
}

const asOrder = (row: PurchaseOrder): PurchaseOrder => ({
  id: row.id,
  project_id: row.project_id,
  project_title: row.project_title,
  number: row.number,
  prefix: row.prefix,
  status: row.status,
  ttn: row.ttn,
  sum: row.sum,
  customer_sum: row.customer_sum,
  cod: row.cod,
  parcels: row.parcels,
  partly_sent: row.partly_sent,
});

/** @throws purchases.not_found */
export async function readPurchase(tx: Tx, app: Services, scope: DropshippingScope, id: string): Promise<Purchase> {
  const found = await store.findPurchase(tx, scope, id);
  if (!found) throw purchaseErrors.not_found();
  const rows = (await store.ordersOf(tx, scope, [id])).get(id) ?? [];
  const scopes = await scopesOf(tx, scope, rows);
  const read: { readonly at: ProjectScope; readonly row: store.OrderOfPurchase; readonly order: Order }[] = [];
  for (const row of rows) {
    const at = scopes.get(row.project_id);
    if (at) read.push({ at, row, order: await readOrder(tx, app, at, row.id) });
  }
  const first = read[0]?.order ?? null;
  const own = await readOwnWords(
    tx,
    scope,
    read.flatMap(({ order }) => order.items.map(({ product_variant_id }) => product_variant_id)),
  );
  const orders: Purchase['orders'] = [];
  for (const { at, row, order } of read) orders.push(await asWhole(tx, app, at, row, { order, own }));
  const { delivery } = first ?? {};
  return {
    ...found,
    customer_name: first?.customer.name ?? '',
    customer_phone: first?.customer.phone ?? null,
    ...sumsOf(orders),
    earning: orders.reduce((sum, order) => sum + (order.status === 'Canceled' ? 0 : order.earning), 0),
    orders,
    delivery: {
      operator: delivery?.operator ?? 'other',
      recipient_name: delivery?.recipient_name ?? '',
      recipient_phone: delivery?.recipient_phone ?? null,
      town: delivery?.town ?? '',
      address: delivery?.address ?? '',
    },
  };
}

const scopesOf = (tx: Tx, scope: DropshippingScope, rows: readonly { readonly project_id: string }[]) =>
  authoriseAtSuppliers(
    tx,
    scope,
    rows.map(({ project_id }) => project_id),
    'orders.read',
  );

async function asWhole(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  row: store.OrderOfPurchase,
  { order, own }: { readonly order: Order; readonly own: ReadonlyMap<string, OwnWords> },
): Promise<Purchase['orders'][number]> {
  const parcels = order.parcels > 0 ? await readParcels(tx, scope, order) : [];
  const link = await readTrackingLink(tx, app, scope, order.id);
  const { cod } = order;
  return {
    ...asOrder(row),
    items: order.items.map((item) => ({
      id: item.id,
      product_variant_id: item.product_variant_id,
      product_title: item.product_title,
      modification_title: item.modification_title,
      own_title: own.get(item.product_variant_id)?.name ?? null,
      own_sku: own.get(item.product_variant_id)?.sku ?? null,
      sku: item.sku,
      unit: item.unit,
      thumbnail_url: item.thumbnail_url,
      count: item.count,
      amount: item.amount,
      customer_amount: item.customer_amount,
    })),
    cod_figures: cod && { sum: cod.sum, fee: cod.fee, cost: cod.cost, earning: cod.earning },
    earning: earningOf(order),
    shipments:
      parcels.length > 0
        ? parcels.map(({ number, ttn, sent_at }) => ({
            ...{ number, sent_at },
            ttn: number === 1 ? order.delivery.ttn : ttn,
          }))
        : [{ number: 1, ttn: order.delivery.ttn, sent_at: order.shipped_at }],
    tracking_url: link.url,
  };
}

/** A page for the customer of each order where he may still make one. @throws purchases.not_found */
export async function makeLinks(
  tx: Tx,
  app: Services,
  scope: DropshippingScope,
  id: string,
  show: { readonly show_sum?: boolean | undefined },
): Promise<Purchase> {
  if (!(await store.findPurchase(tx, scope, id))) throw purchaseErrors.not_found();
  const rows = (await store.ordersOf(tx, scope, [id])).get(id) ?? [];
  const projects = rows.map(({ project_id }) => project_id);
  const scopes = await authoriseAtSuppliers(tx, scope, projects, 'clients.of_orders');
  for (const row of rows) {
    const at = scopes.get(row.project_id);
    if (at) await makeTrackingLink(tx, app, at, row.id, show);
  }
  return readPurchase(tx, app, scope, id);
}
