import { hook } from '@lanka/domain/kit/hooks';
import type { Role } from '@lanka/domain/kit/roles';
import { type BelongingKind, projectErrors } from '@lanka/domain/projects/contract';
import type { ProjectScope } from '../../kit/auth/scope';
import type { Tx } from '../../kit/db/db';
import type { Services } from '../../kit/services';
import { findMember, listColleagues, type MemberRow } from './team.store';

/** What members have in hand in a slice above: how much of it, who may have it, how it changes hands. */
export interface Belongings {
  readonly kind: BelongingKind;
  /** The roles that may have it; null for what only follows something else. */
  readonly roles: readonly Role[] | null;
  count(tx: Tx, scope: ProjectScope, member: MemberRow): Promise<number>;
  /** Gives all of it to the heir, or to nobody. Also asked of members who have none. */
  handOver?(tx: Tx, scope: ProjectScope, member: MemberRow, heir: string | null): Promise<void>;
}

export const belongings = hook<Belongings>('projects.belongings');

async function countAll(tx: Tx, app: Services, scope: ProjectScope, member: MemberRow) {
  const items: { kind: BelongingKind; count: number }[] = [];
  for (const keeper of app.hooks.all(belongings)) {
    const count = await keeper.count(tx, scope, member);
    if (count > 0) items.push({ kind: keeper.kind, count });
  }
  return items;
}

/** The roles that may have everything of these kinds; null when nothing of it needs an heir. */
function rolesFor(app: Services, kinds: readonly BelongingKind[]): Role[] | null {
  const needed = app.hooks
    .all(belongings)
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ roles }) => roles)
    .filter((roles) => roles !== null);
  const [first, ...rest] = needed;
  return first ? first.filter((role) => rest.every((roles) => roles.includes(role))) : null;
}

export async function readBelongings(tx: Tx, app: Services, scope: ProjectScope, member: MemberRow) {
  const items = await countAll(tx, app, scope, member);
  const roles = rolesFor(
    app,
    items.map(({ kind }) => kind),
  );
  const heirs = roles ? await listColleagues(tx, scope, member.id, roles) : [];
  return { items, heirs: heirs.map(({ id, name, role }) => ({ id, name, role })) };
}

/**
 * Gives what a leaving member has to a colleague, or to nobody. The colleague has to be on the project in a role that
 * may have all of it, else `projects.unknown_colleague`; he cannot leave at the same moment.
 */
export async function handOver(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  member: MemberRow,
  heirId: string | null,
): Promise<void> {
  if (heirId !== null) {
    const heir = heirId === member.id ? null : await findMember(tx, scope, heirId, true);
    const roles = rolesFor(
      app,
      (await countAll(tx, app, scope, member)).map(({ kind }) => kind),
    );
    if (!heir || heir.role === 'Client' || (roles && !roles.includes(heir.role)))
      throw unknownColleague(scope, 'hand_over_to');
  }
  for (const keeper of app.hooks.all(belongings)) await keeper.handOver?.(tx, scope, member, heirId);
}

/** What a new role may no longer have goes to nobody. */
export async function letGo(tx: Tx, app: Services, scope: ProjectScope, member: MemberRow, role: Role): Promise<void> {
  for (const keeper of app.hooks.all(belongings)) {
    if (keeper.roles && !keeper.roles.includes(role)) await keeper.handOver?.(tx, scope, member, null);
  }
}

/** The error at its field, so that a form shows it there. */
export function unknownColleague(scope: ProjectScope, path: string) {
  const { code, text } = projectErrors.unknown_colleague;
  return projectErrors.unknown_colleague({ path, code, message: text[scope.locale] });
}
