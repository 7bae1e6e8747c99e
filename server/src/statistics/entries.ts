import { DEBT_AGES } from '@lanka/domain/statistics/contract';
import { GOODS_SORTS } from '@lanka/domain/statistics/goods-rules';
import { STATISTICS_BY, STATISTICS_GROUPS } from '@lanka/domain/statistics/rules';
import { type Entries, each, type Known, P, wholly } from '../../test/entries';

/** A row for each counterparty and day, whatever the number of orders. */
const DAYS: Known = {
  why: 'sums a row for each counterparty and day of two periods',
  ...{
    reads: 200_000,
    sorts: 60_000,
    whole: ['order_days', 'order_days_until', 'sale_days', 'sale_months', 'sale_days_until', 'counterparties', 'users'],
  },
};

/** A row for each modification and month, or day of the months that are cut. */
const GOODS: Known = {
  why: 'puts all goods that were sold in their order, of which the classes are made',
  ...{
    reads: 200_000,
    sorts: 100_000,
    whole: [
      'goods_days',
      'goods_months',
      'goods_totals',
      'goods_week_totals',
      'sale_days_until',
      'stock_levels',
      'variant_costs',
      'product_variants',
      'products',
    ],
  },
};

/** What was bought last may have been entered since the night for any day: parcels of all those orders are read with it. */
const STANDING: Known = {
  ...GOODS,
  why: 'looks for goods on the shelves that nobody bought, also by what was entered since the night',
  whole: [...(GOODS.whole ?? []), 'parcel_items'],
};

const UP_TO = wholly('one row for each project', 'sale_days_until');
const EARNED_UP_TO = wholly('one row for each project', 'party_days_until');

/** By day what is counted; a list of moves by the orders that were updated since. */
const MOVES: Known = {
  why: 'reads the history of orders that were moved in the period or later',
  ...{
    reads: 200_000,
    sorts: 60_000,
    whole: ['orders', 'order_history', 'move_days', 'sale_days_until', 'counterparties'],
  },
};

/** The postings of so many days that they have enough lines. */
const LINES: Known = {
  why: 'reads the sales of the newest days that have enough of them',
  ...{
    reads: 60_000,
    sorts: 20_000,
    whole: ['sale_days', 'sale_months', 'goods_days', 'sale_days_until', 'counterparties'],
  },
};

/** What is kept of one dropshipper, and his sales that are not: here all of them. */
const MINE: Known = {
  why: 'reads the days of one dropshipper in two periods, and his sales since the night',
  ...{
    reads: 200_000,
    sorts: 60_000,
    whole: [
      'order_days',
      'order_days_until',
      'party_days',
      'party_goods',
      'party_days_until',
      'product_variants',
      'products',
    ],
  },
};

/** Of one supplier an index gives them in their order. */
const WALKED: Known = { why: 'no index stands over several suppliers', reads: 30_000, sorts: 20_000 };

/** A row for each project, and one for each day. */
const UNDER: Known = {
  why: 'reads which days have orders of the row, and until when that is counted',
  whole: ['sale_days', 'sale_days_until'],
};

/** A row of each group. */
const GROUP_ROWS = [
  ...STATISTICS_GROUPS.filter((by) => by !== 'counterparty').map((by) => ({ by, key: '' })),
  { by: 'tag', key: 'терміново' },
];

/** What is not paid has an index of its own. */
const DEBTS: Known = {
  why: 'sums what is not paid, and an account for each counterparty',
  ...{ reads: 80_000, sorts: 10_000, whole: ['counterparty_accounts', 'counterparties', 'users'] },
};

const OWED: Known = {
  why: 'sums and sorts all that is not paid: how old each is nobody keeps',
  ...{ reads: 80_000, sorts: 10_000, whole: ['counterparties'] },
};

export const entries: Entries = {
  async world(app, { project }) {
    // a day before all orders: counted, and nothing was sent on it
    await app.sql(project.id, `insert into order_days_until (project_id, until) values ($1, '2020-01-01')`, [
      project.id,
    ]);
    await app.sql(
      project.id,
      `insert into order_days (project_id, day, counterparty_id, orders)
       select project_id, '2020-01-01', id, 0 from counterparties where project_id = $1 limit 1`,
      [project.id],
    );
    await app.sql(
      project.id,
      `insert into sale_days_until (project_id, until, after_sequence) values ($1, '2020-01-01', 0)`,
      [project.id],
    );
    await app.sql(
      project.id,
      `insert into party_days_until (project_id, until, after_sequence) values ($1, '2020-01-01', 0)`,
      [project.id],
    );
    for (const [table, further, of] of [
      ['party_days', 'fees', '0'],
      ['party_goods', 'product_variant_id', '(select id from product_variants where project_id = $1 limit 1)'],
    ])
      await app.sql(
        project.id,
        `insert into ${table} (project_id, counterparty_id, day, revenue, cost, pieces, back, charged_orders, lines, ${further})
         select project_id, id, '2020-01-01', 0, 0, 0, 0, 0, 0, ${of} from counterparties where project_id = $1 limit 1`,
        [project.id],
      );
    await app.sql(
      project.id,
      `insert into sale_days (project_id, by, day, key, name, orders, charged_orders, charged_for_orders, charged, returned, costed, cost)
       values ($1, 'all', '2020-01-01', '', '', 0, 0, 0, 0, 0, 0, 0)`,
      [project.id],
    );
    await app.sql(
      project.id,
      `insert into sale_months (project_id, by, month, key, name, orders, charged_orders, charged_for_orders, charged, returned, costed, cost)
       values ($1, 'source', '2020-01-01', '', '', 0, 0, 0, 0, 0, 0, 0)`,
      [project.id],
    );
    await app.sql(
      project.id,
      `insert into move_days (project_id, day, "from", "to", moves, seconds) values ($1, '2020-01-01', 'Draft', 'Pending', 0, 0)`,
      [project.id],
    );
    for (const [table, day] of [
      ['goods_days', 'day'],
      ['goods_months', 'month'],
    ])
      await app.sql(
        project.id,
        `insert into ${table} (project_id, ${day}, product_variant_id, sold, back, charged, returned, costed, cost, lines)
         select project_id, '2020-01-01', id, 0, 0, 0, 0, 0, 0, 0 from product_variants where project_id = $1 limit 1`,
        [project.id],
      );
    for (const [table, part] of [
      ['goods_totals', 'month'],
      ['goods_week_totals', 'week'],
    ])
      await app.sql(
        project.id,
        `insert into ${table} (project_id, ${part}, product_variant_id, sold, back, charged, returned, costed, cost, lines, squares)
         select project_id, date_trunc('${part}', date '2020-01-01')::date, id, 0, 0, 0, 0, 0, 0, 0, 0 from product_variants
         where project_id = $1 limit 1`,
        [project.id],
      );
    return {};
  },
  walls: {
    'GET dropshipping/statistics': {},
    'GET dropshipping/statistics/groups': { query: () => ({ by: 'goods' }) },
    'GET dropshipping/statistics/groups/xlsx': {},
    'GET dropshipping/statistics/lines': {},
    'GET dropshipping/statistics/lines/xlsx': {},
    'GET dropshipping/statistics/orders': { query: ({ project }) => ({ project_id: project.id }) },
    'GET dropshipping/statistics/refusals': { query: ({ project }) => ({ project_id: project.id }) },
    [`GET ${P}/statistics`]: {},
    [`GET ${P}/statistics/xlsx`]: {},
    [`GET ${P}/statistics/groups`]: {},
    [`GET ${P}/statistics/groups/xlsx`]: { query: () => ({ by: 'town' }) },
    [`GET ${P}/statistics/goods`]: {},
    [`GET ${P}/statistics/goods/xlsx`]: {},
    [`GET ${P}/statistics/stock`]: {},
    [`GET ${P}/statistics/stock/xlsx`]: {},
    [`GET ${P}/statistics/standing`]: {},
    [`GET ${P}/statistics/standing/xlsx`]: {},
    [`GET ${P}/statistics/funnel`]: {},
    [`GET ${P}/statistics/moves`]: { query: () => ({ from: '2026-01-01', to: '2026-12-31' }) },
    [`GET ${P}/statistics/lines`]: {},
    [`GET ${P}/statistics/postings`]: { query: ({ ids }) => ({ counterparty_id: ids.counterparties }) },
    [`GET ${P}/statistics/orders`]: { query: ({ ids }) => ({ counterparty_id: ids.counterparties }) },
    [`GET ${P}/statistics/debts`]: {},
    [`GET ${P}/statistics/debts/xlsx`]: {},
    [`GET ${P}/statistics/debts/orders`]: { query: ({ ids }) => ({ counterparty_id: ids.counterparties }) },
  },
  growth: {
    reads: {
      'GET dropshipping/statistics': { known: { mine: MINE, party_days_until: EARNED_UP_TO } },
      'GET dropshipping/statistics/groups': {
        known: { mine: MINE, party_days_until: EARNED_UP_TO },
        queries: each('by', 'supplier', 'goods'),
      },
      'GET dropshipping/statistics/groups/xlsx': 'the same statement, asked above',
      'GET dropshipping/statistics/lines/xlsx': 'the same statement, asked below',
      'GET dropshipping/statistics/lines': {
        known: { mine: MINE, party_days_until: EARNED_UP_TO },
        queries: [{ project_id: '$project' }, { product_variant_id: '$variant' }],
      },
      'GET dropshipping/statistics/orders': {
        known: { 'orders o': WALKED },
        queries: [{ project_id: '$project' }, { from: '2026-01-01', to: '2026-01-31' }],
      },
      'GET dropshipping/statistics/refusals': {
        known: { 'returns r': WALKED },
        queries: [{ project_id: '$project' }, { from: '2026-01-01', to: '2026-01-31' }],
      },
      [`GET ${P}/statistics`]: {
        known: { sale_days: DAYS },
        queries: [...each('by', ...STATISTICS_BY), { from: '2026-01-01', to: '2026-12-31' }],
      },
      [`GET ${P}/statistics/xlsx`]: 'the same statement, asked above',
      [`GET ${P}/statistics/groups`]: {
        known: { sale_days: DAYS },
        queries: [...each('by', ...STATISTICS_GROUPS), { from: '2026-01-01', to: '2026-12-31', by: 'town' }],
      },
      [`GET ${P}/statistics/groups/xlsx`]: 'the same statement, asked above',
      [`GET ${P}/statistics/goods`]: {
        known: {
          goods_days: GOODS,
          goods_totals: GOODS,
          goods_week_totals: GOODS,
          stock_levels: GOODS,
          sale_days_until: UP_TO,
        },
        queries: [
          ...each('sort', ...GOODS_SORTS),
          { from: '2026-01-01', to: '2026-12-31' },
          { from: '2026-01-01', to: '2026-12-31', abc: 'A', xyz: 'Z' },
        ],
      },
      [`GET ${P}/statistics/stock`]: {
        known: {
          goods_days: GOODS,
          goods_totals: GOODS,
          goods_week_totals: GOODS,
          stock_levels: GOODS,
          sale_days_until: UP_TO,
        },
        queries: [{ from: '2026-01-01', to: '2026-12-31' }],
      },
      [`GET ${P}/statistics/stock/xlsx`]: 'the same statement, asked above',
      [`GET ${P}/statistics/goods/xlsx`]: 'the same statement, asked above',
      [`GET ${P}/statistics/standing`]: {
        known: { goods_days: STANDING, sale_days_until: UP_TO },
        queries: each('days', '30', '365'),
      },
      [`GET ${P}/statistics/standing/xlsx`]: 'the same statement, asked above',
      [`GET ${P}/statistics/funnel`]: {
        known: { order_history: MOVES, sale_days_until: UP_TO },
        queries: [{ from: '2026-01-01', to: '2026-12-31' }],
      },
      [`GET ${P}/statistics/moves`]: {
        known: { order_history: MOVES, move_days: MOVES },
        queries: [
          { from: '2026-01-01', to: '2026-12-31' },
          { status: 'Complete', side: 'entered' },
        ],
      },
      [`GET ${P}/statistics/lines`]: {
        known: { sale_days: LINES, sale_months: LINES, goods_days: LINES },
        queries: [
          { from: '2026-01-01', to: '2026-12-31' },
          { product_variant_id: '$variant' },
          { by: 'counterparty', key: '$counterparty' },
          { figure: 'returned' },
          { figure: 'returned', product_variant_id: '$variant' },
          { figure: 'returned', by: 'counterparty', key: '$counterparty' },
          ...GROUP_ROWS,
        ],
      },
      [`GET ${P}/statistics/postings`]: {
        queries: [
          { from: '2026-01-01', to: '2026-01-31' },
          { counterparty_id: '$counterparty' },
          ...each('figure', 'charged', 'returned'),
        ],
      },
      [`GET ${P}/statistics/orders`]: {
        known: { sale_days_until: UNDER },
        queries: [
          { from: '2026-01-01', to: '2026-01-31' },
          { counterparty_id: '$counterparty' },
          { by: 'counterparty', key: '$counterparty' },
          ...GROUP_ROWS,
        ],
      },
      [`GET ${P}/statistics/debts`]: { known: { 'from counterparty_accounts': DEBTS } },
      [`GET ${P}/statistics/debts/xlsx`]: 'the same statement, asked above',
      [`GET ${P}/statistics/debts/orders`]: {
        known: { 'from charges': OWED },
        queries: [{ counterparty_id: '$counterparty' }, ...each('age', ...DEBT_AGES)],
      },
    },
  },
};
