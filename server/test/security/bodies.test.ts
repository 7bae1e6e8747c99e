import { updateMe } from '@lanka/domain/identity/contract';
import { createProject, inviteUser, updateProject } from '@lanka/domain/projects/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, type TestUser, testApp } from '../harness';

let app: TestApp;
let project: TestProject;
beforeAll(async () => {
  app = await testApp();
  project = await app.project();
});
afterAll(() => app.close());

const inject = (
  options: { method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'OPTIONS'; url: string } & Record<string, unknown>,
) => app.app.server.inject({ method: 'GET', ...options });

const rowOf = async ({ id }: TestUser) => (await app.sql(null, 'select * from users where id = $1', [id]))[0] ?? {};

describe('what a body may not set has no effect', () => {
  const OTHER = '019a0000-0000-7000-8000-000000000000';
  const FORBIDDEN = {
    id: OTHER,
    auth_id: OTHER,
    email: 'stolen@example.com',
    role: 'Owner',
    platform_role: 'Staff',
    subscription_plan: 'manufacturer-premium-monthly',
    subscription_plan_since: '2020-01-01T00:00:00.000Z',
    billing_account: { subscription_plan: 'manufacturer-premium-monthly' },
    email_confirmed: true,
    email_confirmed_at: '2020-01-01T00:00:00.000Z',
    blocked_at: '2020-01-01T00:00:00.000Z',
    password: 'another long password',
    password_hash: 'x',
    two_factor: true,
    totp_secret: 'JBSWY3DPEHPK3PXP',
    totp_confirmed_at: '2020-01-01T00:00:00.000Z',
    totp_last_step: 1,
    oidc_subject: 'https://id.example#1',
    created_at: '2020-01-01T00:00:00.000Z',
    projects: [{ id: OTHER, role: 'Owner' }],
  };

  it('in the own profile', async () => {
    const user = await app.user('До');
    const before = await rowOf(user);
    const body = { ...FORBIDDEN, user_id: project.owner.id, version: 77, name: 'Після' };
    const answer = await app.call(updateMe, { token: user.token, body });
    const after = await rowOf(user);
    if (answer.status === 200) expect(answer.body).toMatchObject({ id: user.id, platform_role: null, name: 'Після' });
    else expect(answer.status).toBe(400);
    // the parts of words follow the name
    const { name: _before, version: _v1, parts: _p1, ...kept } = before;
    const { name: _after, version: _v2, parts: _p2, ...now } = after;
    expect(now).toEqual(kept);
    expect((await rowOf(project.owner)).name).toBe('Власник');
  });

  it('in a new project and in an own one', async () => {
    const user = await app.user();
    const fields = {
      legal_type: 'ФОП' as const,
      legal_name: 'ФОП Коваленко Олена Петрівна',
      contact_person: 'Олена Коваленко',
      edropoy_code: '3184710691',
      title: 'Майстерня',
      category: 'Одяг' as const,
    };
    const smuggled = { ...FORBIDDEN, friendly_id: 'stolen', deleted_at: '2020-01-01T00:00:00.000Z', owner_id: OTHER };
    const made = await app.call(createProject, { token: user.token, body: { project: { ...smuggled, ...fields } } });
    expect(made.status).toBe(201);
    const read = async () => (await app.sql(null, 'select * from projects where id = $1', [made.body.id]))[0] ?? {};
    const before = await read();
    expect(before).toMatchObject({ subscription_plan: null, deleted_at: null });
    expect(before.friendly_id).not.toBe('stolen');
    expect(before.id).not.toBe(OTHER);
    await app.call(updateProject, {
      params: { project_id: made.body.id },
      token: user.token,
      body: { project: { ...smuggled, title: 'Майстерня друга' } },
    });
    // the parts of words follow the title
    const { title: _t1, version: _v1, parts: _p1, ...kept } = before;
    const { title, version: _v2, parts: _p2, ...now } = await read();
    expect(title).toBe('Майстерня друга');
    expect(now).toEqual(kept);
  });

  it('in an invitation', async () => {
    const other = await app.project('Чужа');
    const body = {
      email: 'colleague@example.com',
      role: 'Stockman' as const,
      id: OTHER,
      project_id: other.id,
      token_hash: 'known',
      invited_by: other.owner.id,
      expires_at: '2099-01-01T00:00:00.000Z',
      accepted_at: '2020-01-01T00:00:00.000Z',
    };
    const params = { project_id: project.id };
    expect((await app.call(inviteUser, { params, token: project.owner.token, body })).status).toBe(201);
    expect(await app.sql(other.id, 'select 1 from invitations')).toEqual([]);
    const [made] = await app.sql(project.id, `select * from invitations where email = 'colleague@example.com'`);
    expect(made).toMatchObject({ role: 'Stockman', invited_by: project.owner.id, accepted_at: null });
    expect([made?.id, made?.token_hash]).not.toContain(OTHER);
    expect(made?.token_hash).not.toBe('known');
    const { token } = await app.member(project, 'Administrator');
    for (const role of ['Owner', 'Staff', 'constructor']) {
      const tried = await app.call(inviteUser, {
        params,
        token,
        body: { email: 'x@example.com', role: role as 'Manager' },
      });
      expect(tried.status, role).toBe(400);
    }
  });

  it('by way of prototypes', async () => {
    const user = await app.user();
    const before = await rowOf(user);
    const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' };
    const bodies = [
      '{"name":"x","__proto__":{"platform_role":"Staff"}}',
      '{"name":"x","constructor":{"prototype":{"platform_role":"Staff"}}}',
      '{"name":{"__proto__":{"a":1}}}',
    ];
    for (const payload of bodies) {
      const answer = await inject({ method: 'PATCH', url: '/api/users/me', headers, payload });
      expect(answer.statusCode, payload).toBe(400);
    }
    const asked = await inject({
      url: '/api/projects?__proto__[limit]=1&constructor=x',
      headers: { authorization: headers.authorization },
    });
    expect(asked.statusCode).toBeLessThan(500);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>).platform_role).toBeUndefined();
    expect(await rowOf(user)).toEqual(before);
  });
});
