import { createRegister } from '@lanka/domain/cod/contract';
import { kyivDate } from '@lanka/domain/kit/time';
import { createOrder, moveOrder } from '@lanka/domain/orders/contract';
import { type Entries, type Known, one, P, sorted, wholly } from '../../test/entries';
import { CUSTOMER, DELIVERY } from '../../test/trade';

const ROWS = 4_000;
const TODAY = kyivDate(new Date());
const REGISTER: Known = wholly('at most 300 rows of one register', 'cod_rows');
/** As many as are added up. */
const SUMMED: Known = { why: 'adds up the 10,000 that are awaited the longest', reads: 30_000 };
const WALKED: Known = { why: 'no index stands over several suppliers', sorts: 20_000, reads: 40_000 };
/** Words that stand in every other order. */
const SEARCHED: Known = { why: 'walks through 4,000 of what is awaited, each with its order', reads: 25_000 };
const WITH_ROWS = `project_id = :project: and received_on is null and exists (
  select from cod_rows x where x.project_id = cod_registers.project_id and x.register_id = cod_registers.id)`;

export const entries: Entries = {
  world: async (app, { project, people, ids, mark }) => {
    const params = { project_id: project.id };
    const token = people.Owner.token;
    const sent = async () => {
      const body = {
        counterparty_id: ids.counterparties as string,
        customer: { ...CUSTOMER, name: mark },
        delivery: DELIVERY,
        items: [{ product_variant_id: ids.product_variants as string, count: 1 }],
        cod: { sum: 50_000 },
        send: true,
      };
      const { body: order, status } = await app.call(createOrder, { params, token, body });
      if (status !== 201) throw new Error(JSON.stringify(order));
      await app.call(moveOrder, { params: { ...params, id: order.id }, token, body: { to: 'Sent' } });
      return order.id;
    };
    const [awaited, settled] = [await sent(), await sent()];
    const made = await app.call(createRegister, {
      params,
      token,
      body: {
        ...{ carrier: 'nova_poshta', number: mark, date: TODAY },
        rows: [{ order_id: settled, amount: 50_000, fee: 1_000 }],
      },
    });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    return { cod_registers: made.body.id, codRow: made.body.items[0]?.id ?? '', codOrder: awaited };
  },
  walls: {
    [`GET ${P}/cod/awaited`]: {},
    [`GET ${P}/cod/sums`]: {},
    [`POST ${P}/cod/read`]: { body: () => ({ pasted: '20450000000017\t100,00\t5' }) },
    [`POST ${P}/cod/match`]: { body: () => ({ rows: [{ ref: '1', amount: null, fee: null }] }) },
    [`GET ${P}/cod/registers`]: {},
    [`POST ${P}/cod/registers`]: {
      body: ({ ids }) => ({
        ...{ carrier: 'nova_poshta', number: 'R-1', date: TODAY },
        rows: [{ order_id: ids.codOrder, amount: 100, fee: 0 }],
      }),
      foreignIds: 422,
    },
    [`GET ${P}/cod/registers/:id`]: { params: ({ ids }) => ({ id: ids.cod_registers as string }) },
    [`POST ${P}/cod/registers/:id/receive`]: {
      params: ({ ids }) => ({ id: ids.cod_registers as string }),
      body: () => ({ date: TODAY }),
    },
    [`POST ${P}/cod/registers/:id/reverse`]: {
      params: ({ ids }) => ({ id: ids.cod_registers as string }),
      body: ({ ids }) => ({ row_ids: [ids.codRow], comment: 'Помилка' }),
    },
    'GET dropshipping/cod/sums': {},
  },
  growth: {
    reads: {
      [`GET ${P}/cod/awaited`]: {
        known: { 'list as materialized': SEARCHED },
        queries: [
          ...sorted('shipped_at'),
          { counterparty_id: '$counterparty' },
          { days: '7' },
          { q: 'шевченко' },
          { q: '20450000000017' },
        ],
      },
      [`GET ${P}/cod/sums`]: { known: { '': SUMMED } },
      [`GET ${P}/cod/registers`]: { queries: [{ open: 'true' }] },
      [`GET ${P}/cod/registers/:id`]: { ...one({ id: '$codRegister' }), known: { '': REGISTER } },
      'GET dropshipping/cod/sums': { known: { '': WALKED } },
    },
    writes: {
      [`POST ${P}/cod/match`]: [
        {
          body: {
            rows: [
              { ref: '20450000000001', amount: null, fee: null },
              { ref: '77', amount: 100, fee: 0 },
            ],
          },
        },
      ],
      [`POST ${P}/cod/registers/:id/receive`]: [
        { params: { id: '$codRegister' }, body: { date: TODAY }, known: { '': REGISTER } },
      ],
    },
    rows: [
      `update orders set cod_state = 'awaited', cod_sum = sum, cod_fee = 0
         where project_id = :project: and shipped_at is not null and number % 100 = 3`,
      // of orders in several parcels the first is awaited, of every second the second too
      `update parcels p set cod_state = 'awaited', cod_sum = 100, cod_fee = 0, cod_cost = 0, counterparty_id = o.counterparty_id
         from orders o where p.project_id = :project: and p.sent_at is not null and o.project_id = p.project_id and o.id = p.order_id
           and o.number % 100 = 3 and p.number <= 1 + o.number % 2`,
      `insert into cod_registers (project_id, id, number, carrier, carrier_number, date, rows, total, fee, created_by, received_on,
           received_to, transfer_id)
         select :project:, pg_temp.key('cod register' || n), n, 'nova_poshta', 'R-' || n, current_date, 20, 20, 0, :user:,
           case when n % 50 > 1 then current_date end, case when n % 50 > 1 then 'bank' end,
           case when n % 50 > 1 then pg_temp.key('cod transfer' || n) end
         from generate_series(1, ${ROWS}) n`,
      `insert into cod_rows (project_id, register_id, id, position, order_id, counterparty_id, expected, amount, expected_fee, fee)
         select o.project_id, pg_temp.key('cod register' || (1 + o.n % ${ROWS / 20})), pg_temp.key('cod row' || o.n), o.n, o.id,
           o.counterparty_id, 1, 1, 0, 0
         from (select *, row_number() over (order by id)::int as n from orders where project_id = :project:
           order by id limit ${ROWS}) o`,
      `insert into counters (project_id, name, value) values (:project:, 'cod_register', ${ROWS})`,
      'analyze orders',
      'analyze parcels',
      'analyze cod_registers',
      'analyze cod_rows',
    ],
    ids: { codRegister: `cod_registers where ${WITH_ROWS} order by id` },
  },
};
