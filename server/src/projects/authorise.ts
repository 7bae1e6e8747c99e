import { common } from '@lanka/domain/kit/errors';
import { can, type Permission } from '@lanka/domain/kit/permissions';
import { restricted, type Told } from '@lanka/domain/kit/plan_refusals';
import { READS_ON_DAYS, type Restriction } from '@lanka/domain/kit/restriction';
import { DROPSHIPPING, type Role } from '@lanka/domain/kit/roles';
import { isClosedInSandbox } from '@lanka/domain/kit/sandbox';
import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import { projectErrors } from '@lanka/domain/projects/contract';
import { isDropshippers, type KeyInHand } from '../kit/auth/api-keys';
import {
  type ByRule,
  type DropshippingScope,
  makeScope,
  type ProjectScope,
  type StaffScope,
  type UserScope,
} from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Authoriser } from '../kit/http/authoriser';
import {
  type Access,
  findAccess,
  findColleague,
  findOwner,
  findSession,
  findSupplierProjects,
  findTaker,
} from './projects.store';
import { holdAccess } from './team/access.store';

/**
 * Who asks, in which project, as what: read anew at each request, so that a sign-out, a removed member and a changed
 * role count at once. One statement, which also tells row-level security the project.
 */
export const authorise: Authoriser = async (
  tx,
  claims,
  auth,
  project,
  locale,
  { writes = false, restricts = false } = {},
) => {
  const key = claims.api_key;
  const api_key = key && known(key);
  if (auth === 'staff') {
    const session = await findSession(tx, claims, false);
    if (!session) throw common.unauthorized();
    // a key is never an operator, whoever made it
    if (key || session.user.platform_role !== 'Staff') throw common.forbidden({ permission: auth });
    return makeScope<StaffScope>({ user: session.user, session_id: claims.session_id, locale, platform_role: 'Staff' });
  }
  if (auth === 'user' || auth === 'dropshipping' || project === undefined) {
    const session = await findSession(tx, claims, auth === 'dropshipping');
    if (!session) throw common.unauthorized();
    const facts = { user: session.user, session_id: claims.session_id, locale, ...(api_key ? { api_key } : {}) };
    // what concerns the account itself goes on, the payment among it
    if (auth === 'dropshipping' && session.restricted && (restricts || (key && isWithheld(session.restricted))))
      throw restricted(session.restricted, 'dropshipper');
    if (auth === 'dropshipping')
      return makeScope<DropshippingScope>({
        ...facts,
        suppliers: session.suppliers.filter(({ ended }) => !ended),
        past_suppliers: session.suppliers.filter(({ ended }) => ended),
      });
    return makeScope<UserScope>(facts);
  }
  if (project === DROPSHIPPING) throw projectErrors.not_found();
  const access = await findAccess(tx, claims, project);
  if (!access) throw common.unauthorized();
  const { membership } = access;
  if (!membership) throw projectErrors.not_found();
  if (key && !reaches(key, membership)) throw projectErrors.not_found();
  // whoever lost access keeps his own past orders, to read
  if (membership.ended && auth !== 'orders.read') throw projectErrors.not_found();
  if (!can(membership.role, auth as Permission)) throw common.forbidden({ permission: auth, role: membership.role });
  if (membership.project.sandbox && isClosedInSandbox(auth)) throw projectErrors.in_sandbox();
  refuseRestricted(access, membership, { key, restricts });
  if (writes && membership.role === 'Client') {
    const held = await holdAccess(tx, access.user.id, [membership.project.id]);
    if (held.size === 0) throw projectErrors.not_found();
  }
  return makeScope<ProjectScope>({
    user: access.user,
    session_id: claims.session_id,
    locale,
    project: membership.project,
    role: membership.role,
    counterparty_id: membership.counterparty_id,
    ...(membership.role === 'Client' ? { own_restriction: access.restricted } : {}),
    ...(api_key ? { api_key } : {}),
  });
};

/** Its scopes are looked at beside this, and known when the call begins. */
const known = (key: KeyInHand): NonNullable<UserScope['api_key']> => ({
  ...{ id: key.id, name: key.name, tenant_id: key.project_id },
  get scopes() {
    return key.scopes ?? [];
  },
});

/**
 * Who has not paid only reads: the project's people by their project, a dropshipper by himself; new orders of his are
 * refused where they are made, when it is the supplier who has not paid. Keys of both read on for some days.
 */
function refuseRestricted(
  access: Access,
  { role, project }: Pick<ProjectScope, 'role' | 'project'>,
  { key, restricts }: { readonly key: KeyInHand | undefined; readonly restricts: boolean },
): void {
  const since = role === 'Client' ? access.restricted : project.restricted;
  if (since && (restricts || (key && isWithheld(since)))) throw restricted(since, toldAs(role));
}

/** In whose words it is told why only reading goes on. */
export const toldAs = (role: Role): Told =>
  role === 'Client' ? 'dropshipper' : can(role, 'billing.manage') ? 'payer' : 'member';

/** For so long that programs read nothing any more either. */
const isWithheld = ({ from }: Restriction): boolean => from <= daysAfter(kyivDate(new Date()), -READS_ON_DAYS);

/** A project's key works in its own project; a dropshipper's where he is a Client, though he may own a project too. */
const reaches = (key: KeyInHand, { project, role }: Pick<ProjectScope, 'project' | 'role'>): boolean =>
  isDropshippers(key) ? role === 'Client' : project.id === key.project_id;

/** A job acts in the name of the project's owner; the history names the system. Null where nobody owns it any more. */
export async function authoriseSystem(tx: Tx, projectId: string): Promise<ProjectScope | null> {
  const found = await findOwner(tx, projectId);
  if (!found) return null;
  const by_rule = { name: null, chain: [] };
  return makeScope<ProjectScope>({ ...found, session_id: '', locale: 'ua', counterparty_id: null, by_rule });
}

/**
 * A rule acts in the name of a member, as what he is in the project at this moment; null when he is nobody there any
 * more, or may not do what rules are for. The transaction has entered the project.
 */
export async function authoriseRule(
  tx: Tx,
  projectId: string,
  userId: string,
  permission: Permission,
  by_rule: ByRule,
): Promise<ProjectScope | null> {
  const found = await findColleague(tx, projectId, userId);
  if (!found || !can(found.role, permission)) return null;
  return makeScope<ProjectScope>({ ...found, session_id: '', locale: 'ua', counterparty_id: null, by_rule });
}

/**
 * Who is known by another thing than a session, as by his chat with the bot, acts as himself: as what he is in the project
 * at this moment. Null when he is nobody there any more. The transaction has entered the project.
 */
export async function authoriseKnown(tx: Tx, projectId: string, userId: string): Promise<ProjectScope | null> {
  const found = await findTaker(tx, projectId, userId);
  return found && makeScope<ProjectScope>({ ...found, session_id: '' });
}

/**
 * A dropshipper who is known by another thing than a session, as by a webhook of his, in all projects where he is a Client.
 * Null when he may not sign in any more. The transaction knows him as its user, and enters his suppliers here.
 */
export async function authoriseDropshipper(tx: Tx, userId: string): Promise<DropshippingScope | null> {
  const session = await findSession(tx, { user_id: userId, session_id: '', known: true }, true);
  if (!session) return null;
  return makeScope<DropshippingScope>({
    ...{ user: session.user, session_id: '', locale: 'ua' },
    suppliers: session.suppliers.filter(({ ended }) => !ended),
    past_suppliers: session.suppliers.filter(({ ended }) => ended),
  });
}

/**
 * A dropshipper acts at several suppliers in one transaction, which has entered them all (`dropshipping`): at each as the
 * Client that he is there, by id. Missing are those where he may not do that. Whose access has ended reads his own past
 * orders, and nothing else. With `writes` none of these accesses ends before the transaction.
 */
export async function authoriseAtSuppliers(
  tx: Tx,
  { user, session_id, locale, suppliers, past_suppliers, api_key }: DropshippingScope,
  ids: readonly string[],
  permission: Permission,
  { writes = false } = {},
): Promise<ReadonlyMap<string, ProjectScope>> {
  if (ids.length === 0 || !can('Client', permission)) return new Map();
  const mine = permission === 'orders.read' ? [...suppliers, ...past_suppliers] : suppliers;
  const held = writes ? await holdAccess(tx, user.id, ids) : null;
  const wanted = mine.filter(({ project_id }) => ids.includes(project_id) && (held?.has(project_id) ?? true));
  const projects = await findSupplierProjects(
    tx,
    wanted.map(({ project_id }) => project_id),
  );
  return new Map(
    wanted.flatMap(({ project_id, counterparty_id }) => {
      const project = projects.get(project_id);
      if (!project) return [];
      const by = api_key ? { api_key } : {};
      const facts = { user, session_id, locale, project, role: 'Client' as const, counterparty_id, ...by };
      return [[project_id, makeScope<ProjectScope>(facts)] as const];
    }),
  );
}
