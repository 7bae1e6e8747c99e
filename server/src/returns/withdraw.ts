import { common } from '@lanka/domain/kit/errors';
import type { HistoryEffect } from '@lanka/domain/orders/contract';
import { returnErrors } from '@lanka/domain/returns/contract';
import { mayWithdraw } from '@lanka/domain/returns/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { reverse } from '../ledger';
import type { LockedOrder } from '../orders';
import type { CodOfOrder } from '../parcels';
import { codStateOf, moveCod } from './cod';
import { tellOrder } from './create';
import { lockWithOrder, total } from './decide';
import { insertHistory, type LockedReturn, saveDecided, saveWaived } from './returns.store';

/**
 * Its lines are rejected, so that the pieces may be returned again; nothing has moved. Whoever withdraws a refusal says
 * that the parcel was taken after all: what it was charged is taken back, its money is awaited again, and it may be
 * refused anew. A second time it does nothing.
 */
export async function withdrawReturn(tx: Tx, scope: ProjectScope, id: string): Promise<void> {
  const { order, found } = await lockWithOrder(tx, scope, id);
  if (!mayWithdraw(found, { id: scope.user.id, role: scope.role })) throw common.forbidden();
  if (found.withdrawn_at !== null) return;
  if (found.adopted) return takeBackRefusal(tx, scope, order, found);
  const count = total(found.items);
  if (found.undecided !== count) throw returnErrors.not_pending();
  const items = found.items.map(({ id: item_id, to_warehouse }) => ({
    id: item_id,
    status: 'rejected' as const,
    to_warehouse,
    credit: 0,
    restocked: false,
  }));
  const { number, logistics_charge: amount, waived_at } = found;
  const effects: HistoryEffect[] = [{ kind: 'withdraw', count }];
  if (amount > 0 && waived_at === null) {
    await takeBack(tx, scope, found, `№ ${number}`);
    effects.push({ kind: 'waive', amount });
  }
  await saveDecided(tx, scope, found, items, { status: 'rejected', withdrawn: true });
  await insertHistory(tx, scope, id, { kind: 'withdrawn', count });
  const cod = found.origin === 'refusal' ? await awaitAgain(tx, scope, order, found.parcel_id) : {};
  await tellOrder(tx, scope, order, { number, pieces: -count, effects, cod });
}

/** Of a return that was there before the parcel was refused: its lines and what was decided of them stay. */
async function takeBackRefusal(tx: Tx, scope: ProjectScope, order: LockedOrder, found: LockedReturn): Promise<void> {
  if ((await codStateOf(tx, scope, order, found.parcel_id)) !== 'refused') return;
  const { id, number, logistics_charge: amount, waived_at } = found;
  const effects: HistoryEffect[] = [];
  if (amount > 0 && waived_at === null) {
    await takeBack(tx, scope, found, `№ ${number}`);
    effects.push({ kind: 'waive', amount });
  }
  await insertHistory(tx, scope, id, { kind: 'withdrawn' });
  const cod = await moveCod(tx, scope, order, found.parcel_id, 'awaited');
  await tellOrder(tx, scope, order, { number, pieces: 0, effects, cod });
}

async function awaitAgain(
  tx: Tx,
  scope: ProjectScope,
  order: LockedOrder,
  parcel_id: string | null,
): Promise<CodOfOrder> {
  const state = await codStateOf(tx, scope, order, parcel_id);
  return state === 'refused' ? moveCod(tx, scope, order, parcel_id, 'awaited') : {};
}

/** Takes the charge back by a reversing posting; a second time it does nothing. */
export async function waiveCharge(tx: Tx, scope: ProjectScope, id: string, comment: string): Promise<void> {
  const { order, found } = await lockWithOrder(tx, scope, id);
  if (found.logistics_posting_id === null) throw returnErrors.no_charge();
  if (found.waived_at !== null) return;
  const { number, logistics_charge: amount } = found;
  await takeBack(tx, scope, found, comment);
  await tellOrder(tx, scope, order, { number, pieces: 0, effects: [{ kind: 'waive', amount }] });
}

async function takeBack(tx: Tx, scope: ProjectScope, found: LockedReturn, comment: string): Promise<void> {
  if (found.logistics_posting_id === null) throw new Error('what is taken back was charged');
  await reverse(tx, scope, found.logistics_posting_id, comment);
  await saveWaived(tx, scope, found);
  await insertHistory(tx, scope, found.id, { kind: 'waived', amount: found.logistics_charge, comment });
}
