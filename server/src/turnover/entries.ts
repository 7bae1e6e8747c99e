import { addTurnoverFile, arriveTurnover, createTurnover } from '@lanka/domain/turnover/contract';
import { type Entries, each, type Known, one, P, sorted, wholly } from '../../test/entries';
import type { Side } from '../../test/walls/side';

const items = ({ ids }: Side) => [
  { product_variant_id: ids.product_variants as string, count: 2, transaction_item_price: 100 },
];
const ROWS = 12_000;
const FILES = `${P}/turnover/:document_id/files`;
const ofFile = ({ ids }: Side) => ({ id: ids.turnoverFiles as string });

const TOTALS: Known = { why: 'two rows of a project', whole: ['turnover_totals'] };

export const entries: Entries = {
  world: async (app, side) => {
    const make = async (rest: object) => {
      const { status, body } = await app.call(createTurnover, {
        params: { project_id: side.project.id },
        token: side.people.Owner.token,
        body: {
          flow: 'income',
          type: 'purchase',
          counterparty_id: side.ids.counterparties as string,
          comment: side.staffMark,
          items: items(side),
          ...rest,
        },
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.id;
    };
    const turnover = await make({ draft: true });
    const expectedTurnover = await make({ in_stock: false });
    const items_come = [{ product_variant_id: side.ids.product_variants as string, count: 1 }];
    const arrived = await app.call(arriveTurnover, {
      params: { project_id: side.project.id, id: expectedTurnover },
      token: side.people.Owner.token,
      body: { items: items_come, comment: side.staffMark },
    });
    const turnoverArrivals = arrived.body.arrivals[0]?.id ?? '';
    const attached = await app.call(addTurnoverFile, {
      params: { project_id: side.project.id, document_id: turnover },
      token: side.people.Owner.token,
      body: { file_name: side.ids.uploads as string },
    });
    const turnoverFiles = attached.body.id;
    return { turnover, turnoverFiles, expectedTurnover, turnoverArrivals, postedTurnover: await make({}) };
  },
  walls: {
    [`GET ${P}/turnover`]: {
      query: ({ ids }) => ({
        counterparty_id: ids.counterparties,
        product_variant_id: ids.product_variants,
        arrival_id: ids.turnoverArrivals,
      }),
    },
    [`GET ${P}/turnover/counts`]: {},
    [`POST ${P}/turnover`]: {
      // who may not post keeps a draft
      body: (side) => ({
        flow: 'income',
        type: 'purchase',
        counterparty_id: side.ids.counterparties,
        items: items(side),
        draft: true,
      }),
    },
    [`GET ${P}/turnover/:id`]: {},
    [`PATCH ${P}/turnover/:id`]: {
      body: (side) => ({ counterparty_id: side.ids.counterparties, items: items(side) }),
    },
    [`DELETE ${P}/turnover/:id`]: {},
    [`POST ${P}/turnover/:id/post`]: {},
    [`GET ${FILES}`]: {},
    [`POST ${FILES}`]: { body: ({ ids }) => ({ file_name: ids.uploads }), only: ['Owner'] },
    [`PATCH ${FILES}/:id`]: { params: ofFile, body: () => ({ name: 'Накладна.pdf' }) },
    [`DELETE ${FILES}/:id`]: { params: ofFile },
    [`POST ${P}/turnover/:id/arrive`]: {
      params: ({ ids }) => ({ id: ids.expectedTurnover as string }),
      body: ({ ids }) => ({ items: [{ product_variant_id: ids.product_variants, count: 1 }] }),
    },
    [`POST ${P}/turnover/:id/reverse`]: {
      params: ({ ids }) => ({ id: ids.postedTurnover as string }),
      body: () => ({ comment: 'Помилка' }),
    },
    [`GET ${P}/products/margins`]: { query: ({ ids }) => ({ ids: ids.products }) },
    [`GET ${P}/products/:id/costs`]: {},
    [`GET ${P}/product_variants/:id/costs`]: {},
  },
  growth: {
    reads: {
      [`GET ${P}/turnover`]: {
        known: { turnover_totals: TOTALS },
        queries: [
          { q: 'накладна' },
          { q: 'накладна 777' },
          { q: 'сатин' },
          { q: 'маркет' },
          { q: '77' },
          ...each('flow', 'income', 'outcome'),
          ...each('type', 'purchase', 'write_off'),
          ...each('status', 'draft', 'posted'),
          { expected: 'true' },
          { counterparty_id: '$counterparty' },
          { product_variant_id: '$variant' },
          { arrival_id: '$arrival' },
          { from: '2026-01-01', to: '2026-02-01' },
          ...sorted('date', 'created_at', 'number', 'sum'),
        ],
      },
      [`GET ${P}/turnover/counts`]: { known: { turnover_totals: TOTALS } },
      [`GET ${P}/turnover/:id`]: one({ id: '$turnover' }),
      [`GET ${FILES}`]: { params: { document_id: '$turnover' }, known: { '': wholly('at most 50', 'turnover_files') } },
      [`GET ${P}/products/margins`]: { always: { ids: '$product' } },
      [`GET ${P}/products/:id/costs`]: one({ id: '$product' }),
      [`GET ${P}/product_variants/:id/costs`]: { params: { id: '$variant' } },
    },
    writes: {
      [`POST ${P}/turnover`]: [
        {
          body: {
            flow: 'income',
            type: 'purchase',
            counterparty_id: '$counterparty',
            comment: 'Накладна',
            items: [{ product_variant_id: '$variant', count: 5, transaction_item_price: 100 }],
          },
        },
      ],
      [`POST ${P}/turnover/:id/arrive`]: [{ params: { id: '$turnover' }, body: { comment: 'Привезли' } }],
      [`POST ${P}/turnover/:id/reverse`]: [{ params: { id: '$turnover' }, body: {} }],
    },
    rows: [
      // the drafts of the bench's data are all the newest and of one kind
      'delete from turnover_documents where project_id = :project:',
      `insert into turnover_documents (project_id, id, number, flow, type, status, counterparty_id, date, in_stock, comment,
           sum, count, expected, items_count, first_variant_id, created_by, posted_by, posted_at, created_at)
         select :project:, pg_temp.key('turnover' || n), n, case when n % 3 = 0 then 'outcome' else 'income' end,
           case when n % 3 = 0 then 'sale' else 'purchase' end, case when n % 50 = 0 then 'draft' else 'posted' end,
           pg_temp.key('party' || 1 + n % 1000), date '2026-03-01' - (n % 700), n % 40 <> 1, 'Накладна ' || n,
           500 * (n % 90 + 1), 5, case when n % 40 = 1 and n % 3 > 0 and n % 50 > 0 then 5 else 0 end, 1, v.id, :user:,
           :user:, case when n % 50 > 0 then now() end, now() - n * interval '1 hour' from generate_series(1, ${ROWS}) n
         left join (select id, row_number() over (order by id) as place from product_variants where project_id = :project:) v
           on v.place = n`,
      `insert into turnover_items (project_id, document_id, product_variant_id, position, count, transaction_item_price,
           transaction_amount, arrived, expected)
         select :project:, pg_temp.key('turnover' || n), v.id, 0, 5, 100 * (n % 90 + 1), 500 * (n % 90 + 1), 0,
           case when n % 40 = 1 and n % 3 > 0 and n % 50 > 0 then 5 else 0 end
         from generate_series(1, ${ROWS}) n
         join (select id, row_number() over (order by id) as place from product_variants where project_id = :project:) v
           on v.place = n`,
      `insert into cost_steps (project_id, id, product_variant_id, document_id, count, price, pieces_before, cost_after)
         select project_id, pg_temp.key('step' || document_id), product_variant_id, document_id, 5, 100, 0, 100
         from turnover_items where project_id = :project:`,
      `insert into variant_costs (project_id, product_variant_id, cost)
         select project_id, product_variant_id, 100 from turnover_items where project_id = :project:`,
      `insert into turnover_arrivals (project_id, id, document_id, count, user_id)
         select project_id, pg_temp.key('arrival' || number), id, 1, :user: from turnover_documents
         where project_id = :project: and not in_stock and expected > 0`,
      `insert into turnover_files (project_id, document_id, id, user_id, file_name, name, added_later)
         select project_id, id, pg_temp.key('turnover file' || number), :user:, project_id || '/' || id || '/n.pdf', 'n.pdf', false
         from turnover_documents where project_id = :project: order by number limit 3000`,
      'delete from turnover_totals where project_id = :project:',
      `insert into turnover_totals (project_id, flow, documents)
         select project_id, flow, count(*) from turnover_documents where project_id = :project: group by project_id, flow`,
      `update counters set value = ${ROWS} where project_id = :project: and name = 'turnover'`,
      `insert into search_pending (project_id, kind, id)
         select project_id, 'turnover', id from turnover_documents where project_id = :project:`,
    ],
    ids: {
      turnover: 'turnover_documents where project_id = :project: and expected > 0',
      arrival: 'turnover_arrivals where project_id = :project:',
    },
  },
};
