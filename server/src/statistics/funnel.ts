import { STATUS_NAMES } from '@lanka/domain/orders/machine';
import type { StatisticsFunnel } from '@lanka/domain/statistics/funnel';
import type { Period } from '@lanka/domain/statistics/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { readMoves } from './moves.store';

export async function funnelOf(tx: Tx, scope: ProjectScope, period: Period): Promise<StatisticsFunnel> {
  const moves = await readMoves(tx, scope, period);
  const total = (of: readonly { readonly moves: number }[]) => of.reduce((sum, one) => sum + one.moves, 0);
  const statuses = STATUS_NAMES.flatMap((status) => {
    const came = moves.filter(({ to }) => to === status);
    const gone = moves.filter(({ from }) => from === status);
    if (came.length === 0 && gone.length === 0) return [];
    const left = total(gone);
    const seconds = gone.reduce((sum, one) => sum + one.seconds, 0);
    const next = gone
      .map(({ to, moves: count }) => ({ status: to, moves: count }))
      .sort((a, b) => b.moves - a.moves || STATUS_NAMES.indexOf(a.status) - STATUS_NAMES.indexOf(b.status));
    return [{ status, entered: total(came), left, minutes: left > 0 ? Math.round(seconds / left / 60) : null, next }];
  });
  return { ...period, statuses };
}
