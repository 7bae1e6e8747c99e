import * as account from '@lanka/domain/identity/account';
import * as identity from '@lanka/domain/identity/contract';
import {
  createCounterparty,
  inviteCounterparty,
  withdrawCounterpartyInvitation,
} from '@lanka/domain/partners/contract';
import * as projects from '@lanka/domain/projects/contract';
import { createAccessRequest } from '@lanka/domain/site/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestProject } from '../../../test/harness';
import { freshEmail, PASSWORD, type PeopleApp, peopleApp } from '../../../test/people';
import { forgetLetterCounts } from './caps';
import { withoutLinks } from './letters';

let app: PeopleApp;
beforeAll(async () => {
  app = await peopleApp({
    MAIL_CAP_ADDRESS: '3',
    MAIL_CAP_INVITATIONS: '7',
    MAIL_CAP_LINKS: '2',
    MAIL_CAP_CONTACT: '2',
  });
});
beforeEach(() => {
  app.moveOn();
});
afterAll(() => app.close());

const at = ({ id, owner }: TestProject) => ({ params: { project_id: id }, token: owner.token });
const inviteStaff = (project: TestProject, email: string) =>
  app.call(projects.inviteUser, { ...at(project), body: { email, role: 'Manager' } });
const withdraw = (project: TestProject, id: string) =>
  app.call(projects.revokeInvitation, { params: { project_id: project.id, id }, token: project.owner.token });

describe('invitations', () => {
  it('to one address: inviting, withdrawing and inviting again comes to an end, and says when it may go on', async () => {
    const project = await app.project();
    const email = freshEmail();
    for (let n = 0; n < 3; n += 1) {
      const made = await inviteStaff(project, email);
      expect(made.status).toBe(201);
      expect((await withdraw(project, made.body.id)).status).toBe(204);
    }
    const over = await inviteStaff(project, email);
    expect([over.status, over.error.code]).toEqual([429, 'letters.address']);
    expect(over.error.message).toContain('не більше 3');
    const [detail] = over.error.details;
    expect(detail).toMatchObject({ cap: 'address', limit: 3 });
    const seconds = (Date.parse(String(detail?.resets_at)) - Date.now()) / 1000;
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(86_000);
    expect(Math.abs(Number(over.headers['retry-after']) - seconds)).toBeLessThan(60);
    const english = await app.call(projects.inviteUser, {
      ...at(project),
      body: { email, role: 'Manager' },
      headers: { 'accept-language': 'en' },
    });
    expect(english.error.message).toContain('At most 3 letters a day');
    // nothing of the refused one is left, and it is the same by the way through a counterparty
    expect((await app.call(projects.listInvitations, at(project))).body.items).toEqual([]);
    const party = (await app.call(createCounterparty, { ...at(project), body: { name: 'Крамниця' } })).body;
    const one = { params: { project_id: project.id, id: party.id }, token: project.owner.token };
    expect((await app.call(inviteCounterparty, { ...one, body: { email } })).error.code).toBe('letters.address');
    expect((await app.call(inviteCounterparty, { ...one, body: { email: freshEmail() } })).status).toBe(200);
    expect((await app.call(withdrawCounterpartyInvitation, one)).status).toBe(200);
    expect(await app.lettersTo(email)).toHaveLength(3);
    // another project has letters of its own for that address
    expect((await inviteStaff(await app.project('Інша'), email)).status).toBe(201);
    // a day later it goes on
    await app.sql(null, `update letter_counts set resets_at = now() - interval '1 second'`);
    expect((await inviteStaff(project, email)).status).toBe(201);
  });

  it('of one project, to however many addresses, also many at once', async () => {
    const project = await app.project();
    const all = await Promise.all(Array.from({ length: 12 }, () => inviteStaff(project, freshEmail())));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(7);
    const refused = all.filter(({ status }) => status !== 201).map(({ error }) => error.code);
    expect(refused).toEqual(Array(5).fill('letters.invitations'));
    expect((await inviteStaff(await app.project('Інша'), freshEmail())).status).toBe(201);
  });
});

describe('letters that anybody can ask for', () => {
  it('about another e-mail: to the new address from whomever, and by one account to however many', async () => {
    const target = freshEmail();
    const ask = (token: string, email: string) =>
      app.call(account.changeEmail, { token, body: { email, password: PASSWORD } });
    for (let n = 0; n < 3; n += 1) expect((await ask((await app.user()).token, target)).status).toBe(202);
    expect((await ask((await app.user()).token, target)).error.code).toBe('letters.address');
    expect(await app.lettersTo(target)).toHaveLength(3);
    const user = await app.user();
    for (let n = 0; n < 3; n += 1) expect((await ask(user.token, freshEmail())).status).toBe(202);
    expect((await ask(user.token, freshEmail())).error.code).toBe('letters.address');
  });

  it('with a link: the answer stays the same, the letters stop', async () => {
    const { email } = await app.user();
    for (let n = 0; n < 4; n += 1)
      expect((await app.call(identity.requestPasswordReset, { body: { email } })).status).toBe(204);
    expect(await app.lettersTo(email)).toHaveLength(2);
  });

  it('to the operators: what is over stands in their area alone', async () => {
    for (let n = 0; n < 4; n += 1) {
      const body = { name: 'Іра', email: freshEmail(), audience: 'manufacturer' as const };
      const asked = await app.call(createAccessRequest, { body });
      expect(asked.status, JSON.stringify(asked.body)).toBeLessThan(300);
    }
    expect(await app.lettersTo('support@lanka.ua')).toHaveLength(2);
    expect(await app.sql(null, 'select 1 from access_requests')).toHaveLength(4);
  });
});

it('forgets counts whose time is over', async () => {
  await app.sql(
    null,
    `insert into letter_counts values ('old', 1, now() - interval '1 second'), ('new', 1, now() + interval '1 hour')`,
  );
  await app.app.services.db.transaction({}, forgetLetterCounts);
  const left = await app.sql<{ key_hash: string }>(
    null,
    `select key_hash from letter_counts where key_hash in ('old', 'new')`,
  );
  expect(left).toEqual([{ key_hash: 'new' }]);
});

describe('what others have chosen', () => {
  it('makes no link in a letter', async () => {
    const project = await app.project('Приз на https://evil.com/win та evil.com');
    await app.sql(null, 'update users set name = $1 where id = $2', ['Зайдіть на www.evil.com', project.owner.id]);
    const email = freshEmail();
    expect((await inviteStaff(project, email)).status).toBe(201);
    const [letter] = await app.sql<{ subject: string; plain: string; html: string }>(
      null,
      'select subject, plain, html from mails where recipient = $1',
      [email],
    );
    expect(letter?.subject).toBe('Запрошення до проєкту «Приз на https evil. com/win та evil. com»');
    for (const part of [letter?.subject, letter?.plain, letter?.html]) expect(part).not.toMatch(/evil\.com|\/\/evil/);
  });

  it('stays readable', () => {
    expect(withoutLinks('ФОП Коваль О. П., 2.0 та «Ткацький двір»')).toBe('ФОП Коваль О. П., 2.0 та «Ткацький двір»');
    expect(withoutLinks('Т.О.В. «Ромашка» 👩\u200d🌾')).toBe('Т. О. В. «Ромашка» 👩\u200d🌾');
    expect(withoutLinks('ftp://a.b.example\u202egnp.exe')).toBe('ftp a. b. examplegnp. exe');
    expect(withoutLinks('evil。com evil․com')).toBe('evil。 com evil․ com');
  });
});
