import { createHash } from 'node:crypto';
import type { ErrorDetail } from '@lanka/domain/kit/errors';
import { kyivDate } from '@lanka/domain/kit/time';
import {
  type Candidate,
  type CreatePayoutBody,
  type Payout,
  type PayRowsBody,
  payoutErrors,
  type Recipient,
} from '@lanka/domain/payouts/contract';
import { decisionOn, defaultPurpose, recipientProblems } from '@lanka/domain/payouts/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { lockBalances } from '../ledger';
import { enterPayments } from '../payments';
import { listPaymentDetails } from '../projects';
import { findCandidates } from './candidates.store';
import { tellPaid } from './notices';
import * as store from './payouts.store';

export async function readPayout(tx: Tx, scope: ProjectScope, id: string): Promise<Payout> {
  const found = await store.findPayout(tx, scope, id);
  if (!found) throw payoutErrors.not_found();
  return found;
}

/** The account that the money leaves from: of the main details, else the first that have one. */
async function payerOf(tx: Tx, scope: ProjectScope): Promise<Payout['payer']> {
  const all = (await listPaymentDetails(tx, scope, false)).filter(({ account_number }) => account_number !== '');
  const found = all.find(({ main }) => main) ?? all[0];
  if (!found) return null;
  const { recipient_name, account_number: iban, edrpou: code, bank_name } = found;
  return { recipient_name, iban, code, bank_name };
}

type Wanted = CreatePayoutBody['rows'][number];
interface Row extends Recipient {
  readonly position: number;
  readonly counterparty_id: string;
  readonly amount: number;
}

function refuseRepeats(rows: readonly Wanted[]): void {
  const seen = new Set<string>();
  const twice: ErrorDetail[] = [];
  for (const [index, { counterparty_id }] of rows.entries()) {
    if (seen.has(counterparty_id)) twice.push({ path: `rows.${index}.counterparty_id` });
    seen.add(counterparty_id);
  }
  if (twice.length > 0) throw payoutErrors.twice(...twice);
}

/** A row as it will be frozen: what was given, else what is known. */
function rowOf(wanted: Wanted, known: Candidate, position: number): Row {
  return {
    position,
    counterparty_id: wanted.counterparty_id,
    amount: wanted.amount ?? known.available,
    recipient_name: wanted.recipient_name ?? known.recipient_name,
    iban: wanted.iban ?? known.iban,
    code: wanted.code ?? known.code,
  };
}

/**
 * Makes a register behind the locks of all its accounts: two at once cannot plan the same money twice. Nothing moves.
 * All that is wrong is told at once, by row and field.
 */
export async function createPayout(
  tx: Tx,
  scope: ProjectScope,
  { rows: wanted, purpose }: CreatePayoutBody,
): Promise<Payout> {
  refuseRepeats(wanted);
  const ids = wanted.map(({ counterparty_id }) => counterparty_id);
  await lockBalances(tx, scope, ids);
  const known = await findCandidates(tx, scope, ids);
  const unknown = wanted.flatMap(({ counterparty_id }, index) =>
    known.has(counterparty_id) ? [] : [{ path: `rows.${index}.counterparty_id` }],
  );
  if (unknown.length > 0) throw payoutErrors.unknown_counterparty(...unknown);
  const rows = wanted.map((row, index) => rowOf(row, known.get(row.counterparty_id) as Candidate, index + 1));
  const incomplete = rows.flatMap((row, index) =>
    recipientProblems(row).map((field) => ({ path: `rows.${index}.${field}` })),
  );
  if (incomplete.length > 0) throw payoutErrors.incomplete(...incomplete);
  const above = rows.flatMap(({ counterparty_id, amount }, index) => {
    const available = known.get(counterparty_id)?.available ?? 0;
    return amount > available || amount <= 0 ? [{ path: `rows.${index}.amount`, available, wanted: amount }] : [];
  });
  if (above.length > 0) throw payoutErrors.above_balance(...above);
  const date = kyivDate(new Date());
  const payer = await payerOf(tx, scope);
  // last, because it makes everybody else who makes one wait for the commit
  const number = await store.nextNumber(tx, scope);
  const frozen = { number, date, purpose: purpose || defaultPurpose(number, date), payer };
  const hash = createHash('sha256')
    .update(JSON.stringify([frozen, rows]))
    .digest('hex');
  const total = rows.reduce((sum, { amount }) => sum + amount, 0);
  const sums = { rows: rows.length, total, waiting_rows: rows.length, waiting: total };
  return readPayout(tx, scope, await store.insertPayout(tx, scope, { ...frozen, ...sums, hash }, rows));
}

/** These rows of the register, locked. @throws payouts.not_found, payouts.no_row */
async function lockRows(tx: Tx, scope: ProjectScope, id: string, row_ids: readonly string[]) {
  const { found } = await store.lockPayout(tx, scope, id, row_ids);
  if (!found) throw payoutErrors.not_found();
  const known = new Set(found.rows.map((row) => row.id));
  const missing = row_ids.flatMap((row, index) => (known.has(row) ? [] : [{ path: `row_ids.${index}` }]));
  if (missing.length > 0) throw payoutErrors.no_row(...missing);
  return found;
}

/**
 * Marks rows paid: each becomes a withdrawal, posted once. What was marked before is left alone; where one is canceled,
 * or its counterparty has less by now (what is paid ahead for orders is not free), none is marked. Locked are the
 * register, then the accounts in the order of keys.
 */
export async function payRows(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  { row_ids, date, account }: PayRowsBody,
): Promise<{ payout: Payout; counterparties: readonly string[]; payments: readonly string[] }> {
  const register = await lockRows(tx, scope, id, row_ids);
  if (date > kyivDate(new Date())) throw payoutErrors.in_future({ path: 'date' });
  if (date < register.date) throw payoutErrors.before_register({ path: 'date', earliest: register.date });
  const canceled = register.rows.filter(({ status }) => decisionOn(status, 'paid') === 'refuse');
  if (canceled.length > 0) throw payoutErrors.already_canceled(...canceled.map((row) => ({ row_id: row.id })));
  const toPay = register.rows.filter(({ status }) => status === 'waiting');
  const owners = toPay.map(({ counterparty_id }) => counterparty_id);
  const accounts = await lockBalances(tx, scope, owners);
  const short = toPay.flatMap(({ id: row_id, counterparty_id, amount }) => {
    const { balance: whole, reserved } = accounts.get(counterparty_id) ?? { balance: 0, reserved: 0 };
    const balance = whole - reserved;
    return amount > balance ? [{ path: `row_ids.${row_ids.indexOf(row_id)}`, row_id, balance, amount }] : [];
  });
  if (short.length > 0) throw payoutErrors.balance_fell(...short);
  const payments = await enterPayments(
    tx,
    scope,
    toPay.map(({ counterparty_id, amount, position }) => ({
      ...{ counterparty_id, type: 'withdrawal', amount, date, account },
      comment: `Реєстр виплат № ${register.number}, рядок ${position}`,
    })),
  );
  const paid = toPay.map((row, nth) => ({ row, payment_id: payments[nth] as string }));
  if (paid.length > 0) await store.savePaid(tx, scope, register, date, paid);
  const payout = await readPayout(tx, scope, id);
  const marked = new Set(toPay.map((row) => row.id));
  await tellPaid(
    tx,
    app,
    scope,
    payout.items.filter((row) => marked.has(row.id)),
  );
  return { payout, counterparties: owners, payments };
}

/** Rows that were not paid go out of the register; what was canceled before is left alone. */
export async function cancelRows(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  { row_ids, reason }: { readonly row_ids: readonly string[]; readonly reason: string },
): Promise<Payout> {
  const register = await lockRows(tx, scope, id, row_ids);
  const paid = register.rows.filter(({ status }) => decisionOn(status, 'canceled') === 'refuse');
  if (paid.length > 0) throw payoutErrors.already_paid(...paid.map((row) => ({ row_id: row.id })));
  const waiting = register.rows.filter(({ status }) => status === 'waiting');
  if (waiting.length > 0) await store.saveCanceled(tx, scope, register, reason, waiting);
  return readPayout(tx, scope, id);
}
