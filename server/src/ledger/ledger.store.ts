import type { Ref } from '@lanka/domain/kit/ids';
import { kyivDate } from '@lanka/domain/kit/time';
import type { Coming } from '@lanka/domain/ledger/charges';
import type { DealingSide, PostingPurpose } from '@lanka/domain/ledger/contract';
import {
  counterpartyChange,
  type Entry,
  isEntry,
  ledgerErrors,
  refuseBalance,
  reversalOf,
  sideOf,
  sidesOf,
} from '@lanka/domain/ledger/rules';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { awaitLock, type Locked } from '../kit/db/locked';
import {
  type Account,
  type LockedAccounts,
  type OfOrder,
  refuseBeyondCredit,
  settle,
  writeCharges,
} from './charges.store';
import { counterpartyAccounts, OWN_ACCOUNT, postings } from './tables';

/** One amount to move, and why. `ref` with `purpose` is its identity: the same pair is posted once. */
export interface NewPosting extends Entry {
  readonly purpose: PostingPurpose;
  readonly counterparty_id: string;
  readonly ref: Ref;
  /** A part of the cause, with an identity of its own: a parcel. Of a charge, more of its order is to come then. */
  readonly part?: string | undefined;
  /** On which side of the dealings it counts; as `sideOf` tells unless said. */
  readonly side?: DealingSide;
  /** The day it belongs to, in Kyiv; today unless said. */
  readonly day?: string;
  readonly comment?: string;
  /** The order that all of it is put against: what a return takes back from, or a payment names. A charge is of its `ref`. */
  readonly order_id?: string | undefined;
  /** Of a charge: what carriers are to bring. Asked behind the lock of the account, where terms of payment were agreed. */
  readonly coming?: (() => Promise<Coming>) | undefined;
  /** Of a payment that names several, how much is for each. What is over names none. */
  readonly parts?: readonly OrderPart[] | undefined;
}

/** Which orders a payment names: all of it one, or parts of it several. */
type NamedOrders = Pick<NewPosting, 'order_id' | 'parts'>;
interface OrderPart {
  readonly order_id: string;
  readonly amount: number;
}

export interface Posted {
  readonly id: string;
  readonly ref: Ref;
  readonly counterparty_id: string;
  readonly balance_after: number;
  /** The day it got: the one that was asked for, or the first one that is not closed. */
  readonly day: string;
}

/** Only the tenant and the user are needed, so that jobs can write too. */
type Writer = Pick<ProjectScope, 'project' | 'user' | 'by_rule'>;
type Reader = { readonly project: { readonly id: string } };

/** Opens the account of a counterparty with balance zero; once. That of the own sales is `named_only`. */
export async function openAccount(
  tx: Tx,
  scope: Reader,
  counterpartyId: string,
  { named_only = false } = {},
): Promise<void> {
  await tx
    .insert(counterpartyAccounts)
    .values({ project_id: scope.project.id, counterparty_id: counterpartyId, named_only })
    .onConflictDoNothing();
}

/** `openAccount` for many in one statement. */
export async function openAccounts(tx: Tx, scope: Reader, counterpartyIds: readonly string[]): Promise<void> {
  if (counterpartyIds.length === 0) return;
  await tx
    .insert(counterpartyAccounts)
    .values(counterpartyIds.map((counterparty_id) => ({ project_id: scope.project.id, counterparty_id })))
    .onConflictDoNothing();
}

/**
 * Moves one amount. Null when this `ref` was posted with this `purpose` before: nothing is done then.
 * The counterparty's account is locked until the transaction ends; who needs several calls `postAll`.
 */
export async function post(tx: Tx, scope: Writer, entry: NewPosting): Promise<Posted | null> {
  return (await postAll(tx, scope, [entry]))[0] ?? null;
}

/**
 * Moves several amounts, in the order given, with two statements however many they are. Accounts are locked in the
 * order of their keys. Answers what was posted now; what had been posted before is left out.
 */
export async function postAll(tx: Tx, scope: Writer, entries: readonly NewPosting[]): Promise<Posted[]> {
  if (entries.length === 0) return [];
  for (const entry of entries) {
    if (!isEntry(entry)) throw new Error(`not an entry: ${entry.source} → ${entry.destination}, ${entry.amount}`);
  }
  const accounts = await lockAccounts(
    tx,
    scope,
    entries.map((entry) => entry.counterparty_id),
  );
  return insertPostings(tx, scope, entries, accounts);
}

/** Locks the accounts of these counterparties, in the order of their keys, until the transaction ends. */
function lockAccounts(tx: Tx, scope: Reader, counterpartyIds: readonly string[]): Promise<LockedAccounts> {
  const lock = async () => {
    const found = await tx.rows<Account & { counterparty_id: string } & Record<string, unknown>>(sql`
      select counterparty_id, balance, purchases_balance, closed_until::text as closed_until, reserved, payment_days, credit_limit, on_limit
      from counterparty_accounts
      where project_id = ${scope.project.id} and counterparty_id = any(${idArray([...new Set(counterpartyIds)])})
      order by counterparty_id for no key update`);
    return new Map(found.map(({ counterparty_id, ...account }) => [counterparty_id, account]));
  };
  return awaitLock('counterparty_accounts', lock());
}

/**
 * Postings that are not there yet, and the balances they change. Asked behind the lock, so it sees what those have
 * committed who held the accounts before.
 */
async function insertPostings(
  tx: Tx,
  scope: Writer,
  entries: readonly NewPosting[],
  accounts: LockedAccounts,
): Promise<Posted[]> {
  const wanted = withSides(withoutRepeats(entries), accounts);
  for (const [id, { balance }] of accounts) {
    const refused = refuseBalance(
      balance,
      entries.filter((entry) => entry.counterparty_id === id),
    );
    if (refused) throw refused;
  }
  const coming = await askWhatComes(entries, accounts);
  await refuseBeyondCredit(tx, scope, accounts, chargesIn(entries, coming));
  const ids = [...accounts.keys()];
  const project = scope.project.id;
  const rows = await tx.rows<{
    id: string;
    ref_kind: string;
    ref_id: string;
    counterparty_id: string;
    balance_after: number;
    day: string;
    purpose: PostingPurpose;
    sequence: number;
    amount: number;
    open: boolean;
  }>(sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted.map(asRow))}::jsonb) as w(
        position int, id uuid, purpose text, source text, destination text, amount bigint, counterparty_id uuid,
        change bigint, side text, ref_kind text, ref_id uuid, ref_part uuid, day date, comment text)
    ), fresh as (
      select * from wanted w where not exists (
        select from postings p where p.project_id = ${project} and p.ref_kind = w.ref_kind and p.ref_id = w.ref_id
          and p.purpose = w.purpose and p.ref_part is not distinct from w.ref_part)
    ), posted as (
      insert into postings (project_id, id, purpose, source, destination, amount, counterparty_id, counterparty_change,
        side, balance_after, ref_kind, ref_id, ref_part, day, comment, actor_kind, actor_id)
      select a.project_id, f.id, f.purpose, f.source, f.destination, f.amount, f.counterparty_id, f.change,
        f.side, a.balance + sum(f.change) over (partition by f.counterparty_id order by f.position),
        -- days that both sides have agreed on take nothing more, whoever posts
        f.ref_kind, f.ref_id, f.ref_part, greatest(f.day, a.closed_until + 1), f.comment, 'user', ${scope.user.id}::uuid
      from fresh f join counterparty_accounts a
        on a.project_id = ${project} and a.counterparty_id = f.counterparty_id and a.counterparty_id = any(${idArray(ids)})
      order by f.position
      returning id, sequence, purpose, amount, ref_kind, ref_id, ref_part, counterparty_id, counterparty_change, side, balance_after, day,
        ${OWN_ACCOUNT} as account
    ), kept as (
      update counterparty_accounts a set balance = a.balance + t.change, purchases_balance = a.purchases_balance + t.purchases
      from (select counterparty_id, sum(counterparty_change) as change,
          coalesce(sum(counterparty_change) filter (where side = 'purchases'), 0) as purchases
        from posted group by counterparty_id) t
      where a.project_id = ${project} and a.counterparty_id = t.counterparty_id and a.counterparty_id = any(${idArray(ids)})
    ), summed as (
      insert into account_sums as s (project_id, counterparty_id, account, counterparty_change, postings)
      select ${project}::uuid, counterparty_id, account, sum(counterparty_change), count(*) from posted group by 1, 2, 3
      on conflict (project_id, counterparty_id, account) do update
        set counterparty_change = s.counterparty_change + excluded.counterparty_change, postings = s.postings + excluded.postings
    ), of_days as (
      insert into account_days as s (project_id, account, day, counterparty_id, counterparty_change, postings, orders_change, orders)
      select ${project}::uuid, p.account, p.day, p.counterparty_id, sum(p.counterparty_change), count(*),
        coalesce(sum(p.counterparty_change) filter (where p.purpose = 'charge' and p.ref_kind = 'order'), 0),
        -- an order that goes in parcels is charged with each of them
        count(distinct p.ref_id) filter (where p.purpose = 'charge' and p.ref_kind = 'order' and not exists (
          select from postings b where b.project_id = ${project} and b.ref_kind = p.ref_kind and b.ref_id = p.ref_id
            and b.purpose = 'charge'))
      from posted p group by 2, 3, 4
      on conflict (project_id, account, day, counterparty_id) do update
        set counterparty_change = s.counterparty_change + excluded.counterparty_change, postings = s.postings + excluded.postings,
          orders_change = s.orders_change + excluded.orders_change, orders = s.orders + excluded.orders
    )
    select id, sequence, purpose, amount, ref_kind, ref_id, ref_part is not null as open, counterparty_id, balance_after, day::text as day
    from posted order by sequence`);
  if (rows.length > 0) await keepCharges(tx, scope, entries, rows, coming);
  return rows.map(({ id, ref_kind, ref_id, counterparty_id, balance_after, day }) => ({
    id,
    ref: { kind: ref_kind, id: ref_id },
    counterparty_id,
    balance_after,
    day,
  }));
}

/** By order. */
type ComingOf = ReadonlyMap<string, Coming>;

/** One after another: they ask in one transaction. */
async function askWhatComes(
  entries: readonly NewPosting[],
  accounts: ReadonlyMap<string, Pick<Account, 'payment_days' | 'credit_limit'>>,
): Promise<ComingOf> {
  const found = new Map<string, Coming>();
  for (const { counterparty_id, ref, coming } of entries) {
    const account = accounts.get(counterparty_id);
    if (!coming || !account || (account.payment_days === null && account.credit_limit === null)) continue;
    found.set(ref.id, await coming());
  }
  return found;
}

const chargesIn = (entries: readonly NewPosting[], coming: ComingOf) =>
  entries.flatMap(({ purpose, ref, counterparty_id, amount }) =>
    purpose === 'charge' && ref.kind === 'order'
      ? [{ order_id: ref.id, counterparty_id, amount, coming: coming.get(ref.id) }]
      : [],
  );

const partsOf = ({ order_id, parts, amount }: NewPosting): readonly OrderPart[] =>
  parts ?? (order_id ? [{ order_id, amount }] : []);

/** What the postings did to orders, and which orders are paid then. */
async function keepCharges(
  tx: Tx,
  scope: Writer,
  entries: readonly NewPosting[],
  rows: readonly (Omit<OfOrder, 'order_id' | 'purpose' | 'brought'> & {
    readonly purpose: PostingPurpose;
    readonly ref_kind: string;
    readonly ref_id: string;
  })[],
  coming: ComingOf,
): Promise<void> {
  const keyOf = (ref: Ref, purpose: string): string => `${ref.kind} ${ref.id} ${purpose}`;
  const parts = new Map(entries.map((entry) => [keyOf(entry.ref, entry.purpose), partsOf(entry)]));
  const ofOrders = rows.flatMap((row) => {
    const isCharge = row.purpose === 'charge' && row.ref_kind === 'order';
    const named = isCharge
      ? [{ order_id: row.ref_id, amount: row.amount }]
      : (parts.get(keyOf({ kind: row.ref_kind, id: row.ref_id }, row.purpose)) ?? []);
    return named.map((part) => ({
      ...{ ...row, purpose: row.purpose as OfOrder['purpose'], ...part },
      brought: isCharge ? (coming.get(part.order_id)?.own ?? 0) : 0,
    }));
  });
  if (ofOrders.length > 0) await writeCharges(tx, scope, ofOrders);
  await settle(tx, scope, [...new Set(rows.map(({ counterparty_id }) => counterparty_id))]);
}

type Sided = NewPosting & { readonly side: DealingSide };

/** Each by what is open when its turn comes. */
function withSides(entries: readonly NewPosting[], accounts: ReadonlyMap<string, Account>): Sided[] {
  const open = new Map([...accounts].map(([id, account]) => [id, { ...sidesOf(account) }]));
  return entries.map((entry) => {
    const sides = open.get(entry.counterparty_id);
    if (!sides) throw new Error('a posting names a counterparty without an account');
    // what pays an order counts where the order does
    const side = entry.side ?? (partsOf(entry).length > 0 ? 'sales' : sideOf(entry, sides));
    sides[side] += counterpartyChange(entry);
    return { ...entry, side };
  });
}

function withoutRepeats(entries: readonly NewPosting[]): NewPosting[] {
  const seen = new Map<string, NewPosting>();
  for (const entry of entries) {
    const key = `${entry.ref.kind} ${entry.ref.id} ${entry.part ?? ''} ${entry.purpose}`;
    if (!seen.has(key)) seen.set(key, entry);
  }
  return [...seen.values()];
}

function asRow(entry: Sided, position: number): Record<string, unknown> {
  const {
    purpose,
    source,
    destination,
    amount,
    counterparty_id,
    side,
    ref,
    part = null,
    day = kyivDate(new Date()),
    comment = '',
  } = entry;
  return {
    position,
    id: newId(),
    purpose,
    source,
    destination,
    amount,
    counterparty_id,
    change: counterpartyChange(entry),
    side,
    ref_kind: ref.kind,
    ref_id: ref.id,
    ref_part: part,
    day,
    comment,
  };
}

/**
 * Takes a posting back by one that moves the same amount the other way; once. A reversal itself stays. Of a payment that
 * names orders say which.
 */
export async function reverse(
  tx: Tx,
  scope: Writer,
  postingId: string,
  comment: string,
  named: NamedOrders = {},
): Promise<Posted | null> {
  const [row] = await tx
    .select()
    .from(postings)
    .where(and(eq(postings.project_id, scope.project.id), eq(postings.id, postingId)));
  if (!row) throw ledgerErrors.posting_not_found();
  if (row.purpose === 'reversal') throw ledgerErrors.not_reversible();
  return post(tx, scope, {
    ...reversalOf(row as typeof row & Entry),
    side: row.side,
    purpose: 'reversal',
    counterparty_id: row.counterparty_id,
    ref: { kind: 'posting', id: row.id },
    comment,
    ...named,
  });
}

/** Kept balances by counterparty id; positive: they have money with the supplier. */
export async function balances(
  tx: Tx,
  scope: Reader,
  counterpartyIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (counterpartyIds.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(counterpartyAccounts)
    .where(
      and(
        eq(counterpartyAccounts.project_id, scope.project.id),
        inArray(counterpartyAccounts.counterparty_id, [...counterpartyIds]),
      ),
    );
  return new Map(rows.map((row) => [row.counterparty_id, row.balance]));
}

/** The balance with the account locked until the transaction ends, for who decides by it. */
export async function lockBalance(tx: Tx, scope: Reader, counterpartyId: string): Promise<number> {
  const [row] = await tx
    .select({ balance: counterpartyAccounts.balance })
    .from(counterpartyAccounts)
    .where(
      and(
        eq(counterpartyAccounts.project_id, scope.project.id),
        eq(counterpartyAccounts.counterparty_id, counterpartyId),
      ),
    )
    .for('no key update');
  return row?.balance ?? 0;
}

/** The accounts of many by one statement, locked in the order of their keys: two at once do not wait for each other crosswise. */
export const lockBalances = (
  tx: Tx,
  scope: Reader,
  counterpartyIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<Account, 'balance' | 'reserved'>>> => lockAccounts(tx, scope, counterpartyIds);

export interface DaysOfAccount {
  readonly counterparty_id: string;
  readonly closed_until: string | null;
}
/** An account into which nobody else posts until the transaction ends. */
export type LockedDays = Locked<'counterparty_accounts', DaysOfAccount>;

/** Up to which day the account is closed; locked, so that what was posted before is seen by the next statement. */
export async function lockDays(tx: Tx, scope: Reader, counterparty_id: string): Promise<LockedDays> {
  const lock = async () => {
    const [row] = await tx.rows<{ closed_until: string | null }>(sql`
      select closed_until::text as closed_until from counterparty_accounts
      where project_id = ${scope.project.id} and counterparty_id = ${counterparty_id} for no key update`);
    return { counterparty_id, closed_until: row?.closed_until ?? null };
  };
  return awaitLock('counterparty_accounts', lock());
}

/** Closes the days of the account up to this one; what is closed stays so. */
export async function closeDays(tx: Tx, scope: Reader, { counterparty_id }: LockedDays, until: string): Promise<void> {
  await tx.execute(sql`
    update counterparty_accounts set closed_until = greatest(closed_until, ${until}::date)
    where project_id = ${scope.project.id} and counterparty_id = ${counterparty_id}`);
}
