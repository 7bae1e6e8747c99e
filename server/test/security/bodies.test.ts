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

/** The paths of what was refused because there is no such field. */
const unknownIn = ({ details }: { details: Record<string, unknown>[] }) =>
  details.filter(({ code }) => code === 'unknown_field').map(({ path }) => path);

const rowOf = async ({ id }: TestUser) => (await app.sql(null, 'select * from users where id = $1', [id]))[0] ?? {};

describe('what a body may not set is refused and has no effect', () => {
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
    expect([answer.status, unknownIn(answer.error)]).toEqual([400, [...Object.keys(FORBIDDEN), 'user_id', 'version']]);
    expect(after).toEqual(before);
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
    const unknown = Object.keys(smuggled).map((name) => `project.${name}`);
    const tried = await app.call(createProject, { token: user.token, body: { project: { ...smuggled, ...fields } } });
    expect([tried.status, unknownIn(tried.error)]).toEqual([400, unknown]);
    const made = await app.call(createProject, { token: user.token, body: { project: fields } });
    expect(made.status).toBe(201);
    const read = async () => (await app.sql(null, 'select * from projects where id = $1', [made.body.id]))[0] ?? {};
    const before = await read();
    expect(before).toMatchObject({ subscription_plan: null, deleted_at: null });
    const changed = await app.call(updateProject, {
      params: { project_id: made.body.id },
      token: user.token,
      body: { project: { ...smuggled, title: 'Майстерня друга' } },
    });
    expect([changed.status, unknownIn(changed.error)]).toEqual([400, unknown]);
    expect(await read()).toEqual(before);
  });

  it('in an invitation', async () => {
    const other = await app.project('Чужа');
    const smuggled = {
      id: OTHER,
      project_id: other.id,
      token_hash: 'known',
      invited_by: other.owner.id,
      expires_at: '2099-01-01T00:00:00.000Z',
      accepted_at: '2020-01-01T00:00:00.000Z',
    };
    const body = { email: 'colleague@example.com', role: 'Stockman' as const, ...smuggled };
    const params = { project_id: project.id };
    const answer = await app.call(inviteUser, { params, token: project.owner.token, body });
    expect([answer.status, unknownIn(answer.error)]).toEqual([400, Object.keys(smuggled)]);
    for (const { id } of [project, other]) expect(await app.sql(id, 'select 1 from invitations')).toEqual([]);
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
