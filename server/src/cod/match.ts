import type { MatchedRow, matchRows as matchRoute } from '@lanka/domain/cod/contract';
import { meantOf, refOf, rowProblem, settledOnce } from '@lanka/domain/cod/rules';
import type { z } from 'zod';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { findByRefs } from './cod.store';
import { findKnown } from './registers.store';

/** What the rows of a carrier's register mean; nothing is locked, settling asks again. */
export async function matchRows(
  tx: Tx,
  scope: ProjectScope,
  { carrier, number, rows }: z.infer<typeof matchRoute.body>,
): Promise<{ rows: MatchedRow[]; known: number | null }> {
  const found = await findByRefs(
    tx,
    scope,
    rows.map(({ ref }) => refOf(ref)),
  );
  const before = new Set<string>();
  const matched = rows.map((row, place): MatchedRow => {
    const candidates = found.get(place) ?? [];
    const order = meantOf(candidates);
    const amount = row.amount ?? order?.sum ?? 0;
    const fee = row.fee ?? order?.fee ?? 0;
    const problem = rowProblem(candidates, { amount, fee }, before);
    if (order) before.add(settledOnce(order));
    const [sum_difference, fee_difference] = order ? [amount - order.sum, fee - order.fee] : [0, 0];
    return { ref: row.ref, amount, fee, order, problem, sum_difference, fee_difference };
  });
  return { rows: matched, known: number ? await findKnown(tx, scope, carrier, number) : null };
}
