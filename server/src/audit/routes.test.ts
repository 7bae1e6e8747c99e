import { type CheckName, readAudit } from '@lanka/domain/audit/contract';
import { createRule } from '@lanka/domain/automation/contract';
import { createProduct } from '@lanka/domain/catalog/contract';
import { kyivDate } from '@lanka/domain/kit/time';
import { createCounterparty } from '@lanka/domain/partners/contract';
import { createPayment } from '@lanka/domain/payments/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { newId } from '../kit/db/ids';
import { auditAll } from '.';

let app: TestApp;
let project: TestProject;
let counterparty: string;
let variant: string;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const inProject = () => ({ project_id: project.id });
const run = (text: string, values: unknown[] = []) => app.sql<{ id: string }>(project.id, text, values);

beforeEach(async () => {
  project = await app.project();
  const { token } = project.owner;
  counterparty = (await app.call(createCounterparty, { token, params: inProject(), body: { name: 'Магазин' } })).body
    .id;
  for (const [type, amount] of [
    ['receipt', 900],
    ['withdrawal', 200],
    ['receipt', 50],
  ] as const) {
    const body = { counterparty_id: counterparty, type, amount, date: kyivDate(new Date()) };
    expect((await app.call(createPayment, { token, params: inProject(), body })).status).toBe(201);
  }
  variant = newId();
  await run('insert into stock_levels (project_id, product_variant_id, actual, booked) values ($1, $2, 7, 3)', [
    project.id,
    variant,
  ]);
  // the ids run against time on purpose: the chain must hold whatever order they were given in
  const ids = [newId(), newId(), newId()].reverse();
  for (const [i, [delta, before]] of [
    [10, 0],
    [-5, 10],
    [2, 5],
  ].entries())
    await run(
      `insert into stock_movements (project_id, id, product_variant_id, kind, delta, before, after, ref_kind, ref_id, actor_kind)
       values ($1, $2, $3, 'correction', $4, $5, $6, 'user', $7, 'user')`,
      [project.id, ids[i], variant, delta, before, (before as number) + (delta as number), newId()],
    );
  for (const [count, status] of [
    [1, 'Active'],
    [2, 'Active'],
    [4, 'Completed'],
    [5, 'Disabled'],
  ])
    await run(
      `insert into bookings (project_id, id, product_variant_id, count, status, ref_kind, ref_id)
       values ($1, $2, $3, $4, $5, 'user', $2)`,
      [project.id, newId(), variant, count, status],
    );
});

const audit = async () => (await app.call(readAudit, { token: project.owner.token, params: inProject() })).body;
async function differences(name: CheckName) {
  const found = await audit();
  expect(found.ok).toBe(false);
  return found.checks.find((check) => check.name === name)?.differences;
}

describe('the self-check', () => {
  it('finds nothing where nothing is wrong, and says how much it looked at', async () => {
    const found = await audit();
    expect(found.ok).toBe(true);
    expect(found.checks.map(({ name, differences_total }) => [name, differences_total])).toEqual([
      ['bookings', 0],
      ['movements', 0],
      ['waits', 0],
      ['order_lines', 0],
      ['reservations', 0],
      ['figures', 0],
      ['postings', 0],
      ['sum_zero', 0],
      ['storage', 0],
      ['turnover', 0],
      ['costs', 0],
      ['manufacture', 0],
      ['stocktakes', 0],
      ['price_levels', 0],
      ['group_terms', 0],
      ['returns', 0],
      ['reconciliations', 0],
      ['payouts', 0],
      ['charges', 0],
      ['cod', 0],
      ['offsets', 0],
      ['papers', 0],
      ['fiscal', 0],
      ['banking', 0],
      ['cards', 0],
      ['parcels', 0],
      ['delivery', 0],
      ['charge_watches', 0],
      ['catalogue', 0],
      ['statistics', 0],
      ['my_goods', 0],
      ['api_use', 0],
      ['plans', 0],
      ['changes', 0],
    ]);
    const rows = Object.fromEntries(found.checks.map((check) => [check.name, check.rows_checked]));
    expect(rows).toMatchObject({ bookings: 1, movements: 3, postings: 3 });
  });

  it('names the rule that waits for payments nobody notes, and the watch without a rule', async () => {
    const body = { name: 'Оплачене', trigger: 'paid' as const, paid_states: ['paid' as const], comment: 'Так' };
    const rule = (await app.call(createRule, { token: project.owner.token, params: inProject(), body })).body;
    await run('delete from charge_watches where project_id = $1', [project.id]);
    expect(await differences('charge_watches')).toEqual([
      { table: 'automation_rules', id: rule.id, name: 'Оплачене', expected: 1, found: 0 },
    ]);
    await run('insert into charge_watches (project_id, overdue_until) values ($1, current_date)', [project.id]);
    await run('update automation_rules set enabled = false where id = $1', [rule.id]);
    expect(await differences('charge_watches')).toEqual([
      { table: 'charge_watches', id: project.id, name: '', expected: 0, found: 1 },
    ]);
  });

  it('names the change whose number was never given', async () => {
    await run(
      `insert into numbered_changes (project_id, kind, entity_id, told_to, number, what, at)
       values ($1, 'order', $1, $1, 1000000, 'changed', now())`,
      [project.id],
    );
    expect(await differences('changes')).toMatchObject([
      { table: 'numbered_changes', name: 'order', found: 1_000_000 },
    ]);
  });

  it('names the level whose bookings do not add up', async () => {
    await run('update stock_levels set booked = 4 where product_variant_id = $1', [variant]);
    expect(await differences('bookings')).toMatchObject([
      { table: 'stock_levels', id: variant, expected: 3, found: 4 },
    ]);
  });

  it('names the level whose movements do not add up', async () => {
    await run('update stock_levels set actual = 8 where product_variant_id = $1', [variant]);
    expect(await differences('movements')).toMatchObject([
      { table: 'stock_levels', id: variant, expected: 7, found: 8 },
    ]);
  });

  it('names the modification with a price of a level that is not there', async () => {
    const { token } = project.owner;
    const body = { name: 'Марта', variants: [{ price: 100 }] };
    const { variants } = (await app.call(createProduct, { token, params: inProject(), body })).body;
    const prices = JSON.stringify(
      [newId(), null].map((price_level_id) => ({ price_level_id, from_count: 2, price: 5 })),
    );
    await run('update product_variants set prices = $1 where id = $2', [prices, variants[0]?.id]);
    expect(await differences('price_levels')).toEqual([
      { table: 'product_variants', id: variants[0]?.id, name: 'Марта', expected: 0, found: 1 },
    ]);
  });

  it('names the movement that begins where none has ended', async () => {
    const [broken] = await run(
      'update stock_movements set before = 11, after = 6 where before = 10 and product_variant_id = $1 returning id',
      [variant],
    );
    const found = await differences('movements');
    expect(found).toContainEqual(expect.objectContaining({ table: 'stock_movements', id: broken?.id, found: 11 }));
  });

  it('names the level whose queue does not add up', async () => {
    const [level] = await run(
      `insert into stock_levels (project_id, product_variant_id, actual, booked, waiting) values ($1, $2, 0, 0, 2) returning product_variant_id as id`,
      [project.id, newId()],
    );
    expect(await differences('waits')).toMatchObject([{ table: 'stock_levels', id: level?.id, expected: 0, found: 2 }]);
  });

  it('names the order whose sum is not that of its lines', async () => {
    const [order] = await run(
      `insert into orders (project_id, id, number, counterparty_id, status, sum, recommended_sum, created_by)
       values ($1, $2, 1, $3, 'Draft', 5, 5, $4) returning id`,
      [project.id, newId(), counterparty, project.owner.id],
    );
    expect(await differences('order_lines')).toMatchObject([
      { table: 'orders', id: order?.id, name: '№ 1', expected: 0, found: 5 },
    ]);
    await run('update orders set sum = 0, customer_sum = 7 where id = $1', [order?.id]);
    expect(await differences('order_lines')).toMatchObject([{ id: order?.id, expected: 0, found: 7 }]);
  });

  it('names the counterparty whose balance differs, and the sum is not zero any more', async () => {
    await run('update counterparty_accounts set balance = balance + 1 where counterparty_id = $1', [counterparty]);
    expect(await differences('postings')).toEqual([
      { table: 'counterparty_accounts', id: counterparty, name: 'Магазин', expected: 750, found: 751 },
    ]);
    expect(await differences('sum_zero')).toMatchObject([{ expected: 0, found: 1 }]);
  });

  it('names the counterparty whose side of purchases differs', async () => {
    await run('update counterparty_accounts set purchases_balance = 1 where counterparty_id = $1', [counterparty]);
    expect(await differences('postings')).toEqual([
      { table: 'counterparty_accounts', id: counterparty, name: 'Магазин · purchases', expected: 0, found: 1 },
    ]);
  });

  it('names the posting that breaks the chain', async () => {
    const [broken] = await run(`update postings set balance_after = 701 where balance_after = 700 returning id`);
    expect(await differences('postings')).toContainEqual({
      table: 'postings',
      id: broken?.id,
      name: 'Магазин',
      expected: 700,
      found: 701,
    });
  });

  it('names the posting whose sign is turned', async () => {
    const [broken] = await run(
      `update postings set counterparty_change = 200 where purpose = 'withdrawal' returning id`,
    );
    expect(await differences('postings')).toContainEqual(
      expect.objectContaining({ table: 'postings', id: broken?.id, expected: -200, found: 200 }),
    );
  });

  it('names a removed posting by what it leaves', async () => {
    await run(`delete from postings where purpose = 'withdrawal'`);
    const found = await differences('postings');
    expect(found).toContainEqual(
      expect.objectContaining({ table: 'counterparty_accounts', expected: 950, found: 750 }),
    );
  });

  it('looks at every project and answers those that are wrong', async () => {
    const quiet = project.id;
    const { db, log } = app.app.services;
    expect(await auditAll({ db, log })).not.toContain(quiet);
    await run('update stock_levels set booked = 4 where product_variant_id = $1', [variant]);
    expect(await auditAll({ db, log })).toContain(quiet);
  });

  it('is for leaders; a foreign project is 404', async () => {
    const foreign = await app.project('Інша');
    const ask = async (token: string) => (await app.call(readAudit, { token, params: inProject() })).status;
    expect(await ask(foreign.owner.token)).toBe(404);
    expect(await ask((await app.member(project, 'Administrator')).token)).toBe(200);
    for (const role of ['Manager', 'Producer', 'Stockman'])
      expect(await ask((await app.member(project, role)).token)).toBe(403);
    expect(await ask((await app.member(project, 'Client', counterparty)).token)).toBe(403);
  });
});
