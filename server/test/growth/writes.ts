import type { Ask } from './asks';

/** A request that changes something, and in doing so looks things up: those statements are explained too. */
export interface Write {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly params?: Readonly<Record<string, string>>;
  /** `$name` stands for an id of the world. */
  readonly body?: object;
  /** As in asks.ts. */
  readonly known?: Ask['known'];
}

const P = 'projects/:project_id';
const CUSTOMER = { name: 'Шевчук Марта', phone: '0671234567' };

export const WRITES: readonly Write[] = [
  {
    method: 'POST',
    path: `${P}/orders`,
    body: {
      counterparty_id: '$counterparty',
      customer: CUSTOMER,
      delivery: {
        operator: 'nova_poshta',
        recipient_name: 'Шевчук Марта',
        recipient_phone: '0671234567',
        address: 'Львів, відділення 1',
      },
      items: [{ product_variant_id: '$variant', count: 1 }],
      send: true,
    },
  },
  {
    method: 'PATCH',
    path: `${P}/orders/:id`,
    params: { id: '$pending' },
    body: { customer: { ...CUSTOMER, name: 'Інша' }, items: [{ product_variant_id: '$variant', count: 2 }] },
  },
  {
    method: 'POST',
    path: `${P}/orders/:id/moves`,
    params: { id: '$pending' },
    body: { to: 'Canceled', reason: 'Так' },
  },
  {
    method: 'POST',
    path: `${P}/orders/:id/moves`,
    params: { id: '$loaded' },
    body: { to: 'Sent' },
  },
  {
    method: 'POST',
    path: `${P}/orders/:id/comments`,
    params: { id: '$order' },
    body: { text: 'Так', visibility: 'all' },
  },
  {
    method: 'POST',
    path: `${P}/orders/:id/documents`,
    params: { id: '$order' },
    body: { type: 'order' },
  },
  {
    method: 'POST',
    path: `${P}/payments`,
    body: {
      counterparty_id: '$counterparty',
      type: 'receipt',
      amount: 100,
      date: '2026-01-01',
      comment: 'Оплата',
      account: 'bank',
    },
  },
  { method: 'POST', path: `${P}/counterparties`, body: { name: 'Нова', email: 'new@example.com' } },
  { method: 'PATCH', path: `${P}/counterparties/:id`, params: { id: '$counterparty' }, body: { name: 'Інша назва' } },
  {
    method: 'POST',
    path: `${P}/counterparties/:id/invite`,
    params: { id: '$party' },
    body: { email: 'i@example.com' },
  },
  { method: 'DELETE', path: `${P}/counterparties/:id`, params: { id: '$party' } },
  {
    method: 'POST',
    path: `${P}/products/create_v2`,
    body: { name: 'Нове', variants: [{ sku: 'NEW-1', barcode: '4829999999999', price: 100, actual: 5 }] },
  },
  { method: 'PATCH', path: `${P}/products/:id/update_v2`, params: { id: '$hidden' }, body: { name: 'Інша назва' } },
  {
    method: 'POST',
    path: `${P}/product_variants/:id/stock`,
    params: { id: '$variant' },
    body: { delta: 5, comment: 'Надійшло' },
  },
  {
    method: 'POST',
    path: `${P}/manufacture_requests`,
    body: { lines: [{ product_variant_id: '$variant', count: 3 }], comment: 'Партія' },
  },
  {
    method: 'POST',
    path: `${P}/promotions`,
    body: { title: 'Знижка', promo_code: 'NEWCODE', discount: 500, discount_type: 'percent' },
  },
  {
    method: 'POST',
    path: `${P}/exports`,
    body: { kind: 'products_csv', filters: { q: 'марта' } },
  },
];
