import { fiscalErrors } from '@lanka/domain/fiscal/contract';
import { assertReceipts } from '@lanka/domain/kit/plans';
import { queueTask, type Reason } from '../integrations';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import type { Services } from '../kit/services';
import { figuresOfReport, type ReportAnswer, type ShiftAnswer } from './answers';
import * as store from './registers.store';
import { factsOf, type Seen } from './state';

async function locked(tx: Tx, scope: ActingIn, id: string): Promise<store.LockedRegister> {
  const register = await store.lockRegister(tx, scope, id);
  if (!register) throw fiscalErrors.not_found();
  return register;
}

/** Has the shift opened: a row that says so, and a task that asks the service. */
export async function openRegister(tx: Tx, app: Services, scope: ProjectScope, id: string): Promise<void> {
  assertReceipts(scope.project.subscription_plan);
  const register = await locked(tx, scope, id);
  if (register.shift === 'opened') throw fiscalErrors.open_already();
  if (register.shift !== 'closed') throw fiscalErrors.shift_moves();
  if (register.status === 'not_active') throw fiscalErrors.not_active();
  const shift = newId();
  await store.insertShift(tx, scope, register, { id: shift, status: 'opening', opened_by: scope.user.id });
  await store.saveRegister(tx, scope, register, { shift: 'opening', shift_id: shift, problem: '' });
  await queueTask(tx, app, scope.project.id, {
    ...{ service: 'checkbox', kind: 'open_shift', key: `open ${shift}`, ref: { kind: 'shift', id: shift } },
  });
}

/** From now on nothing new goes into it; what is on its way arrives first. By nobody: its time has come. */
export async function closeRegister(tx: Tx, app: Services, scope: ActingIn, id: string): Promise<void> {
  const register = await locked(tx, scope, id);
  if (register.shift === 'closed') throw fiscalErrors.not_open();
  if (register.shift !== 'opened' || !register.shift_id) throw fiscalErrors.shift_moves();
  const by = scope.user ? { closed_by: scope.user.id } : { closed_by_system: true };
  await store.saveShift(tx, scope, register, register.shift_id, { ...by, status: 'closing', problem: '' });
  await store.saveRegister(tx, scope, register, { shift: 'closing', problem: '' });
  await queueTask(tx, app, scope.project.id, {
    // one that would not close is closed again
    ...{ service: 'checkbox', kind: 'close_shift', key: `close ${register.shift_id} ${newId()}` },
    ref: { kind: 'shift', id: register.shift_id },
  });
}

const figures = ({ balance }: ShiftAnswer) => (balance ? { figures: balance } : {});

/**
 * When it was opened, by our clock: by it shifts are closed at their time. That of the service may be off ours, so what it
 * says lies between our asking and our hearing of it; of one that was opened elsewhere only the latter is known.
 */
function openedAt(said: string | null, asked: store.ShiftRecord | null): string {
  return within(asked?.opened_by ? Date.parse(asked.created_at) : 0, said);
}

/** What the service says of a moment, not before this one and not after now. */
function within(since: number, said: string | null): string {
  const heard = Date.now();
  return new Date(Math.min(heard, Math.max(since, said === null ? heard : Date.parse(said)))).toISOString();
}

/** It is open: receipts may go into it. The caller holds the register. */
export async function markOpened(
  tx: Tx,
  scope: ActingIn,
  register: store.LockedRegister,
  id: string,
  shift: ShiftAnswer,
): Promise<void> {
  const known = await store.readShiftRecord(tx, scope, id);
  const opened_at = known?.opened_at ?? openedAt(shift.opened_at, known);
  await store.saveShift(tx, scope, register, id, {
    ...{ status: 'opened', serial: shift.serial, opened_at, problem: '' },
    ...figures(shift),
  });
  await store.saveRegister(tx, scope, register, { shift: 'opened', shift_id: id, problem: '' });
}

/** It could not be opened, and why. */
export async function markFailed(
  tx: Tx,
  scope: ActingIn,
  register: store.LockedRegister,
  id: string,
  problem: Reason,
): Promise<void> {
  await store.saveShift(tx, scope, register, id, { status: 'failed', problem });
  if (register.shift_id === id) await store.saveRegister(tx, scope, register, { shift: 'closed', problem });
}

/** It would not close: it is as open as before. */
export async function markStillOpen(
  tx: Tx,
  scope: ActingIn,
  register: store.LockedRegister,
  id: string,
  problem: Reason,
): Promise<void> {
  await store.saveShift(tx, scope, register, id, {
    ...{ status: 'opened', problem, closed_by: null, closed_by_system: false },
  });
  if (register.shift_id === id) await store.saveRegister(tx, scope, register, { shift: 'opened', problem });
}

export const asReport = (report: ReportAnswer, shift_id: string, text: string): store.NewReport => ({
  ...{ id: report.id, shift_id, is_z: report.is_z_report, serial: report.serial, text },
  ...{ sell_receipts: report.sell_receipts_count, return_receipts: report.return_receipts_count },
  figures: figuresOfReport(report),
  ...(report.created_at ? { created_at: report.created_at } : {}),
});

/** It is over, with its Z-report. */
export async function markClosed(
  tx: Tx,
  scope: ActingIn,
  register: store.LockedRegister,
  id: string,
  shift: ShiftAnswer,
  text: string,
): Promise<void> {
  const known = await store.readShiftRecord(tx, scope, id);
  const closed_at = within(known?.opened_at ? Date.parse(known.opened_at) : 0, shift.closed_at);
  if (shift.z_report) await store.insertReport(tx, scope, register, asReport(shift.z_report, id, text));
  await store.saveShift(tx, scope, register, id, {
    ...{ status: 'closed', serial: shift.serial, closed_at, problem: '', z_report_id: shift.z_report?.id ?? null },
    ...(shift.z_report ? { figures: figuresOfReport(shift.z_report) } : figures(shift)),
  });
  if (register.shift_id === id) await store.saveRegister(tx, scope, register, { shift: 'closed', problem: '' });
}

/**
 * What the service says of the register becomes what we say. A shift that is being opened or closed here is left to
 * whoever does it; one that was opened or closed elsewhere is taken as it is.
 */
export async function applySeen(tx: Tx, scope: ActingIn, register: store.LockedRegister, seen: Seen): Promise<void> {
  const checked_at = new Date().toISOString();
  await store.saveRegister(tx, scope, register, { ...factsOf(seen), checked_at });
  if (seen.reason === 'authentication' || register.shift === 'opening' || register.shift === 'closing') return;
  const { shift, ended } = seen;
  if (register.shift === 'opened' && register.shift_id && shift?.id !== register.shift_id) {
    // nobody knows of it any more: it cannot be open
    const over = ended ?? { ...NOTHING, id: register.shift_id };
    if (over.status === 'CLOSED') await markClosed(tx, scope, register, register.shift_id, over, '');
  }
  if (shift?.status !== 'OPENED') return;
  const known = await store.readShiftRecord(tx, scope, shift.id);
  if (known && known.register_id !== register.id) return;
  if (!known) await store.insertShift(tx, scope, register, { id: shift.id, status: 'opened', opened_by: null });
  await markOpened(tx, scope, register, shift.id, shift);
}

const NOTHING: ShiftAnswer = {
  ...{ id: '', serial: null, status: 'CLOSED', opened_at: null, closed_at: null, balance: null },
  ...{ initial_transaction: null, closing_transaction: null, z_report: null, cash_register: null },
};
