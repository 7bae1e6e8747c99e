import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contract from '@lanka/domain/api_keys/contract';
import { listProducts } from '@lanka/domain/catalog/contract';
import { API_SCOPES, type ApiScope, permissionsOfScope, scopesFor, scopesOfRoute } from '@lanka/domain/kit/api_scopes';
import { kyivDate, kyivHour } from '@lanka/domain/kit/time';
import { addComment, createOrder, listComments, readHistory } from '@lanka/domain/orders/contract';
import { listMyOrders } from '@lanka/domain/orders/lists';
import { createCounterparty, listCounterparties } from '@lanka/domain/partners/contract';
import { confirmPayment, createPayment, readPayment } from '@lanka/domain/payments/contract';
import { listStaticData } from '@lanka/domain/static_data/contract';
import { changeStock, listStockMovements } from '@lanka/domain/stock/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../test/collected';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';
import { makeVariants, orderBody } from '../../test/trade';
import { isWhole, newApiKey } from '../kit/auth/api-keys';
import { openKeyDoor } from '../kit/http/key-door';
import { monthOf, openMeter } from '../kit/http/meter';
import { processSpace } from '../kit/platform/processes';
import { isWithin, monthAfter, refuse } from './check';
import { passed } from './use';

let app: TestApp;
let project: TestProject;
let variant: string;

const ALL = [...scopesFor('project')];

beforeAll(async () => {
  app = await testApp({ TRUST_PROXY: 'on', API_CALLS_PER_MINUTE: '100000' });
  project = await app.project('Майстерня');
  variant = (await makeVariants(app, project, [{ stock: 1000 }]))[0] ?? '';
});
afterAll(() => app.close());

type Wish = Partial<contract.CreateApiKeyBody>;
async function keyOf(of: TestProject, wish: Wish = {}, token = of.owner.token) {
  const body = { name: 'Сайт', scopes: ALL, ...wish };
  const made = await app.call(contract.createApiKey, { params: { project_id: of.id }, token, body });
  expect(made.status, JSON.stringify(made.error)).toBe(201);
  return made.body;
}

const products = (token: string, of = project, headers: Record<string, string> = {}) =>
  app.call(listProducts, { params: { project_id: of.id }, token, headers });
const codeOf = async (asked: Promise<{ status: number; error: { code: string } }>) => {
  const { status, error } = await asked;
  return [status, status < 300 ? '' : error.code];
};

async function dropshipper(): Promise<TestUser> {
  const party = await app.call(createCounterparty, {
    params: { project_id: project.id },
    token: project.owner.token,
    body: { name: `Дропшипер ${randomUUID()}` },
  });
  const user = await app.member(project, 'Client', party.body.id);
  await app.sql(null, `update users set subscription_plan = 'dropshipper-business-monthly' where id = $1`, [user.id]);
  return user;
}

async function freshProject(): Promise<TestProject> {
  return app.project(`Проєкт ${randomUUID()}`);
}

describe('a key', () => {
  it('is shown once, kept as a hash, and makes calls', async () => {
    const made = await keyOf(project, { scopes: ['products.read'] });
    expect(made.key).toMatch(/^lanka_[0-9a-f]{56}$/);
    expect(made.key.startsWith(made.prefix)).toBe(true);
    const stored = await app.sql(project.id, `select row_to_json(s)::text as s from api_key_secrets s`);
    const keys = await app.sql(project.id, `select row_to_json(s)::text as s from api_keys s`);
    expect(JSON.stringify([stored, keys])).not.toContain(made.key.slice(20));
    const listed = await app.call(contract.listApiKeys, {
      params: { project_id: project.id },
      token: project.owner.token,
    });
    expect(JSON.stringify(listed.body)).not.toContain(made.key.slice(20));
    expect(listed.body.items.find(({ id }) => id === made.id)).toMatchObject({ state: 'living', last_used_at: null });
    const answer = await products(made.key);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'ratelimit-limit': '100000', 'ratelimit-policy': '100000;w=60' });
    expect(Number(answer.headers['ratelimit-remaining'])).toBeLessThan(100_000);
  });

  it('is made by owner and administrators alone', async () => {
    const manager = await app.member(project, 'Manager');
    const asked = { params: { project_id: project.id }, token: manager.token };
    expect((await app.call(contract.createApiKey, { ...asked, body: { name: 'x', scopes: ALL } })).status).toBe(403);
    expect((await app.call(contract.listApiKeys, asked)).status).toBe(403);
  });

  it('that is cut off, made up or of nobody is unknown', async () => {
    const { key } = await keyOf(project);
    for (const wrong of [key.slice(0, -1), `${key}0`, `lanka_${'0'.repeat(56)}`, newApiKey(), 'lanka_x'])
      expect(await codeOf(products(wrong))).toEqual([401, 'api_keys.unknown']);
  });

  it('of another project finds nothing here', async () => {
    const { key } = await keyOf(await freshProject());
    expect(await codeOf(products(key))).toEqual([404, 'projects.not_found']);
    // also where whoever made it is one of ours
    const other = await freshProject();
    await app.sql(other.id, `insert into memberships (project_id, user_id, role) values ($1, $2, 'Administrator')`, [
      other.id,
      project.owner.id,
    ]);
    const theirs = await keyOf(other, {}, project.owner.token);
    expect((await products(theirs.key, other)).status).toBe(200);
    expect(await codeOf(products(theirs.key))).toEqual([404, 'projects.not_found']);
    expect(await codeOf(app.call(listMyOrders, { token: theirs.key }))).toEqual([403, 'api_keys.not_for_keys']);
  });

  it('revoked, expired, from a wrong address, of a wrong plan says which', async () => {
    const of = await freshProject();
    const one = await keyOf(of, { addresses: ['203.0.113.0/24', '2001:db8::/32'] });
    const from = (address: string) => products(one.key, of, { 'x-forwarded-for': address });
    for (const right of ['203.0.113.9', '2001:db8::1', '::ffff:203.0.113.9'])
      expect([right, (await from(right)).status]).toEqual([right, 200]);
    for (const wrong of ['203.0.114.1', '2001:db9::1'])
      expect(await codeOf(from(wrong))).toEqual([403, 'api_keys.wrong_address']);

    const { key, id } = await keyOf(of, { last_day: kyivDate(new Date()) });
    expect((await products(key, of)).status).toBe(200);
    await app.sql(of.id, `update api_keys set last_day = current_date - 2 where id = $1`, [id]);
    expect(await codeOf(products(key, of))).toEqual([401, 'api_keys.expired']);
    const params = { project_id: of.id, id };
    const rotate = { params, token: of.owner.token, body: { keep_hours: 1 } };
    expect(await codeOf(app.call(contract.rotateApiKey, rotate))).toEqual([409, 'api_keys.gone']);

    const plain = await keyOf(of);
    for (const plan of ['manufacturer-basic-monthly', 'manufacturer-standard-monthly']) {
      await app.sql(null, `update projects set subscription_plan = $2 where id = $1`, [of.id, plan]);
      const refused = await products(plain.key, of);
      expect([refused.status, refused.error.code]).toEqual([402, 'plans.api_not_included']);
      expect(refused.error.details[0]).toMatchObject({ plans: ['manufacturer-premium-monthly'] });
      const make = { params: { project_id: of.id }, token: of.owner.token, body: { name: 'x', scopes: ALL } };
      expect(await codeOf(app.call(contract.createApiKey, make))).toEqual([402, 'plans.api_not_included']);
    }
    await app.sql(null, `update projects set subscription_plan = 'manufacturer-premium-monthly' where id = $1`, [
      of.id,
    ]);
    expect((await products(plain.key, of)).status).toBe(200);
    await app.call(contract.revokeApiKey, { params: { project_id: of.id, id: plain.id }, token: of.owner.token });
    expect(await codeOf(products(plain.key, of))).toEqual([401, 'api_keys.revoked']);
  });

  it('has no more rights than whoever made it has at this moment', async () => {
    const of = await freshProject();
    const admin = await app.member(of, 'Administrator');
    const { key } = await keyOf(of, {}, admin.token);
    const data = () => app.call(listStaticData, { params: { project_id: of.id }, token: key });
    expect((await data()).status).toBe(200);
    await app.sql(of.id, `update memberships set role = 'Manager' where user_id = $1`, [admin.id]);
    expect(await codeOf(data())).toEqual([403, 'common.forbidden']);
    await app.sql(null, `update users set blocked_at = now() where id = $1`, [admin.id]);
    expect(await codeOf(products(key, of))).toEqual([403, 'api_keys.owner_lost_access']);
    await app.sql(null, `update users set blocked_at = null where id = $1`, [admin.id]);
    await app.sql(of.id, `update memberships set ended_at = now() where user_id = $1`, [admin.id]);
    expect(await codeOf(products(key, of))).toEqual([403, 'api_keys.owner_lost_access']);
  });

  it('stays dead when whoever made it comes back as a dropshipper', async () => {
    const of = await freshProject();
    const admin = await app.member(of, 'Administrator');
    const { key } = await keyOf(of, { scopes: ['products.read'] }, admin.token);
    expect((await products(key, of)).status).toBe(200);
    const party = await app.call(createCounterparty, {
      ...{ params: { project_id: of.id }, token: of.owner.token, body: { name: 'Колишній адміністратор' } },
    });
    await app.sql(of.id, `update memberships set role = 'Client', counterparty_id = $2 where user_id = $1`, [
      ...[admin.id, party.body.id],
    ]);
    expect((await products(admin.token, of)).status).toBe(200);
    expect(await codeOf(products(key, of))).toEqual([403, 'api_keys.owner_lost_access']);
  });

  it('has words of its own for what it asks once: another key of the same person may use them too', async () => {
    const [one, other] = [await keyOf(project), await keyOf(project)];
    const make = (token: string, name: string) =>
      app.call(createCounterparty, {
        ...{ params: { project_id: project.id }, token, body: { name }, headers: { 'idempotency-key': 'order-1' } },
      });
    const first = await make(one.key, 'Перша крамниця');
    expect(first.status).toBe(201);
    expect((await make(one.key, 'Перша крамниця')).body.id).toBe(first.body.id);
    expect((await make(other.key, 'Друга крамниця')).status).toBe(201);
    expect((await make(project.owner.token, 'Третя крамниця')).status).toBe(201);
    expect(await codeOf(make(one.key, 'Четверта крамниця'))).toEqual([409, 'common.idempotency_mismatch']);
  });

  it('takes nothing from the new secret when the old one is still used by somebody', async () => {
    const limited = await testApp({ API_CALLS_PER_MINUTE: '3' });
    try {
      const of = await limited.project('Замінено');
      const params = { project_id: of.id };
      const asked = { params, token: of.owner.token };
      const made = await limited.call(contract.createApiKey, { ...asked, body: { name: 'Сайт', scopes: ALL } });
      const within = { ...asked, params: { ...params, id: made.body.id } };
      const next = await limited.call(contract.rotateApiKey, { ...within, body: { keep_hours: 0 } });
      const ask = async (token: string) => (await limited.call(listProducts, { params, token })).status;
      const old = [];
      for (let n = 0; n < 5; n += 1) old.push(await ask(made.body.key));
      expect(old).toEqual([401, 401, 401, 429, 429]);
      expect(await ask(next.body.key)).toBe(200);
    } finally {
      await limited.close();
    }
  });

  it('that is made up is looked for so many times a minute by one address, those that are known go on', async () => {
    const { key } = await keyOf(project);
    const from = (token: string, address: string) => products(token, project, { 'x-forwarded-for': address });
    expect((await from(key, '198.51.100.1')).status).toBe(200);
    const codes = [];
    for (let n = 0; n < 70; n += 1) codes.push((await from(newApiKey(), '198.51.100.1')).status);
    expect(codes).toEqual([...Array(60).fill(401), ...Array(10).fill(429)]);
    const late = await from(newApiKey(), '198.51.100.1');
    expect([late.error.code, Number(late.headers['retry-after']) > 0]).toEqual(['common.too_many', true]);
    expect((await from(key, '198.51.100.1')).status).toBe(200);
    expect((await from(newApiKey(), '198.51.100.2')).status).toBe(401);
  });

  it('of nobody is no asker of its own', async () => {
    const door = openKeyDoor(app.app.services);
    const { key } = await keyOf(project);
    expect([door.nameOf(newApiKey()), door.nameOf(key)]).toEqual([undefined, undefined]);
    const reply = { headers: () => undefined };
    await door.enter(key, { ip: '198.51.100.9' } as never, reply as never);
    expect(door.nameOf(key)).toMatch(/^key /);
  });

  it('is refused beyond so many calls a minute, in words and with how long to wait', async () => {
    const limited = await testApp({ API_CALLS_PER_MINUTE: '3' });
    try {
      const of = await limited.project('Часто');
      const params = { project_id: of.id };
      const made = await limited.call(contract.createApiKey, {
        ...{ params, token: of.owner.token, body: { name: 'Часто', scopes: ALL } },
      });
      const ask = () => limited.call(listProducts, { params, token: made.body.key });
      const answers = [await ask(), await ask(), await ask(), await ask()];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
      expect(answers.map(({ headers }) => headers['ratelimit-remaining'])).toEqual(['2', '1', '0', '0']);
      expect(answers[3]?.error.code).toBe('common.too_many');
      expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0);
      expect((await limited.call(listProducts, { params, token: of.owner.token })).status).toBe(200);
    } finally {
      await limited.close();
    }
  });

  it('cannot be made past the limit by two at once', async () => {
    const of = await freshProject();
    const make = () =>
      app.call(contract.createApiKey, {
        ...{ params: { project_id: of.id }, token: of.owner.token, body: { name: 'x', scopes: ALL } },
      });
    for (let n = 1; n < contract.MAX_API_KEYS; n += 1) await make();
    const both = await Promise.all([make(), make()]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it.each([
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['billing.read'] }, 'scopes.0'],
    [{ addresses: ['999.1.1.1'] }, 'addresses.0'],
    [{ addresses: ['10.0.0.0/33'] }, 'addresses.0'],
    [{ name: ' ' }, 'name'],
    [{ last_day: '2020-01-01' }, 'last_day'],
  ])('%j is refused by its field', async (wish, path) => {
    const body = { name: 'x', scopes: ALL, ...wish } as never;
    const answer = await app.call(contract.createApiKey, {
      ...{ params: { project_id: project.id }, token: project.owner.token, body },
    });
    expect([answer.status >= 400, answer.error.details[0]?.path]).toEqual([true, path]);
  });
});

describe('scopes', () => {
  const url = (path: string) => `/api/${path.replace(':project_id', project.id).replace(/:\w+/g, randomUUID())}`;
  const ask = async (route: (typeof routes)[number], key: string): Promise<[number, string]> => {
    const answer = await app.app.server.inject({
      method: route.method,
      url: url(route.path),
      headers: {
        authorization: `Bearer ${key}`,
        ...(route.method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(route.method === 'GET' ? {} : { payload: '{}' }),
    });
    return [answer.statusCode, answer.statusCode < 400 ? '' : String(answer.json().code)];
  };
  const open = routes.filter((route) => scopesOfRoute(route).length > 0);
  const closed = routes.filter((route) => scopesOfRoute(route).length === 0 && route.auth !== 'public');

  it('are named by routes that ask one of their permissions, and answer no files', () => {
    expect(open.length).toBeGreaterThan(90);
    for (const route of open) {
      expect(route.raw).toBeUndefined();
      // what a key is it may ask whatever it has
      if (route.auth === 'dropshipping' || route.auth === 'user') continue;
      for (const scope of scopesOfRoute(route)) expect(permissionsOfScope(scope)).toContain(route.auth);
    }
    for (const scope of API_SCOPES) expect(open.some((route) => scopesOfRoute(route).includes(scope))).toBe(true);
  });

  it('write where something is written, and only there', () => {
    for (const route of open.filter(({ auth }) => auth !== 'user'))
      for (const scope of scopesOfRoute(route))
        expect([route.path, scope.endsWith('.read')]).toEqual([route.path, route.method === 'GET']);
  });

  it('open no other route, whatever a key has', async () => {
    const { key } = await keyOf(project);
    for (const route of closed) {
      const [status, code] = await ask(route, key);
      const wanted = route.sameOrigin ? /^(api_keys\.not_for_keys|common\.cross_site)$/ : /^api_keys\.not_for_keys$/;
      expect([route.method, route.path, status, code]).toEqual([
        ...[route.method, route.path, 403],
        expect.stringMatching(wanted),
      ]);
    }
    for (const url of [`/api/projects/${project.id}/events`, '/api/users/me/events'])
      expect((await app.app.server.inject({ url, headers: { authorization: `Bearer ${key}` } })).statusCode).toBe(401);
  });

  it.each(['project', 'dropshipping'] as const)('of a %s each open their own routes and no others', async (side) => {
    const mine = await dropshipper();
    const all = scopesFor(side);
    const ofSide = open.filter(({ auth }) => (auth === 'dropshipping') === (side === 'dropshipping'));
    const askWith = async (scopes: readonly ApiScope[], asked: typeof open, opens: boolean): Promise<void> => {
      if (scopes.length === 0 || asked.length === 0) return;
      const ours = side === 'project';
      const { id, key } = ours
        ? await keyOf(project, { scopes: [...scopes] })
        : (await app.call(contract.createMyApiKey, { token: mine.token, body: { name: 'x', scopes: [...scopes] } }))
            .body;
      for (const route of asked) {
        const [status, code] = await ask(route, key);
        const at = [scopes.join(), route.method, route.path, status, code].join(' ');
        if (opens) expect([at, status === 401 || status === 403]).toEqual([at, false]);
        // an address that cannot be read is told before the scope
        else expect([at, code]).toEqual([at, status === 400 || status === 404 ? code : 'api_keys.scope']);
        if (!opens) expect([at, status >= 400]).toEqual([at, true]);
      }
      if (ours)
        await app.call(contract.revokeApiKey, { params: { project_id: project.id, id }, token: project.owner.token });
      else await app.call(contract.revokeMyApiKey, { params: { id }, token: mine.token });
    };
    const has = (scope: ApiScope) => (route: (typeof open)[number]) => scopesOfRoute(route).includes(scope);
    for (const scope of all) await askWith([scope], ofSide.filter(has(scope)), true);
    // what all others together do not open, none of them does
    const wishes = new Map(ofSide.map((route) => [scopesOfRoute(route).join(), scopesOfRoute(route)]));
    for (const [wish, wants] of wishes) {
      const others = all.filter((scope) => !wants.includes(scope));
      const alike = ofSide.filter((route) => scopesOfRoute(route).join() === wish);
      await askWith(others, alike, false);
    }
  });

  it('property: a key comes in exactly when one of its scopes is asked and nothing else stands in the way', () => {
    const key = { id: '', project_id: 'p', user_id: 'u', name: '', token_hash: '', address: '203.0.113.7' };
    const some = fc.subarray([...API_SCOPES]);
    fc.assert(
      fc.property(some, some, fc.boolean(), fc.boolean(), fc.boolean(), (has, wants, revoked, holds, far) => {
        const standing = {
          ...{ revoked, replaced: false, last_day: null, scopes: has, holds, plan: 'manufacturer-premium-monthly' },
          ...{ requests: '0', bytes: '0', addresses: far ? ['198.51.100.0/24'] : [] },
        };
        const route = { auth: 'orders.read', api: wants as readonly ApiScope[] } as const;
        const comes = () => refuse(key, standing, route, new Date());
        const may = !revoked && holds && !far && ALL.some((one) => wants.includes(one) && has.includes(one));
        if (may) expect(comes).not.toThrow();
        else expect(comes).toThrow();
      }),
    );
  });
});

describe('what a key does', () => {
  it('is told by its name in every history, and never as done by a person', async () => {
    const params = { project_id: project.id };
    const { key } = await keyOf(project, { name: 'Магазин' });
    const named = { kind: 'api_key', name: 'API: Магазин' };
    const order = await app.call(createOrder, {
      params,
      token: key,
      body: orderBody({ [variant]: 1 }, { send: true }),
    });
    expect([order.status, order.body.created_by], JSON.stringify(order.error)).toMatchObject([201, named]);
    const within = { ...params, id: order.body.id };
    const history = await app.call(readHistory, { params: within, token: key });
    expect(history.body.items.length).toBeGreaterThan(0);
    for (const { actor } of history.body.items) expect(actor).toMatchObject(named);
    const said = await app.call(addComment, {
      params: within,
      token: key,
      body: { text: 'Привіт', visibility: 'all' },
    });
    expect(said.body.author).toMatchObject(named);
    const comments = await app.call(listComments, { params: within, token: project.owner.token });
    expect(comments.body.items[0]?.author).toMatchObject(named);
    const stock = { params: { ...params, id: variant }, token: key, body: { delta: 5, comment: '' } };
    expect((await app.call(changeStock, stock)).status).toBe(200);
    const moves = await app.call(listStockMovements, {
      params: { ...params, id: variant },
      token: project.owner.token,
    });
    expect(moves.body.items[0]?.actor).toMatchObject(named);
    const party = await app.call(createCounterparty, { params, token: key, body: { name: 'Через API' } });
    const payment = await app.call(createPayment, {
      ...{ params, token: key },
      body: {
        type: 'receipt',
        amount: 500,
        date: kyivDate(new Date()),
        counterparty_id: party.body.id,
        account: 'bank',
      },
    });
    expect(payment.status, JSON.stringify(payment.error)).toBe(201);
    const paid = await app.call(readPayment, {
      params: { ...params, id: payment.body.id },
      token: project.owner.token,
    });
    expect(paid.body).toMatchObject({ created_by: { name: 'API: Магазин' }, processed_by: { name: 'API: Магазин' } });
    const [posting] = await app.sql(project.id, `select by_key from postings order by sequence desc limit 1`);
    expect(posting).toEqual({ by_key: 'Магазин' });
    // a person who does the same is named himself
    const own = await app.call(changeStock, { ...stock, token: project.owner.token });
    expect(own.status).toBe(200);
    const after = await app.call(listStockMovements, {
      params: { ...params, id: variant },
      token: project.owner.token,
    });
    expect(after.body.items[0]?.actor.kind).toBe('user');
  });

  it('is no payment without the scope of its own, also where an older key has what dropshippers have', async () => {
    const params = { project_id: project.id };
    const ask = { params, token: project.owner.token };
    const make = await app.call(contract.createApiKey, { ...ask, body: { name: 'x', scopes: ['payments.write'] } });
    expect([make.status, make.error.details[0]?.path]).toEqual([400, 'scopes']);
    const { key, id } = await keyOf(project, { scopes: ['orders.write', 'payments.read'] });
    const mine = await dropshipper();
    const reports = await app.call(contract.createMyApiKey, {
      ...{ token: mine.token, body: { name: 'Крамниця', scopes: ['payments.write', 'payments.read'] } },
    });
    const body = { type: 'receipt' as const, amount: 500, date: kyivDate(new Date()) };
    const reported = await app.call(createPayment, { params, token: reports.body.key, body });
    expect([reported.status, reported.body.status], JSON.stringify(reported.error)).toEqual([201, 'pending']);
    const within = { ...params, id: reported.body.id };
    const confirm = (token: string) => app.call(confirmPayment, { params: within, token, body: {} });
    expect(await codeOf(confirm(reports.body.key))).toEqual([403, 'api_keys.not_for_keys']);
    for (const scopes of [['orders.write', 'payments.read'], ['payments.write']]) {
      await app.sql(project.id, 'update api_keys set scopes = $2::jsonb where id = $1', [id, JSON.stringify(scopes)]);
      const entered = await app.call(createPayment, { params, token: key, body });
      expect([entered.error.code, entered.error.details[0]?.scope]).toEqual(['api_keys.scope', 'payment_entry.write']);
      expect(await codeOf(confirm(key))).toEqual([403, 'api_keys.scope']);
    }
    const office = await keyOf(project, { scopes: ['payment_entry.write'] });
    expect((await confirm(office.key)).body.status).toBe('confirmed');
  });

  it('of a dropshipper acts as him at his suppliers, and nowhere else', async () => {
    const mine = await dropshipper();
    const make = (scopes: ApiScope[]) =>
      app.call(contract.createMyApiKey, { token: mine.token, body: { name: 'Моя крамниця', scopes } });
    expect((await make(['stock.write'])).error.details[0]?.path).toBe('scopes');
    const { key } = (await make([...scopesFor('dropshipping')])).body;
    const params = { project_id: project.id };
    expect((await products(key)).status).toBe(200);
    const order = await app.call(createOrder, { params, token: key, body: orderBody({ [variant]: 1 }) });
    expect(order.status, JSON.stringify(order.error)).toBe(201);
    expect((await app.call(listMyOrders, { token: key })).body.items.map(({ id }) => id)).toEqual([order.body.id]);
    // the supplier's people see it was a key, too
    const within = { ...params, id: order.body.id };
    const history = await app.call(readHistory, { params: within, token: project.owner.token });
    expect(history.body.items[0]?.actor).toMatchObject({ kind: 'api_key', name: 'API: Моя крамниця' });
    // what is the staff's is none of his, and a project that he owns is none of this key's
    expect((await app.call(listCounterparties, { params, token: key })).status).toBe(403);
    const own = await freshProject();
    await app.sql(own.id, `insert into memberships (project_id, user_id, role) values ($1, $2, 'Administrator')`, [
      own.id,
      mine.id,
    ]);
    expect(await codeOf(products(key, own))).toEqual([404, 'projects.not_found']);
    await app.sql(null, `update users set subscription_plan = 'dropshipper-standard-monthly' where id = $1`, [mine.id]);
    const refused = await products(key);
    expect([refused.status, refused.error.details[0]]).toMatchObject([
      402,
      { plans: ['dropshipper-business-monthly'] },
    ]);
  });
});

describe('a rotated key', () => {
  it('has no gap: the old secret lives on for the time that was chosen, and not longer', async () => {
    const { key, id } = await keyOf(project);
    const rotate = (keep_hours: number) =>
      app.call(contract.rotateApiKey, {
        ...{ params: { project_id: project.id, id }, token: project.owner.token, body: { keep_hours } },
      });
    const next = await rotate(24);
    expect(next.body).toMatchObject({ id, old_until: expect.any(String) });
    expect([(await products(key)).status, (await products(next.body.key)).status]).toEqual([200, 200]);
    const last = await rotate(0);
    expect(last.body.old_until).toBeNull();
    for (const old of [key, next.body.key]) expect(await codeOf(products(old))).toEqual([401, 'api_keys.replaced']);
    expect((await products(last.body.key)).status).toBe(200);
  });

  it('is rotated and used at once: each call is answered or told that it was replaced', async () => {
    const { key, id } = await keyOf(project);
    const rotate = app.call(contract.rotateApiKey, {
      ...{ params: { project_id: project.id, id }, token: project.owner.token, body: { keep_hours: 0 } },
    });
    const answers = await Promise.all([...Array.from({ length: 20 }, () => codeOf(products(key)))]);
    const next = (await rotate).body.key;
    for (const answer of answers)
      expect([
        [200, ''],
        [401, 'api_keys.replaced'],
      ]).toContainEqual(answer);
    expect(await codeOf(products(key))).toEqual([401, 'api_keys.replaced']);
    expect((await products(next)).status).toBe(200);
  });

  it('is dead at once when it is revoked, also for those who use it meanwhile', async () => {
    const { key, id } = await keyOf(project);
    const revoke = app.call(contract.revokeApiKey, {
      params: { project_id: project.id, id },
      token: project.owner.token,
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => codeOf(products(key))));
    expect((await revoke).status).toBe(204);
    for (const answer of answers)
      expect([
        [200, ''],
        [401, 'api_keys.revoked'],
      ]).toContainEqual(answer);
    expect(await codeOf(products(key))).toEqual([401, 'api_keys.revoked']);
  });
});

describe('the meter', () => {
  const usedBy = async (of: TestProject, id = of.id) => {
    await app.app.services.meter.settle();
    const [row] = await app.sql<{ requests: string; bytes: string }>(
      of.id,
      `select requests, bytes from api_use where project_id = $1 and key_id = $2`,
      [of.id, id],
    );
    return { requests: Number(row?.requests ?? 0), bytes: Number(row?.bytes ?? 0) };
  };

  it('is exact over 64 connections at once, for requests and bytes', async () => {
    const of = await freshProject();
    const keys = [await keyOf(of), await keyOf(of)];
    let bytes = 0;
    const one = async (n: number): Promise<void> => {
      for (let call = 0; call < 5; call += 1) {
        const answer = await app.app.server.inject({
          url: `/api/projects/${of.id}/products/v2${call === 4 ? '?limit=0' : ''}`,
          headers: { authorization: `Bearer ${keys[n % 2]?.key}` },
        });
        bytes += answer.rawPayload.length;
      }
    };
    const settling = Array.from({ length: 5 }, () => app.app.services.meter.settle());
    await Promise.all([...Array.from({ length: 64 }, (_, n) => one(n)), ...settling]);
    // a query that cannot be read is told before anybody is let in: it is no call of the key
    const whole = await usedBy(of);
    expect(whole.requests).toBe(64 * 4);
    expect(whole.bytes).toBeLessThan(bytes);
    const each = await Promise.all(keys.map(({ id }) => usedBy(of, id)));
    expect(each.map(({ requests }) => requests)).toEqual([128, 128]);
    expect(each.reduce((sum, use) => sum + use.bytes, 0)).toBe(whole.bytes);
    const perCall = (
      await app.app.server.inject({
        url: `/api/projects/${of.id}/products/v2`,
        headers: { authorization: `Bearer ${of.owner.token}` },
      })
    ).rawPayload.length;
    expect(whole.bytes).toBe(64 * 4 * perCall);
    const { body } = await app.call(contract.listApiKeys, { params: { project_id: of.id }, token: of.owner.token });
    expect(body.items.map(({ use }) => use.requests)).toEqual([128, 128]);
    expect(body.items.every(({ last_used_at }) => last_used_at !== null)).toBe(true);
  });

  it('counts what a killed process has left once, by whomever and however often it is read', async () => {
    const of = await freshProject();
    const { id } = await keyOf(of);
    const month = monthOf(new Date());
    // no process has this number; the last line is half written
    const name = `${processSpace()}-4194304999-${randomUUID()}.log`;
    const line = (n: number) => `${of.id} ${id} ${month} ${n} ${Date.now()}\n`;
    const folder = join(app.app.services.config.dataDir, 'api-use');
    const text = Array.from({ length: 30_000 }, () => line(100)).join('');
    writeFileSync(join(folder, name), `${text}${line(7).slice(0, 20)}`);
    const second = await testApp(
      { DATA_DIR: app.app.services.config.dataDir },
      { database: { url: app.url, drop: async () => undefined } as never },
    ).catch(() => null);
    await Promise.all([app.app.services.meter.settle(), second?.app.services.meter.settle()]);
    await expect.poll(async () => (await usedBy(of, id)).requests, { timeout: 90_000, interval: 500 }).toBe(30_000);
    expect(await usedBy(of)).toEqual({ requests: 30_000, bytes: 3_000_000 });
    await second?.app.close();
  }, 120_000);

  /** What stands in the folder of the journals, as a process finds it that starts now. */
  const startedOver = async (names: string[]): Promise<{ there: string[]; rows: string[] }> => {
    const { services } = app.app;
    const meter = openMeter(services, () => services);
    try {
      await meter.settle();
    } finally {
      await meter.stop();
    }
    const folder = join(services.config.dataDir, 'api-use');
    const rows = await app.sql<{ name: string }>(null, 'select name from meter_journals where name = any($1)', [names]);
    return { there: names.filter((name) => existsSync(join(folder, name))), rows: rows.map(({ name }) => name) };
  };

  it('leaves out what is no call, and counts what stands behind it', async () => {
    const of = await freshProject();
    const { id } = await keyOf(of);
    const line = (bytes: number) => `${of.id} ${id} ${monthOf(new Date())} ${bytes} ${Date.now()}`;
    const name = `${processSpace()}-4194304999-${randomUUID()}.log`;
    const cut = line(500).slice(0, 90);
    // half a line with the next one at its end, as a full disk may leave it; a month, a number that cannot be
    const text = [line(1), `${cut}${line(30)}`, line(2), '', line(9).replace(/-01 /, '-77 '), `${line(9)}9`, line(4)];
    writeFileSync(join(app.app.services.config.dataDir, 'api-use', name), `${text.join('\n')}\n`);
    expect(await startedOver([name])).toEqual({ there: [], rows: [] });
    expect(await usedBy(of)).toEqual({ requests: 3, bytes: 7 });
  });

  it('counts beside its writer what another container writes, and takes its file away when it is silent for a day', async () => {
    const of = await freshProject();
    const { id } = await keyOf(of);
    const line = (bytes: number) => `${of.id} ${id} ${monthOf(new Date())} ${bytes} ${Date.now()}\n`;
    // the number is nobody's here: the process has it where it is
    const name = `${'0'.repeat(12)}-4194304999-${randomUUID()}.log`;
    const file = join(app.app.services.config.dataDir, 'api-use', name);
    for (const n of [1, 2]) {
      appendFileSync(file, line(10));
      expect(await startedOver([name])).toEqual({ there: [name], rows: [name] });
      expect(await usedBy(of)).toEqual({ requests: n, bytes: 10 * n });
    }
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    utimesSync(file, yesterday, yesterday);
    expect(await startedOver([name])).toEqual({ there: [], rows: [] });
    expect(await usedBy(of)).toEqual({ requests: 2, bytes: 20 });
  });

  it('leaves neither file nor row when it is stopped', async () => {
    const of = await freshProject();
    const { id } = await keyOf(of);
    const { services } = app.app;
    const folder = join(services.config.dataDir, 'api-use');
    const before = readdirSync(folder);
    const meter = openMeter(services, () => services);
    const key = { id, project_id: of.id, user_id: of.owner.id, name: '', token_hash: '' };
    meter.count(key, { operation: 'GET orders', status: 200, ms: 1, bytes: 12 }, true);
    const mine = readdirSync(folder).filter((name) => !before.includes(name));
    expect(mine).toHaveLength(1);
    await meter.stop();
    expect(readdirSync(folder)).not.toContain(mine[0]);
    expect(await app.sql(null, 'select name from meter_journals where name = $1', [mine[0]])).toEqual([]);
    expect(await usedBy(of)).toEqual({ requests: 1, bytes: 12 });
  });

  it('refuses beyond the month, and tells at 80 and at 100 percent once each', async () => {
    const of = await freshProject();
    const { key } = await keyOf(of);
    const month = monthOf(new Date());
    const set = (requests: number, bytes = 0) =>
      app.sql(
        of.id,
        `insert into api_use (project_id, key_id, month, requests, bytes) values ($1, $1, $2, $3, $4)
         on conflict (project_id, key_id, month) do update set requests = excluded.requests, bytes = excluded.bytes`,
        [of.id, month, requests, bytes],
      );
    const told = async () => {
      await app.app.services.meter.settle();
      const rows = await app.sql<{ percent: number }>(
        of.id,
        `select (facts->>'percent')::int as percent from notice_events where kind = 'api_keys.use' order by id`,
      );
      return rows.map(({ percent }) => percent);
    };
    await set(1_599_998);
    for (const wanted of [[], [80], [80]]) {
      await products(key, of);
      expect(await told()).toEqual(wanted);
    }
    await set(1_999_999);
    expect((await products(key, of)).status).toBe(200);
    expect(await told()).toEqual([80, 100]);
    const refused = await products(key, of);
    expect([refused.status, refused.error.code]).toEqual([429, 'plans.api_requests_limit']);
    expect(refused.error.details[0]).toMatchObject({
      ...{ limit: 'api_requests', used: 2_000_000, allowed: 2_000_000, plans: [], resets_on: monthAfter(month) },
    });
    // until the month is over, and no longer
    const wait = Number(refused.headers['retry-after']);
    const again = new Date(Date.now() + wait * 1_000);
    expect([kyivDate(again), kyivHour(again)]).toEqual([monthAfter(month), 0]);
    expect(refused.error.details[0]).toMatchObject({ seconds: wait });
    await set(5, 2 * 1024 ** 3);
    expect(await codeOf(products(key, of))).toEqual([429, 'plans.api_bytes_limit']);
    // a person goes on
    expect((await products(of.owner.token, of)).status).toBe(200);
    expect(await told()).toEqual([80, 100]);
  });

  it('tells a dropshipper of his own keys', async () => {
    const mine = await dropshipper();
    const made = await app.call(contract.createMyApiKey, {
      token: mine.token,
      body: { name: 'Крамниця', scopes: ['products.read'] },
    });
    await app.sql(
      mine.id,
      `insert into api_use (project_id, key_id, month, requests, bytes) values ($1, $1, $2, $3, 0)`,
      [mine.id, monthOf(new Date()), 1_599_999],
    );
    expect((await products(made.body.key)).status).toBe(200);
    await app.app.services.meter.settle();
    const rows = await app.sql(project.id, `select user_id from notice_events where kind = 'api_keys.my_use'`);
    expect(rows).toEqual([{ user_id: mine.id }]);
    const limits = await app.call(contract.readMyApiLimits, { token: mine.token });
    expect(limits.body.use.requests).toBe(1_600_000);
  });
});

describe('rules', () => {
  it('a key is whole or not', () => {
    for (let n = 0; n < 50; n += 1) {
      const key = newApiKey();
      expect(isWhole(key)).toBe(true);
      expect(isWhole(key.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toBe(false);
    }
  });

  it.each([
    ['2026-11-01', '2026-12-01'],
    ['2026-12-01', '2027-01-01'],
  ])('behind %s comes %s', (month, next) => expect(monthAfter(month)).toBe(next));

  it.each([
    ['203.0.113.7', [], true],
    ['203.0.113.7', ['203.0.113.7'], true],
    ['::ffff:203.0.113.7', ['203.0.113.0/28'], true],
    ['2001:db8::5', ['2001:db8::/64'], true],
    ['2001:db8:1::5', ['2001:db8::/64'], false],
    ['203.0.113.7', ['2001:db8::/64', '203.0.113.8'], false],
    ['fe80::1%eth0', ['fe80::/10'], true],
  ])('%s within %j: %s', (address, ranges, within) => expect(isWithin(address, ranges)).toBe(within));

  it('property: each share is passed once, however the calls come', () => {
    const allowed = { requests: 1000, bytes: 1_000_000 };
    fc.assert(
      fc.property(fc.array(fc.record({ requests: fc.nat(90), bytes: fc.nat(90_000) }), { maxLength: 60 }), (steps) => {
        const told: number[] = [];
        let sum = { requests: 0, bytes: 0 };
        for (const step of steps) {
          const after = { requests: sum.requests + step.requests, bytes: sum.bytes + step.bytes };
          const percent = passed(sum, after, allowed);
          if (percent !== null) told.push(percent);
          sum = after;
        }
        const share = Math.max(sum.requests / 10, sum.bytes / 10_000);
        expect(told).toEqual([80, 100].filter((percent) => share >= percent));
      }),
    );
  });
});
