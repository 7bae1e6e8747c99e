import { hook } from '@lanka/domain/kit/hooks';
import { type Audience, assertStorage } from '@lanka/domain/kit/plans';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { addBytes, type Owner, readProjectBytes, readUserBytes, takeBytesOff } from './room.store';

/** A dropshipper's files are his own: he cannot use up what his supplier pays for. */
export const ownerOf = ({
  project,
  user,
  role,
}: Pick<ProjectScope, 'user' | 'role'> & { readonly project: { readonly id: string } }): Owner => ({
  project_id: project.id,
  user_id: role === 'Client' ? user.id : null,
});

/** The plan of an owner; the slice of projects stands above and says it. */
export const planOfOwner = hook<(tx: Tx, owner: Owner) => Promise<string | null>>('files.plan_of_owner');

const audienceOf = ({ user_id }: Owner): Audience => (user_id === null ? 'manufacturer' : 'dropshipper');

async function planOf({ hooks }: Pick<Services, 'hooks'>, tx: Tx, owner: Owner): Promise<string | null> {
  for (const plan of hooks.all(planOfOwner)) return plan(tx, owner);
  return null;
}

/**
 * Counts a file that is stored from now on. The total is locked by what adds to it, and what is checked is what stands
 * there then: whoever comes at the same moment waits. The plan is read under that lock, which a change of the plan
 * takes too.
 * @throws plans.storage_limit (402)
 */
export async function takeRoom(app: Pick<Services, 'hooks'>, tx: Tx, owner: Owner, bytes: number): Promise<void> {
  if (bytes <= 0) return giveRoom(tx, owner, -bytes);
  const total = await addBytes(tx, owner, bytes);
  assertStorage(audienceOf(owner), await planOf(app, tx, owner), total - bytes, bytes);
}

/** Takes a file out of the count, with what removes it. */
export async function giveRoom(tx: Tx, owner: Owner, bytes: number): Promise<void> {
  if (bytes > 0) await takeBytesOff(tx, owner, bytes);
}

/** Refuses a file that would not fit as things are now, before anybody sends it; it is counted when it comes. */
export async function expectRoom(app: Pick<Services, 'hooks'>, tx: Tx, owner: Owner, bytes: number): Promise<void> {
  const { project_id, user_id } = owner;
  const used = await (user_id === null ? readProjectBytes(tx, project_id) : readUserBytes(tx, user_id));
  assertStorage(audienceOf(owner), await planOf(app, tx, owner), used, bytes);
}
