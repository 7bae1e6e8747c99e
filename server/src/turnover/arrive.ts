import { turnoverErrors } from '@lanka/domain/turnover/contract';
import { type Pieces, planArrival, refuseArrival } from '@lanka/domain/turnover/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type Done, levelsOf } from './document';
import { moveGoods } from './goods';
import { insertArrival, lockDocument } from './turnover.store';

/** Puts a part of what is expected, or all of it, on the shelf. The part is the cause of its movements. */
export async function arrive(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  told: readonly Pieces[] | undefined,
  comment: string,
): Promise<Done> {
  const document = await lockDocument(tx, scope, id);
  if (!document) throw turnoverErrors.not_found();
  const refused = refuseArrival(document.status);
  if (refused) throw refused;
  const pieces = planArrival(document.items, told);
  const levels = await levelsOf(tx, scope, pieces);
  const arrival = await insertArrival(tx, scope, document, pieces, comment);
  const filled = await moveGoods(tx, scope, levels, document, pieces, { kind: 'turnover_arrival', id: arrival });
  return { id, filled };
}
