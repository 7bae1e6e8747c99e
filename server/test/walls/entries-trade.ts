import { CUSTOMER, DELIVERY } from '../trade';
import type { Entry } from './entry';
import type { Side } from './world';

const P = 'projects/:project_id';
const OPTIONS = `${P}/products/:product_id/product_variant_options`;
const IMAGES = `${P}/products/:product_id/product_images`;
const lines = ({ ids }: Side) => [{ product_variant_id: ids.product_variants, count: 1 }];
const draft = ({ ids }: Side) => ({ id: ids.draft as string });
const spare = ({ ids }: Side) => ({ id: ids.spareOption as string });

/** Goods, stock, orders, money, documents, exchange of files. */
export const tradeEntries: Readonly<Record<string, Entry>> = {
  [`POST ${P}/uploads`]: { body: () => ({ file_name: 'a.png' }) },

  [`POST ${P}/product_variants/:id/stock`]: { body: () => ({ delta: 1 }) },
  [`GET ${P}/product_variants/:id/stock_movements`]: {},
  [`GET ${P}/product_variants/:id/bookings`]: {},

  [`GET ${P}/products/v2`]: { query: () => ({ include_unpublished: true }) },
  [`GET ${P}/products/summary`]: {},
  'GET dropshipping/products': { query: ({ project }) => ({ project_id: project.id }) },
  [`GET ${P}/products/tag_suggestions`]: {},
  [`GET ${P}/product_options`]: {},
  [`GET ${P}/products/:id/show_v2`]: {},
  [`POST ${P}/products/create_v2`]: { body: () => ({ name: 'Нове' }) },
  [`PATCH ${P}/products/:id/update_v2`]: {
    body: ({ ids }) => ({ vendor: 'Інший', variants: [{ id: ids.product_variants, price: 100 }] }),
  },
  [`DELETE ${P}/products/:id`]: { params: ({ ids }) => ({ id: ids.idleProduct as string }) },
  [`PATCH ${P}/products/:id/publish`]: {},
  [`PATCH ${P}/products/:id/unpublish`]: {},
  [`GET ${P}/product_variants/all_records`]: { query: ({ ids }) => ({ product_id: ids.products }) },
  [`GET ${P}/products/:product_id/product_variants`]: {},
  [`POST ${P}/products/:product_id/product_variants`]: {
    body: () => ({ price: 100, values: [{ option: 'Зріст', value: 'XL' }] }),
  },
  [`PATCH ${P}/products/:product_id/product_variants/:id`]: { body: () => ({ price: 100 }) },
  [`DELETE ${P}/products/:product_id/product_variants/:id`]: {
    params: ({ ids }) => ({ id: ids.freeVariant as string }),
  },
  [`GET ${P}/product_variant_options`]: { query: ({ ids }) => ({ product_id: ids.products }) },
  [`GET ${OPTIONS}`]: {},
  [`POST ${OPTIONS}`]: { body: () => ({ name: 'Колір' }) },
  [`PATCH ${OPTIONS}/:id`]: { body: () => ({ position: 0 }) },
  [`DELETE ${P}/products/:product_id/delete_product_variant_option`]: {
    query: ({ ids }) => ({ product_variant_option_id: ids.spareOption }),
  },
  [`GET ${OPTIONS}/:option_id/product_values`]: {},
  [`POST ${OPTIONS}/:option_id/product_values`]: { body: () => ({ value: 'Ще одне' }) },
  [`PATCH ${OPTIONS}/:option_id/product_values/:id`]: { body: () => ({ value: 'Інакше' }) },
  [`DELETE ${OPTIONS}/:option_id/product_values/:id`]: {
    params: (side) => ({ option_id: spare(side).id, id: side.ids.spareValue as string }),
  },
  [`GET ${IMAGES}`]: {},
  [`POST ${IMAGES}`]: { body: ({ ids }) => ({ file_name: ids.uploads, product_variant_id: ids.product_variants }) },
  [`PATCH ${IMAGES}/:id`]: { body: ({ ids }) => ({ position: 0, product_variant_id: ids.product_variants }) },
  [`PATCH ${IMAGES}/:id/mark_as_thumbnail`]: {},
  [`DELETE ${IMAGES}/:id`]: {},

  [`GET ${P}/promotions`]: {},
  [`POST ${P}/promotions`]: {
    body: () => ({ title: 'Літо', promo_code: 'SUMMER', discount: 500, discount_type: 'percent' }),
  },
  [`GET ${P}/promotions/:id`]: {},
  [`PATCH ${P}/promotions/:id`]: { body: () => ({ title: 'Осінь' }) },
  [`DELETE ${P}/promotions/:id`]: {},

  [`GET ${P}/manufacture_requests`]: { query: ({ ids }) => ({ order_id: ids.orders }) },
  [`GET ${P}/manufacture_requests/counts`]: {},
  [`GET ${P}/manufacture_requests/producers`]: {},
  [`POST ${P}/manufacture_requests`]: {
    body: (side) => ({ lines: lines(side), order_id: side.ids.orders, producer_id: side.people.Producer.id }),
  },
  [`GET ${P}/manufacture_requests/:id`]: {},
  [`PATCH ${P}/manufacture_requests/:id`]: { body: (side) => ({ lines: lines(side), order_id: side.ids.orders }) },
  [`GET ${P}/manufacture_requests/:id/moves`]: {},
  [`POST ${P}/manufacture_requests/:id/moves`]: { body: () => ({ to: 'in_production' }) },

  [`GET ${P}/orders`]: {},
  [`GET ${P}/orders/counts`]: {},
  [`POST ${P}/orders`]: {
    body: (side) => ({ items: lines(side), customer: CUSTOMER, delivery: DELIVERY, send: true }),
  },
  [`GET ${P}/orders/:id`]: {},
  [`PATCH ${P}/orders/:id`]: { params: draft, body: (side) => ({ items: lines(side) }) },
  [`DELETE ${P}/orders/:id`]: { params: draft },
  [`GET ${P}/orders/:id/moves`]: {},
  // the table of the order machine: what was sent is canceled by the staff alone
  [`POST ${P}/orders/:id/moves`]: {
    body: () => ({ to: 'Canceled', reason: 'Передумали' }),
    verdicts: { Producer: 403, Stockman: 403, Client: 403 },
  },
  [`POST ${P}/orders/:id/items/:item_id/temporary_booking`]: {
    params: ({ ids }) => ({ id: ids.draft as string, item_id: ids.draftItem as string }),
  },
  [`GET ${P}/orders/:id/history`]: {},
  [`GET ${P}/orders/:id/comments`]: {},
  [`POST ${P}/orders/:id/comments`]: { body: () => ({ text: 'Так' }) },
  [`GET ${P}/orders/:id/files`]: {},
  [`POST ${P}/orders/:id/files`]: { body: ({ ids }) => ({ file_name: ids.uploads }) },
  [`GET ${P}/orders/open_sums`]: { query: ({ ids }) => ({ counterparty_id: ids.counterparties }) },
  'GET dropshipping/open_sums': {},
  'GET dropshipping/orders': { query: ({ project }) => ({ project_id: project.id }) },
  'GET dropshipping/orders/counts': {},

  [`GET ${P}/payments`]: {},
  [`GET ${P}/payments/counts`]: {},
  [`POST ${P}/payments`]: {
    body: ({ ids }) => ({ counterparty_id: ids.counterparties, type: 'receipt', amount: 100, date: '2025-01-15' }),
  },
  [`GET ${P}/payments/:id`]: {},
  [`POST ${P}/payments/:id/confirm`]: { body: () => ({ account: 'bank' }) },
  [`POST ${P}/payments/:id/decline`]: { body: () => ({ reason: 'Ні' }) },
  [`POST ${P}/payments/:id/reverse`]: {
    params: ({ ids }) => ({ id: ids.confirmedPayment as string }),
    body: () => ({ comment: 'Помилка' }),
  },
  'GET dropshipping/balances': {},
  'GET dropshipping/payments': { query: ({ project }) => ({ project_id: project.id }) },
  [`GET ${P}/ledger/accounts`]: {},
  [`GET ${P}/ledger/accounts/:account/postings`]: { params: () => ({ account: 'bank' }) },
  [`GET ${P}/audit`]: {},
  [`POST ${P}/audit`]: {},

  [`POST ${P}/orders/:id/documents`]: {
    body: ({ ids }) => ({ type: 'invoice', payment_details_id: ids.payment_details }),
  },
  [`GET ${P}/orders/:id/documents`]: {},
  [`GET ${P}/documents/:id/pdf`]: {},

  [`POST ${P}/imports`]: { body: ({ ids }) => ({ upload: ids.uploads, dry_run: true }) },
  [`GET ${P}/imports`]: {},
  [`GET ${P}/imports/template`]: {},
  [`GET ${P}/imports/:id`]: {},
  [`GET ${P}/imports/:id/rows`]: {},
  [`GET ${P}/imports/:id/suggestions`]: {},
  [`POST ${P}/imports/:id/apply`]: { body: () => ({}), passes: [409] },
  [`POST ${P}/exports`]: { body: () => ({ kind: 'products_csv' }) },
  [`GET ${P}/exports/:id`]: {},
};
