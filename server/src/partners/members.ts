import { common } from '@lanka/domain/kit/errors';
import { can, permissionsOf } from '@lanka/domain/kit/permissions';
import type {
  Invitation,
  inviteMember as inviteRoute,
  updateMember as updateRoute,
} from '@lanka/domain/projects/contract';
import { type ProjectUser, projectErrors } from '@lanka/domain/projects/contract';
import type { z } from 'zod';
import { updateUser } from '../identity';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import {
  type Belongings,
  findMember,
  invite,
  type MemberRow,
  readMember,
  removeColleague,
  toMember,
  unknownColleague,
  updateMemberRole,
} from '../projects';
import { endAccess } from './access';
import { changeCounterparty } from './counterparty';
import {
  countManaged,
  findCounterparty,
  findOrdinaryByEmail,
  handOverManaged,
  insertCounterparty,
  isManager,
} from './partners.store';

/** The counterparties that a member manages; a dropshipper's own one. */
export const managed: Belongings = {
  kind: 'counterparties',
  roles: ['Owner', 'Administrator', 'Manager'],
  count: (tx, scope, { id, role }) => (role === 'Client' ? Promise.resolve(0) : countManaged(tx, scope, id)),
  handOver: (tx, scope, { id }, heir) => handOverManaged(tx, scope, id, heir),
};

/** Ends the access of whoever it is. What he has in hand as staff goes to `heir`, or to nobody. */
export async function removeMember(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  heir: string | null,
): Promise<MemberRow> {
  const member = await findMember(tx, scope, id);
  if (!member) throw common.not_found();
  if (member.role !== 'Client' || !member.counterparty_id) await removeColleague(tx, app, scope, id, heir);
  else if (heir !== null) throw unknownColleague(scope, 'hand_over_to');
  else if (!(await endAccess(tx, app, scope, member.counterparty_id, { end: 'removed' }))) throw common.not_found();
  return member;
}

type Invitee = z.output<typeof inviteRoute.body>;
type Changes = z.output<typeof updateRoute.body>;

function assertLeader(scope: ProjectScope): void {
  if (!can(scope.role, 'users.manage')) throw common.forbidden({ permission: 'users.manage', role: scope.role });
}

async function checkManager(tx: Tx, scope: ProjectScope, id: string | null | undefined): Promise<void> {
  if (id && !(await isManager(tx, scope, id))) throw unknownColleague(scope, 'manager_id');
}

/** Only what was given: an empty field of a form takes nothing away from a counterparty that is known already. */
const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== 0),
  ) as Partial<T>;

/**
 * Invites by e-mail. Staff needs `users.manage` and a place in the plan. A Client gets a counterparty with the manager,
 * discount and names given; one with the same e-mail that has no access yet is taken instead of a second one.
 */
export async function inviteMember(tx: Tx, app: Services, scope: ProjectScope, body: Invitee): Promise<Invitation> {
  const { email, role, name, phone, manager_id, discount, legal_name } = body;
  if (role !== 'Client') {
    assertLeader(scope);
    return invite(tx, app, scope, { email, name, phone, role, counterparty_id: null });
  }
  await checkManager(tx, scope, manager_id);
  const fields = given({ name, phone, manager_id, discount, legal_name });
  const known = await findOrdinaryByEmail(tx, scope, email, { hold: true });
  const found = known ? await findCounterparty(tx, scope, known) : null;
  if (found) await changeCounterparty(tx, scope, found.counterparty, fields);
  const counterparty_id =
    found?.counterparty.id ??
    (await insertCounterparty(tx, scope, {
      ...fields,
      name: name || legal_name?.slice(0, 120) || (email.split('@')[0] ?? email),
      email,
    }));
  return invite(tx, app, scope, { email, name, phone, role, counterparty_id });
}

/**
 * Changes a member: the role of staff (`users.manage`), manager, discount and legal name of a dropshipper. Name and
 * phone are the user's own, in all projects at once: only he changes them.
 */
export async function updateMember(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  changes: Changes,
): Promise<void> {
  const { role, name, phone_number, manager_id, discount, legal_name } = changes;
  const member = await findMember(tx, scope, id);
  if (!member) throw common.not_found();
  if (name !== undefined || phone_number !== undefined) {
    if (id !== scope.user.id) throw projectErrors.own_fields({ path: name === undefined ? 'phone_number' : 'name' });
    await updateUser(tx, scope, {
      ...(name === undefined ? {} : { name }),
      ...(phone_number === undefined ? {} : { phone_number }),
    });
  }
  const own = { manager_id, discount, legal_name };
  const path = Object.entries(own).find(([, value]) => value !== undefined)?.[0];
  if (path !== undefined) {
    if (member.role === 'Client') await checkManager(tx, scope, manager_id);
    const of = member.counterparty_id && (await findCounterparty(tx, scope, member.counterparty_id, 'fields'));
    if (member.role !== 'Client' || !of) throw projectErrors.client_fields({ path });
    const fields = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
    await changeCounterparty(tx, scope, of.counterparty, fields);
  }
  if (role !== undefined) {
    assertLeader(scope);
    await updateMemberRole(tx, app, scope, id, role);
  }
}

/** The record of a member: the permissions of the table, and of a dropshipper what his counterparty says. */
export async function readRecord(tx: Tx, app: Services, scope: ProjectScope, id: string): Promise<ProjectUser> {
  const row = await readMember(tx, scope, id);
  const found = row.counterparty_id ? await findCounterparty(tx, scope, row.counterparty_id) : null;
  const { manager_id, discount, legal_name } = found?.counterparty ?? {
    manager_id: null,
    discount: null,
    legal_name: null,
  };
  return {
    ...(await toMember(app, row)),
    auth_id: row.auth_id,
    user_permissions: permissionsOf(row.role),
    manager_id,
    discount,
    legal_name,
  };
}
