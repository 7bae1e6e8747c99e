import * as identity from '@lanka/domain/identity/contract';
import * as contract from '@lanka/domain/projects/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/harness';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('sign-in', () => {
  it('answers the same for a wrong password and an unknown e-mail', async () => {
    const { email } = await app.user();
    const wrong = await app.call(identity.signIn, { body: { email, password: 'not this one' } });
    const unknown = await app.call(identity.signIn, {
      body: { email: 'nobody@example.com', password: 'not this one' },
    });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.error.code).toBe('identity.wrong_credentials');
  });

  it('gives a token that works until sign-out, and a refresh token that changes', async () => {
    const { email } = await app.user();
    const signedIn = await app.call(identity.signIn, {
      body: { email: email.toUpperCase(), password: 'a long enough password' },
    });
    expect(signedIn.status).toBe(200);
    const token = signedIn.body.access_token;
    expect((await app.call(identity.currentUser, { token })).body.email).toBe(email);
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
    expect(String(signedIn.headers['set-cookie'])).toContain('HttpOnly');
    const renewed = await app.call(identity.refresh, { headers: { cookie } });
    expect(renewed.status).toBe(200);
    const next = String(renewed.headers['set-cookie']).split(';')[0];
    expect(next).toMatch(/^lanka_refresh=/);
    expect(next).not.toBe(cookie);
    expect((await app.call(identity.signOut, { token })).status).toBe(204);
    expect((await app.call(identity.currentUser, { token })).status).toBe(401);
    expect((await app.call(identity.refresh, { headers: { cookie } })).status).toBe(401);
  });

  it('slows guessing for an account, right password or not', async () => {
    const { email } = await app.user();
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1) {
      statuses.push((await app.call(identity.signIn, { body: { email, password: `guess ${i}` } })).status);
    }
    expect(statuses.slice(0, 8)).toEqual(Array(8).fill(401));
    expect(statuses).toContain(429);
    const right = await app.call(identity.signIn, { body: { email, password: 'a long enough password' } });
    expect(right.status).toBe(429);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('refuses tokens that are forged or for another audience', async () => {
    const { id } = await app.user();
    const other = await app.app.services.keys.sign(
      { user_id: id, session_id: crypto.randomUUID() },
      'https://other.example',
      600,
    );
    expect((await app.call(identity.currentUser, { token: other })).status).toBe(401);
    expect((await app.call(identity.currentUser, { token: `${other}x` })).status).toBe(401);
  });
});

describe('projects', () => {
  it('makes an Owner and a friendly id from the title', async () => {
    const first = await app.project('Текстиль-Плюс');
    const second = await app.project('Текстиль-Плюс');
    expect(first.friendly_id).toBe('tekstyl-plius');
    expect(second.friendly_id).toBe('tekstyl-plius-2');
    const read = await app.call(contract.readProject, {
      params: { project_id: first.friendly_id },
      token: first.owner.token,
    });
    expect(read.body).toMatchObject({ id: first.id, user_role: 'Owner' });
  });

  it('answers 404 for a foreign project, as for one that does not exist', async () => {
    const mine = await app.project();
    const foreign = await app.project();
    for (const project_id of [foreign.id, foreign.friendly_id, 'no-such-project', 'dropshipping']) {
      const answer = await app.call(contract.readProject, { params: { project_id }, token: mine.owner.token });
      expect(answer.status).toBe(404);
    }
  });

  it('names bad fields in the language of the asker', async () => {
    const { token } = await app.user();
    const body = {
      project: {
        legal_type: 'ТОВ',
        legal_name: '',
        contact_person: 'А',
        edropoy_code: '12',
        title: 'Т',
        category: 'Одяг',
      },
    } as const;
    const ua = await app.call(contract.createProject, { token, body });
    expect(ua.status).toBe(400);
    expect(ua.error.details.map(({ path }) => path)).toEqual(['project.legal_name', 'project.edropoy_code']);
    expect(ua.error.details[0]?.message).toBe('Обов’язкове поле');
    const en = await app.call(contract.createProject, { token, body, headers: { 'accept-language': 'en' } });
    expect(en.error.details[0]?.message).toBe('this field is required');
  });

  it('refuses a stale version with the current project', async () => {
    const { id, owner } = await app.project();
    const patch = (title: string) =>
      app.call(contract.updateProject, {
        params: { project_id: id },
        token: owner.token,
        body: { project: { title } },
        headers: { 'if-match': '1' },
      });
    expect((await patch('Перша')).body).toMatchObject({ title: 'Перша', version: 2 });
    const stale = await patch('Друга');
    expect(stale.status).toBe(409);
    expect(stale.error.details[0]).toMatchObject({ title: 'Перша', version: 2 });
  });

  it('does a POST once for its key, and refuses the key for another body', async () => {
    const { token } = await app.user();
    const body = (title: string) => ({
      project: {
        legal_type: 'ФОП',
        legal_name: 'Л',
        contact_person: 'К',
        edropoy_code: '3184710691',
        title,
        category: 'Одяг',
      } as const,
    });
    const post = (title: string) =>
      app.call(contract.createProject, { token, body: body(title), headers: { 'idempotency-key': 'one' } });
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('Раз')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body: made }) => made.id)).size).toBe(1);
    expect((await app.call(contract.listProjects, { token })).body.items).toHaveLength(1);
    expect((await post('Два')).status).toBe(409);
  });

  it('is one for each owner: a second is refused, also at the same moment, and so is restoring one beside it', async () => {
    const { token } = await app.user();
    const project = {
      legal_type: 'ФОП',
      legal_name: 'Л',
      contact_person: 'К',
      edropoy_code: '3184710691',
      title: 'Власна',
      category: 'Одяг',
    } as const;
    const make = () => app.call(contract.createProject, { token, body: { project } });
    const all = await Promise.all(Array.from({ length: 5 }, make));
    expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(all.find(({ status }) => status === 409)?.error.code).toBe('projects.one_of_ones_own');
    const first = all.find(({ status }) => status === 201)?.body.id ?? '';
    expect((await app.call(contract.deleteProject, { token, params: { project_id: first } })).status).toBe(204);
    const second = await make();
    expect(second.status).toBe(201);
    const restore = () => app.call(contract.restoreProject, { token, params: { id: first } });
    expect((await restore()).error.code).toBe('projects.one_of_ones_own');
    await app.call(contract.deleteProject, { token, params: { project_id: second.body.id } });
    expect((await restore()).status).toBe(200);
  });

  it('of one title made at the same moment have friendly ids of their own', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => app.project('Водночас')));
    const ids = made.map(({ friendly_id }) => friendly_id).sort();
    expect(ids).toEqual(['vodnochas', ...[2, 3, 4, 5, 6].map((n) => `vodnochas-${n}`)]);
  });
});

describe('staff', () => {
  it('is invited by mail, sets a password and works in the role given', async () => {
    const project = await app.project();
    const params = { project_id: project.id };
    const invited = await app.call(contract.inviteUser, {
      params,
      token: project.owner.token,
      body: { email: 'New.Manager@example.com', role: 'Manager' },
    });
    expect(invited.status).toBe(201);
    const again = await app.call(contract.inviteUser, {
      params,
      token: project.owner.token,
      body: { email: 'new.manager@example.com', role: 'Manager' },
    });
    expect(again.error.code).toBe('projects.invitation_exists');
    const soon = await app.call(contract.resendInvitation, {
      params: { ...params, id: invited.body.id },
      token: project.owner.token,
    });
    expect(soon.status).toBe(429);
    expect(soon.error.details[0]).toMatchObject({ minutes_left: 15 });
    const token = await app.tokenFromMail('new.manager@example.com');
    const shown = await app.call(contract.readInvitation, { params: { token } });
    expect(shown.body).toMatchObject({ email: 'new.manager@example.com', role: 'Manager', known_user: false });
  });

  it('cannot do what the role does not allow', async () => {
    const project = await app.project();
    const manager = await app.member(project, 'Manager');
    const body = { email: 'x@example.com', role: 'Manager' } as const;
    const answer = await app.call(contract.inviteUser, {
      params: { project_id: project.id },
      token: manager.token,
      body,
    });
    expect(answer.status).toBe(403);
    const promoted = await app.call(contract.updateMemberRole, {
      params: { project_id: project.id, id: manager.id },
      token: project.owner.token,
      body: { role: 'Administrator' },
    });
    expect(promoted.status).toBe(200);
    expect(
      (await app.call(contract.inviteUser, { params: { project_id: project.id }, token: manager.token, body })).status,
    ).toBe(201);
    await app.call(contract.removeMember, {
      params: { project_id: project.id, id: manager.id },
      token: project.owner.token,
    });
    expect(
      (await app.call(contract.readProject, { params: { project_id: project.id }, token: manager.token })).status,
    ).toBe(404);
  });
});

describe('row-level security', () => {
  it('binds the application’s role: nothing of a project is seen without entering it', async () => {
    const project = await app.project();
    await app.call(contract.createPaymentDetails, {
      params: { project_id: project.id },
      token: project.owner.token,
      body: { recipient_name: 'ФОП Коваленко' },
    });
    expect(await app.sql(null, 'select * from payment_details')).toHaveLength(0);
    expect(await app.sql(project.id, 'select * from payment_details')).toHaveLength(1);
    const tables = await app.sql<{ name: string }>(
      null,
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not (c.relrowsecurity and c.relforcerowsecurity)`,
    );
    expect(tables).toEqual([]);
  });
});
