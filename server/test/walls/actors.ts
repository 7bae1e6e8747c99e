import { can, type Permission } from '@lanka/domain/kit/permissions';
import { Role } from '@lanka/domain/kit/roles';
import type { AnyRoute } from '@lanka/domain/kit/route';
import type { TestApp } from '../harness';
import type { Person, World } from './side';

/** Who asks. `Foreign` is the Owner of the other project; `ForeignByName` knows ours by its friendly id. */
export const ACTORS = [
  'Nobody',
  'Expired',
  'OtherAudience',
  'SignedOut',
  'Stranger',
  'Foreign',
  'ForeignByName',
  'Staff',
  'Owner',
  'Administrator',
  'Manager',
  'Producer',
  'Stockman',
  'Client',
  'OtherClient',
  'RemovedMember',
  'RemovedClient',
] as const;
export type Actor = (typeof ACTORS)[number];

/** `pass`: what the route is for; otherwise the status of the refusal. */
export type Verdict = 'pass' | 400 | 401 | 402 | 403 | 404 | 409 | 422;

/** Tokens by actor; undefined for whoever has none. */
export async function tokensOf(app: TestApp, world: World): Promise<Record<Actor, string | undefined>> {
  const { keys, config } = app.app.services;
  const { people, project } = world.ours;
  const session = async (userId: string): Promise<string> => {
    const [row] = await app.sql<{ id: string }>(null, 'select id from sessions where user_id = $1', [userId]);
    return row?.id ?? '';
  };
  const claims = { user_id: project.owner.id, session_id: await session(project.owner.id) };
  const signedOut = await app.member(project, 'Administrator');
  await app.sql(null, 'update sessions set ended_at = now() where user_id = $1', [signedOut.id]);
  const foreign = world.theirs.project.owner.token;
  return {
    ...(Object.fromEntries(Object.entries(people).map(([who, { token }]) => [who, token])) as Record<Person, string>),
    Nobody: undefined,
    Expired: await keys.sign(claims, config.jwtAudience, -1),
    OtherAudience: await keys.sign(claims, 'https://other.example', 600),
    SignedOut: signedOut.token,
    Stranger: world.stranger.token,
    Foreign: foreign,
    ForeignByName: foreign,
    Staff: world.staff.token,
  };
}

const WITHOUT_TOKEN: readonly Actor[] = ['Nobody', 'Expired', 'OtherAudience', 'SignedOut'];
/** Things that belong to one dropshipper; another one is told that they are not there. */
const OWNED = /\/(orders|payments|counterparties|documents|returns)\/:/;

/** What the permission table and the walls say of this actor on this route of our project. */
export function verdictOf(route: AnyRoute, actor: Actor): Verdict {
  if (route.auth === 'public') return 'pass';
  if (WITHOUT_TOKEN.includes(actor)) return 401;
  if (route.auth === 'user' || route.auth === 'dropshipping') return 'pass';
  if (route.auth === 'staff') return actor === 'Staff' ? 'pass' : 403;
  // he keeps his own past orders, to read
  if (actor === 'RemovedClient') return route.auth !== 'orders.read' || OWNED.test(route.path) ? 404 : 'pass';
  const role = Role.safeParse(actor === 'OtherClient' ? 'Client' : actor).data;
  if (!role) return 404;
  if (!can(role, route.auth as Permission)) return 403;
  return actor === 'OtherClient' && OWNED.test(route.path) ? 404 : 'pass';
}
