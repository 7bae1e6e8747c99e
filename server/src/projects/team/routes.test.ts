import { currentUser, setPassword } from '@lanka/domain/identity/contract';
import { can, type Permission, permissionsOf } from '@lanka/domain/kit/permissions';
import { Role } from '@lanka/domain/kit/roles';
import { createManufactureRequest, readManufactureRequest } from '@lanka/domain/manufacture/contract';
import { createCounterparty, readCounterparty, updateCounterparty } from '@lanka/domain/partners/contract';
import * as contract from '@lanka/domain/projects/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../../test/harness';
import { makeVariants } from '../../../test/trade';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

let counter = 0;
const newEmail = (): string => {
  counter += 1;
  return `invited${counter}@example.com`;
};

const at = (project: TestProject, user: TestUser = project.owner) => ({
  params: { project_id: project.id },
  token: user.token,
});
const one = (project: TestProject, id: string, user: TestUser = project.owner) => ({
  params: { project_id: project.id, id },
  token: user.token,
});

const setPlan = (project: TestProject, plan: string) =>
  app.sql(null, 'update projects set subscription_plan = $2 where id = $1', [project.id, plan]);

const inviteStaff = (project: TestProject, email = newEmail(), user = project.owner) =>
  app.call(contract.inviteUser, { ...at(project, user), body: { email, role: 'Manager' } });

async function accept(email: string) {
  return app.call(contract.acceptInvitation, { params: { token: await app.tokenFromMail(email) } });
}

async function client(project: TestProject): Promise<TestUser & { counterparty_id: string }> {
  const made = await app.call(createCounterparty, { ...at(project), body: { name: 'Крамниця' } });
  return { ...(await app.member(project, 'Client', made.body.id)), counterparty_id: made.body.id };
}

describe('the list of users', () => {
  it('is searched, narrowed by role, sorted and counted', async () => {
    const project = await app.project();
    const manager = await app.member(project, 'Manager');
    await app.member(project, 'Stockman');
    await client(project);
    const list = async (query: z.input<typeof contract.listMembers.query>) =>
      (await app.call(contract.listMembers, { ...at(project), query })).body.items.map(({ role }) => role);
    expect(await list({ sort: 'name' })).toHaveLength(4);
    expect(await list({ role: 'Manager,Stockman' })).toEqual(['Manager', 'Stockman']);
    expect(await list({ q: manager.email.slice(0, 9).toUpperCase() })).toContain('Manager');
    expect(await list({ q: 'nobody is called so' })).toEqual([]);
    const counts = await app.call(contract.countMembers, at(project));
    expect(counts.body).toMatchObject({ all: 4, admins: 1, managers: 1, staff: 3, dropshippers: 1 });
    expect(counts.body.collaborators).toMatchObject({ used: 2, pending: 0, allowed: null });
  });

  it('shows the record with permissions by user id and by auth id; another’s only with users.read', async () => {
    const project = await app.project();
    for (const role of Role.options.filter((one) => one !== 'Owner')) {
      const member = role === 'Client' ? await client(project) : await app.member(project, role);
      const own = await app.call(contract.readMember, one(project, member.id, member));
      expect(own.body).toMatchObject({ role, user_role: role, auth_id: member.id });
      expect(own.body.user_permissions).toEqual(permissionsOf(role));
      expect((await app.call(contract.readMyMembership, at(project, member))).body).toEqual(own.body);
      const other = await app.call(contract.readMember, one(project, project.owner.id, member));
      const may = can(role, 'users.read');
      expect(other.status).toBe(may ? 200 : 403);
    }
    await app.sql(null, `update users set oidc_subject = 'idp|7' where id = $1`, [project.owner.id]);
    expect((await app.call(contract.readMember, one(project, 'idp|7'))).body).toMatchObject({
      id: project.owner.id,
      auth_id: 'idp|7',
    });
    const foreign = await app.project();
    expect((await app.call(contract.readMember, one(project, foreign.owner.id))).status).toBe(404);
  });
});

describe('inviting', () => {
  it('joins a known user at once and calls a new one as the invitation does', async () => {
    const project = await app.project();
    const known = await app.user('Ірина');
    await app.call(contract.inviteUser, { ...at(project), body: { email: known.email, role: 'Producer' } });
    expect((await accept(known.email)).body.reset_password_url).toBeNull();
    expect((await app.call(contract.readMyMembership, at(project, known))).body.role).toBe('Producer');

    const email = newEmail();
    const body = { email, role: 'Stockman' as const, name: 'Павло Дуб', phone: '067 111 22 33' };
    const made = await app.call(contract.inviteMember, { ...at(project), body });
    expect(made.body).toMatchObject({ email, name: 'Павло Дуб', phone: '380671112233', role: 'Stockman' });
    const url = (await accept(email)).body.reset_password_url ?? '';
    expect(url).toContain('/cp/password?token=');
    const { items } = (await app.call(contract.listMembers, { ...at(project), query: { q: email } })).body;
    expect(items).toMatchObject([{ name: 'Павло Дуб', phone_number: '380671112233', role: 'Stockman' }]);
    const token = new URL(url).searchParams.get('token') ?? '';
    const password = { token, password: 'a long enough password' };
    expect((await app.call(setPassword, { body: password })).status).toBeLessThan(300);
  });

  it('invites a dropshipper by the call for invitations too, and makes his counterparty', async () => {
    const project = await app.project();
    const email = newEmail();
    const made = await app.call(contract.inviteUser, { ...at(project), body: { email, role: 'Client' } });
    expect(made.body).toMatchObject({ role: 'Client', status: 'pending' });
    const shown = await app.call(readCounterparty, one(project, made.body.counterparty_id ?? ''));
    expect(shown.body).toMatchObject({ email, status: 'invited' });
    expect((await accept(email)).status).toBe(200);
  });

  it('keeps the workspace of a dropshipper who was removed, and of one with the free plan', async () => {
    const project = await app.project();
    const user = await client(project);
    const me = async () => (await app.call(currentUser, { token: await app.tokenOf(user.id) })).body;
    expect((await me()).invited_only).toBe(true);
    await app.sql(null, `update users set subscription_plan = 'dropshipper-free' where id = $1`, [user.id]);
    expect((await me()).invited_only).toBe(true);
    await app.sql(null, 'update users set subscription_plan = null where id = $1', [user.id]);
    const params = { project_id: project.id, id: user.id };
    expect((await app.call(contract.removeMember, { params, token: project.owner.token })).status).toBe(204);
    expect(await me()).toMatchObject({ invited_only: true, projects: [], subscription_plan: null });
    expect((await app.call(currentUser, { token: (await app.user()).token })).body.invited_only).toBe(false);
    await app.sql(null, `update users set subscription_plan = 'dropshipper-standard-monthly' where id = $1`, [user.id]);
    expect((await me()).invited_only).toBe(false);
  });

  it('makes a counterparty of a dropshipper with manager, discount and legal name', async () => {
    const project = await app.project();
    const manager = await app.member(project, 'Manager');
    const email = newEmail();
    const body = {
      email,
      role: 'Client' as const,
      name: 'Крамниця «Лад»',
      manager_id: manager.id,
      discount: 750,
      legal_name: 'ФОП Лад',
    };
    // a manager may invite dropshippers, but not staff
    const made = await app.call(contract.inviteMember, { ...at(project, manager), body });
    expect(made.status).toBe(201);
    const id = made.body.counterparty_id ?? '';
    const shown = await app.call(readCounterparty, one(project, id));
    expect(shown.body).toMatchObject({
      name: 'Крамниця «Лад»',
      manager_id: manager.id,
      discount: 750,
      legal_name: 'ФОП Лад',
      email,
      status: 'invited',
    });
    const staff = { ...at(project, manager), body: { email: newEmail(), role: 'Manager' as const } };
    expect((await app.call(contract.inviteMember, staff)).error).toMatchObject({
      code: 'common.forbidden',
      details: [{ permission: 'users.manage' }],
    });
    await accept(email);
    expect((await app.call(readCounterparty, one(project, id))).body.status).toBe('dropshipper');
  });

  it('takes the counterparty that is known by that e-mail, and keeps what was not given', async () => {
    const project = await app.project();
    const email = newEmail();
    const known = await app.call(createCounterparty, { ...at(project), body: { name: 'Давня', email, discount: 300 } });
    const made = await app.call(contract.inviteMember, {
      ...at(project),
      body: { email, role: 'Client', discount: 0, legal_name: 'ФОП Давній' },
    });
    expect(made.body.counterparty_id).toBe(known.body.id);
    const shown = await app.call(readCounterparty, one(project, known.body.id));
    expect(shown.body).toMatchObject({ name: 'Давня', discount: 300, legal_name: 'ФОП Давній', status: 'invited' });
  });

  it('names the field that does not fit', async () => {
    const project = await app.project();
    const foreign = await app.project();
    const post = (body: object) => app.call(contract.inviteMember, { ...at(project), body: body as never });
    const field = async (body: object) => (await post(body)).error.details[0]?.path;
    expect(await field({ email: newEmail(), role: 'Manager', discount: 100 })).toBe('discount');
    expect(await field({ email: newEmail(), role: 'Owner' })).toBe('role');
    expect(await field({ email: 'nothing', role: 'Manager' })).toBe('email');
    expect(await field({ email: newEmail(), role: 'Client', manager_id: foreign.owner.id })).toBe('manager_id');
    expect(await field({ email: newEmail(), role: 'Client', phone: '123' })).toBe('phone');
    const member = await app.member(project, 'Manager');
    const again = await post({ email: member.email, role: 'Manager' });
    expect(again.error).toMatchObject({ code: 'projects.already_member', details: [{ path: 'email' }] });
  });

  it('sends again once in 15 minutes with a new link, and a withdrawn link dies', async () => {
    const project = await app.project();
    const { body } = await inviteStaff(project);
    const first = await app.tokenFromMail(body.email);
    expect(Date.parse(body.resendable_at) - Date.parse(body.last_sent_at)).toBe(15 * 60_000);
    expect((await app.call(contract.resendInvitation, one(project, body.id))).status).toBe(429);
    await app.sql(project.id, `update invitations set last_sent_at = now() - interval '15 minutes' where id = $1`, [
      body.id,
    ]);
    expect((await app.call(contract.resendInvitation, one(project, body.id))).status).toBe(200);
    expect((await app.call(contract.readInvitation, { params: { token: first } })).status).toBe(404);
    const second = await app.tokenFromMail(body.email);
    expect((await app.call(contract.readInvitation, { params: { token: second } })).status).toBe(200);
    expect((await app.call(contract.revokeInvitation, one(project, body.id))).status).toBe(204);
    expect((await app.call(contract.acceptInvitation, { params: { token: second } })).status).toBe(404);
    expect((await app.call(contract.revokeInvitation, one(project, body.id))).status).toBe(404);
  });

  it('is accepted once', async () => {
    const project = await app.project();
    const { body } = await inviteStaff(project);
    const token = await app.tokenFromMail(body.email);
    const answers = await Promise.all([1, 2, 3].map(() => app.call(contract.acceptInvitation, { params: { token } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });
});

describe('the limit of collaborators', () => {
  it('counts members and invitations that wait, not dropshippers, and names what lifts it', async () => {
    const project = await app.project();
    await setPlan(project, 'manufacturer-basic-monthly');
    await app.member(project, 'Administrator');
    await client(project);
    const waiting = await inviteStaff(project);
    expect((await inviteStaff(project)).status).toBe(201);
    const refused = await inviteStaff(project);
    expect(refused.status).toBe(402);
    expect(refused.error).toMatchObject({
      code: 'plans.collaborators_limit',
      details: [
        {
          limit: 'collaborators',
          used: 3,
          allowed: 3,
          plans: ['manufacturer-standard-monthly', 'manufacturer-premium-monthly'],
        },
      ],
    });
    const dropshipper = { ...at(project), body: { email: newEmail(), role: 'Client' as const } };
    expect((await app.call(contract.inviteMember, dropshipper)).status).toBe(201);
    expect((await app.call(contract.countMembers, at(project))).body.collaborators).toEqual({
      used: 3,
      pending: 2,
      allowed: 3,
      plans: ['manufacturer-standard-monthly', 'manufacturer-premium-monthly'],
    });
    // the place was kept for who is invited, and is free again when the invitation is withdrawn
    expect((await accept(waiting.body.email)).status).toBe(200);
    expect((await inviteStaff(project)).status).toBe(402);
    const [left] = (await app.call(contract.listInvitations, at(project))).body.items.filter(
      ({ role }) => role === 'Manager',
    );
    await app.call(contract.revokeInvitation, one(project, left?.id ?? ''));
    expect((await inviteStaff(project)).status).toBe(201);
  });

  it('gives the last place to one of many who ask at once', async () => {
    const project = await app.project();
    await setPlan(project, 'manufacturer-basic-monthly');
    await app.member(project, 'Manager');
    await app.member(project, 'Manager');
    const answers = await Promise.all(Array.from({ length: 6 }, () => inviteStaff(project)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 402, 402, 402, 402, 402]);
  });

  it('is asked again when an invitation is accepted on a smaller plan, or an expired one is renewed', async () => {
    const project = await app.project();
    const invited = await inviteStaff(project);
    for (let i = 0; i < 3; i += 1) await app.member(project, 'Manager');
    await setPlan(project, 'manufacturer-basic-monthly');
    expect((await accept(invited.body.email)).status).toBe(402);
    await app.sql(
      project.id,
      `update invitations set expires_at = now() - interval '1 hour', last_sent_at = now() - interval '1 day' where id = $1`,
      [invited.body.id],
    );
    expect((await app.call(contract.countMembers, at(project))).body.collaborators.used).toBe(3);
    expect((await app.call(contract.resendInvitation, one(project, invited.body.id))).status).toBe(402);
    await setPlan(project, 'manufacturer-standard-monthly');
    expect((await app.call(contract.resendInvitation, one(project, invited.body.id))).status).toBe(200);
    expect((await accept(invited.body.email)).status).toBe(200);
  });
});

describe('changing a member', () => {
  it('changes a role that counts from the next request on', async () => {
    const project = await app.project();
    const manager = await app.member(project, 'Manager');
    const tryIt = () => inviteStaff(project, newEmail(), manager);
    expect((await tryIt()).status).toBe(403);
    const promoted = await app.call(contract.updateMember, {
      ...one(project, manager.id),
      body: { role: 'Administrator' },
    });
    expect(promoted.body).toMatchObject({ role: 'Administrator', user_role: 'Administrator' });
    expect((await tryIt()).status).toBe(201);
    const down = { ...one(project, manager.id), body: { role: 'Stockman' as const } };
    expect((await app.call(contract.updateMemberRole, down)).status).toBe(200);
    expect((await tryIt()).status).toBe(403);
    const me = await app.call(currentUser, { token: manager.token });
    expect(me.body.projects.find(({ id }) => id === project.id)?.role).toBe('Stockman');
  });

  it('keeps the owner', async () => {
    const project = await app.project();
    const administrator = await app.member(project, 'Administrator');
    const owner = one(project, project.owner.id, administrator);
    const answers = [
      await app.call(contract.updateMemberRole, { ...owner, body: { role: 'Manager' } }),
      await app.call(contract.updateMember, { ...owner, body: { role: 'Manager' } }),
      await app.call(contract.removeMember, owner),
      await app.call(contract.removeMember, one(project, project.owner.id)),
    ];
    for (const { status, error } of answers) {
      expect(status).toBe(409);
      expect(error.code).toBe('projects.last_owner');
    }
    const patch = { ...owner, body: { role: 'Owner' as never } };
    expect((await app.call(contract.updateMemberRole, patch)).error.details[0]?.path).toBe('role');
  });

  it('lets a manager change a dropshipper’s terms but nobody’s role', async () => {
    const project = await app.project();
    const manager = await app.member(project, 'Manager');
    const shop = await client(project);
    const terms = { discount: 500, legal_name: 'ФОП Крамар', manager_id: manager.id };
    expect(
      (await app.call(contract.updateMember, { ...one(project, shop.id, manager), body: terms })).body,
    ).toMatchObject({ role: 'Client', counterparty_id: shop.counterparty_id, ...terms });
    expect((await app.call(readCounterparty, one(project, shop.counterparty_id))).body).toMatchObject(terms);
    const patch = (id: string, body: object, user = project.owner) =>
      app.call(contract.updateMember, { ...one(project, id, user), body });
    expect((await patch(shop.id, { role: 'Manager' })).error.code).toBe('projects.client_role');
    expect((await patch(manager.id, { discount: 100 })).error).toMatchObject({
      code: 'projects.client_fields',
      details: [{ path: 'discount' }],
    });
    expect((await patch(project.owner.id, { role: 'Manager' }, manager)).status).toBe(403);
    expect((await patch(manager.id, { role: 'Administrator' }, manager)).status).toBe(403);
    expect((await patch(shop.id, { name: 'Інша назва' })).error).toMatchObject({
      code: 'projects.own_fields',
      details: [{ path: 'name' }],
    });
    expect((await patch(manager.id, { name: 'Нове Ім’я', phone_number: '0501112233' }, manager)).body).toMatchObject({
      name: 'Нове Ім’я',
      phone_number: '380501112233',
    });
  });
});

describe('removing a member', () => {
  it('shows what he has in hand and gives it to a colleague, all or nothing', async () => {
    const project = await app.project();
    const [leaving, heir, stockman] = [
      await app.member(project, 'Administrator'),
      await app.member(project, 'Administrator'),
      await app.member(project, 'Stockman'),
    ];
    const shop = await app.call(createCounterparty, {
      ...at(project),
      body: { name: 'Крамниця', manager_id: leaving.id },
    });
    const [product_variant_id = ''] = await makeVariants(app, project, [{}]);
    const request = await app.call(createManufactureRequest, {
      ...at(project),
      body: { producer_id: leaving.id, lines: [{ product_variant_id, count: 3 }] },
    });
    const shown = await app.call(contract.memberBelongings, one(project, leaving.id));
    expect(shown.body.items).toEqual([
      { kind: 'counterparties', count: 1 },
      { kind: 'manufacture_requests', count: 1 },
    ]);
    expect(shown.body.heirs.map(({ id }) => id).sort()).toEqual([heir.id, project.owner.id].sort());

    const remove = (hand_over_to: string) =>
      app.call(contract.removeMember, { ...one(project, leaving.id), query: { hand_over_to } });
    for (const unfit of [stockman.id, leaving.id, (await app.user()).id]) {
      expect((await remove(unfit)).error).toMatchObject({
        code: 'projects.unknown_colleague',
        details: [{ path: 'hand_over_to' }],
      });
    }
    expect((await app.call(contract.readProject, at(project, leaving))).status).toBe(200);
    expect((await remove(heir.id)).status).toBe(204);
    expect((await app.call(contract.readProject, at(project, leaving))).status).toBe(404);
    expect((await app.call(readCounterparty, one(project, shop.body.id))).body.manager_id).toBe(heir.id);
    const made = await app.call(readManufactureRequest, one(project, request.body.id));
    expect(made.body.producer?.id).toBe(heir.id);
  });

  it('leaves it to nobody when nobody is named, and when a new role may not have it', async () => {
    const project = await app.project();
    const leaving = await app.member(project, 'Manager');
    const shop = await app.call(createCounterparty, {
      ...at(project),
      body: { name: 'Крамниця', manager_id: leaving.id },
    });
    const managerOf = async () => (await app.call(readCounterparty, one(project, shop.body.id))).body.manager_id;
    await app.call(contract.updateMemberRole, { ...one(project, leaving.id), body: { role: 'Stockman' } });
    expect(await managerOf()).toBeNull();
    await app.call(contract.updateMemberRole, { ...one(project, leaving.id), body: { role: 'Manager' } });
    await app.call(updateCounterparty, { ...one(project, shop.body.id), body: { manager_id: leaving.id } });
    expect((await app.call(contract.removeMember, one(project, leaving.id))).status).toBe(204);
    expect(await managerOf()).toBeNull();
  });

  it('never leaves a counterparty with a manager who has gone', async () => {
    const project = await app.project();
    const shop = await app.call(createCounterparty, { ...at(project), body: { name: 'Крамниця' } });
    for (let i = 0; i < 6; i += 1) {
      const leaving = await app.member(project, 'Manager');
      await Promise.all([
        app.call(contract.removeMember, one(project, leaving.id)),
        app.call(updateCounterparty, { ...one(project, shop.body.id), body: { manager_id: leaving.id } }),
      ]);
      const { manager_id } = (await app.call(readCounterparty, one(project, shop.body.id))).body;
      expect(manager_id).not.toBe(leaving.id);
    }
  });

  it('makes an ordinary counterparty of a dropshipper', async () => {
    const project = await app.project();
    const shop = await client(project);
    expect((await app.call(contract.removeMember, one(project, shop.id))).status).toBe(204);
    expect((await app.call(readCounterparty, one(project, shop.counterparty_id))).body.status).toBe('ordinary');
    expect((await app.call(contract.readProject, at(project, shop))).status).toBe(404);
  });
});

it('opens users to each role as the permission table says', async () => {
  const project = await app.project();
  const victim = await app.member(project, 'Stockman');
  const may = (permission: Permission, role: Role) => can(role, permission);
  for (const role of Role.options) {
    const asker =
      role === 'Owner' ? project.owner : role === 'Client' ? await client(project) : await app.member(project, role);
    const expected = (permission: Permission) => (may(permission, role) ? 200 : 403);
    const asked = at(project, asker);
    const of = one(project, victim.id, asker);
    const statuses = {
      list: (await app.call(contract.listMembers, asked)).status,
      counts: (await app.call(contract.countMembers, asked)).status,
      invitations: (await app.call(contract.listInvitations, asked)).status,
      belongings: (await app.call(contract.memberBelongings, of)).status,
      role: (await app.call(contract.updateMemberRole, { ...of, body: { role: 'Stockman' } })).status,
      address: (await app.call(contract.updateAddress, { ...asked, body: { city: 'Суми' } })).status,
      deletion: (await app.call(contract.readDeletion, asked)).status,
    };
    expect({ as: role, ...statuses }).toEqual({
      as: role,
      list: expected('users.read'),
      counts: expected('users.read'),
      invitations: expected('users.read'),
      belongings: expected('users.manage'),
      role: expected('users.manage'),
      address: expected('project.edit'),
      deletion: expected('project.delete'),
    });
  }
});
