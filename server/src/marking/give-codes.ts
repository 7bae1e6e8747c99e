import { catalogErrors } from '@lanka/domain/catalog/errors';
import { CODES_AT_ONCE, markingErrors } from '@lanka/domain/marking/contract';
import { countWithoutCode, type GivenCode, giveCodes, readCodes } from '../catalog';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { work } from '../kit/slice';

const giveRest = job<{ project_id: string }>('marking.give_codes');

/**
 * Codes for these modifications, those they had among them; or for all, of which the rest is done by a job.
 * @throws catalog.variant_not_found, marking.codes_taken
 */
export async function handOut(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  ids: readonly string[] | undefined,
): Promise<{ items: GivenCode[]; without_code: number }> {
  if (ids) await refuseUnknown(tx, scope, ids);
  const given = await giveCodes(tx, scope, ids ?? null, CODES_AT_ONCE);
  if (given === null) throw markingErrors.codes_taken();
  const without_code = await countWithoutCode(tx, scope);
  if (!ids) {
    if (without_code > 0) await app.jobs.send(tx, giveRest, { project_id: scope.project.id });
    return { items: given, without_code };
  }
  const known = await readCodes(tx, scope, ids);
  return { items: known.flatMap(({ code, ...one }) => (code === null ? [] : [{ ...one, code }])), without_code };
}

async function refuseUnknown(tx: Tx, scope: ProjectScope, ids: readonly string[]): Promise<void> {
  const alive = new Set((await readCodes(tx, scope, ids)).map(({ product_variant_id }) => product_variant_id));
  const unknown = ids.filter((id) => !alive.has(id));
  if (unknown.length > 0)
    throw catalogErrors.variant_not_found(...unknown.map((product_variant_id) => ({ product_variant_id })));
}

/** A portion a transaction, so that nobody waits long for a product. */
async function giveAll(app: Services, { project_id }: { project_id: string }): Promise<void> {
  for (;;) {
    const give = (tx: Tx) => giveCodes(tx, { project: { id: project_id } }, null, CODES_AT_ONCE);
    const given = await app.db.transaction({ projectIds: [project_id] }, give);
    if (given === null) throw markingErrors.codes_taken();
    if (given.length === 0) return;
    await app.live.publish(project_id, { kind: 'marking', id: project_id });
    await app.live.publish(project_id, { kind: 'products', id: project_id });
  }
}

export const giveCodesToRest = work(giveRest, giveAll);
