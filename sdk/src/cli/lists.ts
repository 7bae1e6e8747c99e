import type { Operation, Shape } from '../operation.js';
import * as api from '../operations.js';

interface List {
  /** Of a project's key, and of a dropshipper's; null: that side has none. */
  readonly project: Operation<Shape> | null;
  readonly mine: Operation<Shape> | null;
  /** What a table on the screen shows, those that are there. */
  readonly columns: readonly string[];
  /** It is answered whole: there is no limit to it. */
  readonly whole?: boolean;
}

const list = (project: unknown, mine: unknown, ...columns: string[]): List => ({
  project: project as Operation<Shape> | null,
  mine: mine as Operation<Shape> | null,
  columns,
});

/** Kopecks, which a table shows as hryvnias. */
export const MONEY = new Set([
  ...['sum', 'price', 'recommended_price', 'min_price', 'balance', 'pending_sum', 'amount', 'credit', 'orders_sum'],
]);

const ALL = {
  orders: list(api.listOrders, api.listMyOrders, 'number', 'status', 'sum', 'created_at'),
  products: list(api.listProducts, api.listDropshippingProducts, 'name', 'published', 'available', 'updated_at'),
  variants: list(api.listAllVariants, null, 'sku', 'name', 'price', 'recommended_price', 'available'),
  bookings: list(api.listBookings, null, 'status', 'sku', 'product_title', 'count', 'expires_at'),
  counterparties: list(api.listCounterparties, null, 'name', 'phone', 'email', 'balance', 'discount'),
  suppliers: list(null, api.listSuppliers, 'title', 'project_id', 'balance'),
  balances: list(null, api.listBalances, 'project_title', 'balance', 'pending_sum'),
  clients: list(api.listClients, api.listMyClients, 'name', 'phone', 'orders_count', 'orders_sum'),
  payments: list(api.listPayments, api.listMyPayments, 'date', 'type', 'amount', 'status', 'comment'),
  returns: list(api.listReturns, api.listMyReturns, 'number', 'status', 'credit', 'created_at'),
  promotions: list(api.listPromotions, api.listMyPromotions, 'title', 'promo_code', 'discount', 'expires_at'),
  requests: list(api.listRequestForms, null, 'status', 'name', 'phone', 'email', 'created_at'),
  site_data: { ...list(api.listStaticData, null, 'key', 'name', 'updated_at'), whole: true },
};
/** What can be listed and exported, by the word of the command line. */
export type ListName = keyof typeof ALL;
export const LISTS: Readonly<Record<ListName, List>> = ALL;

export const LIST_NAMES = Object.keys(LISTS) as ListName[];
