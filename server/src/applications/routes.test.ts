import * as contract from '@lanka/domain/applications/contract';
import * as links from '@lanka/domain/applications/links';
import * as messages from '@lanka/domain/applications/messages';
import * as account from '@lanka/domain/identity/account';
import * as identity from '@lanka/domain/identity/contract';
import * as partners from '@lanka/domain/partners/contract';
import { createGroup } from '@lanka/domain/partners/groups';
import { createPriceLevel } from '@lanka/domain/price_levels/contract';
import { acceptInvitation, removeMember } from '@lanka/domain/projects/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';
import { PASSWORD } from '../../test/people';
import { makeVariants, orderBody, placeOrder } from '../../test/trade';
import { hashSecret } from '../kit/db/ids';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** A project that stands in the catalogue. */
async function supplier(title?: string): Promise<TestProject> {
  const project = await app.project(title);
  await app.sql(null, 'update projects set listed = true where id = $1', [project.id]);
  return project;
}

async function dropshipper(plan: string | null = 'dropshipper-standard-monthly'): Promise<TestUser> {
  const user = await app.user('Марія Левченко');
  await app.sql(
    null,
    `update users set subscription_plan = $2, phone_number = '380671112233', edropoy_code = '3184710691',
       drop_legal_name = 'ФОП Левченко М. І.', adv_source = 'Instagram; TikTok', drop_description = 'Продаю посуд' where id = $1`,
    [user.id, plan],
  );
  return user;
}

const BODY = { cover_text: 'Продаю посуд у Instagram, 80 замовлень на місяць', consent: true as const };

const apply = (project: TestProject, { token }: TestUser, body: object = BODY) =>
  app.call(contract.createApplication, {
    params: { project_id: project.id },
    token,
    body: body as contract.ApplyBody,
  });

const decide = (project: TestProject, id: string, body: object, token = project.owner.token) =>
  app.call(contract.decideApplication, {
    params: { project_id: project.id, id },
    token,
    body: { consent: true, ...body } as contract.DecideBody,
  });

const read = (project: TestProject, id: string, token = project.owner.token) =>
  app.call(contract.readApplication, { params: { project_id: project.id, id }, token });

const mine = async ({ token }: TestUser) => (await app.call(contract.listMyApplications, { token })).body.items;

const withdraw = (project: TestProject, id: string, { token }: TestUser) =>
  app.call(contract.withdrawApplication, { params: { project_id: project.id, id }, token });

const termsFor = (project: TestProject, { token }: TestUser) =>
  app.call(contract.readSupplierTerms, { params: { project_id: project.friendly_id }, token });

const letters = async (email: string): Promise<string[]> => {
  await app.deliver();
  const all = await app.sql<{ subject: string }>(null, 'select subject from mails where recipient = $1 order by id', [
    email,
  ]);
  return all.map(({ subject }) => subject);
};

describe('an application', () => {
  it('needs a phone, of the applicant or of his profile', async () => {
    const project = await supplier();
    const someone = await dropshipper();
    await app.sql(null, 'update users set phone_number = null where id = $1', [someone.id]);
    const refused = await apply(project, someone);
    expect([refused.status, refused.error.code, refused.error.details[0]?.path]).toEqual([
      ...[422, 'applications.phone_required', 'phone'],
    ]);
    expect(await mine(someone)).toEqual([]);
    const made = await apply(project, someone, { ...BODY, phone: '0671112233' });
    expect(made.body).toMatchObject({ status: 'pending', phone: '380671112233' });
  });

  it('goes from the showcase to the first order', async () => {
    const project = await supplier('Гончарня');
    const someone = await dropshipper();
    const administrator = await app.member(project, 'Administrator');
    expect((await termsFor(project, someone)).body).toMatchObject({ title: 'Гончарня', may: 'apply', plans: [] });

    const made = await apply(project, someone);
    expect(made.status).toBe(201);
    // the phone and the tax code come from his profile
    expect(made.body).toMatchObject({
      status: 'pending',
      phone: '380671112233',
      edropoy_code: '3184710691',
      iban: null,
      has_access: false,
    });
    for (const leader of [project.owner, administrator])
      expect(await letters(leader.email)).toEqual(['Заявка на співпрацю від Марія Левченко']);
    expect((await termsFor(project, someone)).body.may).toBe('waits_already');

    const list = await app.call(contract.listApplications, {
      params: { project_id: project.id },
      token: administrator.token,
    });
    expect(list.body.items).toMatchObject([{ applicant: { name: 'Марія Левченко' }, status: 'pending' }]);
    const card = (await read(project, made.body.id)).body;
    expect(card.about).toMatchObject({ adv_source: ['Instagram', 'TikTok'], other_suppliers: 0 });
    // somewhere else he works as a dropshipper: this is counted in his name, and nothing else is read in it
    const elsewhere = await app.project();
    const { body: other } = await app.call(partners.createCounterparty, {
      params: { project_id: elsewhere.id },
      token: elsewhere.owner.token,
      body: { name: 'Левченко' },
    });
    await app.sql(
      elsewhere.id,
      `insert into memberships (project_id, user_id, role, counterparty_id) values ($1, $2, 'Client', $3)`,
      [elsewhere.id, someone.id, other.id],
    );
    expect((await read(project, made.body.id)).body.about.other_suppliers).toBe(1);
    expect(card.deeds).toEqual(['approve', 'reject', 'block']);

    const terms = { discount: 500, manager_id: administrator.id, payment_days: 7, credit_limit: 1_000_000 };
    const approved = await decide(project, made.body.id, { status: 'approved', ...terms }, administrator.token);
    expect(approved.body).toMatchObject({ status: 'approved', has_access: true, deeds: ['block'] });
    expect(approved.body.counterparty_name).toBe('ФОП Левченко М. І.');
    const party = await app.call(partners.readCounterparty, {
      params: { project_id: project.id, id: approved.body.counterparty_id as string },
      token: project.owner.token,
    });
    expect(party.body).toMatchObject({ ...terms, status: 'dropshipper', email: someone.email, phone: '380671112233' });
    expect(await letters(someone.email)).toEqual(['«Гончарня» схвалює вашу заявку']);
    expect(await mine(someone)).toMatchObject([{ status: 'approved', has_access: true, title: 'Гончарня' }]);

    const suppliers = await app.call(partners.listSuppliers, { token: someone.token });
    expect(suppliers.body.items.map(({ title, discount }) => [title, discount])).toContainEqual(['Гончарня', 500]);
    const history = await app.call(contract.listApplicationHistory, {
      params: { project_id: project.id, id: made.body.id },
      token: project.owner.token,
    });
    expect(history.body.items.map(({ kind, actor }) => [kind, actor.id])).toEqual([
      ['approved', administrator.id],
      ['applied', someone.id],
    ]);
  });

  it('needs a paid plan: on the free one it says what a plan gives and which', async () => {
    const project = await supplier();
    const free = await dropshipper('dropshipper-free');
    const refused = await apply(project, free);
    expect([refused.status, refused.error.code]).toEqual([402, 'applications.plan_required']);
    expect(refused.error.message).toContain('43');
    expect(refused.error.details[0]?.plans).toEqual(['dropshipper-standard-monthly', 'dropshipper-business-monthly']);
    expect((await termsFor(project, free)).body.may).toBe('plan_required');
  });

  it('needs a consent of each side, and a reason for a rejection', async () => {
    const project = await supplier();
    const someone = await dropshipper();
    const without = await apply(project, someone, { cover_text: 'Так' });
    expect([without.status, without.error.details[0]?.path]).toEqual([400, 'consent']);
    const { id } = (await apply(project, someone)).body;
    const unsigned = await decide(project, id, { status: 'approved', consent: false });
    expect([unsigned.status, unsigned.error.details[0]?.path]).toEqual([400, 'consent']);
    const mute = await decide(project, id, { status: 'rejected' });
    expect([mute.status, mute.error.code]).toEqual([422, 'applications.reason_required']);
    const odd = await decide(project, id, { status: 'rejected', reason: 'Ні', discount: 100 });
    expect([odd.status, odd.error.code]).toEqual([422, 'applications.terms_with_approval']);
    const unknown = await decide(project, id, { status: 'approved', manager_id: someone.id });
    expect([unknown.status, unknown.error.code]).toEqual([422, 'partners.unknown_manager']);
    expect((await read(project, id)).body.status).toBe('pending');
  });

  it('is neither shown to a manager nor decided by him', async () => {
    const project = await supplier();
    const manager = await app.member(project, 'Manager');
    const { id } = (await apply(project, await dropshipper())).body;
    const params = { project_id: project.id };
    const asked = [
      await app.call(contract.listApplications, { params, token: manager.token }),
      await app.call(contract.countApplications, { params, token: manager.token }),
      await read(project, id, manager.token),
      await decide(project, id, { status: 'approved' }, manager.token),
    ];
    expect(asked.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  it('is not for the staff, nor for who works there already, nor where the supplier does not show himself', async () => {
    const project = await supplier();
    await app.sql(null, `update users set subscription_plan = 'dropshipper-standard-monthly' where id = $1`, [
      project.owner.id,
    ]);
    expect((await apply(project, project.owner)).error.code).toBe('applications.own_project');
    const party = await app.call(partners.createCounterparty, {
      params: { project_id: project.id },
      token: project.owner.token,
      body: { name: 'Крамниця' },
    });
    const client = await app.member(project, 'Client', party.body.id);
    expect((await apply(project, client)).error.code).toBe('applications.works_already');
    const hidden = await app.project();
    const someone = await dropshipper();
    expect((await apply(hidden, someone)).status).toBe(404);
    expect((await termsFor(hidden, someone)).status).toBe(404);
  });
});

describe('a rejected application', () => {
  it('is told with its reason, cannot be repeated, and is answered by an invitation', async () => {
    const project = await supplier('Лляна майстерня');
    const someone = await dropshipper();
    const { id } = (await apply(project, someone)).body;
    const reason = 'Працюємо з магазинами, що мають сайт';
    expect((await decide(project, id, { status: 'rejected', reason })).body.deeds).toEqual(['invite', 'block']);
    expect(await mine(someone)).toMatchObject([{ status: 'rejected', reason }]);
    expect(await letters(someone.email)).toEqual(['«Лляна майстерня» відхиляє вашу заявку']);
    const again = await apply(project, someone);
    expect([again.status, again.error.code]).toEqual([409, 'applications.rejected_before']);
    expect(again.error.message).toContain('запросити');
    expect((await termsFor(project, someone)).body.may).toBe('rejected_before');
    expect((await decide(project, id, { status: 'approved' })).error.code).toBe('applications.decided');

    const invited = await app.call(contract.inviteApplicant, {
      params: { project_id: project.id, id },
      token: project.owner.token,
    });
    expect(invited.body).toMatchObject({ status: 'rejected', invited: true });
    const token = await app.tokenFromMail(someone.email);
    expect((await app.call(acceptInvitation, { params: { token } })).status).toBeLessThan(300);
    expect(await letters(project.owner.email)).toContain('Марія Левченко приймає ваше запрошення');
    const joined = (await read(project, id)).body;
    expect(joined).toMatchObject({ status: 'approved', has_access: true, invited: false });
    expect(await mine(someone)).toMatchObject([{ status: 'approved', has_access: true, reason: '' }]);
  });

  it('is answered as the counterparty that he was here once, whatever its e-mail is now', async () => {
    const project = await supplier();
    const someone = await dropshipper();
    const { id } = (await apply(project, someone)).body;
    const { counterparty_id } = (await decide(project, id, { status: 'approved' })).body;
    const party = { params: { project_id: project.id, id: counterparty_id as string }, token: project.owner.token };
    await app.call(removeMember, { params: { project_id: project.id, id: someone.id }, token: project.owner.token });
    await app.call(partners.updateCounterparty, { ...party, body: { email: 'other@example.com' } });
    expect((await apply(project, someone)).status).toBe(201);
    await decide(project, id, { status: 'rejected', reason: 'Ні' });
    const invited = await app.call(contract.inviteApplicant, { ...party, params: { project_id: project.id, id } });
    expect(invited.body).toMatchObject({ counterparty_id, invited: true });
    await app.call(acceptInvitation, { params: { token: await app.tokenFromMail(someone.email) } });
    expect((await app.call(partners.readCounterparty, party)).body.status).toBe('dropshipper');
  });
});

describe('whoever came on the staff meanwhile', () => {
  it('is neither approved nor blocked: only rejected', async () => {
    const project = await supplier();
    const someone = await dropshipper();
    const { id } = (await apply(project, someone)).body;
    await app.sql(project.id, `insert into memberships (project_id, user_id, role) values ($1, $2, 'Manager')`, [
      project.id,
      someone.id,
    ]);
    expect((await read(project, id)).body.deeds).toEqual(['reject']);
    for (const status of ['approved', 'blocked'])
      expect((await decide(project, id, { status })).error.code).toBe('applications.is_staff');
  });
});

describe('a block', () => {
  it('stands against an invitation that was being made at the same moment', async () => {
    const project = await supplier();
    const someone = await dropshipper();
    const { id } = (await apply(project, someone)).body;
    await decide(project, id, { status: 'rejected', reason: 'Ні' });
    await app.call(contract.inviteApplicant, { params: { project_id: project.id, id }, token: project.owner.token });
    const token = await app.tokenFromMail(someone.email);
    const [made] = await app.sql(project.id, 'select row_to_json(i) as row from invitations i where project_id = $1', [
      project.id,
    ]);
    await decide(project, id, { status: 'blocked' });
    // as if it had been committed after the block had looked for it
    await app.sql(project.id, 'insert into invitations select * from json_populate_record(null::invitations, $1)', [
      JSON.stringify(made?.row),
    ]);
    const accepted = await app.call(acceptInvitation, { params: { token } });
    expect([accepted.status, accepted.error.code]).toEqual([404, 'projects.invitation_invalid']);
    expect((await read(project, id)).body).toMatchObject({ status: 'blocked', has_access: false });
  });

  it('hides the supplier, ends the access, keeps the history, and is undone by an unblock', async () => {
    const project = await supplier('Гончарня Б');
    const someone = await dropshipper();
    const { id } = (await apply(project, someone)).body;
    const approved = (await decide(project, id, { status: 'approved', discount: 300 })).body;
    expect((await decide(project, id, { status: 'blocked', reason: 'Ціни нижчі за РРЦ' })).body).toMatchObject({
      status: 'blocked',
      has_access: false,
      deeds: ['unblock'],
      reason: 'Ціни нижчі за РРЦ',
    });
    expect((await termsFor(project, someone)).status).toBe(404);
    expect((await apply(project, someone)).status).toBe(404);
    // that he is, and not why
    expect(await mine(someone)).toMatchObject([{ status: 'blocked', reason: '', friendly_id: '', logo_url: null }]);
    expect((await withdraw(project, id, someone)).error.code).toBe('applications.decided');
    const party = { project_id: project.id, id: approved.counterparty_id as string };
    const invited = await app.call(partners.inviteCounterparty, {
      params: party,
      token: project.owner.token,
      body: { email: someone.email },
    });
    expect([invited.status, invited.error.code]).toEqual([409, 'applications.blocked_here']);

    expect((await decide(project, id, { status: 'pending' })).body).toMatchObject({ status: 'pending' });
    expect((await termsFor(project, someone)).body.may).toBe('waits_already');
    const back = (await decide(project, id, { status: 'approved' })).body;
    expect(await letters(someone.email)).toEqual([
      '«Гончарня Б» схвалює вашу заявку',
      '«Гончарня Б» припиняє співпрацю з вами',
      '«Гончарня Б» знову розглядає вашу заявку',
      '«Гончарня Б» схвалює вашу заявку',
    ]);
    // the same counterparty, with what was agreed
    expect(back.counterparty_id).toBe(approved.counterparty_id);
    const { body } = await app.call(partners.readCounterparty, { params: party, token: project.owner.token });
    expect(body).toMatchObject({ discount: 300, status: 'dropshipper' });
  });
});

describe('an application that was withdrawn', () => {
  it('may be sent again, and becomes the counterparty that has the e-mail', async () => {
    const project = await supplier();
    const someone = await dropshipper();
    const known = await app.call(partners.createCounterparty, {
      params: { project_id: project.id },
      token: project.owner.token,
      body: { name: 'Левченко опт', email: someone.email, discount: 700 },
    });
    const { id } = (await apply(project, someone)).body;
    const stranger = await dropshipper();
    expect((await withdraw(project, id, stranger)).status).toBe(404);
    expect((await withdraw(project, id, someone)).status).toBe(204);
    expect((await letters(project.owner.email)).at(-1)).toBe('Марія Левченко відкликає заявку на співпрацю');
    expect((await decide(project, id, { status: 'approved' })).error.code).toBe('applications.decided');
    const again = await apply(project, someone, { ...BODY, cover_text: 'Ще раз' });
    expect(again.body).toMatchObject({ id, status: 'pending', cover_text: 'Ще раз' });
    const approved = (await decide(project, id, { status: 'approved' })).body;
    expect(approved.counterparty_id).toBe(known.body.id);
  });

  it('is counted for its author as it is listed: of living projects', async () => {
    const project = await supplier();
    const someone = await dropshipper();
    await apply(project, someone);
    await app.sql(null, 'update projects set deleted_at = now() where id = $1', [project.id]);
    expect(await mine(someone)).toEqual([]);
    expect((await app.call(contract.countMyApplications, { token: someone.token })).body.pending).toBe(0);
  });

  it('is counted by its state, for each side', async () => {
    const project = await supplier();
    const [first, second] = [await dropshipper(), await dropshipper()];
    await apply(project, first);
    const { id } = (await apply(project, second)).body;
    await withdraw(project, id, second);
    const counts = await app.call(contract.countApplications, {
      params: { project_id: project.id },
      token: project.owner.token,
    });
    expect(counts.body).toEqual({ pending: 1, approved: 0, rejected: 0, blocked: 0, withdrawn: 1 });
    const own = await app.call(contract.countMyApplications, { token: second.token });
    expect(own.body).toEqual({ pending: 0, approved: 0, rejected: 0, blocked: 0, withdrawn: 1 });
  });
});

describe('a conversation', () => {
  const said = (project: TestProject, id: string) =>
    app.call(messages.listMessages, { params: { project_id: project.id, id }, token: project.owner.token });
  const answer = (project: TestProject, id: string, text: string) =>
    app.call(messages.writeMessage, {
      params: { project_id: project.id, id },
      token: project.owner.token,
      body: { text },
    });
  const heard = ({ token }: TestUser, id: string) => app.call(messages.listMyMessages, { params: { id }, token });
  const write = ({ token }: TestUser, id: string, text: string, files: string[] = []) =>
    app.call(messages.writeMyMessage, { params: { id }, token, body: { text, files } });

  it('stands on the open page of the applicant at once, and so does the decision', async () => {
    const project = await supplier();
    const [someone, other] = [await dropshipper(), await dropshipper()];
    const { id } = (await apply(project, someone)).body;
    const heard: string[] = [];
    for (const { id: user } of [someone, other])
      onTestFinished(app.app.services.live.subscribe(user, (event) => heard.push(`${user} ${event.kind} ${event.id}`)));
    const told = [`${someone.id} dropship_request ${id}`];
    const steps = [
      () => answer(project, id, 'Від 100 замовлень – 7 %'),
      () => decide(project, id, { status: 'approved' }),
    ];
    for (const step of steps) {
      heard.length = 0;
      expect((await step()).status).toBeLessThan(300);
      await expect.poll(() => heard.filter((event) => event.includes('dropship_request'))).toEqual(told);
    }
  });

  it('goes both ways, is read by each side, and a letter tells it once in 15 minutes', async () => {
    const project = await supplier('Фарфор');
    const [someone, other] = [await dropshipper(), await dropshipper()];
    const { id } = (await apply(project, someone)).body;
    expect((await write(someone, id, 'Яка знижка від 100 замовлень?')).body).toMatchObject({
      number: 1,
      side: 'applicant',
      author: { name: 'Марія Левченко' },
    });
    await write(someone, id, 'І чи є самовивіз?');
    const told = async (email: string) =>
      (await letters(email)).filter((subject) => subject.startsWith('Повідомлення від')).length;
    expect(await told(project.owner.email)).toBe(1);
    expect((await said(project, id)).body).toMatchObject({
      items: [{ number: 2 }, { number: 1 }],
      ...{ unread: true, read_by_other: 0, may_write: true },
    });
    expect(
      (await app.call(contract.listApplications, { params: { project_id: project.id }, token: project.owner.token }))
        .body.items,
    ).toMatchObject([{ has_unread: true }]);

    const params = { project_id: project.id, id };
    const read = (number: number) =>
      app.call(messages.markMessagesRead, { params, token: project.owner.token, body: { number } });
    // two tabs tell it in the wrong order, and one of what is not there
    expect((await read(900)).status).toBe(204);
    expect((await read(1)).status).toBe(204);
    expect((await said(project, id)).body.unread).toBe(false);
    expect((await answer(project, id, 'Сім відсотків')).status).toBe(201);
    expect(await told(someone.email)).toBe(1);
    expect((await heard(someone, id)).body).toMatchObject({ unread: true, read_by_other: 2 });
    expect(await mine(someone)).toMatchObject([{ has_unread: true }]);
    await app.call(messages.markMyMessagesRead, { params: { id }, token: someone.token, body: { number: 3 } });
    expect(await mine(someone)).toMatchObject([{ has_unread: false }]);
    await app.sql(
      project.id,
      `update applications set supplier_told_at = now() - interval '16 minutes' where project_id = $1`,
      [project.id],
    );
    await write(someone, id, 'Дякую');
    expect(await told(project.owner.email)).toBe(2);

    for (const answered of [await heard(other, id), await write(other, id, 'Я теж')])
      expect([answered.status, answered.error.code]).toEqual([404, 'applications.not_found']);
    const manager = await app.member(project, 'Manager');
    expect((await app.call(messages.listMessages, { params, token: manager.token })).status).toBe(403);
  });

  it('has files of both sides, which whoever sees the message opens', async () => {
    const project = await supplier();
    const someone = await dropshipper();
    const { id } = (await apply(project, someone)).body;
    const place = await app.call(messages.uploadForMessage, {
      params: { id },
      token: someone.token,
      body: { file_name: 'магазин.pdf', content_type: 'application/pdf' },
    });
    const { url, headers } = place.body.direct_upload;
    await app.app.server.inject({ method: 'PUT', url, headers, payload: Buffer.from('%PDF-1.4') });
    const made = await write(someone, id, 'Ось мій магазин', [place.body.file_name]);
    expect(made.body.files).toMatchObject([{ name: 'магазин.pdf', author: { id: someone.id } }]);
    expect((await said(project, id)).body.items[0]?.files).toMatchObject([{ name: 'магазин.pdf' }]);
    // of another's upload nobody makes a message of his own
    const other = await dropshipper();
    const theirs = (await apply(project, other)).body;
    expect((await write(other, theirs.id, 'Це моє', [place.body.file_name])).error.code).toBe('files.not_found');
    const unknown = await write(someone, id, 'Ще одне', ['none']);
    expect([unknown.status, unknown.error.code]).toEqual([404, 'files.not_found']);
    // nothing of what was refused stays
    expect((await said(project, id)).body.total).toBe(1);
  });

  it('is closed to whoever is rejected, and gone for whoever is blocked', async () => {
    const project = await supplier();
    const someone = await dropshipper();
    const { id } = (await apply(project, someone)).body;
    await write(someone, id, 'Добрий день');
    await decide(project, id, { status: 'rejected', reason: 'Поки ні' });
    expect((await write(someone, id, 'А якщо?')).error.code).toBe('application_messages.closed');
    expect((await heard(someone, id)).body).toMatchObject({ total: 1, may_write: false });
    expect((await answer(project, id, 'Напишіть навесні')).status).toBe(201);
    await decide(project, id, { status: 'blocked' });
    expect((await heard(someone, id)).status).toBe(404);
    expect((await write(someone, id, 'Чому?')).status).toBe(404);
    expect((await answer(project, id, 'Ні')).error.code).toBe('application_messages.closed');
    expect((await said(project, id)).body.total).toBe(2);
  });

  it('numbers what both write at the same moment without a gap, with one letter to each side', async () => {
    const project = await supplier();
    const someone = await dropshipper();
    const { id } = (await apply(project, someone)).body;
    const all = await Promise.all([
      ...[1, 2, 3, 4].map((n) => write(someone, id, `Питання ${n}`)),
      ...[1, 2, 3, 4].map((n) => answer(project, id, `Відповідь ${n}`)),
    ]);
    expect(all.map(({ body }) => body.number).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const told = [...(await letters(project.owner.email)), ...(await letters(someone.email))];
    expect(told.filter((subject) => subject.startsWith('Повідомлення від'))).toHaveLength(2);
  });
});

describe('a link to join', () => {
  const make = (project: TestProject, body: links.CreateJoinLinkBody) =>
    app.call(links.createJoinLink, { params: { project_id: project.id }, token: project.owner.token, body });
  const tokenOf = ({ url }: links.JoinLink) => url.split('/').at(-1) as string;
  const byLink = (token: string, user: TestUser) =>
    app.call(links.readLinkTerms, { params: { token }, token: user.token });

  it('lets in without a plan, counts, and gives what it presets unless the approval says otherwise', async () => {
    // it does not show himself
    const project = await app.project('Ткальня');
    const manager = await app.member(project, 'Manager');
    const { body: group } = await app.call(createGroup, {
      params: { project_id: project.id },
      token: project.owner.token,
      body: { name: 'Нові', discount: 900 },
    });
    const { body: link } = await make(project, {
      name: 'Виставка',
      discount: 700,
      group_ids: [group.id],
      manager_id: manager.id,
      max_uses: 2,
    });
    const token = tokenOf(link);
    const [first, second, third] = [await dropshipper(null), await dropshipper(null), await dropshipper(null)];
    expect((await byLink(token, first)).body).toMatchObject({ title: 'Ткальня', may: 'apply' });
    const { id } = (await apply(project, first, { ...BODY, link: token })).body;
    expect((await read(project, id)).body.preset).toEqual({
      link: 'Виставка',
      discount: 700,
      price_level_id: null,
      manager_id: manager.id,
      group_ids: [group.id],
    });
    const approved = (await decide(project, id, { status: 'approved', payment_days: 3 })).body;
    const party = await app.call(partners.readCounterparty, {
      params: { project_id: project.id, id: approved.counterparty_id as string },
      token: project.owner.token,
    });
    expect(party.body).toMatchObject({ discount: 700, manager_id: manager.id, payment_days: 3 });
    expect(party.body.groups).toEqual([{ id: group.id, name: 'Нові' }]);
    // two want the last place
    const answers = await Promise.all([second, third].map((one) => apply(project, one, { ...BODY, link: token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
    const { body: known } = await app.call(links.readJoinLink, {
      params: { project_id: project.id, id: link.id },
      token: project.owner.token,
    });
    expect(known).toMatchObject({ uses: 2, state: 'used_up' });
    expect(known.qr_svg).toContain('<svg');
  });

  it('that leaves terms open wipes nothing of what is agreed with a known counterparty, which the card shows', async () => {
    const project = await app.project();
    const manager = await app.member(project, 'Manager');
    const { body: level } = await app.call(createPriceLevel, {
      params: { project_id: project.id },
      token: project.owner.token,
      body: { name: 'Гурт' },
    });
    const agreed = { discount: 500, price_level_id: level.id, manager_id: manager.id, payment_days: 7 };
    const approvedBy = async (link: object, body: object) => {
      const someone = await dropshipper(null);
      const { body: party } = await app.call(partners.createCounterparty, {
        params: { project_id: project.id },
        token: project.owner.token,
        body: { name: 'Крамниця', email: someone.email, ...agreed },
      });
      const { body: made } = await make(project, { name: 'Посилання', ...link });
      const { id } = (await apply(project, someone, { ...BODY, link: tokenOf(made) })).body;
      const shown = (await read(project, id)).body.known;
      expect(shown).toMatchObject({ id: party.id, name: 'Крамниця', ...agreed });
      const { body: decided } = await decide(project, id, { status: 'approved', ...body });
      expect([decided.counterparty_id, decided.known]).toEqual([party.id, null]);
      const params = { project_id: project.id, id: party.id };
      return (await app.call(partners.readCounterparty, { params, token: project.owner.token })).body;
    };
    expect(await approvedBy({}, {})).toMatchObject(agreed);
    expect(await approvedBy({ discount: 700 }, {})).toMatchObject({ ...agreed, discount: 700 });
    // a real 0 is sent, and wins
    expect(await approvedBy({ discount: 700 }, { discount: 0, price_level_id: null })).toMatchObject({
      ...agreed,
      discount: 0,
      price_level_id: null,
    });
  });

  it('works until it is revoked or over, and for its own supplier alone', async () => {
    const [project, other] = [await app.project(), await supplier()];
    const someone = await dropshipper(null);
    const { body: link } = await make(project, { name: 'Для знайомих' });
    const elsewhere = await apply(other, someone, { ...BODY, link: tokenOf(link) });
    expect([elsewhere.status, elsewhere.error.code]).toEqual([404, 'join_links.over']);
    const params = { project_id: project.id, id: link.id };
    expect((await app.call(links.revokeJoinLink, { params, token: project.owner.token })).status).toBe(204);
    expect((await byLink(tokenOf(link), someone)).error.code).toBe('join_links.over');
    expect((await apply(project, someone, { ...BODY, link: tokenOf(link) })).status).toBe(404);
    const past = await make(project, { name: 'Учора', last_day: '2020-01-01' });
    expect([past.status, past.error.code]).toEqual([422, 'join_links.in_past']);
    const list = await app.call(links.listJoinLinks, {
      params: { project_id: project.id },
      token: project.owner.token,
    });
    expect(list.body.items).toMatchObject([{ name: 'Для знайомих', state: 'revoked', uses: 0 }]);
  });

  it('leads a stranger through sign-up, closed to others, back to its application', async () => {
    const project = await app.project('Ткальня');
    const { body: link } = await make(project, { name: 'Виставка' });
    const token = tokenOf(link);
    const return_to = links.joinPath(token);
    expect((await app.call(links.readInviter, { params: { token } })).body).toMatchObject({ title: 'Ткальня' });
    const opens = async (path: string) =>
      (await app.call(identity.readAuthOptions, { query: { return_to: path } })).body.open_sign_up;
    expect([await opens(return_to), await opens(links.joinPath('x')), await opens('/cp')]).toEqual([
      true,
      false,
      false,
    ]);

    const email = `stranger-${project.id}@example.com`;
    const signUp = (path?: string) =>
      app.call(account.signUp, {
        body: { name: 'Ніна Савчук', email, password: PASSWORD, ...(path ? { return_to: path } : {}) },
      });
    expect((await signUp()).error.code).toBe('account.sign_up_closed');
    expect((await signUp(`https://elsewhere.example${return_to}`)).error.code).toBe('account.sign_up_closed');
    expect((await signUp(return_to)).status).toBe(202);
    const [letter] = await app.sql(null, `select plain from mails where recipient = $1`, [email]);
    expect(letter?.plain).toContain(`return=${encodeURIComponent(return_to)}`);
    await app.call(account.confirmEmail, { body: { token: await app.tokenFromMail(email) } });
    const session = await app.call(identity.signIn, { body: { email, password: PASSWORD } });
    const stranger = { id: '', token: session.body.access_token } as TestUser;
    expect((await byLink(token, stranger)).body.may).toBe('apply');
    const made = await apply(project, stranger, { ...BODY, phone: '0671112233', link: token });
    expect([made.status, made.body.status]).toEqual([201, 'pending']);

    await app.call(links.revokeJoinLink, {
      params: { project_id: project.id, id: link.id },
      token: project.owner.token,
    });
    expect((await app.call(links.readInviter, { params: { token } })).error.code).toBe('join_links.over');
    expect(await opens(return_to)).toBe(false);
  });

  it('opens nothing for whoever is blocked', async () => {
    const project = await supplier();
    const someone = await dropshipper();
    const { id } = (await apply(project, someone)).body;
    await decide(project, id, { status: 'blocked' });
    const { body: link } = await make(project, { name: 'Виставка' });
    expect((await byLink(tokenOf(link), someone)).status).toBe(404);
    expect((await apply(project, someone, { ...BODY, link: tokenOf(link) })).status).toBe(404);
  });
});

describe('the list of dropshippers', () => {
  it('says their plan, the orders of the last 30 days without drafts, and the last of them', async () => {
    const project = await supplier();
    const someone = await dropshipper();
    const { id } = (await apply(project, someone)).body;
    await decide(project, id, { status: 'approved' });
    const [variant = ''] = await makeVariants(app, project, [{ stock: 10 }]);
    const list = async (q?: string) =>
      (
        await app.call(contract.listDropshippers, {
          params: { project_id: project.id },
          token: project.owner.token,
          query: q === undefined ? {} : { q },
        })
      ).body.items;
    await placeOrder(app, project, someone.token, orderBody({ [variant]: 1 }));
    const plan = 'dropshipper-standard-monthly';
    expect(await list()).toMatchObject([{ subscription_plan: plan, recent_orders: 0, last_order_at: null }]);
    const at = '2099-01-01T10:00:00.000Z';
    await app.sql(null, 'update users set last_active_at = $2 where id = $1', [someone.id, at]);
    expect(await list()).toMatchObject([{ last_active_at: at }]);
    const old = await placeOrder(app, project, someone.token, orderBody({ [variant]: 1 }, { send: true }));
    await app.sql(project.id, `update orders set created_at = created_at - interval '31 days' where id = $1`, [
      old.body.id,
    ]);
    expect(await list()).toMatchObject([{ recent_orders: 0 }]);
    const sent = await placeOrder(app, project, someone.token, orderBody({ [variant]: 1 }, { send: true }));
    expect(await list('левченко')).toMatchObject([{ recent_orders: 1, last_order_at: sent.body.created_at }]);
    expect(await list('нікого')).toEqual([]);
  });
});

describe('letters about applications', () => {
  it('use up nothing of what the work of the project brings', async () => {
    const project = await supplier();
    const someone = await dropshipper();
    for (let time = 0; time < 4; time += 1) {
      const { id } = (await apply(project, someone)).body;
      await withdraw(project, id, someone);
    }
    const before = (await letters(project.owner.email)).length;
    const caps = await app.sql<{ count: number }>(null, 'select count from letter_counts where key_hash = $1', [
      hashSecret(`address notices ${project.id} ${project.owner.email}`),
    ]);
    expect([before, caps]).toEqual([5, []]);
  });
});

describe('at the same moment', () => {
  const codes = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

  it('applying twice makes one application', async () => {
    const project = await supplier();
    const someone = await dropshipper();
    const answers = await Promise.all([1, 2, 3, 4].map(() => apply(project, someone)));
    expect(codes(answers)).toEqual([201, 409, 409, 409]);
    expect(await mine(someone)).toHaveLength(1);
  });

  it('two who decide do it once', async () => {
    const project = await supplier();
    const administrator = await app.member(project, 'Administrator');
    const someone = await dropshipper();
    const { id } = (await apply(project, someone)).body;
    const answers = await Promise.all([
      decide(project, id, { status: 'approved' }),
      decide(project, id, { status: 'approved' }, administrator.token),
      decide(project, id, { status: 'rejected', reason: 'Ні' }),
    ]);
    expect(codes(answers)).toEqual([200, 409, 409]);
    const [{ n = -1 } = {}] = await app.sql<{ n: number }>(
      project.id,
      `select count(*)::int as n from counterparties where project_id = $1 and email = $2`,
      [project.id, someone.email],
    );
    const { status } = (await read(project, id)).body;
    expect(n).toBe(status === 'approved' ? 1 : 0);
  });

  it('either the withdrawal stands or the approval', async () => {
    const project = await supplier();
    for (let round = 0; round < 3; round += 1) {
      const someone = await dropshipper();
      const { id } = (await apply(project, someone)).body;
      const [left, decided] = await Promise.all([
        withdraw(project, id, someone),
        decide(project, id, { status: 'approved' }),
      ]);
      const { status, has_access } = (await read(project, id)).body;
      expect([left.status, decided.status, status, has_access]).toEqual(
        left.status === 204 ? [204, 409, 'withdrawn', false] : [409, 200, 'approved', true],
      );
    }
  });
});
