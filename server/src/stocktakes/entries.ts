import { addStocktakeCounts, createStocktake, finishStocktake } from '@lanka/domain/stocktakes/contract';
import { type Entries, each, P, wholly } from '../../test/entries';

const ROWS = 12_000;
const WHOLE = wholly(
  'as many lines as one stocktake has',
  'stocktake_lines',
  'stock_levels',
  'variant_costs',
  'product_variants',
  'products',
);
/** An id of whoever counts, another one each time. */
const drawn = () => crypto.randomUUID();

export const entries: Entries = {
  world: async (app, { project, people, ids, staffMark, mark }) => {
    const { token } = people.Owner;
    const params = { project_id: project.id };
    const open = async (): Promise<string> => {
      const body = { tags: [mark], comment: staffMark };
      const answer = await app.call(createStocktake, { params, token, body });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body.id;
    };
    const [stocktakes, stocktakeToFinish, closed] = [await open(), await open(), await open()];
    const counts = [{ id: drawn(), product_variant_id: ids.freeVariant as string, mode: 'set' as const, count: 100 }];
    await app.call(addStocktakeCounts, { params: { ...params, id: stocktakes }, token, body: { counts } });
    await app.call(finishStocktake, { params: { ...params, id: closed }, token, body: {} });
    return { stocktakes, stocktakeToFinish };
  },
  walls: {
    [`GET ${P}/stocktakes`]: {},
    [`POST ${P}/stocktakes`]: { body: ({ mark }) => ({ tags: [mark] }) },
    [`GET ${P}/stocktakes/:id`]: {},
    [`GET ${P}/stocktakes/:id/progress`]: {},
    [`PATCH ${P}/stocktakes/:id`]: { body: () => ({ comment: 'Склад' }) },
    [`GET ${P}/stocktakes/:id/lines`]: { query: ({ ids }) => ({ product_variant_id: ids.product_variants }) },
    [`GET ${P}/stocktakes/:id/counts`]: { query: ({ ids }) => ({ product_variant_id: ids.product_variants }) },
    [`POST ${P}/stocktakes/:id/counts`]: {
      body: ({ ids }) => ({ counts: [{ id: drawn(), product_variant_id: ids.freeVariant }] }),
    },
    [`POST ${P}/stocktakes/:id/finish`]: {
      params: ({ ids }) => ({ id: ids.stocktakeToFinish as string }),
      body: () => ({}),
    },
    [`POST ${P}/stocktakes/:id/cancel`]: {},
  },
  growth: {
    reads: {
      [`GET ${P}/stocktakes`]: { queries: each('status', 'open', 'closed') },
      [`GET ${P}/stocktakes/:id`]: { params: { id: '$stocktake' }, known: { 'as doubtful': WHOLE } },
      [`GET ${P}/stocktakes/:id/progress`]: { params: { id: '$stocktake' } },
      [`GET ${P}/stocktakes/:id/lines`]: {
        params: { id: '$stocktake' },
        queries: [
          { q: 'сатин' },
          { q: '77' },
          ...each('state', 'uncounted', 'counted', 'different', 'doubtful'),
          { product_variant_id: '$variant' },
        ],
        known: { 's.corrections <> l.corrections)': WHOLE },
      },
      [`GET ${P}/stocktakes/:id/counts`]: {
        params: { id: '$stocktake' },
        queries: [{ product_variant_id: '$variant' }],
      },
    },
    writes: {
      [`POST ${P}/stocktakes/:id/counts`]: [
        {
          params: { id: '$stocktake' },
          body: { counts: [{ id: '018f0000-0000-7000-8000-0000000000c1', product_variant_id: '$variant' }] },
        },
        {
          params: { id: '$stocktake' },
          body: {
            counts: [{ id: '018f0000-0000-7000-8000-0000000000c2', product_variant_id: '$variant', age_ms: 600_000 }],
          },
        },
      ],
    },
    rows: [
      `insert into stocktakes (project_id, id, number, status, lines, surplus, shortage, opened_by, closed_at, created_at)
         select :project:, pg_temp.key('stocktake' || n), n, case when n = 1 then 'open' else 'closed' end, ${ROWS},
           case when n > 1 then 1 end, case when n > 1 then 1 end, :user:, case when n > 1 then now() end,
           now() - n * interval '1 hour' from generate_series(1, 2000) n`,
      `insert into stocktake_lines (project_id, stocktake_id, product_variant_id, number, counted, expected, movements,
           corrections, counted_by, counted_at)
         select :project:, pg_temp.key('stocktake' || t), v.id, v.n, c.counted, c.counted + (v.n % 20 = 0)::int, 0, 0,
           case when c.counted is not null then :user:::uuid end, case when c.counted is not null then now() end
         from generate_series(1, 2) t
         cross join (select id, row_number() over (order by id) as n from product_variants where project_id = :project:
           limit ${ROWS}) v
         cross join lateral (select case when v.n % 2 = 0 then 5 end as counted) c
         where t = 1 or v.n <= 2000`,
      `insert into stocktake_figures (project_id, stocktake_id, counted, different, shortage)
         select t.project_id, t.id, count(l.counted), count(*) filter (where l.difference <> 0),
           coalesce(-sum(l.difference) filter (where l.difference < 0), 0)
         from stocktakes t left join stocktake_lines l on l.project_id = t.project_id and l.stocktake_id = t.id
         where t.project_id = :project: group by t.project_id, t.id`,
      // the counts are checked against the lines, which are looked up by statistics
      'analyze stocktake_lines',
      `insert into stocktake_counts (project_id, id, stocktake_id, product_variant_id, mode, count, counted, user_id)
         select project_id, pg_temp.key('count' || stocktake_id || number), stocktake_id, product_variant_id, 'set', 5, 5, :user:
         from stocktake_lines where project_id = :project: and counted is not null`,
      `insert into counters (project_id, name, value) values (:project:, 'stocktake', 2000)`,
    ],
    ids: { stocktake: `stocktakes where project_id = :project: and status = 'open'` },
  },
};
