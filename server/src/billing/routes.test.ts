import * as contract from '@lanka/domain/billing/contract';
import { createProduct } from '@lanka/domain/catalog/contract';
import { currentUser } from '@lanka/domain/identity/contract';
import { inviteUser } from '@lanka/domain/projects/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settleFigures } from '../../test/figures';
import { type TestApp, type TestProject, testApp } from '../../test/harness';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const BASIC = 'manufacturer-basic-monthly';
const PREMIUM = 'manufacturer-premium-monthly';
const setPlan = ({ id, owner }: TestProject, subscription_plan: string, token = owner.token) =>
  app.call(contract.setProjectPlan, {
    token,
    params: { project_id: id },
    body: { subscription_plan: subscription_plan as typeof BASIC },
  });
const read = ({ id, owner }: TestProject) =>
  app.call(contract.readProjectBilling, { token: owner.token, params: { project_id: id } });
const product = ({ id, owner }: TestProject, name: string) =>
  app.call(createProduct, { token: owner.token, params: { project_id: id }, body: { name } });
/** Products past the API: the limit is what is tried, not the making. */
const fill = async ({ id }: TestProject, count: number) => {
  await app.sql(
    id,
    `insert into products (project_id, id, name) select $1, gen_random_uuid(), 'Т' || n from generate_series(1, $2) n`,
    [id, count],
  );
  await settleFigures(app, id);
};

describe('the plan of a project', () => {
  it('is none at first: a trial with the terms of the largest', async () => {
    const { body } = await read(await app.project());
    expect(body).toMatchObject({ subscription_plan: null, subscription_plan_since: null });
    expect(body.usage).toEqual([
      { limit: 'collaborators', used: 0, allowed: null },
      { limit: 'products', used: 0, allowed: null },
      { limit: 'product_variants', used: 0, allowed: null },
      { limit: 'storage', used: 0, allowed: 10 * 1024 ** 3 },
    ]);
  });

  it('is chosen and changed with its date and a row that says who; the same again changes nothing', async () => {
    const project = await app.project();
    const { status, body } = await setPlan(project, BASIC);
    expect(status).toBe(200);
    expect(body).toMatchObject({ subscription_plan: BASIC, subscription_plan_since: expect.any(String) });
    expect((await setPlan(project, BASIC)).body.subscription_plan_since).toBe(body.subscription_plan_since);
    await setPlan(project, PREMIUM);
    const changes = await app.call(contract.listPlanChanges, {
      token: project.owner.token,
      params: { project_id: project.id },
    });
    expect(changes.body.items).toMatchObject([
      { from_plan: BASIC, to_plan: PREMIUM, changed_by: { id: project.owner.id } },
      { from_plan: null, to_plan: BASIC },
    ]);
    const me = await app.call(currentUser, { token: project.owner.token });
    expect(me.body.projects).toMatchObject([{ subscription_plan: PREMIUM }]);
  });

  it('refuses what is not offered to manufacturers, and whoever may not choose', async () => {
    const project = await app.project();
    for (const plan of ['dropshipper-standard-monthly', 'manufacturer-gold', '']) {
      const { status, error } = await setPlan(project, plan);
      expect([status, error.details[0]?.path]).toEqual([400, 'subscription_plan']);
    }
    const manager = await app.member(project, 'Manager');
    expect((await setPlan(project, BASIC, manager.token)).status).toBe(403);
    const administrator = await app.member(project, 'Administrator');
    expect((await setPlan(project, BASIC, administrator.token)).status).toBe(200);
  });

  it('does not go down past what is used: every limit that is over is named, nothing changes', async () => {
    const project = await app.project();
    await fill(project, 101);
    for (let n = 0; n < 4; n += 1) await app.member(project, 'Manager');
    const { status, error } = await setPlan(project, BASIC);
    expect([status, error.code]).toEqual([409, 'plans.over_limits']);
    expect(error.details).toEqual([
      { limit: 'collaborators', used: 4, allowed: 3 },
      { limit: 'products', used: 101, allowed: 100 },
    ]);
    expect((await read(project)).body.subscription_plan).toBeNull();
  });
});

describe('limits of the plan', () => {
  it('products: 402 names the limit, what is used and what lifts it; of two for the last place one gets it', async () => {
    const project = await app.project();
    await setPlan(project, BASIC);
    await fill(project, 99);
    const both = await Promise.all([product(project, 'Сотий'), product(project, 'Теж сотий')]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 402]);
    const { error } = await product(project, 'Зайвий');
    expect(error).toMatchObject({
      code: 'plans.products_limit',
      details: [{ limit: 'products', used: 100, allowed: 100, plans: ['manufacturer-standard-monthly', PREMIUM] }],
    });
    expect(error.message).toBe('Досягнуто ліміту товарів: 100 з 100. Більше дозволяє тариф «Стандарт» або «Преміум»');
    await setPlan(project, 'manufacturer-standard-monthly');
    expect((await product(project, 'Сто перший')).status).toBe(201);
  });

  it('collaborators: an invitation that waits takes a place', async () => {
    const project = await app.project();
    await setPlan(project, BASIC);
    const invite = (n: number) =>
      app.call(inviteUser, {
        token: project.owner.token,
        params: { project_id: project.id },
        body: { email: `colleague${n}@example.com`, role: 'Manager' },
      });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(invite));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 402, 402]);
  });
});

describe('the plan of a dropshipper', () => {
  const choose = (token: string, subscription_plan: string) =>
    app.call(contract.setMyPlan, { token, body: { subscription_plan: subscription_plan as 'dropshipper-free' } });

  it('is chosen with its date and read back', async () => {
    const { token } = await app.user();
    expect((await app.call(contract.readMyBilling, { token })).body.subscription_plan).toBeNull();
    const { body } = await choose(token, 'dropshipper-business-monthly');
    expect(body).toMatchObject({
      subscription_plan: 'dropshipper-business-monthly',
      subscription_plan_since: expect.any(String),
    });
    expect((await app.call(contract.readMyBilling, { token })).body).toEqual(body);
    const { usage, ...account } = body;
    expect(usage).toEqual([{ limit: 'storage', used: 0, allowed: 3 * 1024 ** 3 }]);
    expect((await app.call(currentUser, { token })).body.billing_account).toEqual(account);
    expect((await choose(token, 'manufacturer-basic-monthly')).status).toBe(400);
  });

  it('its changes are kept and read by nobody else', async () => {
    const { token } = await app.user();
    const changes = async (reader = token) =>
      (await app.call(contract.listMyPlanChanges, { token: reader })).body.items.map(({ from_plan, to_plan }) => [
        from_plan,
        to_plan,
      ]);
    expect(await changes()).toEqual([]);
    await choose(token, 'dropshipper-standard-monthly');
    await choose(token, 'dropshipper-standard-monthly');
    await choose(token, 'dropshipper-business-monthly');
    expect(await changes()).toEqual([
      ['dropshipper-standard-monthly', 'dropshipper-business-monthly'],
      [null, 'dropshipper-standard-monthly'],
    ]);
    expect(await changes((await app.user()).token)).toEqual([]);
  });

  it('the free one is for those whom a supplier has invited', async () => {
    const { token } = await app.user();
    expect((await choose(token, 'dropshipper-free')).error.code).toBe('billing.free_for_invited');
    const project = await app.project();
    const [party] = await app.sql<{ id: string }>(
      project.id,
      `insert into counterparties (project_id, id, name) values ($1, gen_random_uuid(), 'Магазин') returning id`,
      [project.id],
    );
    const client = await app.member(project, 'Client', party?.id ?? null);
    expect((await choose(client.token, 'dropshipper-free')).status).toBe(200);
    // he works by that invitation again, as one who has chosen nothing
    const invited = async () => (await app.call(currentUser, { token: client.token })).body.invited_only;
    expect(await invited()).toBe(true);
    await choose(client.token, 'dropshipper-standard-monthly');
    expect(await invited()).toBe(false);
  });
});
