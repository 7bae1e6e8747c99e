import { createProduct } from '@lanka/domain/catalog/contract';
import { createManufactureRequest, moveManufactureRequest, takeInMade } from '@lanka/domain/manufacture/contract';
import { type Entries, each, type Known, one, P, sorted } from '../../test/entries';
import type { Side } from '../../test/walls/side';

const lines = ({ ids }: Side) => [{ product_variant_id: ids.product_variants, count: 1 }];

/** Requests with a deadline in these months are all read. */
const COUNTED: Known = { why: 'counts the requests of the asked months, at most 24', reads: 15_000, sorts: 10_000 };

export const entries: Entries = {
  world: async (app, { project, people, ids, mark, staffMark }) => {
    const params = { project_id: project.id };
    const { token } = people.Owner;
    const begin = async (product_variant_id: string) => {
      const body = { lines: [{ product_variant_id, count: 1000 }] };
      const { id } = (await app.call(createManufactureRequest, { params, token, body })).body;
      await app.call(moveManufactureRequest, { params: { ...params, id }, token, body: { to: 'in_production' } });
      return id;
    };
    // made to order: it comes into no stock, and so by no document
    const sewing = { name: `Пошиття ${mark}`, tracked: false, variants: [{ price: 100, values: [] }] };
    const product = (await app.call(createProduct, { params, token, body: sewing })).body;
    const product_variant_id = product.variants[0]?.id ?? '';
    const made = await app.call(takeInMade, {
      params: { ...params, id: await begin(product_variant_id) },
      token,
      body: { made: [{ product_variant_id, count: 1 }], comment: staffMark },
    });
    if (made.status !== 200) throw new Error(JSON.stringify(made.body));
    return { begunManufacture: await begin(ids.product_variants as string) };
  },
  walls: {
    [`GET ${P}/manufacture_requests`]: { query: ({ ids }) => ({ order_id: ids.orders }) },
    [`GET ${P}/manufacture_requests/counts`]: {},
    [`GET ${P}/manufacture_requests/producers`]: {},
    [`GET ${P}/manufacture_requests/to_make`]: {},
    [`GET ${P}/manufacture_requests/lateness`]: {
      query: ({ people }) => ({ from: '2026-01', to: '2026-12', producer_id: people.Producer.id }),
    },
    [`POST ${P}/manufacture_requests`]: {
      body: (side) => ({ lines: lines(side), order_id: side.ids.orders, producer_id: side.people.Producer.id }),
    },
    [`GET ${P}/manufacture_requests/:id`]: {},
    [`PATCH ${P}/manufacture_requests/:id`]: { body: (side) => ({ lines: lines(side), order_id: side.ids.orders }) },
    [`GET ${P}/manufacture_requests/:id/moves`]: {},
    [`POST ${P}/manufacture_requests/:id/moves`]: { body: () => ({ to: 'in_production' }) },
    [`POST ${P}/manufacture_requests/:id/parts`]: {
      params: ({ ids }) => ({ id: ids.begunManufacture as string }),
      body: ({ ids }) => ({ made: [{ product_variant_id: ids.product_variants, count: 1 }] }),
    },
  },
  growth: {
    reads: {
      [`GET ${P}/manufacture_requests`]: {
        queries: [
          { q: 'партія' },
          { q: 'партія 777' },
          { q: 'сатин' },
          { q: '77' },
          ...each('status', 'new', 'done'),
          { order_id: '$order' },
          { producer_id: 'none', lateness: 'overdue' },
          { lateness: 'late', deadline_from: '2026-01-01', deadline_to: '2026-01-31' },
          ...sorted('created_at', 'number', 'deadline'),
        ],
      },
      [`GET ${P}/manufacture_requests/counts`]: {},
      [`GET ${P}/manufacture_requests/producers`]: {},
      [`GET ${P}/manufacture_requests/to_make`]: { queries: [{ mine: 'true' }] },
      [`GET ${P}/manufacture_requests/lateness`]: {
        always: { from: '2026-01', to: '2026-06' },
        known: { 'avg(': COUNTED },
      },
      [`GET ${P}/manufacture_requests/:id`]: one({ id: '$manufacture' }),
      [`GET ${P}/manufacture_requests/:id/moves`]: one({ id: '$manufacture' }),
    },
    writes: {
      [`POST ${P}/manufacture_requests`]: [
        { body: { lines: [{ product_variant_id: '$variant', count: 3 }], comment: 'Партія' } },
      ],
    },
    rows: [
      `insert into manufacture_unstocked (project_id, request_id, part_id, product_variant_id, count, user_id)
         select project_id, request_id, request_id, product_variant_id, 1, :user: from manufacture_lines
         where project_id = :project:`,
      'analyze manufacture_unstocked',
    ],
  },
};
