import { createBooking } from '@lanka/domain/bookings/contract';
import { type Entries, each, one, P, sorted } from '../../test/entries';

const ROWS = 6_000;

export const entries: Entries = {
  world: async (app, { project, people, ids, staffMark }) => {
    const book = async (): Promise<string> => {
      const { status, body } = await app.call(createBooking, {
        params: { project_id: project.id },
        token: people.Owner.token,
        body: { product_variant_id: ids.product_variants as string, count: 2, comment: staffMark, booked_hours: 5 },
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.id;
    };
    return { bookings: await book(), bookingToShip: await book() };
  },
  walls: {
    [`GET ${P}/bookings`]: {
      query: ({ ids }) => ({ product_variant_id: ids.product_variants, user_id: ids.users, order_id: ids.orders }),
    },
    [`GET ${P}/bookings/counts`]: {},
    [`GET ${P}/bookings/held`]: {},
    [`GET ${P}/bookings/users`]: { query: ({ ids }) => ({ id: ids.users }) },
    [`POST ${P}/bookings`]: {
      body: ({ ids, people }) => ({
        product_variant_id: ids.product_variants,
        count: 1,
        user_id: people.Manager.id,
        booked_hours: 2,
      }),
    },
    [`GET ${P}/bookings/:id`]: {},
    [`PATCH ${P}/bookings/:id`]: { body: ({ people }) => ({ count: 1, user_id: people.Manager.id }) },
    [`DELETE ${P}/bookings/:id`]: {},
    [`POST ${P}/bookings/:id/update_stock`]: { params: ({ ids }) => ({ id: ids.bookingToShip as string }) },
  },
  growth: {
    reads: {
      [`GET ${P}/bookings`]: {
        queries: [
          { q: 'виставка' },
          { q: 'виставка 777' },
          { q: 'сатин' },
          { q: '77' },
          ...each('status', 'Active', 'Disabled', 'Completed'),
          ...each('kind', 'manual', 'temporary', 'order').map((kind) => ({ ...kind, status: 'Active' })),
          { status: 'Active', temporary: 'true' },
          { user_id: '$holder' },
          { product_variant_id: '$variant', status: 'Active' },
          { order_id: '$order' },
          ...sorted('created_at', 'expires_at'),
        ],
      },
      [`GET ${P}/bookings/counts`]: {
        known: { 'as "Completed"': { why: 'counts each of three statuses as far as a list does', reads: 30_000 } },
      },
      [`GET ${P}/bookings/held`]: {},
      [`GET ${P}/bookings/users`]: { queries: [{ q: 'людина 7' }, { q: 'нікого' }] },
      [`GET ${P}/bookings/:id`]: one({ id: '$booking' }),
    },
    writes: {
      [`POST ${P}/bookings`]: [
        { body: { product_variant_id: '$variant', count: 1, comment: 'Для виставки', booked_hours: 8 } },
      ],
      [`PATCH ${P}/bookings/:id`]: [{ params: { id: '$booking' }, body: { comment: 'Для ярмарку', booked_hours: 9 } }],
      [`DELETE ${P}/bookings/:id`]: [{ params: { id: '$booking' } }],
      [`POST ${P}/bookings/:id/update_stock`]: [{ params: { id: '$booking' } }],
    },
    rows: [
      `insert into bookings (project_id, id, product_variant_id, count, status, ref_kind, ref_id, ref_line, user_id, comment,
           expires_at)
         select :project:, key, v.id, 1, case when n % 10 = 0 then 'Active' when n % 10 < 4 then 'Disabled' else 'Completed' end,
           'booking', key, key, pg_temp.key('user' || 1 + n % 30), 'Виставка ' || n,
           case when n % 3 = 0 then now() + n * interval '1 minute' end
         from (select n, pg_temp.key('booking' || n) as key from generate_series(1, ${ROWS}) n) b
         join (select id, row_number() over (order by id) as place from product_variants where project_id = :project:) v
           on v.place = n`,
      `update stock_levels l set actual = l.actual + 1, booked = l.booked + 1 from bookings b
         where l.project_id = :project: and b.project_id = :project: and b.ref_kind = 'booking' and b.status = 'Active'
           and b.product_variant_id = l.product_variant_id`,
      `insert into search_pending (project_id, kind, id)
         select project_id, 'bookings', id from bookings where project_id = :project: and ref_kind = 'booking'`,
    ],
    ids: {
      booking: `bookings where project_id = :project: and ref_kind = 'booking' and status = 'Active'`,
      holder: `users where id = pg_temp.key('user7')`,
    },
  },
};
