import type { Family } from './plans';

/** How each GET of the product is asked when its statements are explained. */
export interface Ask {
  /** Of the path; the project's id is known. */
  readonly params?: Readonly<Record<string, string>>;
  /** Each is asked by itself; `$name` stands for an id of the world. The empty query is always asked. */
  readonly queries?: readonly Readonly<Record<string, string>>[];
  /** Tables that it may read whole: they do not grow with trade. */
  readonly whole?: readonly Family[];
  /** Why a statement of it may read more than a page: by words that stand in the statement. */
  readonly reads?: Readonly<Record<string, string>>;
}

const P = 'projects/:project_id';
const each = (name: string, ...values: string[]) => values.map((value) => ({ [name]: value }));
const sorted = (...names: string[]) => names.flatMap((name) => each('sort', name, `-${name}`));

/** Parts of names, frequent and rare ones, tails of phones, SKUs, and what is nowhere. */
const ORDER_SEARCHES = each(
  'q',
  'шевчук',
  'шевчук мар',
  'енко',
  'лев’як яна',
  '7919',
  '4107919',
  '0671234567',
  'SKU-77-1',
  '17',
  'немає такого',
);
const PRODUCT_SEARCHES = each('q', 'марта', 'SKU-77-1', '4820000000231', 'постіль сатин', 'немає такого');

/** One thing by its key, or what belongs to one thing and is short by nature. */
const one = (params: Record<string, string> = {}): Ask => ({ params });

/** Statuses beside a search are counted in the newest segments of the index that hold a thousand, whatever is behind. */
const COUNTED = { 'select o.status from matched o': 'counts in a segment of 16,384 orders at most' };

/** A GET that is not here fails the run. */
export const ASKS: Readonly<Record<string, Ask>> = {
  [`${P}`]: one(),
  [`${P}/deletion`]: { whole: ['partners'] },
  [`${P}/users`]: { whole: ['partners'], queries: [{ q: 'Людина 7' }, { role: 'Manager' }] },
  [`${P}/users/counts`]: { whole: ['partners'], queries: [{ q: 'Людина 7' }] },
  [`${P}/users/:id/belongings`]: { params: { id: '$manager' }, whole: ['partners'] },
  [`${P}/users/me`]: { whole: ['partners'] },
  [`${P}/users/:id`]: { params: { id: '$manager' }, whole: ['partners'] },
  [`${P}/user_invitations`]: { whole: ['partners'] },
  [`${P}/payment_details`]: {},
  [`${P}/address`]: one(),
  [`${P}/product_variants/:id/stock_movements`]: { params: { id: '$variant' } },
  [`${P}/product_variants/:id/bookings`]: {
    params: { id: '$variant' },
    queries: each('status', 'Active', 'Completed'),
  },
  [`${P}/products/v2`]: {
    whole: ['catalogue'],
    queries: [
      ...PRODUCT_SEARCHES,
      ...sorted('created_at', 'updated_at', 'name'),
      { include_unpublished: 'true' },
      ...each('status', 'published', 'unpublished', 'deleted'),
      { tags: 'плаття' },
    ],
  },
  [`${P}/products/summary`]: { whole: ['catalogue'] },
  [`${P}/products/tag_suggestions`]: { whole: ['catalogue'], queries: [{ q: 'пла' }] },
  [`${P}/product_options`]: { whole: ['catalogue'] },
  [`${P}/products/:id/show_v2`]: one({ id: '$product' }),
  [`${P}/product_variants/all_records`]: {
    whole: ['catalogue'],
    queries: [
      ...PRODUCT_SEARCHES,
      { sku: 'SKU-77-1' },
      { barcode: '4820000000231' },
      { product_id: '$product' },
      { id: '$variant' },
    ],
  },
  [`${P}/products/:product_id/product_variants`]: { params: { product_id: '$product' } },
  [`${P}/product_variant_options`]: { whole: ['catalogue'], queries: [{ q: 'кол' }] },
  [`${P}/products/:product_id/product_variant_options`]: { params: { product_id: '$product' } },
  [`${P}/products/:product_id/product_images`]: { params: { product_id: '$product' } },
  [`${P}/counterparties`]: {
    whole: ['partners'],
    queries: [
      { q: 'крамниця 7' },
      { q: 'немає такого' },
      ...sorted('name', 'created_at'),
      ...each('kind', 'dropshippers', 'other'),
      ...each('balance', 'debt', 'advance', 'zero'),
    ],
  },
  [`${P}/counterparties/counts`]: { whole: ['partners'], queries: [{ q: 'крамниця 7' }] },
  [`${P}/counterparties/:id`]: { params: { id: '$counterparty' }, whole: ['partners'] },
  [`${P}/counterparties/:id/ledger`]: {
    params: { id: '$counterparty' },
    queries: [{ purpose: 'charge' }, { from: '2026-01-01', to: '2026-02-01' }],
  },
  [`${P}/promotions`]: { whole: ['promotions'], queries: [{ q: 'Акція 7' }, { state: 'active' }] },
  [`${P}/promotions/:id`]: { params: { id: '$promotion' }, whole: ['promotions'] },
  [`${P}/manufacture_requests`]: {
    whole: ['manufacture'],
    queries: [
      { q: 'партія 77' },
      { q: 'сатин' },
      { q: '77' },
      ...each('status', 'new', 'done'),
      { order_id: '$order' },
      ...sorted('created_at', 'number'),
    ],
  },
  [`${P}/manufacture_requests/counts`]: {},
  [`${P}/manufacture_requests/producers`]: {},
  [`${P}/manufacture_requests/:id`]: one({ id: '$manufacture' }),
  [`${P}/manufacture_requests/:id/moves`]: one({ id: '$manufacture' }),
  [`${P}/orders`]: {
    queries: [
      ...ORDER_SEARCHES,
      ...sorted('created_at', 'number', 'sum', 'updated_at'),
      ...each('status', 'Ready', 'Complete', 'Pending,InProduction,Ready'),
      { counterparty_id: '$counterparty' },
      { from: '2026-01-01', to: '2026-02-01' },
    ],
  },
  [`${P}/orders/counts`]: {
    reads: COUNTED,
    queries: [...ORDER_SEARCHES, { counterparty_id: '$counterparty' }],
  },
  [`${P}/orders/:id`]: one({ id: '$order' }),
  [`${P}/orders/:id/moves`]: one({ id: '$order' }),
  [`${P}/orders/:id/history`]: one({ id: '$order' }),
  [`${P}/orders/:id/comments`]: one({ id: '$order' }),
  [`${P}/orders/:id/files`]: one({ id: '$order' }),
  [`${P}/orders/:id/documents`]: one({ id: '$order' }),
  [`${P}/orders/open_sums`]: { queries: [{ counterparty_id: '$counterparty' }] },
  [`${P}/payments`]: {
    // comments of payments are looked through one by one (docs/growth.md)
    reads: { 'lower(n.comment) like': 'a search in comments' },
    queries: [
      { q: 'оплата 77' },
      ...each('status', 'pending', 'confirmed'),
      { type: 'receipt' },
      { counterparty_id: '$counterparty' },
      { from: '2026-01-01', to: '2026-02-01' },
      ...sorted('created_at', 'date', 'amount'),
    ],
  },
  [`${P}/payments/counts`]: { queries: [{ counterparty_id: '$counterparty' }] },
  [`${P}/payments/:id`]: one({ id: '$payment' }),
  [`${P}/ledger/accounts`]: {
    whole: ['partners'],
    // the project's own accounts keep no balance (docs/decisions/0004): their page sums all postings when it is opened
    reads: { 'sum("counterparty_change"), count(*) from "postings"': 'sums all postings' },
  },
  [`${P}/ledger/accounts/:account/postings`]: {
    params: { account: 'bank' },
    queries: [{ from: '2026-01-01', to: '2026-02-01' }],
  },
  [`${P}/imports`]: { whole: ['exchange'], queries: [{ status: 'done' }] },
  [`${P}/imports/:id`]: { params: { id: '$import' }, whole: ['exchange'] },
  [`${P}/imports/:id/rows`]: {
    whole: ['exchange'],
    params: { id: '$import' },
    queries: each('outcome', 'unchanged', 'created'),
  },
  [`${P}/billing_account`]: { whole: ['catalogue'] },
  [`${P}/plan_changes`]: {},
  'dropshipping/orders': {
    queries: [...ORDER_SEARCHES, ...sorted('created_at'), { status: 'Complete' }, { project_id: '$project' }],
  },
  'dropshipping/orders/counts': { queries: ORDER_SEARCHES, reads: COUNTED },
  'dropshipping/open_sums': {},
  'dropshipping/products': { whole: ['catalogue'], queries: [...PRODUCT_SEARCHES, ...sorted('created_at', 'name')] },
  'dropshipping/suppliers': { whole: ['partners'] },
  'dropshipping/balances': { whole: ['partners'] },
  'dropshipping/payments': {
    reads: { 'lower(n.comment) like': 'a search in comments' },
    whole: ['partners'],
    queries: [{ q: 'оплата 77' }, { status: 'confirmed' }],
  },
  'operator/overview': { whole: ['platform'] },
  'operator/access_requests': {
    whole: ['platform'],
    queries: [{ q: 'asker77' }, { status: 'pending' }, { audience: 'dropshipper' }, ...sorted('created_at')],
  },
  'operator/access_requests/counts': { whole: ['platform'] },
  'operator/access_requests/:id': { params: { id: '$request' }, whole: ['platform'] },
  'operator/users': { whole: ['platform'], queries: [{ q: 'large77' }] },
  'operator/users/:id': { params: { id: '$manager' }, whole: ['platform'] },
  'operator/projects': {
    reads: { 'as owner_id': 'counts products and orders of each project' },
    whole: ['platform'],
    queries: [{ q: 'large-77' }],
  },
  'operator/projects/:id': {
    // the operator's card of one project counts what it holds
    reads: { 'as owner_id': 'counts products and orders' },
    params: { id: '$project' },
    whole: ['platform'],
  },
  'operator/messages': {
    whole: ['platform'],
    queries: [{ q: 'звернення 77' }, { status: 'new' }, { kind: 'feedback' }],
  },
  'operator/messages/counts': { whole: ['platform'] },
  'operator/messages/:id': { params: { id: '$message' }, whole: ['platform'] },
  'operator/actions': { whole: ['platform'], queries: [{ q: 'людина 77' }, { deed: 'user_blocked' }] },
};
