import { kyivDate } from '@lanka/domain/kit/time';
import { createOrder, moveOrder } from '@lanka/domain/orders/contract';
import { type Entries, each, type Known, one, P, sorted, wholly } from '../../test/entries';
import { CUSTOMER, DELIVERY } from '../../test/trade';
import { sealKeys } from './keys';

const ROWS = 4_000;
const TODAY = kyivDate(new Date());
const KEYS = { pin: '1234567890', license_key: 'test-key' } as const;
const registerOf = ({ ids }: { ids: Record<string, string> }) => ({ id: ids.cash_registers as string });
const receiptOf = ({ ids }: { ids: Record<string, string> }) => ({ id: ids.fiscal_receipts as string });
const orderOf = ({ ids }: { ids: Record<string, string> }) => ({ id: ids.fiscalOrder as string });
/** Nobody answers in a test for the service; that it was asked is written down. */
const AWAY = { passes: [503], remembers: true } as const;
const FEW: Known = { why: 'a project has at most twenty', whole: ['cash_registers'] };
const REPORTS: Known = { why: 'a register has one or two a day', whole: ['cash_registers', 'fiscal_reports'] };
const SUMMED: Known = wholly('adds up all that the filters find', 'fiscal_receipts');
const DAYS: Known = wholly(
  'adds up the receipts and the money of a period',
  'fiscal_receipts',
  'payments',
  'payment_orders',
  'cod_registers',
  'cod_rows',
  'cash_registers',
);
/** Words that stand in every other order. */
const MOST: Known = {
  why: 'nearly all are issued, and sales: they are counted up to 10,000',
  whole: ['cash_registers', 'fiscal_receipts'],
};
const SEARCHED: Known = {
  why: 'walks through the receipts, each with its order',
  whole: ['cash_registers'],
  reads: 30_000,
};

export const entries: Entries = {
  world: async (app, { project, people, ids, mark }) => {
    const params = { project_id: project.id };
    const token = people.Owner.token;
    const { body: order } = await app.call(createOrder, {
      ...{ params, token },
      body: {
        ...{ customer: { ...CUSTOMER, name: mark }, delivery: DELIVERY, send: true },
        items: [{ product_variant_id: ids.product_variants as string, count: 1 }],
      },
    });
    await app.call(moveOrder, { params: { ...params, id: order.id }, token, body: { to: 'Sent' } });
    const [register, shift, report, receipt] = [1, 2, 3, 4].map(() => crypto.randomUUID()) as [
      string,
      string,
      string,
      string,
    ];
    const { pin, license_key } = await sealKeys(app.app.services, register, KEYS);
    const figures = JSON.stringify({
      ...{ initial: 0, balance: 0, cash_sales: 100, card_sales: 0, cash_returns: 0, card_returns: 0 },
      ...{ service_in: 0, service_out: 0 },
    });
    await app.sql(
      project.id,
      `insert into cash_registers (project_id, id, name, pin, license_key, shift, shift_id, created_by)
         values ($1, $2, $3, $4, $5, 'opened', $6, $7)`,
      [project.id, register, mark, pin, license_key, shift, people.Owner.id],
    );
    await app.sql(
      project.id,
      `insert into fiscal_shifts (project_id, id, register_id, serial, status, opened_at, problem) values ($1, $2, $3, 1, 'opened', now(), $4)`,
      [project.id, shift, register, JSON.stringify({ ua: mark, en: mark })],
    );
    await app.sql(
      project.id,
      `insert into fiscal_reports (project_id, id, register_id, shift_id, is_z, serial, figures, sell_receipts, return_receipts, text)
         values ($1, $2, $3, $4, false, 1, $5, 1, 0, $6)`,
      [project.id, report, register, shift, figures, mark],
    );
    await app.sql(
      project.id,
      `insert into fiscal_receipts (project_id, id, register_id, shift_id, kind, status, cause, order_id, lines, payments, total,
           cash, card, fiscal_code, fiscal_date, day, message, created_by)
         select $1, $2, $3, $4, 'sell', 'issued', 'order ' || ($5::uuid)::text, $5::uuid,
           jsonb_build_array(jsonb_build_object('order_item_id', i.id, 'code', 'a', 'name', $6::text, 'price', i.customer_amount, 'count', 1)),
           jsonb_build_array(jsonb_build_object('method', 'cash', 'amount', i.customer_amount)), i.customer_amount,
           i.customer_amount, 0, $6, now(), $7, '""', $8 from order_items i where i.project_id = $1 and i.order_id = $5::uuid`,
      [project.id, receipt, register, shift, order.id, mark, TODAY, people.Owner.id],
    );
    return { cash_registers: register, fiscal_receipts: receipt, fiscalOrder: order.id };
  },
  walls: {
    [`GET ${P}/cash_registers`]: {},
    [`GET ${P}/cash_registers/:id`]: { params: registerOf },
    [`POST ${P}/cash_registers`]: { body: () => ({ name: 'Каса', pin: '1', license_key: 'k' }), ...AWAY },
    [`POST ${P}/setup_checkbox_integration`]: {
      body: () => ({ name: 'Каса', pin: '1', license_key: 'k' }),
      ...AWAY,
    },
    [`PATCH ${P}/cash_registers/:id`]: { params: registerOf, body: () => ({ name: 'Нова назва' }) },
    [`DELETE ${P}/cash_registers/:id`]: { params: registerOf, passes: [409] },
    [`POST ${P}/cash_registers/:id/open`]: { params: registerOf, passes: [409] },
    [`POST ${P}/cash_registers/:id/close`]: { params: registerOf },
    [`POST ${P}/cash_registers/:id/webhook`]: { params: registerOf, body: () => ({ on: true }), ...AWAY },
    [`POST ${P}/cash_registers/:id/check`]: { params: registerOf, ...AWAY },
    [`GET ${P}/cash_registers/:id/shifts`]: { params: registerOf },
    [`GET ${P}/cash_registers/:id/reports`]: { params: registerOf },
    [`POST ${P}/cash_registers/:id/reports`]: { params: registerOf, ...AWAY },
    [`POST ${P}/cash_registers/:id/service`]: {
      ...{ params: registerOf, body: () => ({ direction: 'in', amount: 100 }) },
      passes: [409],
    },
    [`GET ${P}/fiscal_receipts`]: {},
    [`GET ${P}/fiscal_receipts/sums`]: {},
    [`GET ${P}/fiscal_receipts/:id`]: { params: receiptOf },
    [`GET ${P}/fiscal_receipts/:id/file`]: { params: receiptOf, ...AWAY },
    [`POST ${P}/fiscal_receipts/:id/send`]: { params: receiptOf, body: () => ({ email: 'a@b.ua' }) },
    [`POST ${P}/fiscal_receipts/:id/reverse`]: { params: receiptOf, passes: [409] },
    [`GET ${P}/orders/:id/receipts`]: { params: orderOf },
    [`POST ${P}/orders/:id/receipts`]: { params: orderOf, body: () => ({ payment_method: 'cash' }), passes: [409] },
    [`GET ${P}/fiscal_days`]: { query: () => ({ from: TODAY, to: TODAY }) },
    [`GET ${P}/fiscal_days/:day`]: { params: () => ({ day: TODAY }) },
    'POST fiscal/webhooks/:project_id/:token': {
      params: ({ project }) => ({ project_id: project.id, token: 'x'.repeat(32) }),
      passes: [404],
    },
  },
  growth: {
    reads: {
      [`GET ${P}/cash_registers`]: { known: { '': FEW } },
      [`GET ${P}/cash_registers/:id`]: { ...one({ id: '$cashRegister' }), known: { '': FEW } },
      [`GET ${P}/cash_registers/:id/shifts`]: { ...one({ id: '$cashRegister' }), known: { '': FEW } },
      [`GET ${P}/cash_registers/:id/reports`]: { ...one({ id: '$cashRegister' }), known: { '': REPORTS } },
      [`GET ${P}/fiscal_receipts`]: {
        known: { ilike: SEARCHED, 'f.kind =': MOST, 'f.status =': MOST, '': FEW },
        queries: [
          ...sorted('created_at', 'total'),
          ...each('kind', 'sell', 'return'),
          ...each('status', 'issued', 'waiting'),
          { cash_register_id: '$cashRegister' },
          { from: TODAY, to: TODAY },
          { q: 'шевченко' },
          { q: '77' },
        ],
      },
      [`GET ${P}/fiscal_receipts/sums`]: { known: { '': SUMMED } },
      [`GET ${P}/fiscal_receipts/:id`]: { ...one({ id: '$fiscalReceipt' }), known: { '': FEW } },
      [`GET ${P}/fiscal_receipts/:id/file`]: 'asks the service after one receipt by its key',
      [`GET ${P}/orders/:id/receipts`]: { ...one({ id: '$receiptedOrder' }), known: { '': FEW } },
      [`GET ${P}/fiscal_days`]: { always: { from: TODAY, to: TODAY }, known: { '': DAYS } },
      [`GET ${P}/fiscal_days/:day`]: { params: { day: TODAY }, known: { '': DAYS } },
    },
    rows: [
      `insert into cash_registers (project_id, id, name, pin, license_key, created_by)
         select :project:, pg_temp.key('cash register' || n), 'Каса ' || n, 'sealed', 'sealed', :user: from generate_series(1, 3) n`,
      `insert into fiscal_shifts (project_id, id, register_id, serial, status, opened_at, closed_at, created_at)
         select :project:, pg_temp.key('fiscal shift' || n), pg_temp.key('cash register' || 1 + n % 3), n, 'closed', now(), now(),
           now() - n * interval '1 day' from generate_series(1, 600) n`,
      `insert into fiscal_reports (project_id, id, register_id, shift_id, is_z, serial, figures, sell_receipts, return_receipts, created_at)
         select :project:, pg_temp.key('fiscal report' || n), pg_temp.key('cash register' || 1 + n % 3),
           pg_temp.key('fiscal shift' || n), true, n, '{"initial":0,"balance":0,"cash_sales":0,"card_sales":0,"cash_returns":0,"card_returns":0,"service_in":0,"service_out":0}',
           7, 0, now() - n * interval '1 day' from generate_series(1, 600) n`,
      `insert into fiscal_receipts (project_id, id, register_id, shift_id, kind, status, cause, order_id, lines, payments, total, cash,
           card, fiscal_code, fiscal_date, day, created_by, created_at)
         select o.project_id, pg_temp.key('fiscal receipt' || o.n), pg_temp.key('cash register' || 1 + o.n % 3),
           pg_temp.key('fiscal shift' || 1 + o.n % 600), 'sell', 'issued', 'order ' || o.id, o.id, '[]',
           '[{"method":"cash","amount":100}]', 100, 100, 0, 'CODE-' || o.n, now(), current_date - (o.n % 600)::int, :user:,
           now() - o.n * interval '1 minute'
         from (select *, row_number() over (order by id)::int as n from orders where project_id = :project:
           order by id limit ${ROWS}) o`,
      'analyze cash_registers',
      'analyze fiscal_shifts',
      'analyze fiscal_reports',
      'analyze fiscal_receipts',
    ],
    ids: {
      cashRegister: `cash_registers where project_id = :project: order by id`,
      fiscalReceipt: `fiscal_receipts where project_id = :project: order by id`,
      receiptedOrder: `orders where project_id = :project: and exists (select from fiscal_receipts f
        where f.project_id = orders.project_id and f.order_id = orders.id) order by id`,
    },
  },
};
