import type { Allowed } from './plans';

/** What a statement may do besides a page and its count, and why. */
export interface Known extends Allowed {
  readonly why: string;
}

/** How each GET of the product is asked when its statements are explained. */
export interface Ask {
  /** Of the path; the project's id is known. */
  readonly params?: Readonly<Record<string, string>>;
  /** Each is asked by itself; `$name` stands for an id of the world. The empty query is always asked. */
  readonly queries?: readonly Readonly<Record<string, string>>[];
  /** By words that stand in the statement; the empty word is in each. docs/growth.md says what they take. */
  readonly known?: Readonly<Record<string, Known>>;
}

const ANY = Number.POSITIVE_INFINITY;
/** Reads each row that there is of its kind. */
const wholly = (why: string, ...whole: string[]): Known => ({ why, whole, sorts: ANY, reads: ANY });

export const TEAM = wholly(
  'people of one project: their names stand with the people of the platform',
  'users',
  'memberships',
);
const PARTIES = wholly(
  'balance and access of a counterparty stand in other tables: filters by them and their sums look at each',
  'counterparties',
  'counterparty_accounts',
  'memberships',
  'users',
);
const OPTIONS = wholly(
  'names of options, which repeat from product to product',
  'products',
  'product_variant_options',
  'product_values',
);
const TAGS = wholly('tags by how often they are used', 'products');
export const PROMOTIONS = wholly('promotions of one project: dozens', 'promotions', 'promotion_uses');
export const EXCHANGE = wholly('imports and exports of one project, kept for days', 'imports', 'exports');
const BY_DEADLINE = wholly('requests without a deadline come last, by an expression', 'manufacture_requests', 'users');
const IMPORT = wholly('rows of one import, kept for days', 'import_rows');
const PLATFORM = wholly(
  'people, projects and letters of the whole platform, for its operator',
  ...['users', 'projects', 'memberships', 'access_requests', 'messages', 'operator_actions', 'sessions', 'job_common'],
  'counterparties',
);
const OPEN = wholly('orders that are not finished', 'orders');
/** A walk through the newest 4,000 orders of several suppliers, by the indexes of each. */
const WALKED: Known = { why: 'no index stands over several suppliers', sorts: 4_000 };
const COUNTED: Known = { why: 'counts in a segment of 16,384 orders at most', sorts: 16_384, reads: 20_000 };

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

/** A GET that is not here fails the run. */
export const ASKS: Readonly<Record<string, Ask>> = {
  [`${P}`]: one(),
  [`${P}/deletion`]: { known: { '': PARTIES } },
  [`${P}/users`]: { known: { '': TEAM }, queries: [{ q: 'Людина 7' }, { role: 'Manager' }] },
  [`${P}/users/counts`]: { known: { '': TEAM }, queries: [{ q: 'Людина 7' }] },
  [`${P}/users/:id/belongings`]: { known: { '': TEAM }, params: { id: '$manager' } },
  [`${P}/users/me`]: { known: { '': TEAM } },
  [`${P}/users/:id`]: { known: { '': TEAM }, params: { id: '$manager' } },
  [`${P}/user_invitations`]: {},
  [`${P}/payment_details`]: {},
  [`${P}/address`]: one(),
  [`${P}/product_variants/:id/stock_movements`]: { params: { id: '$variant' } },
  [`${P}/product_variants/:id/bookings`]: {
    params: { id: '$variant' },
    queries: each('status', 'Active', 'Completed'),
  },
  [`${P}/products/v2`]: {
    queries: [
      ...sorted('price', 'available'),
      ...each('stock', 'in_stock', 'out_of_stock', 'low'),
      { stock: 'low', sort: 'name' },
      { stock: 'low', sort: '-price' },
      { stock: 'out_of_stock', sort: 'available' },
      { q: 'марта', sort: 'price' },
      { q: 'марта', stock: 'low' },
      ...PRODUCT_SEARCHES,
      ...sorted('created_at', 'updated_at', 'name'),
      { include_unpublished: 'true' },
      ...each('status', 'published', 'unpublished', 'deleted'),
      { tags: 'плаття' },
      { tags: 'рідкісний' },
    ],
  },
  [`${P}/products/summary`]: {},
  [`${P}/products/tag_suggestions`]: { known: { '': TAGS }, queries: [{ q: 'пла' }] },
  [`${P}/product_options`]: { known: { '': OPTIONS } },
  [`${P}/products/:id/show_v2`]: one({ id: '$product' }),
  [`${P}/product_variants/all_records`]: {
    queries: [
      ...sorted('name', 'created_at', 'price', 'available'),
      ...each('in_stock', 'true', 'false'),
      ...each('published', 'true', 'false'),
      { published: 'false', sort: 'price' },
      { in_stock: 'false', sort: '-created_at' },
      ...PRODUCT_SEARCHES,
      { sku: 'SKU-77-1' },
      { barcode: '4820000000231' },
      { product_id: '$product' },
      { id: '$variant' },
    ],
  },
  [`${P}/products/:product_id/product_variants`]: { params: { product_id: '$product' } },
  [`${P}/product_variant_options`]: { known: { '': OPTIONS }, queries: [{ q: 'кол' }] },
  [`${P}/products/:product_id/product_variant_options`]: { params: { product_id: '$product' } },
  [`${P}/products/:product_id/product_images`]: { params: { product_id: '$product' } },
  [`${P}/counterparties`]: {
    known: {
      '(m.user_id is not null or': PARTIES,
      'and a.balance': PARTIES,
      'coalesce(a.balance, 0) = 0': PARTIES,
      'coalesce(a.balance, 0) as cursor_key': PARTIES,
      'c.discount::integer as cursor_key': PARTIES,
    },
    queries: [
      { q: 'крамниця' },
      { q: 'крамниця 777' },
      { q: 'немає такого' },
      ...sorted('name', 'created_at'),
      ...sorted('balance', 'discount'),
      ...each('kind', 'dropshippers', 'other'),
      ...each('balance', 'debt', 'advance', 'zero'),
    ],
  },
  [`${P}/counterparties/counts`]: { known: { '': PARTIES }, queries: [{ q: 'крамниця 777' }] },
  [`${P}/counterparties/:id`]: { params: { id: '$counterparty' } },
  [`${P}/counterparties/:id/ledger`]: {
    params: { id: '$counterparty' },
    queries: [{ purpose: 'charge' }, { from: '2026-01-01', to: '2026-02-01' }],
  },
  [`${P}/promotions`]: { known: { '': PROMOTIONS }, queries: [{ q: 'Акція 7' }, { state: 'active' }] },
  [`${P}/promotions/:id`]: { known: { '': PROMOTIONS }, params: { id: '$promotion' } },
  [`${P}/manufacture_requests`]: {
    known: { "'9999') as cursor_key": BY_DEADLINE },
    queries: [
      { q: 'партія' },
      { q: 'партія 777' },
      { q: 'сатин' },
      { q: '77' },
      ...each('status', 'new', 'done'),
      { order_id: '$order' },
      ...sorted('created_at', 'number', 'deadline'),
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
      ...each('status', 'Ready', 'Complete', 'Pending,InProduction,Ready', 'Draft'),
      { counterparty_id: '$counterparty' },
      { from: '2026-01-01', to: '2026-02-01' },
    ],
  },
  [`${P}/orders/counts`]: {
    known: { 'o.status from': COUNTED },
    queries: [...ORDER_SEARCHES, { counterparty_id: '$counterparty' }],
  },
  [`${P}/orders/:id`]: one({ id: '$order' }),
  [`${P}/orders/:id/moves`]: one({ id: '$order' }),
  [`${P}/orders/:id/history`]: one({ id: '$order' }),
  [`${P}/orders/:id/comments`]: one({ id: '$order' }),
  [`${P}/orders/:id/files`]: one({ id: '$order' }),
  [`${P}/orders/:id/documents`]: one({ id: '$order' }),
  [`${P}/orders/open_sums`]: { known: { '': OPEN }, queries: [{ counterparty_id: '$counterparty' }] },
  [`${P}/payments`]: {
    // comments of payments are looked through one by one (docs/growth.md)
    queries: [
      { q: 'оплата' },
      { q: 'оплата 777' },
      { q: 'маркет' },
      ...each('status', 'pending', 'confirmed', 'declined'),
      { type: 'receipt' },
      { counterparty_id: '$counterparty' },
      { from: '2026-01-01', to: '2026-02-01' },
      ...sorted('created_at', 'date', 'amount'),
    ],
  },
  [`${P}/payments/counts`]: { queries: [{ counterparty_id: '$counterparty' }] },
  [`${P}/payments/:id`]: one({ id: '$payment' }),
  [`${P}/ledger/accounts`]: {
    // the project's own accounts keep no balance (docs/decisions/0004): their page sums all postings when it is opened
  },
  [`${P}/ledger/accounts/:account/postings`]: {
    params: { account: 'bank' },
    queries: [{ from: '2026-01-01', to: '2026-02-01' }],
  },
  [`${P}/imports`]: { queries: [{ status: 'done' }] },
  [`${P}/imports/:id`]: { known: { '': IMPORT }, params: { id: '$import' } },
  [`${P}/imports/:id/rows`]: {
    known: { '': IMPORT },
    params: { id: '$import' },
    queries: each('outcome', 'unchanged', 'created'),
  },
  [`${P}/billing_account`]: {},
  [`${P}/plan_changes`]: {},
  'dropshipping/orders': {
    known: { 'none as (select 1)': WALKED },
    queries: [...ORDER_SEARCHES, ...sorted('created_at'), { status: 'Complete' }, { project_id: '$project' }],
  },
  'dropshipping/orders/counts': { known: { 'o.status from': COUNTED }, queries: ORDER_SEARCHES },
  'dropshipping/open_sums': {},
  'dropshipping/products': {
    queries: [
      ...PRODUCT_SEARCHES,
      ...sorted('created_at', 'name', 'price', 'available'),
      ...each('stock', 'in_stock', 'out_of_stock', 'low'),
    ],
  },
  'dropshipping/suppliers': {},
  'dropshipping/balances': {},
  'dropshipping/payments': {
    queries: [{ q: 'оплата' }, { q: 'оплата 777' }, { q: 'маркет' }, { status: 'confirmed' }],
  },
  'operator/overview': { known: { '': PLATFORM } },
  'operator/access_requests': {
    known: { '': PLATFORM },
    queries: [{ q: 'asker77' }, { status: 'pending' }, { audience: 'dropshipper' }, ...sorted('created_at')],
  },
  'operator/access_requests/counts': { known: { '': PLATFORM } },
  'operator/access_requests/:id': { known: { '': PLATFORM }, params: { id: '$request' } },
  'operator/users': { known: { '': PLATFORM }, queries: [{ q: 'large77' }] },
  'operator/users/:id': { known: { '': PLATFORM }, params: { id: '$manager' } },
  'operator/projects': { known: { '': PLATFORM }, queries: [{ q: 'large-77' }] },
  'operator/projects/:id': {
    known: { '': PLATFORM },
    // the operator's card of one project counts what it holds
    params: { id: '$project' },
  },
  'operator/messages': {
    known: { '': PLATFORM },
    queries: [{ q: 'звернення 77' }, { status: 'new' }, { kind: 'feedback' }],
  },
  'operator/messages/counts': { known: { '': PLATFORM } },
  'operator/messages/:id': { known: { '': PLATFORM }, params: { id: '$message' } },
  'operator/actions': { known: { '': PLATFORM }, queries: [{ q: 'людина 77' }, { deed: 'user_blocked' }] },
};
