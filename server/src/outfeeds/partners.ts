import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { partnerEnded } from './notices';
import { listFed, lockPartners } from './partners.store';

/** Changes who may have a feed with what he pays; whose feed ends by it is told. */
export async function changePartners(
  tx: Tx,
  { notices }: Pick<Services, 'notices'>,
  scope: ProjectScope,
  save: () => Promise<void>,
): Promise<void> {
  const { id, title } = scope.project;
  await lockPartners(tx, id);
  const before = await listFed(tx, id);
  await save();
  const still = new Set(before.length === 0 ? [] : await listFed(tx, id));
  const counterparty_ids = before.filter((one) => !still.has(one));
  if (counterparty_ids.length > 0)
    await notices.tell(tx, scope, partnerEnded, { counterparty_ids }, { project: title });
}
