import { beginSecondFactor, confirmSecondFactor, signUpByInvitation } from '@lanka/domain/identity/account';
import * as identity from '@lanka/domain/identity/contract';
import { hasSchema } from '@lanka/domain/kit/route';
import * as contract from '@lanka/domain/operator/contract';
import * as projects from '@lanka/domain/projects/contract';
import * as site from '@lanka/domain/site/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, type TestUser, testApp } from '../../test/harness';
import { codeAt } from '../../test/people';
import { makeDropshipper, makeVariants, orderBody, placeOrder } from '../../test/trade';

const PASSWORD = 'a long enough password';
let app: TestApp;
let staff: TestUser;
let number = 0;

beforeAll(async () => {
  app = await testApp({ TRUST_PROXY: 'on' });
  staff = await operator('Ірина Ткаченко');
});
afterAll(() => app.close());

async function operator(name = 'Оператор'): Promise<TestUser> {
  const user = await app.user(name);
  await app.sql(null, `update users set platform_role = 'Staff' where id = $1`, [user.id]);
  return user;
}

async function request(change: object = {}): Promise<contract.AccessRequest> {
  number += 1;
  const email = `asker${number}@example.com`;
  const body = { name: `Прохач ${number}`, email, audience: 'dropshipper' as const, ...change };
  const asked = await app.call(site.createAccessRequest, {
    body,
    headers: { 'x-forwarded-for': `198.51.100.${number % 250}` },
  });
  expect(asked.status).toBe(202);
  const found = await app.call(contract.listAccessRequests, { token: staff.token, query: { q: body.email } });
  return found.body.items[0] as contract.AccessRequest;
}

const lettersTo = async (email: string) =>
  await app.sql<{ subject: string; plain: string }>(
    null,
    'select subject, plain from mails where recipient = $1 order by created_at, id',
    [email],
  );
const deedsOn = async (id: string) =>
  (await app.call(contract.listActions, { token: staff.token, query: { subject_id: id } })).body.items;

describe('the door', () => {
  it('is closed for everybody but Staff, on every route', async () => {
    const project = await app.project();
    const strangers = [await app.user(), project.owner, await app.member(project, 'Administrator')];
    const id = crypto.randomUUID();
    for (const route of Object.values(contract.operatorRoutes)) {
      const options = {
        ...(hasSchema(route.params) ? { params: { id } } : {}),
        ...(hasSchema(route.body) ? { body: {} } : {}),
      } as never;
      expect(route.path).toMatch(/^operator\//);
      for (const { token } of strangers) {
        const answer = await app.call(route as typeof contract.readOverview, { ...(options as object), token });
        expect([route.path, answer.status]).toEqual([route.path, 403]);
      }
      const nobody = await app.call(route as typeof contract.readOverview, options);
      expect([route.path, nobody.status]).toEqual([route.path, 401]);
    }
  });

  it('Staff sees no project that is not his own', async () => {
    const project = await app.project();
    const read = await app.call(projects.readProject, { params: { project_id: project.id }, token: staff.token });
    expect(read.status).toBe(404);
  });
});

describe('access requests', () => {
  it('are listed, searched, filtered, sorted and counted', async () => {
    const first = await request({ name: 'Ґанна Ялова', company: 'Вовняна хата', audience: 'manufacturer' });
    const second = await request({ name: 'Яків Ґудзь', phone_number: '0501112233' });
    const list = async (query: object) =>
      (await app.call(contract.listAccessRequests, { token: staff.token, query })).body.items.map(({ id }) => id);
    expect(await list({ q: 'вовняна' })).toEqual([first.id]);
    expect(await list({ q: '050 111-22-33' })).toEqual([second.id]);
    expect(await list({ q: 'ґ', audience: 'manufacturer' })).toEqual([first.id]);
    expect(await list({ q: '100%' })).toEqual([]);
    expect(await list({ q: 'ґ', sort: 'name' })).toEqual([first.id, second.id]);
    expect(await list({ q: 'ґ', sort: '-created_at' })).toEqual([second.id, first.id]);
    const counts = await app.call(contract.countAccessRequests, { token: staff.token, query: { q: 'ґ' } });
    expect(counts.body).toEqual({ pending: 2, approved: 0, rejected: 0 });
    const page = await app.call(contract.listAccessRequests, { token: staff.token, query: { limit: 1, q: 'ґ' } });
    expect([page.body.items.length, page.body.total]).toEqual([1, 2]);
    const next = await app.call(contract.listAccessRequests, {
      token: staff.token,
      query: { limit: 1, q: 'ґ', cursor: page.body.next_cursor ?? '' },
    });
    expect([next.body.items[0]?.id, next.body.next_cursor]).toEqual([first.id, null]);
  });

  it('approved: an invitation by mail, with which one signs up', async () => {
    const { id, email } = await request({ locale: 'ua', audience: 'dropshipper' });
    const { status, body } = await app.call(contract.approveAccessRequest, { token: staff.token, params: { id } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'approved',
      decided_by: { id: staff.id, name: 'Ірина Ткаченко' },
      user: null,
    });
    expect(Date.parse(body.resendable_at ?? '') - Date.parse(body.invited_at ?? '')).toBe(15 * 60_000);
    expect(await deedsOn(id)).toMatchObject([{ deed: 'request_approved', subject: email, by: { id: staff.id } }]);

    const token = await app.tokenFromMail(email);
    // the wizard begins as whom he said he comes
    const way = new URLSearchParams({ return: '/cp/onboarding?path=dropshipper' });
    expect((await lettersTo(email)).at(-1)?.plain).toContain(String(way));
    const signed = await app.call(signUpByInvitation, {
      params: { token },
      body: { name: 'Новий Користувач', password: PASSWORD },
    });
    expect(signed.status).toBe(201);
    const entered = await app.call(identity.signIn, { body: { email, password: PASSWORD } });
    expect(entered.status).toBe(200);
    const seen = await app.call(contract.readAccessRequest, { token: staff.token, params: { id } });
    expect(seen.body.user?.name).toBe('Новий Користувач');
  });

  it('rejected: a letter in his language with the reason; afterwards he may ask again', async () => {
    const { id, email } = await request({ locale: 'en' });
    const { body } = await app.call(contract.rejectAccessRequest, {
      token: staff.token,
      params: { id },
      body: { reason: 'Only Ukrainian factories for now.' },
    });
    expect(body).toMatchObject({ status: 'rejected', reason: 'Only Ukrainian factories for now.', invited_at: null });
    const letter = (await lettersTo(email)).at(-1);
    expect(letter?.subject).toBe('Your request for access to Lanka');
    expect(letter?.plain).toContain('Only Ukrainian factories for now.');
    expect(await deedsOn(id)).toMatchObject([{ deed: 'request_rejected', note: 'Only Ukrainian factories for now.' }]);
    const again = await request({ email });
    expect(again).toMatchObject({ email, status: 'pending' });
    expect(again.id).not.toBe(id);
  });

  it('rejected without a reason: the letter says no reason', async () => {
    const { id, email } = await request();
    expect(
      (await app.call(contract.rejectAccessRequest, { token: staff.token, params: { id }, body: {} })).status,
    ).toBe(200);
    expect((await lettersTo(email)).at(-1)?.plain).not.toMatch(/undefined|null/);
  });

  it('are decided once, also by two operators at the same moment', async () => {
    const { id, email } = await request();
    const other = await operator();
    const answers = await Promise.all([
      app.call(contract.rejectAccessRequest, { token: staff.token, params: { id }, body: {} }),
      app.call(contract.rejectAccessRequest, { token: other.token, params: { id }, body: {} }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('operator.already_decided');
    expect(await deedsOn(id)).toHaveLength(1);
    expect((await lettersTo(email)).length).toBe(2); // that it came, that it was rejected
    const late = await app.call(contract.approveAccessRequest, { token: staff.token, params: { id } });
    expect(late.error.code).toBe('operator.already_decided');
  });

  it('an invitation is sent again after 15 minutes, and only for an approved request', async () => {
    const { id, email } = await request();
    const resend = () => app.call(contract.resendAccessInvitation, { token: staff.token, params: { id } });
    expect((await resend()).error.code).toBe('operator.not_approved');
    await app.call(contract.approveAccessRequest, { token: staff.token, params: { id } });
    const first = await app.tokenFromMail(email);
    const soon = await resend();
    expect([soon.status, soon.error.code]).toEqual([429, 'operator.resend_too_soon']);
    expect(soon.error.message).toContain('15');
    await app.sql(null, `update access_requests set invited_at = now() - interval '16 minutes' where id = $1`, [id]);
    await app.sql(
      null,
      `update sign_up_invitations set last_sent_at = now() - interval '16 minutes' where email = $1`,
      [email],
    );
    expect((await resend()).status).toBe(200);
    const second = await app.tokenFromMail(email);
    expect(second).not.toBe(first);
    const dead = await app.call(signUpByInvitation, {
      params: { token: first },
      body: { name: 'Хтось', password: PASSWORD },
    });
    expect([dead.status, dead.error.code]).toEqual([404, 'account.link_invalid']);
    expect((await deedsOn(id)).map(({ deed }) => deed)).toEqual(['invitation_resent', 'request_approved']);
  });

  it('an unknown one is 404', async () => {
    const params = { id: crypto.randomUUID() };
    for (const route of [contract.readAccessRequest, contract.approveAccessRequest, contract.resendAccessInvitation])
      expect((await app.call(route, { token: staff.token, params })).status).toBe(404);
  });
});

describe('users', () => {
  const access = (id: string, body: object, token = staff.token) =>
    app.call(contract.updateUserAccess, { token, params: { id }, body });

  it('are listed with their plan, projects and last sign-in', async () => {
    const project = await app.project('Льон і нитка');
    const gone = await app.project('Стара фабрика');
    const user = await app.member(project, 'Manager');
    await app.sql(
      null,
      `update users set name = 'Зоряна Ничипорук', subscription_plan = 'dropshipper-business-monthly' where id = $1`,
      [user.id],
    );
    await app.sql(gone.id, `insert into memberships (project_id, user_id, role) values ($1, $2, 'Manager')`, [
      gone.id,
      user.id,
    ]);
    await app.sql(null, 'update projects set deleted_at = now() where id = $1', [gone.id]);
    const list = (query: object) => app.call(contract.listUsers, { token: staff.token, query });
    const [found, ...rest] = (await list({ q: 'ничипорук' })).body.items;
    expect(rest).toEqual([]);
    expect(found).toMatchObject({
      id: user.id,
      subscription_plan: 'dropshipper-business-monthly',
      projects: 1,
      platform_role: null,
      blocked_at: null,
    });
    expect(found?.last_sign_in_at).not.toBeNull();
    expect((await list({ q: 'ничипорук', role: 'Manager' })).body.total).toBe(1);
    expect((await list({ q: 'ничипорук', role: 'Owner' })).body.total).toBe(0);
    expect((await list({ q: 'ничипорук', blocked: true })).body.total).toBe(0);
    const staffs = (await list({ role: 'Staff' })).body.items;
    expect(staffs.length).toBeGreaterThan(0);
    expect(staffs.every(({ platform_role }) => platform_role === 'Staff')).toBe(true);
    for (const sort of ['name', '-email', 'created_at', '-last_sign_in_at']) {
      const whole = (await list({ sort, limit: 200 })).body.items.map(({ id }) => id);
      const paged: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const { body } = await list({ sort, limit: 3, ...(cursor ? { cursor } : {}) });
        paged.push(...body.items.map(({ id }) => id));
        cursor = body.next_cursor;
      }
      expect(paged).toEqual(whole);
    }
    const details = await app.call(contract.readOperatorUser, { token: staff.token, params: { id: user.id } });
    expect(details.body.memberships.map(({ title, role, deleted_at }) => [title, role, deleted_at !== null])).toEqual([
      ['Льон і нитка', 'Manager', false],
      ['Стара фабрика', 'Manager', true],
    ]);
    expect(details.body.open_sessions).toBe(1);
  });

  it('blocked: every session ends at once, signing in again is refused; unblocked he may', async () => {
    const user = await app.user();
    const signedIn = await app.call(identity.signIn, { body: { email: user.email, password: PASSWORD } });
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
    const { status, body } = await access(user.id, { blocked: true, reason: 'Спам' });
    expect([status, body.open_sessions, body.blocked_at === null]).toEqual([200, 0, false]);
    for (const token of [user.token, signedIn.body.access_token])
      expect((await app.call(identity.currentUser, { token })).status).toBe(401);
    expect((await app.call(identity.refresh, { headers: { cookie } })).status).toBe(401);
    const refused = await app.call(identity.signIn, { body: { email: user.email, password: PASSWORD } });
    expect([refused.status, refused.error.code]).toEqual([403, 'account.blocked']);
    expect((await access(user.id, { blocked: false })).body.blocked_at).toBeNull();
    const back = await app.call(identity.signIn, { body: { email: user.email, password: PASSWORD } });
    expect(back.status).toBe(200);
    expect((await deedsOn(user.id)).map(({ deed, note }) => [deed, note])).toEqual([
      ['user_unblocked', ''],
      ['user_blocked', 'Спам'],
    ]);
  });

  it('doing the same again changes and writes nothing', async () => {
    const user = await app.user();
    await access(user.id, { blocked: true });
    const first = await app.call(contract.readOperatorUser, { token: staff.token, params: { id: user.id } });
    expect((await access(user.id, { blocked: true })).body).toEqual(first.body);
    expect((await access(user.id, {})).status).toBe(200);
    expect(await deedsOn(user.id)).toHaveLength(1);
  });

  it('Staff is given and taken at once, not from oneself', async () => {
    const user = await app.user();
    expect((await access(user.id, { platform_role: 'Staff' })).body.platform_role).toBe('Staff');
    expect((await app.call(contract.readOverview, { token: user.token })).status).toBe(200);
    expect((await access(staff.id, { platform_role: null })).error.code).toBe('operator.oneself');
    expect((await access(staff.id, { blocked: true })).error.code).toBe('operator.oneself');
    expect((await access(user.id, { platform_role: null })).body.platform_role).toBeNull();
    expect((await app.call(contract.readOverview, { token: user.token })).status).toBe(403);
  });

  it('a blocked user cannot be made an operator', async () => {
    const user = await app.user();
    await access(user.id, { blocked: true });
    const refused = await access(user.id, { platform_role: 'Staff' });
    expect([refused.status, refused.error.code]).toEqual([409, 'operator.blocked_staff']);
  });

  it('two operators who block each other at the same moment: one stays', async () => {
    const small = await testApp();
    try {
      const [a, b] = [await small.user(), await small.user()];
      const block = (by: TestUser, whom: TestUser) =>
        small.call(contract.updateUserAccess, { token: by.token, params: { id: whom.id }, body: { blocked: true } });
      // whether they meet is a matter of luck, so they try it often
      for (let round = 0; round < 12; round += 1) {
        await small.sql(null, `update users set platform_role = 'Staff', blocked_at = null where id = any ($1)`, [
          [a.id, b.id],
        ]);
        await small.sql(null, 'update sessions set ended_at = null');
        const answers = await Promise.all([block(a, b), block(b, a)]);
        const left = await small.sql(null, `select id from users where platform_role = 'Staff' and blocked_at is null`);
        expect(left, JSON.stringify(answers.map(({ body }) => body))).toHaveLength(1);
      }
    } finally {
      await small.close();
    }
  });

  it('the second factor of whoever lost it is removed: the password alone lets in, and the owner is told', async () => {
    const user = await app.user();
    const remove = (id: string, reason = 'Загубив телефон і коди, особу підтверджено дзвінком') =>
      app.call(contract.removeSecondFactor, { token: staff.token, params: { id }, body: { reason } });
    expect((await remove(user.id)).error.code).toBe('account.second_factor_off');
    const begun = await app.call(beginSecondFactor, { token: user.token, body: { password: PASSWORD } });
    await app.call(confirmSecondFactor, { token: user.token, body: { otp: codeAt(begun.body.secret) } });
    const enter = () => app.call(identity.signIn, { body: { email: user.email, password: PASSWORD } });
    expect((await enter()).error.code).toBe('account.otp_required');
    const unreasoned = await remove(user.id, ' ');
    expect([unreasoned.status, unreasoned.error.details[0]?.path]).toEqual([400, 'reason']);
    expect((await enter()).status).toBe(401);
    const { status, body } = await remove(user.id);
    expect([status, body.two_factor]).toEqual([200, false]);
    expect((await enter()).status).toBe(200);
    const codes = await app.sql(null, 'select 1 from recovery_codes where user_id = $1', [user.id]);
    expect(codes).toEqual([]);
    expect((await deedsOn(user.id)).map(({ deed, note }) => [deed, note])).toEqual([
      ['second_factor_removed', 'Загубив телефон і коди, особу підтверджено дзвінком'],
    ]);
    const letters = await lettersTo(user.email);
    expect(letters.map(({ subject }) => subject)).toContain('Другий фактор вашого облікового запису прибрано');
    expect(JSON.stringify(letters)).not.toContain('дзвінком');
  });

  it('an operator does not rid himself of the second factor, nor is there one of nobody', async () => {
    const remove = (id: string) =>
      app.call(contract.removeSecondFactor, { token: staff.token, params: { id }, body: { reason: 'Так треба' } });
    expect((await remove(staff.id)).error.code).toBe('operator.own_second_factor');
    expect((await remove(crypto.randomUUID())).error.code).toBe('operator.user_not_found');
  });

  it.each([[{ password_hash: 'x' }], [{ email: 'x@example.com' }], [{ blocked: 'yes' }], [{ platform_role: 'Owner' }]])(
    '%j is refused',
    async (body) => {
      const user = await app.user();
      expect((await access(user.id, body)).status).toBe(400);
    },
  );
});

describe('projects', () => {
  it('are listed with their owner and counts; deleted ones too', async () => {
    const project = await app.project('Вовняний двір');
    const [variant = ''] = await makeVariants(app, project, [{ stock: 5 }]);
    await makeDropshipper(app, project);
    await app.member(project, 'Manager');
    const placed = await placeOrder(app, project, project.owner.token, orderBody({ [variant]: 1 }));
    expect(placed.status).toBe(201);
    await app.sql(null, `update projects set subscription_plan = 'manufacturer-basic-monthly' where id = $1`, [
      project.id,
    ]);
    const other = await app.project('Вовняний дім');
    await app.sql(null, 'update projects set deleted_at = now() where id = $1', [other.id]);
    const list = async (query: object) =>
      (await app.call(contract.listOperatorProjects, { token: staff.token, query: { q: 'вовняний', ...query } })).body;
    expect((await list({ sort: 'title' })).items.map(({ title }) => title)).toEqual(['Вовняний двір', 'Вовняний дім']);
    const { items } = await list({ status: 'active' });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      id: project.id,
      owner: { id: project.owner.id, email: project.owner.email },
      subscription_plan: 'manufacturer-basic-monthly',
      staff: 2,
      dropshippers: 1,
      products: 1,
      orders: 1,
      deleted_at: null,
    });
    expect((await list({ status: 'deleted' })).items.map(({ id }) => id)).toEqual([other.id]);
    expect((await list({ subscription_plan: 'manufacturer-basic-monthly' })).total).toBe(1);
    // numbers and names: no order, price or balance
    expect(JSON.stringify(items)).not.toMatch(/sum|price|balance|iban|account_number/);
  });

  it('one shows its members; an unknown one is 404', async () => {
    const project = await app.project('Гончарня');
    const manager = await app.member(project, 'Manager');
    await app.sql(project.id, 'update memberships set ended_at = now() where project_id = $1 and user_id = $2', [
      project.id,
      manager.id,
    ]);
    const { body } = await app.call(contract.readOperatorProject, { token: staff.token, params: { id: project.id } });
    expect(body.members.map(({ user_id, role, ended_at }) => [user_id, role, ended_at !== null])).toEqual([
      [project.owner.id, 'Owner', false],
      [manager.id, 'Manager', true],
    ]);
    expect([body.staff, body.contact_person]).toEqual([1, 'Олена Коваленко']);
    const unknown = await app.call(contract.readOperatorProject, {
      token: staff.token,
      params: { id: crypto.randomUUID() },
    });
    expect(unknown.error.code).toBe('operator.project_not_found');
  });

  it('takes the same number of statements for one project and for many', async () => {
    const list = (limit: number) =>
      app.call(contract.listOperatorProjects, { token: staff.token, query: { limit, sort: 'title' } });
    await list(1);
    const one = app.lastStatements();
    await list(100);
    expect(app.lastStatements()).toBe(one);
  });
});

describe('messages', () => {
  const write = async (comment: string, kind: 'contact' | 'consultation' = 'contact') => {
    number += 1;
    const { body } = await app.call(site.createContactMessage, {
      body: { kind, name: 'Марко', email_phone: '0671112233', comment },
      headers: { 'x-forwarded-for': `203.0.113.${number % 250}` },
    });
    return body.id;
  };

  it('are filtered and counted; marking done is kept with who and when, and can be undone', async () => {
    const id = await write('Питання про доставку XYZ');
    const consultation = await write('Консультація XYZ', 'consultation');
    const list = async (query: object) =>
      (await app.call(contract.listMessages, { token: staff.token, query: { q: 'xyz', ...query } })).body.items;
    expect((await list({})).map((one) => one.id)).toEqual([consultation, id]);
    expect((await list({ kind: 'consultation' })).map((one) => one.id)).toEqual([consultation]);
    const mark = (status: 'new' | 'done') =>
      app.call(contract.updateMessage, { token: staff.token, params: { id }, body: { status } });
    const done = await mark('done');
    expect(done.body).toMatchObject({ status: 'done', done_by: { id: staff.id } });
    expect(done.body.done_at).not.toBeNull();
    expect((await list({ status: 'new' })).map((one) => one.id)).toEqual([consultation]);
    const counts = await app.call(contract.countMessages, { token: staff.token, query: { q: 'xyz' } });
    expect(counts.body).toEqual({ new: 1, done: 1 });
    await mark('done');
    expect((await mark('new')).body).toMatchObject({ status: 'new', done_by: null, done_at: null });
    expect((await deedsOn(id)).map(({ deed }) => deed)).toEqual(['message_reopened', 'message_done']);
    const found = await app.call(contract.readMessage, { token: staff.token, params: { id } });
    expect(found.body.email_phone).toBe('380671112233');
  });
});

describe('the overview and the actions', () => {
  it('counts what waits', async () => {
    const before = (await app.call(contract.readOverview, { token: staff.token })).body;
    const { id } = await request();
    const after = (await app.call(contract.readOverview, { token: staff.token })).body;
    expect(after.pending_requests).toBe(before.pending_requests + 1);
    expect(after.oldest_request_at).not.toBeNull();
    await app.call(contract.rejectAccessRequest, { token: staff.token, params: { id }, body: {} });
    const settled = (await app.call(contract.readOverview, { token: staff.token })).body;
    expect(settled.pending_requests).toBe(before.pending_requests);
    expect(settled.users).toBeGreaterThan(settled.staff);
  });

  it('counts the accounts and projects that its lists show, of seven days too, without sandboxes', async () => {
    const [old, tried, deleted] = [await app.project(), await app.project(), await app.project()];
    await app.sql(null, `update projects set created_at = now() - interval '8 days' where id = $1`, [old.id]);
    await app.sql(null, `update users set created_at = now() - interval '8 days' where id = $1`, [old.owner.id]);
    await app.sql(null, 'update projects set sandbox_until = now() where id = $1', [tried.id]);
    await app.sql(null, 'update projects set deleted_at = now() where id = $1', [deleted.id]);
    const { week_from, ...told } = (await app.call(contract.readOverview, { token: staff.token })).body;
    const users = async (query: object) =>
      (await app.call(contract.listUsers, { token: staff.token, query: { limit: 1, ...query } })).body.total;
    const projectsOf = async (query: object) =>
      (await app.call(contract.listOperatorProjects, { token: staff.token, query: { limit: 1, ...query } })).body.total;
    expect(told).toMatchObject({
      users: await users({}),
      users_this_week: await users({ from: week_from }),
      staff: await users({ role: 'Staff' }),
      blocked_users: await users({ blocked: true }),
      projects: await projectsOf({ status: 'active' }),
      projects_this_week: await projectsOf({ status: 'active', from: week_from }),
      deleted_projects: await projectsOf({ status: 'deleted' }),
    });
    expect([told.users - told.users_this_week, told.projects - told.projects_this_week]).toEqual([1, 1]);
  });

  it('lists what operators did, by deed and by word', async () => {
    const { id, email } = await request();
    await app.call(contract.rejectAccessRequest, { token: staff.token, params: { id }, body: { reason: 'Дублікат' } });
    const list = async (query: object) =>
      (await app.call(contract.listActions, { token: staff.token, query })).body.items;
    expect((await list({ q: email })).map(({ deed }) => deed)).toEqual(['request_rejected']);
    expect((await list({ q: 'дублікат' })).map(({ subject }) => subject)).toEqual([email]);
    expect(new Set((await list({ deed: 'user_blocked' })).map(({ deed }) => deed))).toEqual(new Set(['user_blocked']));
  });
});
