import { type Entries, each, one, P, wholly } from '../../test/entries';
import type { TestApp } from '../../test/harness';
import { refreshRestriction } from './payers';

const FROZEN = (mark: string) =>
  JSON.stringify({
    payer: { name: mark, requisites: [] },
    lines: [{ kind: 'manual', title: mark, count: 1, price: 8_900, amount: 8_900 }],
    ...{ transfer: null, link: null },
  });

const invoice = async (app: TestApp, audience: string, payer: string, mark: string): Promise<string> => {
  const [row] = await app.sql<{ id: string }>(
    null,
    `insert into plan_invoices (id, number, audience, payer_id, kind, issued_on, due_on, amount, status, frozen)
     select gen_random_uuid(), coalesce(max(number), 0) + 1, $1, $2::uuid, 'manual', current_date, current_date + 300, 8900,
       'due', $3::jsonb from plan_invoices returning id`,
    [audience, payer, FROZEN(mark)],
  );
  return row?.id ?? '';
};

const OF_OPERATOR = wholly('invoices of all payers, one for each a month', 'plan_invoices');
const CHANGES = wholly('as often as an owner has changed his plan', 'plan_changes');

const MINE: Entries['walls'][string] = {
  ...{ params: ({ ids }) => ({ id: ids.ownInvoice as string }), only: ['Client'] },
};

export const entries: Entries = {
  walls: {
    [`GET ${P}/billing_account`]: {},
    [`GET ${P}/plan_changes`]: {},
    [`PATCH ${P}/subscription_plan`]: { body: () => ({ subscription_plan: 'manufacturer-premium-monthly' }) },
    'GET users/billing_account': {},
    'GET users/plan_changes': {},
    'PATCH users/subscription_plan': { body: () => ({ subscription_plan: 'dropshipper-standard-monthly' }) },
    [`GET ${P}/billing`]: {},
    [`PATCH ${P}/billing`]: { body: () => ({ extra_orders: true }) },
    [`GET ${P}/billing/invoices`]: {},
    [`GET ${P}/billing/invoices/:id`]: {},
    [`GET ${P}/billing/invoices/:id/pdf`]: {},
    [`GET ${P}/billing/invoices/:id/card_payments`]: {},
    [`POST ${P}/billing/invoices/:id/pay`]: { passes: [409] },
    [`POST ${P}/billing/invoices/:id/check`]: {},
    'GET users/me/billing/invoices/:id/card_payments': MINE,
    'POST users/me/billing/invoices/:id/pay': { ...MINE, passes: [409] },
    'POST users/me/billing/invoices/:id/check': MINE,
    'GET operator/billing/card_payments': {},
    'GET operator/billing/invoices/:id/card_payments': {},
    'POST operator/billing/card_payments/:id/resolve': {
      ...{ params: ({ ids }) => ({ id: ids.planCard as string }), body: () => ({ note: 'Повернуто' }) },
    },
    'POST operator/billing/card_payments/:id/refund': {
      ...{ params: ({ ids }) => ({ id: ids.planCard as string }), passes: [409] },
    },
    'GET users/me/billing': {},
    'GET users/me/billing/invoices': {},
    'GET users/me/billing/invoices/:id': MINE,
    'GET users/me/billing/invoices/:id/pdf': MINE,
    'GET operator/billing/invoices': {},
    'POST operator/billing/invoices': {
      body: ({ project }) => ({
        ...{ audience: 'manufacturer', payer_id: project.id },
        lines: [{ title: 'Налаштування', count: 1, price: 10_000 }],
      }),
    },
    'GET operator/billing/invoices/:id': {},
    'GET operator/billing/invoices/:id/pdf': {},
    'POST operator/billing/invoices/:id/paid': { body: () => ({ paid_on: '2026-01-01' }), passes: [409] },
    'POST operator/billing/invoices/:id/credit': {
      ...{ body: () => ({ amount: 8_900, reason: 'Помилка' }), passes: [409, 422] },
    },
    'GET operator/billing/payers/:audience/:id': {
      params: ({ project }) => ({ audience: 'manufacturer', id: project.id }),
    },
    'POST operator/billing/payers/manufacturer/:id/trial': {
      ...{ params: ({ project }) => ({ id: project.id }), body: () => ({ until: '2100-01-01' }), passes: [409] },
    },
    'GET operator/billing/months': {},
    'GET operator/billing/months/:month/left': { params: () => ({ month: '2026-01-01' }) },
    'GET operator/billing/prices': {},
    'POST operator/billing/prices': {
      body: () => ({ plan: 'manufacturer-premium-monthly', from: '2100-01-01', price: 129_900 }),
    },
    'DELETE operator/billing/prices/:plan/:from': {
      ...{ params: () => ({ plan: 'manufacturer-basic-monthly', from: '2100-01-01' }), passes: [404] },
    },
    'GET operator/billing/discounts': {},
    'POST operator/billing/discounts': {
      body: ({ project }) => ({
        ...{ audience: 'manufacturer', payer_id: project.id, kind: 'percent', value: 1_000 },
        ...{ from: '2100-01-01', reason: 'Партнер' },
      }),
    },
    'POST operator/billing/discounts/:id/end': {
      ...{ params: ({ ids }) => ({ id: ids.planDiscount as string }), passes: [409] },
    },
  },
  async world(app, { project, mark, ownMark, people }) {
    await app.sql(
      project.id,
      `insert into plan_extras (project_id, month, kind, n, plan, price)
       values ($1, '2026-01-01', 'orders', 1, 'manufacturer-premium-monthly', 3900)`,
      [project.id],
    );
    const invoices = await invoice(app, 'manufacturer', project.id, mark);
    const [card] = await app.sql<{ id: string }>(
      null,
      `insert into plan_card_payments (id, invoice_id, audience, payer_id, amount, problem)
       values (gen_random_uuid(), $1, 'manufacturer', $2, 8900, 'amount') returning id`,
      [invoices, project.id],
    );
    await app.sql(
      project.id,
      `insert into card_payments (project_id, id, owner, ref_kind, ref_id, amount, state, merchant, invoice_id, page_url,
         expires_at, problem)
       values ($1, $2, 'platform', 'plan_invoice', $3, 8900, 'processing', 'walls', 'walls', 'https://walls.test', now(),
         'amount')`,
      [project.id, card?.id, invoices],
    );
    const ownInvoice = await invoice(app, 'dropshipper', people.Client.id, `${mark} ${ownMark}`);
    await app.app.services.db.transaction({ projectIds: [project.id] }, async (tx) => {
      await refreshRestriction(tx, { audience: 'manufacturer', id: project.id });
      await refreshRestriction(tx, { audience: 'dropshipper', id: people.Client.id });
    });
    const [discount] = await app.sql<{ id: string }>(
      null,
      `insert into plan_discounts (id, audience, payer_id, payer, kind, value, since, given_by)
       values (gen_random_uuid(), 'manufacturer', $1, $2, 'percent', 1000, '2099-01-01', $3) returning id`,
      [project.id, mark, people.Owner.id],
    );
    return { planDiscount: discount?.id ?? '', invoices, planCard: card?.id ?? '', ownInvoice };
  },
  growth: {
    rows: [
      `insert into plan_invoices (id, number, audience, payer_id, kind, month, issued_on, due_on, amount, status, frozen)
       select pg_temp.key('plan invoice ' || n), n, 'manufacturer', case when n <= 36 then :project: else gen_random_uuid() end,
         'month', date '2000-01-01' + n, date '2020-01-01' + n / 10, date '2020-01-04' + n / 10, 8900,
         case when n % 20 = 0 then 'due' else 'paid' end,
         '{"payer": {"name": "Фабрика", "requisites": []}, "lines": [], "transfer": null, "link": null}'
       from generate_series(1, 5000) n`,
      `insert into plan_card_payments (id, invoice_id, audience, payer_id, amount, paid_on, settles, owed, refunded)
       select pg_temp.key('plan card ' || n), pg_temp.key('plan invoice ' || n), 'manufacturer',
         case when n <= 36 then :project: else gen_random_uuid() end, 8900, date '2020-01-01', true, 0, case when n = 7 then 5 else 0 end
       from generate_series(1, 5000) n`,
      `insert into plan_discounts (id, audience, payer_id, payer, kind, value, since, given_by, created_at)
       select pg_temp.key('plan discount ' || n), 'manufacturer', case when n <= 20 then :project: else gen_random_uuid() end,
         'Фабрика', 'percent', 1000, date '2020-01-01', (select id from users order by id limit 1),
         timestamptz '2020-01-01' + n * interval '1 hour'
       from generate_series(1, 5000) n`,
      `insert into plan_extras (project_id, month, kind, n, plan, price)
       select :project:, date '2020-01-01', 'orders', n, 'manufacturer-premium-monthly', 3900 from generate_series(1, 2000) n`,
    ],
    ids: { plan_invoice: `plan_invoices where id = pg_temp.key('plan invoice 7')` },
    reads: {
      [`GET ${P}/billing_account`]: {},
      [`GET ${P}/plan_changes`]: {},
      'GET users/billing_account': 'of one user or visitor, by key',
      'GET users/plan_changes': 'of one user or visitor, by key',
      [`GET ${P}/billing`]: { known: { plan_changes: CHANGES } },
      [`GET ${P}/billing/invoices`]: {},
      [`GET ${P}/billing/invoices/:id`]: one({ id: '$plan_invoice' }),
      [`GET ${P}/billing/invoices/:id/pdf`]: one({ id: '$plan_invoice' }),
      'GET users/me/billing': 'of one user or visitor, by key',
      'GET users/me/billing/invoices': 'of one user or visitor, by key',
      'GET users/me/billing/invoices/:id': 'of one user or visitor, by key',
      'GET users/me/billing/invoices/:id/pdf': 'of one user or visitor, by key',
      'GET operator/billing/invoices': {
        known: { plan_invoices: OF_OPERATOR },
        queries: [
          ...each('status', 'due', 'overdue', 'paid'),
          ...each('kind', 'month', 'manual'),
          ...each('audience', 'manufacturer', 'dropshipper'),
          ...each('figure', 'issued', 'paid', 'due', 'credited', 'payers', 'joined').map((of) => ({
            ...of,
            month: '2020-02-01',
          })),
        ],
      },
      'GET operator/billing/invoices/:id': one({ id: '$plan_invoice' }),
      'GET operator/billing/invoices/:id/pdf': one({ id: '$plan_invoice' }),
      [`GET ${P}/billing/invoices/:id/card_payments`]: one({ id: '$plan_invoice' }),
      'GET users/me/billing/invoices/:id/card_payments': 'of one user or visitor, by key',
      'GET operator/billing/card_payments': {},
      'GET operator/billing/invoices/:id/card_payments': one({ id: '$plan_invoice' }),
      'GET operator/billing/payers/:audience/:id': { params: { audience: 'manufacturer', id: '$project' } },
      'GET operator/billing/months': {
        known: { plan_invoices: wholly('all invoices of two years, for the operator', 'plan_invoices') },
      },
      'GET operator/billing/months/:month/left': {
        params: { month: '2020-02-01' },
        known: { plan_invoices: wholly('all invoices of a month, for the operator', 'plan_invoices') },
      },
      'GET operator/billing/prices': {
        known: { plan_prices: wholly('the price list: a row for each plan and time', 'plan_prices') },
      },
      'GET operator/billing/discounts': {
        known: { plan_discounts: wholly('a row for each discount that was given, for the operator', 'plan_discounts') },
        queries: [{ payer_id: '$project' }],
      },
    },
  },
  fuzz: {
    undone: [
      ...[`PATCH ${P}/subscription_plan`, 'PATCH users/subscription_plan', `PATCH ${P}/billing`],
      ...['POST operator/billing/invoices', 'POST operator/billing/payers/manufacturer/:id/trial'],
      ...['POST operator/billing/prices', 'POST operator/billing/discounts'],
    ],
  },
};
