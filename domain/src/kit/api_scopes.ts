import type { Locale } from './errors';
import type { Permission } from './permissions';

/**
 * What a key of the API may reach, by area, to read or to write: the one table for the server, the dialog, the tests and
 * the documentation. A route that keys reach names its scope (`api`), and asks one of these permissions; so a scope
 * never gives more than the role of whoever made the key.
 */
export const API_AREAS = {
  products: {
    ua: 'Товари',
    en: 'Products',
    read: ['products.read', 'price_levels.read', 'changes.read'],
    write: ['products.edit', 'goods.by_sku', 'categories.edit', 'files.upload'],
  },
  stock: {
    ua: 'Залишки й бронювання',
    en: 'Stock and bookings',
    read: ['stock.read', 'bookings.read', 'changes.read'],
    write: ['stock.edit', 'goods.by_sku', 'bookings.edit'],
  },
  orders: {
    ua: 'Замовлення',
    en: 'Orders',
    read: ['orders.read', 'changes.read'],
    write: ['orders.create', 'orders.edit', 'orders.move', 'orders.comment', 'files.upload'],
  },
  counterparties: {
    ua: 'Контрагенти',
    en: 'Counterparties',
    read: ['counterparties.read', 'counterparties.names'],
    write: ['counterparties.edit'],
  },
  clients: { ua: 'Клієнти', en: 'Clients', read: ['clients.read'], write: ['clients.edit'] },
  payments: {
    ua: 'Платежі й баланси',
    en: 'Payments and balances',
    read: ['payments.read', 'changes.read'],
    write: ['payments.report'],
  },
  /** What moves balances stands apart: a site that may report a payment must not confirm it. */
  payment_entry: {
    ua: 'Проведення платежів',
    en: 'Entering payments',
    read: [],
    write: ['payments.report', 'payments.enter', 'payments.confirm'],
  },
  returns: {
    ua: 'Повернення',
    en: 'Returns',
    read: ['returns.read', 'changes.read'],
    write: ['returns.create', 'returns.decide'],
  },
  promotions: { ua: 'Акції', en: 'Promotions', read: ['promotions.read'], write: ['promotions.edit'] },
  request_forms: {
    ua: 'Запити з сайту',
    en: 'Requests from the site',
    read: ['request_forms.read', 'changes.read'],
    write: ['request_forms.edit'],
  },
  static_data: {
    ua: 'Дані для сайту',
    en: 'Site data',
    read: ['static_data.read'],
    write: ['static_data.edit', 'files.upload'],
  },
} as const satisfies Readonly<
  Record<string, Readonly<Record<Locale, string>> & Readonly<Record<'read' | 'write', readonly Permission[]>>>
>;

export type ApiArea = keyof typeof API_AREAS;
export type ApiScope = `${ApiArea}.${'read' | 'write'}`;

export const AREA_NAMES = Object.keys(API_AREAS) as [ApiArea, ...ApiArea[]];
export const API_SCOPES = AREA_NAMES.flatMap((area): ApiScope[] => [
  ...(API_AREAS[area].read.length > 0 ? [`${area}.read` as const] : []),
  ...(API_AREAS[area].write.length > 0 ? [`${area}.write` as const] : []),
]) as [ApiScope, ...ApiScope[]];

/** A dropshipper works with his suppliers and is one of no project: what is only of a supplier's staff is none of his. */
export const DROPSHIPPING_AREAS = ['products', 'orders', 'clients', 'payments', 'returns', 'promotions'] as const;
const OF_STAFF: readonly ApiScope[] = ['products.write', 'promotions.write'];
/** A dropshipper reports what he has paid; what the staff enters is posted at once. */
const OF_DROPSHIPPERS: readonly ApiScope[] = ['payments.write'];

export const scopesFor = (side: 'project' | 'dropshipping'): readonly ApiScope[] =>
  side === 'project'
    ? API_SCOPES.filter((scope) => !OF_DROPSHIPPERS.includes(scope))
    : DROPSHIPPING_AREAS.flatMap((area): ApiScope[] => [`${area}.read`, `${area}.write`]).filter(
        (scope) => !OF_STAFF.includes(scope),
      );

export const permissionsOfScope = (scope: ApiScope): readonly Permission[] => {
  const [area, verb] = scope.split('.') as [ApiArea, 'read' | 'write'];
  return API_AREAS[area][verb];
};

/** What a route asks of a key: one of these is enough. Empty: no key reaches it. */
export const scopesOfRoute = ({ api }: { readonly api?: ApiScope | readonly ApiScope[] }): readonly ApiScope[] =>
  api === undefined ? [] : typeof api === 'string' ? [api] : api;
