import type { Allowed } from './plans';

/** What a statement may do besides a page and its count, and why. */
export interface Known extends Allowed {
  readonly why: string;
}

/** How each GET of the product is asked when its statements are explained. */
export interface Ask {
  /** Of the path; the project's id is known. */
  readonly params?: Readonly<Record<string, string>>;
  /** Goes with each query, for what is not answered without. */
  readonly always?: Readonly<Record<string, string>>;
  /** Each is asked by itself; `$name` stands for an id of the world. The empty query is always asked. */
  readonly queries?: readonly Readonly<Record<string, string>>[];
  /** By words that stand in the statement; the empty word is in each. docs/growth.md says what they take. */
  readonly known?: Readonly<Record<string, Known>>;
}

const ANY = Number.POSITIVE_INFINITY;
/** Reads each row that there is of its kind. */
const wholly = (why: string, ...whole: string[]): Known => ({ why, whole, sorts: ANY, reads: ANY });

/** Each member with his user: 3,000 here. */
const BY_NAME: Known = {
  why: 'names of members stand with the people of the platform; the members of one project are looked up one by one',
  sorts: 3_100,
  reads: 15_000,
};
const TEAM: Ask['known'] = {
  'lower(u.name) collate "uk-x-icu" as cursor_key': BY_NAME,
  'u.email as cursor_key': BY_NAME,
  // PostgreSQL takes the project for an average one, which has ten
  'm.created_at as cursor_key': BY_NAME,
  'group by m.role': BY_NAME,
};
/** Suggestions come from the newest 5,000 products, with what each has. */
const SUGGESTED: Known = { why: 'looks through the newest 5,000 products', sorts: 60_000, reads: 75_000 };
const OPTIONS_COUNTED: Known = {
  why: 'counts ten thousand options at most, each with its product: all there are, when there are fewer',
  whole: ['product_variant_options'],
  reads: 26_000,
};
const IMPORT: Known = { why: 'rows of one import by what became of them: 12,000 here, kept for days', reads: 25_000 };
/** Where words have an index of their parts, what is rare is found by it and sorted, what is frequent by walking. */
const BY_PARTS: Known = { why: 'a search reads what it found', sorts: 1_001 };
const EACH_STATUS: Known = { why: 'counts for each status among all that fit, up to 10,000', reads: 36_000 };
const BY_ROLE = wholly('roles stand with the projects: each person is looked up until the page is full', 'users');
/** Where a project's counts stop, and how many of them one statement has. */
const COUNTS: Known = { why: 'counts up to 10,000 of each, from its index', reads: 70_000 };
const QUEUE = wholly('the table of the queue', 'job_common');
const MEMBERS: Known = { why: 'the first 200 of the members of one project, 3,000 here', sorts: 3_100 };
const CARDS: Known = { why: 'counts up to 1,000 of each of four in each project of the page', reads: 25_000 };
const ACCESS: Known = {
  why: 'access stands in other tables: each counterparty of one project is looked up until the page is full',
  reads: 50_000,
};
const OWING: Known = {
  why: 'by name or age among those who owe: a walk until the page is full, or all of them sorted where they are few',
  sorts: 1_000,
  reads: 25_000,
};
const PROMOTIONS: Known = {
  why: 'words and dates are looked for among the promotions of one project: dozens, 12,000 here',
  sorts: 1_200,
  reads: 25_000,
};
const BALANCES: Ask['known'] = {
  'as debts': { why: 'sums the balances that are not zero, from their index: those of one project', reads: 20_000 },
};
/** Those without access are what is left of twice as many. */
const COUNTED_PARTIES: Known = { why: 'counts up to 20,000, and up to 10,000 of those with access', reads: 50_000 };
const SUMS: Known = {
  why: 'sums a row for each counterparty and account',
  whole: ['account_sums', 'counterparty_accounts'],
  reads: 30_000,
};
/** What fits is counted with the access and the balance of each; of frequent words that is most of the project's. */
const ALL_FOUND: Known = { why: 'counts what fits', sorts: 12_500, reads: 60_000 };
const OPEN: Known = { why: 'sums the orders of one project that are not finished', reads: 5_000, sorts: 5_000 };
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
  [`${P}/deletion`]: { known: BALANCES },
  [`${P}/users`]: {
    known: TEAM,
    queries: [
      { q: 'Людина 7' },
      ...each('role', 'Manager', 'Client', 'Owner,Administrator,Manager'),
      ...sorted('created_at', 'name', 'email'),
    ],
  },
  [`${P}/users/counts`]: { known: TEAM, queries: [{ q: 'Людина 7' }] },
  [`${P}/users/:id/belongings`]: { params: { id: '$manager' } },
  [`${P}/users/me`]: {},
  [`${P}/users/:id`]: { params: { id: '$manager' } },
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
  [`${P}/products/tag_suggestions`]: { known: { 'unnest(p.tags)': SUGGESTED }, queries: [{ q: 'пла' }] },
  [`${P}/product_options`]: { known: { 'group by lower(o.name': SUGGESTED } },
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
  [`${P}/product_variant_options`]: {
    known: { 'o.sort_name as cursor_key': OPTIONS_COUNTED },
    queries: [{ q: 'кол' }, { q: 'роз' }, { product_id: '$product' }],
  },
  [`${P}/products/:product_id/product_variant_options`]: { params: { product_id: '$product' } },
  [`${P}/products/:product_id/product_images`]: { params: { product_id: '$product' } },
  [`${P}/counterparties`]: {
    known: { 'exists (select 1 from invitations d': ACCESS, 'and a.balance': OWING },
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
  [`${P}/counterparties/counts`]: {
    known: {
      'as with_access': COUNTED_PARTIES,
      'select hit.id from candidates': ALL_FOUND,
      'count(*) filter (where (exists': ALL_FOUND,
      ...BALANCES,
    },
    queries: [{ q: 'крамниця 777' }, { q: 'крамниця' }],
  },
  [`${P}/counterparties/:id`]: { params: { id: '$counterparty' } },
  [`${P}/counterparties/:id/ledger`]: {
    params: { id: '$counterparty' },
    queries: [{ purpose: 'charge' }, { from: '2026-01-01', to: '2026-02-01' }, ...each('q', 'немає такого', 'а')],
  },
  [`${P}/counterparties/:id/reconciliation`]: {
    params: { id: '$counterparty' },
    always: { from: '2026-01-01', to: '2026-12-31' },
  },
  [`${P}/promotions`]: {
    known: { ' like ': PROMOTIONS, '_at > now()': PROMOTIONS, '_at <= now()': PROMOTIONS },
    queries: [{ q: 'Акція 7' }, ...each('state', 'active', 'planned', 'expired'), ...sorted('created_at', 'title')],
  },
  [`${P}/promotions/:id`]: { params: { id: '$promotion' } },
  [`${P}/manufacture_requests`]: {
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
  [`${P}/orders/open_sums`]: {
    known: { 'o.charged_at is null': OPEN },
    queries: [{ counterparty_id: '$counterparty' }],
  },
  [`${P}/payments`]: {
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
  // sums what is kept for each counterparty and account (docs/decisions/0004)
  [`${P}/ledger/accounts`]: { known: { 'from "account_sums"': SUMS, 'from "counterparty_accounts"': SUMS } },
  [`${P}/ledger/accounts/:account/postings`]: {
    params: { account: 'bank' },
    queries: [{ from: '2026-01-01', to: '2026-02-01' }],
  },
  [`${P}/imports`]: { queries: [{ status: 'done' }] },
  [`${P}/imports/:id`]: { known: { 'r.outcome = any': IMPORT }, params: { id: '$import' } },
  [`${P}/imports/:id/rows`]: {
    known: { 'r.outcome = any': IMPORT },
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
  // the queue of jobs is not ours; what was given up is few
  'operator/overview': { known: { 'as pending_requests': COUNTS, 'from pgboss.job': QUEUE } },
  'operator/access_requests': {
    known: { '.id = any(array(': BY_PARTS },
    queries: [
      ...each('q', 'asker77', 'asker7777', 'example', 'немає такого'),
      ...each('status', 'pending', 'approved', 'rejected'),
      ...each('audience', 'manufacturer', 'dropshipper'),
      ...sorted('created_at', 'name', 'email'),
    ],
  },
  'operator/access_requests/counts': {
    known: { 'with hits as': EACH_STATUS },
    queries: each('q', 'asker77', 'example'),
  },
  'operator/access_requests/:id': { params: { id: '$request' } },
  'operator/users': {
    known: { 'and m.role = ': BY_ROLE, '.id = any(array(': BY_PARTS },
    queries: [
      ...each('q', 'large77', 'large7777', 'людина 7', 'example', '067100', '0671000777', 'немає такого'),
      ...sorted('created_at', 'name', 'email', 'last_sign_in_at'),
      ...each('role', 'Staff', 'Client'),
      ...each('blocked', 'true', 'false'),
    ],
  },
  'operator/users/:id': { params: { id: '$manager' } },
  'operator/projects': {
    known: { '.id = any(array(': BY_PARTS, 'as owner_id': CARDS },
    queries: [
      ...each('q', 'large-77', 'large-7777', 'фабрика', 'немає такого'),
      ...sorted('created_at', 'title'),
      ...each('status', 'active', 'deleted'),
      ...each('subscription_plan', 'manufacturer-basic-monthly', 'manufacturer-premium-monthly'),
    ],
  },
  'operator/projects/:id': {
    known: { 'as owner_id': CARDS, 'x.role = ': MEMBERS },
    params: { id: '$project' },
  },
  'operator/messages': {
    known: { '.id = any(array(': BY_PARTS },
    queries: [
      ...each('q', 'звернення 77', 'звернення 7777', 'звернення', 'немає такого'),
      ...each('status', 'new', 'done'),
      ...each('kind', 'feedback', 'contact'),
      ...sorted('created_at'),
    ],
  },
  'operator/messages/counts': {
    known: { 'with hits as': EACH_STATUS },
    queries: each('q', 'звернення 77', 'звернення'),
  },
  'operator/messages/:id': { params: { id: '$message' } },
  'operator/actions': {
    known: { '.id = any(array(': BY_PARTS },
    queries: [
      ...each('q', 'людина 77', 'людина 7777', 'людина', 'немає такого'),
      ...each('deed', 'user_blocked', 'maintenance_on'),
      { subject_id: '$manager' },
      ...sorted('created_at'),
    ],
  },
};
