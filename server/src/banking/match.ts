import {
  type Bank,
  type BankRow,
  type BankRowDetails,
  type BankRule,
  bankingErrors,
  type MatchBody,
  type MatchPart,
  type Suggestion,
} from '@lanka/domain/banking/contract';
import { automatic, suggest } from '@lanka/domain/banking/rules';
import { DomainError } from '@lanka/domain/kit/errors';
import { formatMoney } from '@lanka/domain/kit/money';
import { kyivDate } from '@lanka/domain/kit/time';
import { type ProjectScope, systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import {
  confirmPayment,
  createPayment,
  isReversed,
  lockPayment,
  reversePayment,
  saveBankRow,
  tellPayment,
} from '../payments';
import { payRows } from '../payouts';
import { authoriseSystem } from '../projects';
import { findConnection } from './connections.store';
import { findKnown, findWaitingPayout } from './known.store';
import * as store from './rows.store';

/** What changed besides the row, so that open pages hear of it. */
export interface Changed {
  readonly row: BankRowDetails;
  readonly payments: readonly string[];
  readonly counterparties: readonly string[];
}

/** Rows as a list shows them: what they were entered as, or what they may be. */
export async function withParts(tx: Tx, scope: ProjectScope, rows: readonly store.BareRow[]): Promise<BankRow[]> {
  const parts = await store.readParts(
    tx,
    scope,
    rows.flatMap(({ id, state }) => (state === 'matched' ? [id] : [])),
  );
  const waiting = rows.filter(mayBeEntered);
  const known = waiting.length > 0 ? await findKnown(tx, scope, waiting) : new Map<string, never>();
  return rows.map((row) => {
    const facts = known.get(row.id);
    return {
      ...row,
      parts: parts.flatMap(({ row_id, ...part }) => (row_id === row.id && part.undone_at === null ? [part] : [])),
      suggestion: (facts && suggest(row, facts)[0]) ?? null,
    };
  });
}

const mayBeEntered = ({ state, hold }: Pick<BankRow, 'state' | 'hold'>): boolean => state === 'open' && !hold;

export async function readRow(tx: Tx, scope: ProjectScope, id: string): Promise<BankRowDetails> {
  const row = await store.findRow(tx, scope, id);
  if (!row) throw bankingErrors.not_found();
  const parts = (await store.readParts(tx, scope, [id])).map(({ row_id: _row, ...part }) => part);
  const known = mayBeEntered(row) ? (await findKnown(tx, scope, [row])).get(id) : undefined;
  const suggestions = known ? suggest(row, known) : [];
  return {
    ...row,
    parts: parts.filter(({ undone_at }) => undone_at === null),
    undone: parts.filter(({ undone_at }) => undone_at !== null),
    ...{ suggestions, suggestion: suggestions[0] ?? null },
  };
}

/** The row, locked, while it waits. */
async function lockOpen(tx: Tx, scope: ProjectScope, id: string): Promise<store.StoredRow> {
  const { found } = await store.lockRow(tx, scope, id);
  if (!found) throw bankingErrors.not_found();
  if (found.state === 'matched') throw bankingErrors.already_matched();
  if (found.reversed_at !== null) throw bankingErrors.taken_back();
  if (found.state === 'ignored') throw bankingErrors.already_ignored();
  if (found.hold) throw bankingErrors.on_hold();
  if (found.amount === 0) throw bankingErrors.nothing_to_enter();
  return found;
}

/** A payment of the ledger that the row is, and how it came to be that. */
interface Entered {
  readonly payment_id: string;
  readonly counterparty_id: string;
  readonly amount: number;
  readonly how: 'created' | 'confirmed' | 'linked';
}

/**
 * Enters a row: locked are the row, then what payments lock. It is posted once, because it has to wait when it is
 * entered, and nobody else can look at it until it does not.
 */
export async function matchRow(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  body: MatchBody,
  rule: BankRule | null = null,
): Promise<Changed> {
  const row = await lockOpen(tx, scope, id);
  const entered = await enter(tx, app, scope, row, body);
  const matched_by = rule ? null : scope.user.id;
  for (const part of entered) await store.insertPart(tx, row, { ...part, rule, matched_by });
  await store.saveDecision(tx, row, 'matched', matched_by);
  return {
    row: await readRow(tx, scope, id),
    payments: entered.map(({ payment_id }) => payment_id),
    counterparties: entered.map(({ counterparty_id }) => counterparty_id),
  };
}

async function enter(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  row: store.StoredRow,
  body: MatchBody,
): Promise<Entered[]> {
  if (body.payment_id) return [await takePayment(tx, app, scope, row, body.payment_id)];
  if (body.payout) return [await payPayout(tx, app, scope, row, body.payout)];
  const whole = Math.abs(row.amount);
  const parts = body.parts ?? [wholeRow(whole, body)];
  const sum = parts.reduce((total, { amount }) => total + amount, 0);
  if (sum !== whole) throw bankingErrors.parts_differ({ path: 'parts', allowed: formatMoney(whole) });
  const made: Entered[] = [];
  // accounts are locked in the order of their keys
  const inOrder = [...parts].sort((a, b) => (a.counterparty_id < b.counterparty_id ? -1 : 1));
  for (const part of inOrder) made.push(await create(tx, app, scope, row, part));
  return made;
}

/** An order gets of the row what is left to pay for it; the rest pays the oldest, as with every payment. */
function wholeRow(amount: number, { counterparty_id, order_id }: MatchBody): MatchPart {
  if (!counterparty_id) throw bankingErrors.party_required({ path: 'counterparty_id' });
  return { counterparty_id, amount, ...(order_id ? { orders: [{ order_id, amount }] } : {}) };
}

const COMMENT = 500;

async function create(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  row: store.StoredRow,
  { counterparty_id, amount, orders }: MatchPart,
): Promise<Entered> {
  const payment = await createPayment(
    tx,
    scope,
    {
      ...{
        counterparty_id,
        type: row.amount > 0 ? 'receipt' : 'withdrawal',
        amount,
        date: dayOf(row),
        account: 'bank',
      },
      comment: (row.purpose || row.counter_name).slice(0, COMMENT),
      ...(orders && orders.length > 0 ? { orders } : {}),
    },
    row.id,
  );
  await tellPayment(tx, app, scope, payment);
  return { payment_id: payment.id, counterparty_id, amount, how: 'created' };
}

/** The clock of a bank may be before ours. */
function dayOf({ day }: store.StoredRow): string {
  const today = kyivDate(new Date());
  return day > today ? today : day;
}

/** The same money stands there already: a report is confirmed by the row, an entry by hand gets its row. */
async function takePayment(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  row: store.StoredRow,
  payment_id: string,
): Promise<Entered> {
  const payment = await lockPayment(tx, scope, payment_id);
  const type = row.amount > 0 ? 'receipt' : 'withdrawal';
  const unfit = bankingErrors.payment_unfit({ path: 'payment_id' });
  if (payment?.type !== type || payment.amount !== Math.abs(row.amount) || payment.bank_row_id !== null) throw unfit;
  const { counterparty_id, amount } = payment;
  await saveBankRow(tx, scope, payment_id, row.id);
  if (payment.status === 'pending') {
    await tellPayment(tx, app, scope, await confirmPayment(tx, scope, payment_id, 'bank'));
    return { payment_id, counterparty_id, amount, how: 'confirmed' };
  }
  const stands = payment.status === 'confirmed' && payment.account === 'bank';
  if (!stands || (await isReversed(tx, scope, payment_id))) throw unfit;
  return { payment_id, counterparty_id, amount, how: 'linked' };
}

async function payPayout(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  row: store.StoredRow,
  of: { readonly payout_id: string; readonly row_id: string },
): Promise<Entered> {
  const waiting = await findWaitingPayout(tx, scope, of);
  const unfit = bankingErrors.payout_unfit({ path: 'payout' });
  if (waiting?.amount !== -row.amount) throw unfit;
  const { payments } = await payRows(tx, app, scope, of.payout_id, {
    ...{ row_ids: [of.row_id], date: dayOf(row), account: 'bank' },
  });
  const [payment_id] = payments;
  if (!payment_id) throw unfit;
  await saveBankRow(tx, scope, payment_id, row.id);
  return { payment_id, counterparty_id: waiting.counterparty_id, amount: waiting.amount, how: 'created' };
}

export async function ignoreRow(tx: Tx, scope: ProjectScope, id: string, reason: string): Promise<BankRowDetails> {
  const { found } = await store.lockRow(tx, scope, id);
  if (!found) throw bankingErrors.not_found();
  if (found.state === 'matched') throw bankingErrors.already_matched();
  // set aside before: a second word about it changes nothing
  if (found.state === 'open') await store.saveDecision(tx, found, 'ignored', scope.user.id, reason);
  return readRow(tx, scope, id);
}

/**
 * Takes back what became of a row. Postings are reversed by others, of the first day that is open; a payment that was
 * there before the row stays as it was. What the bank has taken back meanwhile waits for nobody.
 */
export async function undoRow(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  reason: string,
): Promise<Changed> {
  const { found } = await store.lockRow(tx, scope, id);
  if (!found) throw bankingErrors.not_found();
  if (found.state === 'open' || (found.state === 'ignored' && found.reversed_at !== null))
    throw bankingErrors.nothing_to_undo();
  const parts = await store.readLivingParts(tx, found);
  await store.undoParts(tx, found, scope.user.id);
  for (const { payment_id, how } of parts) {
    if (how === 'linked') {
      await lockPayment(tx, scope, payment_id);
      await saveBankRow(tx, scope, payment_id, null);
    } else await reversePayment(tx, app, scope, payment_id, reason, { ofBankRow: true });
  }
  if (found.reversed_at === null) await store.saveDecision(tx, found, 'open', scope.user.id);
  else await store.saveDecision(tx, found, 'ignored', scope.user.id, reason);
  return {
    row: await readRow(tx, scope, id),
    payments: parts.map(({ payment_id }) => payment_id),
    counterparties: parts.map(({ counterparty_id }) => counterparty_id),
  };
}

/** So many rows are looked at together. */
const AT_ONCE = 200;

export const bodyOf = ({ counterparty_id, orders, payment, payout }: Suggestion, amount: number): MatchBody => {
  if (payment) return { payment_id: payment.id };
  if (payout) return { payout: { payout_id: payout.payout_id, row_id: payout.row_id } };
  const parts = orders.map((order) => ({ order_id: order.id, amount: order.amount }));
  return { parts: [{ counterparty_id, amount: Math.abs(amount), ...(parts.length > 0 ? { orders: parts } : {}) }] };
};

const within = <T>(app: Services, project_id: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.db.transaction({ projectIds: [project_id] }, work);

/**
 * Enters what the owner allowed to be entered: all that wait are looked at, the oldest first, many together, and only
 * those that a rule would take are looked at again, each in a transaction of its own behind the same lock as a person.
 */
export async function matchByRules(app: Services, project_id: string, bank: Bank): Promise<void> {
  const scope = systemIn(project_id);
  let last: store.RowToMatch | null = null;
  do {
    const after: store.RowToMatch | null = last;
    const { rows, fit } = await within(app, project_id, async (tx) => {
      const rules = (await findConnection(tx, scope, bank))?.rules;
      if (!rules?.invoice && !rules?.party) return { rows: [], fit: [] };
      const page = await store.listToMatch(tx, project_id, bank, after, AT_ONCE);
      const known = page.length > 0 ? await findKnown(tx, scope, page) : new Map<string, never>();
      const isFit = (row: store.RowToMatch): boolean => {
        const facts = known.get(row.id);
        return facts !== undefined && automatic(row, facts, rules) !== null;
      };
      return { rows: page, fit: page.filter(isFit) };
    });
    for (const { id } of fit) await matchByRule(app, project_id, bank, id);
    last = rows.length === AT_ONCE ? (rows.at(-1) ?? null) : null;
  } while (last);
}

/** By what is known behind the lock: what was entered a moment ago counts. */
async function matchByRule(app: Services, project_id: string, bank: Bank, id: string): Promise<void> {
  const changed = await within(app, project_id, async (tx) => {
    const scope = await authoriseSystem(tx, project_id);
    const rules = (await findConnection(tx, systemIn(project_id), bank))?.rules;
    const { found } = await store.lockRow(tx, systemIn(project_id), id);
    if (!scope || !rules || !found || !mayBeEntered(found)) return null;
    const known = (await findKnown(tx, scope, [found])).get(id);
    const made = known && automatic(found, known, rules);
    return made ? matchRow(tx, app, scope, id, bodyOf(made.suggestion, found.amount), made.rule) : null;
  }).catch((error: unknown) => {
    // an order that was canceled, a counterparty that is gone: a person looks at it
    if (error instanceof DomainError) return null;
    throw error;
  });
  if (!changed) return;
  app.live.publish(project_id, { kind: 'bank_row', id });
  for (const one of changed.payments) app.live.publish(project_id, { kind: 'payment', id: one });
  for (const one of changed.counterparties) app.live.publish(project_id, { kind: 'counterparty', id: one });
}
