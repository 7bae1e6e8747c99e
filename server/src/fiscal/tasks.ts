import { setTimeout as sleep } from 'node:timers/promises';
import type { ReceiptProblem } from '@lanka/domain/fiscal/contract';
import { formatMoney } from '@lanka/domain/kit/money';
import { kyivDate } from '@lanka/domain/kit/time';
import { queueTask, type Reason, type Task, type TaskHandler, type TaskResult } from '../integrations';
import { systemIn } from '../kit/auth/scope';
import { SecretUnreadableError } from '../kit/auth/secrets';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { tellLater } from '../kit/notices/notices';
import type { Services } from '../kit/services';
import { endOf, type ReceiptAnswer, type ShiftAnswer } from './answers';
import * as checkbox from './client';
import { opened } from './keys';
import { closedByItself } from './notices';
import { isPlayed } from './played';
import * as receipts from './receipts.store';
import * as registers from './registers.store';
import { applySeen, markClosed, markFailed, markOpened, markStillOpen } from './shifts';
import { isAuthentication, lookAt } from './state';

/** What moves by itself is looked at so often before the task waits for its next turn. */
const LOOKS_MS = [100, 200, 400, 800, 1_000, 1_000, 1_500, 1_500];
/** The simulator counts looks, and not time. */
const SOON_MS = 5;
const WAITS: TaskResult = { retry: { ua: 'Checkbox ще опрацьовує', en: 'Checkbox is still at it' } };
const DONE: TaskResult = { done: true };

const within = <T>(app: Services, task: Task, work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.db.transaction({ projectIds: [task.project_id] }, work);

const scopeOf = (task: Task) => systemIn(task.project_id);

function publish(app: Services, task: Task, kind: string, id: string): void {
  app.live.publish(task.project_id, { kind, id });
}

/** Looks until it has moved; null: it still has not. */
async function settle<T>(
  app: Services,
  first: T,
  isThere: (seen: T) => boolean,
  look: () => Promise<T>,
): Promise<T | null> {
  let seen = first;
  for (const pause of isPlayed(app) ? [SOON_MS, ...LOOKS_MS] : LOOKS_MS) {
    if (isThere(seen)) return seen;
    await sleep(pause);
    seen = await look();
  }
  return isThere(seen) ? seen : null;
}

const DISCONNECTED: Reason = { ua: 'Касу від’єднано', en: 'The register is disconnected' };
const UNREADABLE: Reason = {
  ua: 'Ключ каси більше не читається: введіть ключ ліцензії та PIN-код знову в налаштуваннях каси',
  en: 'The key of the register cannot be read any more: enter its licence key and PIN again in its settings',
};

/** The register of a task with its keys, or why it cannot be asked any more. */
async function registerOf(
  app: Services,
  task: Task,
  id: string,
): Promise<checkbox.Register | { readonly why: Reason }> {
  const record = await within(app, task, (tx) => registers.readRecord(tx, scopeOf(task), id));
  try {
    return (record && (await opened(app, record))) ?? { why: DISCONNECTED };
  } catch (error) {
    if (error instanceof SecretUnreadableError) return { why: UNREADABLE };
    throw error;
  }
}

/** Why a transaction with the tax office did not go through. */
const reasonOf = (transaction: ShiftAnswer['initial_transaction'] | ReceiptAnswer['transaction']): Reason =>
  (transaction?.response_error_message || transaction?.response_status)?.slice(0, 500) || {
    ua: 'Податкова відхилила документ',
    en: 'The tax office did not take the document',
  };

async function withRegister(
  app: Services,
  task: Task,
  id: string,
  work: (tx: Tx, register: registers.LockedRegister) => Promise<void>,
): Promise<void> {
  await within(app, task, async (tx) => {
    const register = await registers.lockRegister(tx, scopeOf(task), id);
    if (register) await work(tx, register);
  });
  publish(app, task, 'cash_register', id);
}

/** A shift that is asked for once, however often: its id is ours. */
async function openShift(app: Services, task: Task): Promise<TaskResult> {
  const id = task.ref?.id ?? '';
  const shift = await within(app, task, (tx) => registers.readShiftRecord(tx, scopeOf(task), id));
  if (shift?.status !== 'opening') return DONE;
  const fail = async (problem: Reason): Promise<TaskResult> => {
    await withRegister(app, task, shift.register_id, (tx, register) =>
      markFailed(tx, scopeOf(task), register, id, problem),
    );
    return { failed: problem };
  };
  const register = await registerOf(app, task, shift.register_id);
  if ('why' in register) return fail(register.why);
  let seen: ShiftAnswer | null = task.attempt > 1 ? await checkbox.readShift(app, register, id) : null;
  try {
    seen ??= await checkbox.openShift(app, register, id);
  } catch (error) {
    if (!(error instanceof checkbox.RefusedError)) throw error;
    // an earlier try may have opened it
    seen = isAuthentication(error) ? null : await checkbox.readShift(app, register, id);
    if (!seen) {
      const elsewhere = isAuthentication(error) ? null : await openElsewhere(app, register, shift.register_id, task);
      if (elsewhere) return elsewhere;
      if (isAuthentication(error)) await queueCheck(app, task, shift.register_id);
      return fail(error.message);
    }
  }
  const settled = await settle(
    app,
    seen,
    ({ status }) => status === 'OPENED' || status === 'CLOSED',
    async () => (await checkbox.readShift(app, register, id)) ?? (seen as ShiftAnswer),
  );
  if (!settled) return WAITS;
  if (settled.status === 'CLOSED') return fail(reasonOf(settled.initial_transaction));
  await withRegister(app, task, shift.register_id, (tx, locked) => markOpened(tx, scopeOf(task), locked, id, settled));
  return DONE;
}

/** «The cashier works with this register already»: the shift was opened by another program, and is as good. */
async function openElsewhere(
  app: Services,
  register: checkbox.Register,
  register_id: string,
  task: Task,
): Promise<TaskResult | null> {
  const seen = await lookAt(app, register, null);
  const { shift } = seen;
  if (shift?.status !== 'OPENED') return null;
  await withRegister(app, task, register_id, async (tx, locked) => {
    const ours = task.ref?.id ?? '';
    await markFailed(tx, scopeOf(task), locked, ours, {
      ua: 'Зміну вже відкрито іншою програмою',
      en: 'The shift was opened by another program',
    });
    const closed = await registers.lockRegister(tx, scopeOf(task), register_id);
    if (closed) await applySeen(tx, scopeOf(task), closed, seen);
  });
  return DONE;
}

/** So often receipts on their way are waited for; then the shift is closed without them, and they hear that it is. */
const MOST_WAITS = 8;
const WAITS_FOR_RECEIPTS: Reason = {
  ua: 'Чекає на чеки, що в дорозі',
  en: 'Waits for receipts that are on their way',
};

async function closeShift(app: Services, task: Task): Promise<TaskResult> {
  const id = task.ref?.id ?? '';
  const shift = await within(app, task, (tx) => registers.readShiftRecord(tx, scopeOf(task), id));
  if (shift?.status !== 'closing') return DONE;
  const stillOpen = async (problem: Reason): Promise<TaskResult> => {
    await withRegister(app, task, shift.register_id, (tx, locked) =>
      markStillOpen(tx, scopeOf(task), locked, id, problem),
    );
    return { failed: problem };
  };
  const register = await registerOf(app, task, shift.register_id);
  if ('why' in register) return stillOpen(register.why);
  const under = await within(app, task, (tx) => receipts.countUnderWay(tx, scopeOf(task), shift.register_id));
  if (under > 0 && task.attempt <= MOST_WAITS) return { retry: WAITS_FOR_RECEIPTS };
  const read = async () => (await checkbox.readShift(app, register, id)) ?? null;
  let seen = await read();
  if (!seen) {
    // what the register has instead, the check finds out
    await queueCheck(app, task, shift.register_id);
    return stillOpen({ ua: 'Checkbox не знає цієї зміни', en: 'Checkbox knows nothing of this shift' });
  }
  if (seen.status === 'OPENED') {
    const refused = seen.closing_transaction?.status === 'ERROR';
    // of a try whose answer was lost
    if (task.attempt > 1 && refused) return stillOpen(reasonOf(seen.closing_transaction));
    try {
      seen = await checkbox.closeShift(app, register, id);
    } catch (error) {
      if (!(error instanceof checkbox.RefusedError)) throw error;
      seen = isAuthentication(error) ? null : await read();
      if (seen?.status !== 'CLOSED' && seen?.status !== 'CLOSING') return stillOpen(error.message);
    }
  }
  const first = seen as ShiftAnswer;
  const settled = await settle(
    app,
    first,
    ({ status }) => status !== 'CLOSING',
    async () => (await read()) ?? first,
  );
  if (!settled) return WAITS;
  if (settled.status !== 'CLOSED') return stillOpen(reasonOf(settled.closing_transaction));
  const text = settled.z_report ? await reportText(app, register, settled.z_report.id) : '';
  await withRegister(app, task, shift.register_id, async (tx, locked) => {
    await markClosed(tx, scopeOf(task), locked, id, settled, text);
    if (!shift.closed_by_system) return;
    const told = { register_id: locked.id, register: locked.name, time: locked.close_at ?? registers.timeNow() };
    await tellLater(tx, scopeOf(task), closedByItself, {}, [told]);
  });
  publish(app, task, 'shift', id);
  return DONE;
}

/** What is printed is a convenience: without it the figures are there. */
const reportText = (app: Services, register: checkbox.Register, id: string): Promise<string> =>
  checkbox.readReportText(app, register, id).catch(() => '');

const LABELS = { cash: 'Готівка', card: 'Картка' } as const;

/** A receipt as the service wants it. */
function bodyOf(receipt: receipts.ReceiptRecord): { readonly id: string; readonly [field: string]: unknown } {
  const { id, kind, lines, payments, email, phone, related_receipt_id, total } = receipt;
  if (kind === 'service_in' || kind === 'service_out')
    return { id, payment: { type: 'CASH', value: kind === 'service_in' ? total : -total, label: LABELS.cash } };
  const isReturn = kind === 'return';
  const delivery = { ...(email ? { email } : {}), ...(phone ? { phone } : {}) };
  return {
    id,
    goods: lines.map(({ code, name, price, count }) => ({
      ...{ good: { code, name, price }, quantity: count * 1000, is_return: isReturn },
    })),
    payments: payments.map(({ method, amount }) => ({
      ...{ type: method === 'cash' ? 'CASH' : 'CASHLESS', value: amount, label: LABELS[method] },
    })),
    ...(Object.keys(delivery).length > 0 ? { delivery } : {}),
    ...(isReturn ? { related_receipt_id } : {}),
  };
}

/** What a refusal means for a person (specification §8). */
function problemOf(error: checkbox.RefusedError): ReceiptProblem {
  if (isAuthentication(error)) return 'authentication';
  if (/зміну не відкрито|зміна не відкрита|24 годин|shift is not opened/i.test(error.message)) return 'not_opened';
  const isOfGoods = error.refusal.where.some((where) => /goods|good_id/.test(where));
  return isOfGoods || /товар|product|good/i.test(error.message) ? 'bill' : 'refused';
}

/**
 * The service gets it once, whatever fails: it has our id. After any try whose outcome is not known the receipt is asked
 * for before it is sent again, and it counts as failed only when the service says that it will not be.
 */
async function makeReceipt(app: Services, task: Task): Promise<TaskResult> {
  const id = task.ref?.id ?? '';
  const receipt = await within(app, task, (tx) => receipts.readRecord(tx, scopeOf(task), id));
  if (!receipt || receipt.status === 'issued' || receipt.status === 'failed') return DONE;
  const register = await registerOf(app, task, receipt.register_id);
  // nobody can say whether it is there: it waits for somebody who can
  if ('why' in register)
    return register.why === UNREADABLE ? { failed: UNREADABLE } : fail(app, task, receipt, 'refused', register.why);
  const isService = receipt.kind === 'service_in' || receipt.kind === 'service_out';
  const mayBeThere = task.attempt > 1 || receipt.status === 'sent';
  let seen = mayBeThere ? await checkbox.readReceipt(app, register, id) : null;
  if (!seen) {
    // written before it is sent: whoever comes after a crash asks first
    await within(app, task, (tx) => receipts.saveReceipt(tx, scopeOf(task), id, { status: 'sent' }));
    publish(app, task, 'fiscal_receipt', id);
    try {
      seen = await checkbox.makeReceipt(app, register, bodyOf(receipt), isService);
    } catch (error) {
      if (!(error instanceof checkbox.RefusedError)) throw error;
      if (isAuthentication(error)) {
        await queueCheck(app, task, receipt.register_id);
        // an earlier one may be there: as long as nobody can ask, nobody says that it is not
        if (mayBeThere) return { retry: error.message };
        return fail(app, task, receipt, 'authentication', error.message);
      }
      // «it exists already» is a refusal too
      seen = await checkbox.readReceipt(app, register, id);
      if (!seen) {
        const problem = problemOf(error);
        if (problem === 'not_opened') await queueCheck(app, task, receipt.register_id);
        return fail(app, task, receipt, problem, error.message);
      }
    }
  }
  const known = seen;
  const settled = await settle(
    app,
    known,
    (one) => endOf(one) !== null,
    async () => (await checkbox.readReceipt(app, register, id)) ?? known,
  );
  if (!settled) return WAITS;
  if (endOf(settled) === 'refused') return fail(app, task, receipt, 'refused', reasonOf(settled.transaction));
  await issued(app, task, register, receipt, settled);
  return DONE;
}

const otherSum = (kopecks: number): Reason => ({
  ua: `Сума в Checkbox: ${formatMoney(kopecks)}`,
  en: `The sum at Checkbox: ${formatMoney(kopecks)}`,
});

/** What the drawer holds with this receipt; null when it cannot be had now: it comes with the next one, or the check. */
async function drawerOf(app: Services, register: checkbox.Register, shift_id: string) {
  const shift = await checkbox.readShift(app, register, shift_id).catch(() => null);
  return shift?.balance ?? null;
}

async function issued(
  app: Services,
  task: Task,
  register: checkbox.Register,
  receipt: receipts.ReceiptRecord,
  { serial, fiscal_code, fiscal_date, tax_url, is_created_offline, shift, total_sum }: ReceiptAnswer,
): Promise<void> {
  const scope = scopeOf(task);
  const at = fiscal_date ?? new Date().toISOString();
  const drawer = shift?.id ? await drawerOf(app, register, shift.id) : null;
  if (total_sum !== receipt.total)
    app.log.error({ receipt: receipt.id, ours: receipt.total, theirs: total_sum }, 'a receipt has another sum');
  await within(app, task, async (tx) => {
    // where it was issued says the service: our shift may have been another
    const known = shift?.id ? await registers.readShiftRecord(tx, scope, shift.id) : null;
    if (known && drawer) await registers.saveFigures(tx, scope, known.id, drawer);
    await receipts.saveReceipt(tx, scope, receipt.id, {
      ...{ status: 'issued', serial, fiscal_code, fiscal_date: at, day: kyivDate(new Date(at)), tax_url },
      ...{ is_offline: is_created_offline, ...(known ? { shift_id: known.id } : {}) },
      message: total_sum === receipt.total ? '' : otherSum(total_sum),
    });
    if (receipt.is_reversal && receipt.related_receipt_id)
      await receipts.markReversed(tx, scope, receipt.related_receipt_id);
  });
  publish(app, task, 'fiscal_receipt', receipt.id);
  publish(app, task, 'cash_register', receipt.register_id);
}

async function fail(
  app: Services,
  task: Task,
  receipt: receipts.ReceiptRecord,
  problem: ReceiptProblem,
  message: Reason,
): Promise<TaskResult> {
  await within(app, task, (tx) =>
    receipts.saveReceipt(tx, scopeOf(task), receipt.id, { status: 'failed', cause: null, problem, message }),
  );
  publish(app, task, 'fiscal_receipt', receipt.id);
  return { failed: message || { ua: 'Checkbox відмовив', en: 'Checkbox refused' } };
}

async function sendReceipt(app: Services, task: Task): Promise<TaskResult> {
  const id = task.ref?.id ?? '';
  const receipt = await within(app, task, (tx) => receipts.readRecord(tx, scopeOf(task), id));
  if (!receipt) return DONE;
  const register = await registerOf(app, task, receipt.register_id);
  if ('why' in register) return { failed: register.why };
  const { email, phone } = task.payload as { email?: string; phone?: string };
  // one letter too many is better than none: the service has no id for it
  if (email) await checkbox.sendByEmail(app, register, id, email);
  if (phone) await checkbox.sendBySms(app, register, id, phone);
  return DONE;
}

async function check(app: Services, task: Task): Promise<TaskResult> {
  const id = task.ref?.id ?? '';
  const record = await within(app, task, (tx) => registers.readRecord(tx, scopeOf(task), id));
  if (!record || record.deleted_at !== null) return DONE;
  const register = await registerOf(app, task, id);
  if ('why' in register) return { failed: register.why };
  const seen = await lookAt(app, register, record.shift === 'closed' ? null : record.shift_id);
  await withRegister(app, task, id, async (tx, locked) => {
    await applySeen(tx, scopeOf(task), locked, seen);
  });
  return DONE;
}

async function queueCheck(app: Services, task: Task, id: string): Promise<void> {
  await within(app, task, (tx) => askForCheck(tx, app, task.project_id, id, newId()));
}

/** @param cause the same is asked for once */
export const askForCheck = (tx: Tx, app: Services, project_id: string, id: string, cause: string) =>
  queueTask(tx, app, project_id, {
    ...{ service: 'checkbox', kind: 'check', key: `check ${id} ${cause}`, ref: { kind: 'cash_register', id } },
  });

/**
 * Has the service asked anew for all of a register that is under way: its task may have been given up, or cancelled. A
 * second task does no harm: whatever has come to its end meanwhile is left as it is.
 */
export async function askAgain(tx: Tx, app: Services, register: registers.LockedRegister): Promise<void> {
  const { project_id, shift, shift_id } = register;
  // who presses twice asks once
  const minute = new Date().toISOString().slice(0, 16);
  const kind = shift === 'opening' ? 'open_shift' : shift === 'closing' ? 'close_shift' : null;
  const again = (id: string) => ({ service: 'checkbox' as const, key: `again ${id} ${minute}` });
  for (const id of await receipts.listUnderWay(tx, systemIn(project_id), register.id))
    await queueTask(tx, app, project_id, { ...again(id), kind: 'receipt', ref: { kind: 'receipt', id } });
  if (kind && shift_id)
    await queueTask(tx, app, project_id, { ...again(shift_id), kind, ref: { kind: 'shift', id: shift_id } });
}

const handler = (kind: string, run: TaskHandler['run']): TaskHandler => ({ service: 'checkbox', kind, run });

export const fiscalTasks: readonly TaskHandler[] = [
  handler('open_shift', openShift),
  handler('close_shift', closeShift),
  handler('receipt', makeReceipt),
  handler('send', sendReceipt),
  handler('check', check),
];
