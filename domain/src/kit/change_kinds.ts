import type { ApiScope } from './api_scopes';
import type { Locale } from './errors';
import type { Permission } from './permissions';

/**
 * What `changes` and webhooks tell of, and who hears it: whoever has the permission, and of keys those that have one of
 * the scopes. The one table for both, for the pages and for the tests; a slice says in its manifest how its own is read.
 */
export const CHANGE_KINDS = {
  order: { ua: 'Замовлення', en: 'Orders', permission: 'orders.read', scopes: ['orders.read'] },
  product: { ua: 'Товари', en: 'Products', permission: 'products.read', scopes: ['products.read'] },
  product_variant: { ua: 'Модифікації', en: 'Modifications', permission: 'products.read', scopes: ['products.read'] },
  price: { ua: 'Ціни', en: 'Prices', permission: 'products.read', scopes: ['products.read'] },
  stock: { ua: 'Залишки', en: 'Stock', permission: 'products.read', scopes: ['products.read', 'stock.read'] },
  payment: { ua: 'Платежі', en: 'Payments', permission: 'payments.read', scopes: ['payments.read'] },
  return: { ua: 'Повернення', en: 'Returns', permission: 'returns.read', scopes: ['returns.read'] },
  // keys have no area for them: a webhook made by a person hears of them
  application: { ua: 'Заявки на співпрацю', en: 'Applications', permission: 'applications.read', scopes: [] },
  request_form: {
    ...{ ua: 'Запити з сайту', en: 'Requests from the site' },
    ...{ permission: 'request_forms.read', scopes: ['request_forms.read'] },
  },
} as const satisfies Readonly<
  Record<string, Readonly<Record<Locale, string>> & { permission: Permission; scopes: readonly ApiScope[] }>
>;

export type ChangeKindName = keyof typeof CHANGE_KINDS;
export const CHANGE_KIND_NAMES = Object.keys(CHANGE_KINDS) as [ChangeKindName, ...ChangeKindName[]];

/** What a dropshipper hears of at his suppliers. */
export const DROPSHIPPING_KINDS = [
  'order',
  'product',
  'product_variant',
  'price',
  'stock',
  'payment',
  'return',
] as const satisfies readonly ChangeKindName[];

/** Events of webhooks: a dropshipper's hear of the supplier himself as well, his access and his terms. */
export const SUPPLIER_EVENT = 'supplier';
export const WEBHOOK_EVENTS = [...CHANGE_KIND_NAMES, SUPPLIER_EVENT] as const;
export const DROPSHIPPING_EVENTS = [...DROPSHIPPING_KINDS, SUPPLIER_EVENT] as const;
export const EVENT_WORDS: Readonly<Record<(typeof WEBHOOK_EVENTS)[number], Readonly<Record<Locale, string>>>> = {
  ...CHANGE_KINDS,
  supplier: { ua: 'Доступ та умови постачальника', en: 'Access and terms of a supplier' },
};

/** The scopes by which a key reaches `changes`: any of these is enough, each shows its own kinds. */
export const CHANGE_SCOPES = [
  ...new Set(CHANGE_KIND_NAMES.flatMap((name): readonly ApiScope[] => CHANGE_KINDS[name].scopes)),
] as const;
