import * as operator from '@lanka/domain/operator/contract';
import * as contract from '@lanka/domain/site/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, type TestUser, testApp } from '../../test/harness';
import { makeDropshipper, makeVariants, orderBody, placeOrder } from '../../test/trade';

const OPERATOR = 'operator@example.com';
let app: TestApp;
let staff: TestUser;
let number = 0;

beforeAll(async () => {
  // the limits are counted for the address that the proxy names
  app = await testApp({ CONTACT_EMAIL: OPERATOR, CONTACT_PHONE: '+380 44 123 45 67', TRUST_PROXY: 'on' });
  staff = await app.user('Оператор');
  await app.sql(null, `update users set platform_role = 'Staff' where id = $1`, [staff.id]);
});
afterAll(() => app.close());

/** Each test comes from an address of its own, so that limits of one do not meet another. */
const from = (address = `198.51.100.${++number}`) => ({ 'x-forwarded-for': address });

const contact = (change: object = {}) => ({
  kind: 'contact' as const,
  name: 'Олена Коваленко',
  email_phone: 'olena@example.com',
  comment: 'Скільки коштує?',
  ...change,
});
const access = (change: object = {}) => ({
  name: 'Андрій Мельник',
  email: `andrii${++number}@example.com`,
  audience: 'manufacturer' as const,
  ...change,
});
const mailsTo = (email: string) =>
  app.sql<{ subject: string; plain: string; html: string }>(
    null,
    'select subject, plain, html from mails where recipient = $1 order by created_at, id',
    [email],
  );
const messages = () => app.sql<Record<string, unknown>>(null, 'select * from messages order by created_at, id');
const requests = (email: string) =>
  app.sql<Record<string, unknown>>(null, 'select * from access_requests where email = $1', [email]);

const days = ({ from, to }: { from: string; to: string }) => ({ from, to });

/** What each figure of the way, of all days and of its parts, is made of. */
async function opensItsRows(told: operator.SiteVisits) {
  const token = await app.tokenOf(staff.id);
  const total = async (route: typeof operator.listUsers, query: object) =>
    (await app.call(route, { token, query: { limit: 1, ...query } as never })).body.total;
  const { from, to } = told;
  for (const part of [{ ...told, from, to }, ...told.parts.slice(-2)]) {
    const event = async (name: string) =>
      (await app.call(operator.listVisitDays, { token, query: { ...days(part), event: name as 'visit' } })).body;
    const visits = await event('visit');
    expect(visits.items.reduce((all, { count }) => all + count, 0)).toBe(part.visits);
    expect([visits.total, (await event('page_view')).total]).toEqual([part.visits, part.page_views]);
    const requests = operator.listAccessRequests as unknown as typeof operator.listUsers;
    const projects = operator.listOperatorProjects as unknown as typeof operator.listUsers;
    expect({
      requests: await total(requests, days(part)),
      approved: await total(requests, { ...days(part), status: 'approved' }),
      accounts: await total(operator.listUsers, days(part)),
      ordered: await total(operator.listUsers, { ...days(part), ordered: 'true' }),
      projects: await total(projects, days(part)),
      with_orders: await total(projects, { ...days(part), ordered: 'true' }),
    }).toEqual({
      ...{ requests: part.requests, approved: part.approved, accounts: part.accounts },
      ...{ ordered: part.ordered, projects: part.projects, with_orders: part.with_orders },
    });
  }
  for (const figure of ['visits', 'page_views', 'requests', 'approved', 'accounts', 'ordered', 'projects'] as const)
    expect(told.parts.reduce((all, part) => all + part[figure], 0)).toBe(told[figure]);
  for (const [event, rows] of [
    ['page_view', told.pages],
    ['drop_off', told.drop_offs],
  ] as const)
    for (const { page, label, count } of rows) {
      const query = { from, to, event, page, label };
      expect((await app.call(operator.listVisitDays, { token, query })).body.total).toBe(count);
    }
}

describe('visits', () => {
  it('are counted by the day and kind of page alone, and told beside requests, accounts and first orders', async () => {
    const token = await app.tokenOf(staff.id);
    const read = async (query: object = {}) =>
      (await app.call(operator.readSiteVisits, { token, query: query as never })).body;
    const before = await read();
    const count = (body: object) => app.call(contract.countSiteEvent, { headers: from(), body: body as never });
    const made = await Promise.all([
      ...Array.from({ length: 3 }, () => count({ event: 'page_view', page: '/price' })),
      ...[count({ event: 'visit', page: '/' }), count({ event: 'drop_off', page: '/cp/onboarding', label: 'legal' })],
    ]);
    expect(made.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
    // nothing that could name somebody is taken
    for (const page of ['/cp/orders?q=Олена', 'olena@example.com', 'x'.repeat(61)])
      expect((await count({ event: 'click', page })).status).toBe(400);
    await app.call(contract.createAccessRequest, { headers: from(), body: access() });
    const project = await app.project();
    const seller = await makeDropshipper(app, project);
    const [variant = ''] = await makeVariants(app, project, [{ stock: 3 }]);
    await placeOrder(app, project, await app.tokenOf(seller.id), orderBody({ [variant]: 1 }, { send: true }));
    // a buyer whom the supplier had before is none of an account, until it sends one itself
    const late = await makeDropshipper(app, project);
    const { counterparty_id } = late;
    const early = orderBody({ [variant]: 1 }, { send: true, counterparty_id });
    await placeOrder(app, project, project.owner.token, early);
    await app.sql(
      project.id,
      `update orders set first_sent_on = '2025-01-01' where project_id = $1 and counterparty_id = $2`,
      [project.id, counterparty_id],
    );
    const now = await read();
    expect(now).toMatchObject({
      ...{ visits: before.visits + 1, page_views: before.page_views + 3, requests: before.requests + 1 },
      ...{ accounts: before.accounts + 3, projects: before.projects + 1, with_orders: before.with_orders + 1 },
      // the owner of the project, and the dropshipper
      ordered: before.ordered + 2,
      pages: [{ page: '/price', label: '', count: 3 }],
      drop_offs: [{ page: '/cp/onboarding', label: 'legal', count: 1 }],
    });
    await opensItsRows(now);
    const month = await read({ by: 'month' });
    await opensItsRows(month);
    expect(month.parts.every(({ from, to }) => from.slice(0, 7) === to.slice(0, 7))).toBe(true);
    const listed = async (ordered: boolean) =>
      (await app.call(operator.listUsers, { token, query: { ...days(now), ordered } })).body.items.map(({ id }) => id);
    expect(await listed(true)).toEqual(expect.arrayContaining([project.owner.id, seller.id]));
    expect(await listed(true)).not.toContain(late.id);
    expect(await listed(false)).toContain(late.id);
    await placeOrder(app, project, await app.tokenOf(late.id), orderBody({ [variant]: 1 }, { send: true }));
    expect(await listed(true)).toContain(late.id);
    for (const route of [operator.listUsers, operator.listOperatorProjects as unknown as typeof operator.listUsers]) {
      const turned = await app.call(route, { token, query: { from: '2020-02-01', to: '2020-01-01', ordered: true } });
      expect([turned.error.code, turned.error.details]).toMatchObject(['operator.period', [{ path: 'from' }]]);
    }
    expect(await read({ from: '2020-01-01', to: '2020-01-31' })).toMatchObject({ visits: 0, accounts: 0, pages: [] });
    const wrong = await app.call(operator.readSiteVisits, { token, query: { from: '2020-02-01', to: '2020-01-01' } });
    expect(wrong.error.code).toBe('operator.period');
    // whoever makes up pages fills no table
    await app.sql(
      null,
      `insert into site_days (day, event, page, label, count)
       select (now() at time zone 'Europe/Kyiv')::date, 'click', n::text, '', 1 from generate_series(1, 500) n`,
    );
    await count({ event: 'click', page: '/made-up' });
    expect(await app.sql(null, `select 1 from site_days where page = '/made-up'`)).toHaveLength(0);
    await count({ event: 'page_view', page: '/price' });
    expect((await read()).page_views).toBe(before.page_views + 4);
  });
});

describe('what the public pages ask', () => {
  it('says contacts, registration and analytics', async () => {
    const { body } = await app.call(contract.readSiteOptions);
    expect(body).toEqual({
      contact_email: OPERATOR,
      contact_phone: '+380 44 123 45 67',
      open_sign_up: false,
      google_tag_id: null,
      analytics_url: null,
      maintenance: null,
    });
  });
});

describe('a contact message', () => {
  it('is kept and mailed to the operator with a link to it', async () => {
    const { status, body } = await app.call(contract.createContactMessage, {
      body: contact({ kind: 'consultation', email_phone: '067 123-45-67', region: 'Львів' }),
      headers: from(),
    });
    expect(status).toBe(201);
    const kept = (await messages()).find(({ id }) => id === body.id);
    expect(kept).toMatchObject({
      kind: 'consultation',
      name: 'Олена Коваленко',
      email_phone: '380671234567',
      region: 'Львів',
      comment: 'Скільки коштує?',
      status: 'new',
      user_id: null,
    });
    const letter = (await mailsTo(OPERATOR)).at(-1);
    expect(letter?.subject).toBe('Нове повідомлення: запит на консультацію');
    expect(letter?.plain).toContain('+380 67 123 45 67');
    expect(letter?.plain).toContain('Скільки коштує?');
    expect(letter?.plain).toContain(`/cp/operator/messages/${body.id}`);
  });

  it('cannot put markup into the letter', async () => {
    await app.call(contract.createContactMessage, {
      body: contact({ name: '<img src=x>', comment: '<script>alert(1)</script>' }),
      headers: from(),
    });
    const letter = (await mailsTo(OPERATOR)).at(-1);
    expect(letter?.html).not.toMatch(/<script>|<img/);
  });

  it.each([
    [{ email_phone: 'olena@' }, 'email_phone', 'Перевірте e-mail або телефон', 'check the e-mail or the phone'],
    [{ email_phone: '12345' }, 'email_phone', 'Перевірте e-mail або телефон', 'check the e-mail or the phone'],
    [{ email_phone: '' }, 'email_phone', 'Обов’язкове поле', 'this field is required'],
    [{ email_phone: undefined }, 'email_phone', 'Обов’язкове поле', 'this field is required'],
    [{ name: '  ' }, 'name', 'Обов’язкове поле', 'this field is required'],
    [{ comment: 'я'.repeat(2001) }, 'comment', 'Кількість символів: не більше 2000', 'at most 2000 characters'],
  ])('%j is refused, naming the field', async (change, path, ua, en) => {
    for (const [language, message] of [
      ['uk', ua],
      ['en', en],
    ] as const) {
      const { status, error } = await app.call(contract.createContactMessage, {
        body: contact(change),
        headers: { ...from(), 'accept-language': language },
      });
      expect(status).toBe(400);
      expect(error.details).toEqual([expect.objectContaining({ path, message })]);
    }
  });

  it('is kept once when it is sent twice, also at the same moment', async () => {
    const body = contact({ comment: 'Подвійне натискання' });
    const headers = from();
    const answers = await Promise.all([1, 2, 3].map(() => app.call(contract.createContactMessage, { body, headers })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1);
    expect((await messages()).filter(({ comment }) => comment === 'Подвійне натискання')).toHaveLength(1);
    // another text is another message
    const other = await app.call(contract.createContactMessage, { body: { ...body, comment: 'Ще одне' }, headers });
    expect(other.body.id).not.toBe(answers[0]?.body.id);
  });

  it('answers a bot as usual and keeps nothing', async () => {
    const before = [await messages(), await mailsTo(OPERATOR)];
    const headers = from();
    const sent = await app.call(contract.createContactMessage, { body: contact({ nickname: 'seo' }), headers });
    const form = await app.call(contract.createRequestForm, {
      body: { request_form: { name: 'Bot', email: 'bot@example.com' }, nickname: 'x' },
      headers,
    });
    const asked = access({ nickname: 'x' });
    const request = await app.call(contract.createAccessRequest, { body: asked, headers });
    expect([sent.status, form.status, request.status]).toEqual([201, 201, 202]);
    expect(sent.body.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await requests(asked.email)).toEqual([]);
    expect([await messages(), await mailsTo(OPERATOR)]).toEqual(before);
  });
});

describe('the form of the landing page (specification §7)', () => {
  it('takes request_form and answers without `error`', async () => {
    const { status, body } = await app.call(contract.createRequestForm, {
      body: { request_form: { name: 'Ірина', email: 'iryna@example.com', comment: 'Тариф?' } },
      headers: from(),
    });
    expect([status, Object.keys(body)]).toEqual([201, ['id']]);
    const kept = (await messages()).find(({ id }) => id === body.id);
    expect(kept).toMatchObject({ kind: 'request_form', email_phone: 'iryna@example.com', comment: 'Тариф?' });
  });

  it('says `error` when it fails, and no other call does', async () => {
    const bad = await app.call(contract.createRequestForm, {
      body: { request_form: { name: 'Ірина', email: 'ні' } },
      headers: from(),
    });
    expect(bad.status).toBe(400);
    expect(bad.error).toMatchObject({ error: bad.error.message, code: 'common.invalid' });
    expect(bad.error.details[0]?.path).toBe('request_form.email');
    const other = await app.call(contract.createContactMessage, { body: contact({ name: '' }), headers: from() });
    expect(other.error).not.toHaveProperty('error');
  });
});

describe('a request for access', () => {
  it('is kept, mailed to the operator and confirmed to the requester in his language', async () => {
    const body = access({
      phone_number: '0671234567',
      company: 'Ткацький двір',
      region: 'Львів',
      subscription_plan: 'manufacturer-standard-monthly' as const,
      comment: 'Шиємо постіль',
      locale: 'en' as const,
    });
    const { status } = await app.call(contract.createAccessRequest, { body, headers: from() });
    expect(status).toBe(202);
    const [kept] = await requests(body.email);
    expect(kept).toMatchObject({ ...body, phone_number: '380671234567', status: 'pending' });
    const toOperator = (await mailsTo(OPERATOR)).at(-1);
    expect(toOperator?.subject).toBe('Новий запит на доступ');
    for (const part of [body.email, '+380 67 123 45 67', 'Ткацький двір', 'Львів', 'Шиємо постіль'])
      expect(toOperator?.plain).toContain(part);
    expect(toOperator?.plain).toContain(`/cp/operator/requests/${kept?.id}`);
    const letters = await mailsTo(body.email);
    expect(letters.map(({ subject }) => subject)).toEqual(['We have received your request for access to Lanka']);
    // nobody can send words of his own to a stranger with this form
    for (const typed of [body.name, 'Ткацький двір', 'Шиємо постіль', '380671234567'])
      expect(letters[0]?.plain).not.toContain(typed);
  });

  it('changes nothing for an e-mail that waits already or has an account, with the same answer', async () => {
    const body = access();
    const first = await app.call(contract.createAccessRequest, { body, headers: from() });
    const known = await app.user();
    const before = await mailsTo(OPERATOR);
    const again = await app.call(contract.createAccessRequest, {
      body: { ...body, email: body.email.toUpperCase(), name: 'Інший' },
      headers: from(),
    });
    const account = await app.call(contract.createAccessRequest, {
      body: access({ email: known.email }),
      headers: from(),
    });
    for (const { status, body: said } of [again, account]) expect([status, said]).toEqual([first.status, first.body]);
    expect(await requests(body.email)).toHaveLength(1);
    expect(await requests(known.email)).toEqual([]);
    expect(await mailsTo(body.email)).toHaveLength(1);
    expect(await mailsTo(known.email)).toEqual([]);
    expect(await mailsTo(OPERATOR)).toEqual(before);
  });

  it('is one request also when it comes twice at the same moment from two addresses', async () => {
    const body = access();
    const answers = await Promise.all(
      [1, 2].map(() => app.call(contract.createAccessRequest, { body, headers: from() })),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(await requests(body.email)).toHaveLength(1);
    expect(await mailsTo(body.email)).toHaveLength(1);
  });

  it.each([
    [{ email: 'ні' }, 'email'],
    [{ audience: 'buyer' }, 'audience'],
    [{ subscription_plan: 'gold' }, 'subscription_plan'],
    [{ phone_number: '12' }, 'phone_number'],
    [{ name: undefined }, 'name'],
  ])('%j is refused, naming the field', async (change, path) => {
    const { status, error } = await app.call(contract.createAccessRequest, {
      body: access(change) as never,
      headers: from(),
    });
    expect([status, error.details[0]?.path]).toEqual([400, path]);
  });
});

describe('limits', () => {
  const send = (address: string, comment: string) =>
    app.call(contract.createContactMessage, { body: contact({ comment }), headers: from(address) });

  it('an address may send so many forms an hour, over all forms and processes', async () => {
    const address = '203.0.113.9';
    // as if the hour had been used up but for one, beyond what the limit a minute would let a test send
    expect((await send(address, 'перше')).status).toBe(201);
    await app.sql(null, 'update sendings set count = $1 where count = 1 and hour = (select max(hour) from sendings)', [
      contract.SENDINGS_PER_HOUR - 1,
    ]);
    expect((await send(address, 'останнє')).status).toBe(201);
    const over = await send(address, 'зайве');
    expect([over.status, over.error.code]).toEqual([429, 'common.too_many']);
    const wait = Number(over.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(3600);
    const elsewhere = await app.call(contract.createAccessRequest, { body: access(), headers: from(address) });
    expect(elsewhere.status).toBe(429);
    expect((await messages()).map(({ comment }) => comment)).not.toContain('зайве');
    // another address is not concerned; the next hour counts anew
    expect((await send('203.0.113.10', 'сусід')).status).toBe(201);
    await app.sql(null, `update sendings set hour = hour - interval '1 hour'`);
    expect((await send(address, 'за годину')).status).toBe(201);
  });

  it('addresses are not kept as they are', async () => {
    await send('203.0.113.77', 'хто це');
    const rows = await app.sql(null, 'select sender_hash from sendings');
    expect(JSON.stringify(rows)).not.toContain('203.0.113');
  });

  it('more than five a minute from one address are refused at the door', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await send('203.0.113.50', `№ ${n}`)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });
});

describe('feedback and support', () => {
  it('feedback is kept with the auth id, the consent and the text (specification §3)', async () => {
    const user = await app.user('Оксана Шевчук');
    const { status, body } = await app.call(contract.sendFeedback, {
      token: user.token,
      body: { comment: 'Додайте темну тему', consent: true },
    });
    expect(status).toBe(201);
    const kept = (await messages()).find(({ id }) => id === body.id);
    expect(kept).toMatchObject({
      kind: 'feedback',
      name: 'Оксана Шевчук',
      email_phone: user.email,
      consent: true,
      user_id: user.id,
    });
    expect(kept?.comment).toBe(`ID користувача: ${user.id}\nПогоджуюся, щоб зі мною зв’язалися.\n\nДодайте темну тему`);
    expect((await mailsTo(OPERATOR)).at(-1)?.subject).toBe('Нове повідомлення: відгук користувача');
    const silent = await app.call(contract.sendFeedback, { token: user.token, body: { comment: 'Без згоди' } });
    const second = (await messages()).find(({ id }) => id === silent.body.id);
    expect(second).toMatchObject({ consent: false });
    expect(second?.comment).toContain('Не погоджуюся');
  });

  it('feedback without a text, and without signing in, is refused', async () => {
    const user = await app.user();
    const empty = await app.call(contract.sendFeedback, { token: user.token, body: { comment: ' ' } });
    expect([empty.status, empty.error.details[0]?.path]).toEqual([400, 'comment']);
    expect((await app.call(contract.sendFeedback, { body: { comment: 'x' } })).status).toBe(401);
  });

  it('support needs consent and keeps the e-mail that was typed', async () => {
    const user = await app.user('Тарас');
    const refused = await app.call(contract.sendSupportMessage, {
      token: user.token,
      body: { email: user.email, message: 'Допоможіть', consent: false as never },
    });
    expect([refused.status, refused.error.details[0]?.path]).toEqual([400, 'consent']);
    const { body } = await app.call(contract.sendSupportMessage, {
      token: user.token,
      body: { email: 'other@example.com', message: 'Допоможіть', consent: true },
    });
    const kept = (await messages()).find(({ id }) => id === body.id);
    expect(kept).toMatchObject({ kind: 'support', email_phone: 'other@example.com', user_id: user.id, consent: true });
  });

  it('a user is limited by his account, from whatever address', async () => {
    const user = await app.user();
    const send = (comment: string) =>
      app.call(contract.sendFeedback, { token: user.token, body: { comment }, headers: from() });
    await send('перший');
    await app.sql(null, 'update sendings set count = $1', [contract.SENDINGS_PER_HOUR]);
    expect((await send('зайвий')).status).toBe(429);
    const other = await app.user();
    const fine = await app.call(contract.sendFeedback, { token: other.token, body: { comment: 'інший' } });
    expect(fine.status).toBe(201);
  });

  it('the operator finds them all', async () => {
    const { body } = await app.call(operator.listMessages, { token: staff.token, query: { limit: 200 } });
    expect(new Set(body.items.map(({ kind }) => kind))).toEqual(
      new Set(['contact', 'consultation', 'request_form', 'feedback', 'support']),
    );
  });
});
