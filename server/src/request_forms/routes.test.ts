import { createApiKey } from '@lanka/domain/api_keys/contract';
import { listChanges } from '@lanka/domain/changes/contract';
import type { ApiScope } from '@lanka/domain/kit/api_scopes';
import { kyivDate } from '@lanka/domain/kit/time';
import { listNotices } from '@lanka/domain/notices/contract';
import * as contract from '@lanka/domain/request_forms/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';

let app: TestApp;
let project: TestProject;
let token: string;
beforeAll(async () => {
  app = await testApp({ TRUST_PROXY: 'on' });
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  token = project.owner.token;
});
afterEach(() => {
  vi.useRealTimers();
});

const ORIGIN = 'https://shop.example.com';
const SENT = { name: 'Олена Пчілка', phone: '093 111 22 33', comment: 'Чи є льон сірого кольору?' };
const FORM: contract.SaveSiteFormBody = {
  ...{ enabled: true, origins: [ORIGIN], locale: 'ua', title: 'Запитайте', notice: '', thanks: '' },
};

const at = (by = token) => ({ token: by, params: { project_id: project.id } });
const one = (id: string, by = token) => ({ token: by, params: { project_id: project.id, id } });
const create = (body: object = SENT, by = token) =>
  app.call(contract.createRequestForm, { ...at(by), body: body as contract.CreateRequestFormBody });
const list = async (query: object = {}) => (await app.call(contract.listRequestForms, { ...at(), query })).body;
const setUp = (form: object = {}) =>
  app.call(contract.saveSiteForm, { ...at(), body: { ...FORM, ...form } as contract.SaveSiteFormBody });
const key = async (...scopes: ApiScope[]): Promise<string> => {
  await app.sql(null, `update projects set subscription_plan = 'manufacturer-premium-monthly' where id = $1`, [
    project.id,
  ]);
  const body = { name: 'Сайт', scopes, addresses: [], last_day: null };
  return (await app.call(createApiKey, { ...at(), body })).body.key;
};

/** As it comes from outside, with headers that no call of ours has. */
async function raw(
  url: string,
  options: { method?: 'OPTIONS' | 'POST'; headers?: Record<string, string>; payload?: string } = {},
) {
  const { statusCode, headers, body } = await app.app.server.inject({ method: 'GET', url, ...options });
  return { status: statusCode, headers, text: body };
}

/** As a visitor's browser asks, from a network of his own. */
let visitors = 0;
const visitor = (origin: string | null = ORIGIN) => {
  visitors += 1;
  const from = { 'x-forwarded-for': `198.51.100.${visitors}` };
  const headers = { ...from, ...(origin === null ? {} : { origin }) };
  const params = { project: project.id };
  return {
    ticket: () => app.call(contract.readFormTicket, { params, headers }),
    send: (body: object) => app.call(contract.sendForm, { params, headers, body: body as contract.SendFormBody }),
  };
};

/** A ticket that is old enough to be a person's. */
async function ticketFor(who: ReturnType<typeof visitor>, ageMs = 5_000): Promise<string> {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now - ageMs });
  const { ticket } = (await who.ticket()).body;
  vi.setSystemTime(now);
  return ticket;
}

describe('a request', () => {
  it('is written down, done with a note, new again, and deleted', async () => {
    const { body: made } = await create();
    expect(made).toMatchObject({
      ...{ status: 'new', name: 'Олена Пчілка', phone: '380931112233', email: null, source: 'staff', version: 1 },
      ...{ comment: SENT.comment, note: '', done_at: null, done_by: null, sent_by: 'Власник' },
    });
    const change = (body: contract.UpdateRequestFormBody) =>
      app.call(contract.updateRequestForm, { ...one(made.id), body });
    const done = (await change({ status: 'done', note: 'Передзвонили' })).body;
    expect(done).toMatchObject({ status: 'done', note: 'Передзвонили', done_by: 'Власник', version: 2 });
    expect(done.done_at).not.toBeNull();
    expect((await change({ note: 'Замовить у понеділок' })).body).toMatchObject({
      ...{ status: 'done', done_at: done.done_at, note: 'Замовить у понеділок' },
    });
    expect((await app.call(contract.countRequestForms, at())).body).toEqual({ new: 0, done: 1 });
    expect((await change({ status: 'new' })).body).toMatchObject({ status: 'new', done_at: null, done_by: null });
    expect((await app.call(contract.deleteRequestForm, one(made.id))).status).toBe(204);
    expect((await app.call(contract.deleteRequestForm, one(made.id))).error.code).toBe('request_forms.not_found');
    expect((await list()).items).toEqual([]);
  });

  it('needs a name and a way to answer', async () => {
    expect((await create({ name: 'Оля', comment: 'Питання' })).error.details[0]).toMatchObject({
      ...{ path: 'email', code: 'request_forms.contact' },
    });
    expect((await create({ phone: SENT.phone })).error.details[0]?.path).toBe('name');
    expect((await create({ ...SENT, email: 'не пошта' })).error.details[0]?.path).toBe('email');
  });

  it('is found by words, by the digits of the phone, by its status', async () => {
    const { body: first } = await create();
    const { body: second } = await create({ name: 'Гнат', email: 'hnat@example.com' });
    await app.call(contract.updateRequestForm, { ...one(second.id), body: { status: 'done' } });
    const found = async (query: object) => (await list(query)).items.map(({ id }) => id);
    expect(await found({})).toEqual([second.id, first.id]);
    expect(await found({ q: 'пчіл' })).toEqual([first.id]);
    expect(await found({ q: '(093) 111' })).toEqual([first.id]);
    expect(await found({ q: 'hnat@' })).toEqual([second.id]);
    expect(await found({ status: 'done' })).toEqual([second.id]);
    expect(await found({ status: 'new', q: 'hnat@' })).toEqual([]);
  });

  it('is not changed over a change that was not seen, of two at once', async () => {
    const { body: made } = await create();
    const change = (note: string) =>
      app.call(contract.updateRequestForm, { ...one(made.id), body: { note }, headers: { 'if-match': '1' } });
    const answers = await Promise.all([change('перша'), change('друга')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('common.stale');
  });

  it('comes by a key with its scope, which is named', async () => {
    const writes = await key('request_forms.write');
    const { body: made } = await create({ ...SENT, page_url: 'https://shop.example.com/contacts' }, writes);
    expect(made).toMatchObject({ source: 'api', sent_by: 'Сайт', page_url: 'https://shop.example.com/contacts' });
    expect((await app.call(contract.listRequestForms, at(writes))).status).toBe(403);
    expect((await app.call(contract.saveSiteForm, { ...at(writes), body: FORM })).status).toBe(403);
    const reads = await key('request_forms.read');
    expect((await app.call(contract.listRequestForms, at(reads))).body.total).toBe(1);
    expect((await create(SENT, reads)).status).toBe(403);
  });

  it('is told to programs that ask what has changed, as it is now, and as gone', async () => {
    const reads = await key('request_forms.read');
    const ask = async (after?: string) =>
      (await app.call(listChanges, { ...at(reads), query: after ? { after } : {} })).body;
    const { cursor } = await ask();
    const { body: made } = await create();
    await app.call(contract.updateRequestForm, { ...one(made.id), body: { note: 'Передзвонити' } });
    const first = await ask(cursor);
    expect(first.items).toMatchObject([
      { kind: 'request_form', id: made.id, what: 'created', data: { name: SENT.name, note: 'Передзвонити' } },
    ]);
    await app.call(contract.deleteRequestForm, one(made.id));
    expect((await ask(first.cursor)).items).toMatchObject([{ id: made.id, what: 'deleted', data: null }]);
    const others = await key('orders.read');
    expect((await app.call(listChanges, { ...at(others), query: { after: cursor } })).body.items).toEqual([]);
  });

  it('is told to the staff, several within an hour as one', async () => {
    const manager = await app.member(project, 'Manager');
    const stockman = await app.member(project, 'Stockman');
    await create();
    await create({ ...SENT, name: 'Гнат' });
    await app.deliver();
    const told = async (by: string) => (await app.call(listNotices, { token: by })).body.items;
    expect(await told(manager.token)).toMatchObject([
      { kind: 'request_forms.came', count: 2, title: 'Нові запити із сайту: 2', area: 'requests' },
    ]);
    expect(await told(stockman.token)).toEqual([]);
    // whoever wrote it down knows
    expect(await told(token)).toEqual([]);
  });
});

describe('the ready form', () => {
  it('is off until it is set up, and named by its project', async () => {
    expect((await app.call(contract.readSiteForm, at())).body).toMatchObject({ enabled: false, version: null });
    expect((await app.call(contract.readFormScript, { params: { project: project.id } })).error.code).toBe(
      'request_forms.form_off',
    );
    expect((await visitor().ticket()).error.code).toBe('request_forms.form_off');
    expect((await setUp({ origins: [] })).error.details[0]).toMatchObject({ path: 'origins' });
    const saved = (await setUp({ origins: ['shop.example.com/contacts'] })).body;
    expect(saved).toMatchObject({ origins: [ORIGIN], version: 1, title: 'Запитайте' });
    expect(saved.script_url).toContain(`/api/site_forms/${project.id}/form.js`);
    await setUp({ enabled: false });
    expect((await visitor().ticket()).error.code).toBe('request_forms.form_off');
  });

  it('has the owner’s words as data of its script', async () => {
    const bad = '</script><script>alert(1)</script>\u2028';
    await setUp({ title: bad.trim() });
    const { text } = await raw(`/api/site_forms/${project.id}/form.js`);
    expect(text).not.toContain('</script>');
    const ran: unknown[] = [];
    const start = text.lastIndexOf('})({');
    new Function('known', `this.push(known)`).call(ran, JSON.parse(text.slice(start + 3, text.lastIndexOf(')'))));
    expect(ran[0]).toMatchObject({ title: bad.trim(), lang: 'uk' });
  });

  it('sends once for a ticket, whoever presses twice at once', async () => {
    await setUp();
    const who = visitor();
    const ticket = await ticketFor(who);
    const answers = await Promise.all(
      [1, 2, 3].map(() => who.send({ ...SENT, ticket, page_url: `${ORIGIN}/contacts` })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await list()).items).toMatchObject([
      { source: 'site', sent_by: null, phone: '380931112233', page_url: `${ORIGIN}/contacts` },
    ]);
    await app.deliver();
    const told = (await app.call(listNotices, { token })).body.items;
    expect(told.map(({ kind, count }) => [kind, count])).toEqual([['request_forms.came', 1]]);
  });

  it.each([
    ['a ticket that was made up', () => 'made up', 'request_forms.ticket_old'],
    ['a ticket of another project', 'other', 'request_forms.ticket_old'],
    ['a ticket of three hours ago', 10_800_000, 'request_forms.ticket_old'],
    ['a ticket of just now', 0, 'request_forms.too_fast'],
  ])('refuses %s', async (_name, given, code) => {
    await setUp();
    const who = visitor();
    let ticket = typeof given === 'function' ? given() : '';
    if (typeof given === 'number') ticket = await ticketFor(who, given);
    if (given === 'other') {
      const own = project;
      project = await app.project();
      token = project.owner.token;
      await setUp();
      ticket = await ticketFor(visitor());
      project = own;
      token = own.owner.token;
    }
    expect((await who.send({ ...SENT, ticket })).error.code).toBe(code);
    expect((await list()).total).toBe(0);
  });

  it('answers whoever fell into the trap as usual and keeps nothing', async () => {
    await setUp();
    const who = visitor();
    const answer = await who.send({ ...SENT, ticket: await ticketFor(who), nickname: 'bot' });
    expect(answer.status).toBe(201);
    expect((await list()).total).toBe(0);
  });

  it('may stand on the named sites alone', async () => {
    await setUp();
    const ticket = await ticketFor(visitor());
    for (const origin of ['https://other.example.com', 'http://shop.example.com', 'null', null]) {
      expect((await visitor(origin).ticket()).error.code).toBe('request_forms.foreign_site');
      expect((await visitor(origin).send({ ...SENT, ticket })).error.code).toBe('request_forms.foreign_site');
    }
  });

  it('lets browsers of those sites alone read the answers, failures too', async () => {
    await setUp();
    const path = `/api/site_forms/${project.id}`;
    const from = (origin: string) => ({ origin });
    const allowed = ({ headers }: Awaited<ReturnType<typeof raw>>) => headers['access-control-allow-origin'];
    const preflight = (origin: string, at = path) =>
      raw(at, {
        method: 'OPTIONS',
        headers: { ...from(origin), 'access-control-request-method': 'POST' },
      });
    const answer = await preflight(ORIGIN);
    expect([answer.status, allowed(answer), answer.headers['access-control-allow-methods']]).toEqual([
      ...[204, ORIGIN, 'POST'],
    ]);
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    const foreign = await preflight('https://other.example.com');
    expect([foreign.status, allowed(foreign)]).toEqual([403, undefined]);
    const ticket = await raw(`${path}/ticket`, { headers: from(ORIGIN) });
    expect([allowed(ticket), ticket.headers.vary]).toEqual([ORIGIN, 'Origin']);
    expect(allowed(await raw(`${path}/ticket`, { headers: from('https://other.example.com') }))).toBeUndefined();
    const refused = await raw(path, {
      method: 'POST',
      headers: { ...from(ORIGIN), 'content-type': 'application/json' },
      payload: JSON.stringify({ name: '' }),
    });
    expect([refused.status, allowed(refused)]).toEqual([400, ORIGIN]);
    // no other call of the product is open to a page of another site
    expect((await preflight(ORIGIN, '/api/auth/token')).status).toBe(404);
    // also why not: that it is off, that the product is being improved, that it was asked too often
    await setUp({ enabled: false });
    expect((await preflight(ORIGIN)).status).toBe(204);
    const off = await raw(`${path}/ticket`, { headers: from(ORIGIN) });
    expect([off.status, allowed(off)]).toEqual([404, ORIGIN]);
    const elsewhere = await raw(`${path}/ticket`, { headers: from('https://other.example.com') });
    expect([elsewhere.status, allowed(elsewhere)]).toEqual([404, undefined]);
    await setUp();
    const { maintenance, db } = app.app.services;
    const state = { on: true, message: null, until: null, since: null, by: null };
    await db.transaction({}, (tx) => maintenance.write(tx, state));
    await maintenance.spread();
    const kept = await raw(`${path}/ticket`, { headers: from(ORIGIN) });
    await db.transaction({}, (tx) => maintenance.write(tx, { ...state, on: false }));
    await maintenance.spread();
    expect([kept.status, allowed(kept)]).toEqual([503, ORIGIN]);
    let often = await raw(`${path}/ticket`, { headers: from(ORIGIN) });
    for (let n = 0; n < (contract.readFormTicket.limitPerMinute ?? 0) && often.status === 200; n += 1)
      often = await raw(`${path}/ticket`, { headers: from(ORIGIN) });
    expect([often.status, allowed(often)]).toEqual([429, ORIGIN]);
  });

  it('counts an address by the hour and a project by the day of Kyiv, also at the same moment', async () => {
    await setUp();
    const who = visitor();
    const tickets: string[] = [];
    for (let n = 0; n < contract.FORMS_PER_HOUR + 2; n += 1) tickets.push(await ticketFor(who));
    const answers = await Promise.all(tickets.map((ticket) => who.send({ ...SENT, ticket })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBe(contract.FORMS_PER_HOUR);
    expect(statuses.filter((status) => status === 429).length).toBe(2);
    await app.sql(
      project.id,
      `insert into request_forms (project_id, id, name, email, source, created_at)
       select $1, gen_random_uuid(), 'Хтось', 'a@example.com', 'site', now()
       from generate_series(1, $2::int)`,
      [project.id, contract.FORMS_PER_DAY - contract.FORMS_PER_HOUR - 1],
    );
    const others = [visitor(), visitor(), visitor()];
    const theirs: string[] = [];
    for (const other of others) theirs.push(await ticketFor(other));
    const last = await Promise.all(others.map((other, n) => other.send({ ...SENT, ticket: theirs[n] })));
    expect(last.map(({ status }) => status).sort()).toEqual([201, 429, 429]);
    const refused = last.find(({ status }) => status === 429)?.error.details[0];
    expect(kyivDate(new Date(Date.now() + Number(refused?.seconds) * 1_000))).not.toBe(kyivDate(new Date()));
    // what the staff writes down has no such limit
    expect((await create()).status).toBe(201);
  });
});
