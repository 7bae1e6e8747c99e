import {
  type Charge,
  type Coming,
  type Credit,
  creditProblem,
  NOTHING_COMES,
  type OnLimit,
  type PaidFilter,
} from '@lanka/domain/ledger/charges';
import { ledgerErrors } from '@lanka/domain/ledger/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { ByRule } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import { TODAY } from '../kit/db/days';
import type { Tx } from '../kit/db/db';
import type { Locked } from '../kit/db/locked';

/** What orders were charged and how far they are paid (decision 0070). */

type Row = Record<string, unknown>;
type Reader = { readonly project: { readonly id: string } };
/** Who writes: what a rule does tells which rules led to it. */
type Writer = Reader & { readonly by_rule?: ByRule };

export interface Account {
  readonly balance: number;
  readonly purchases_balance: number;
  /** The last day that both sides have agreed on; null when there is none yet. */
  readonly closed_until: string | null;
  readonly reserved: number;
  readonly payment_days: number | null;
  readonly credit_limit: number | null;
  readonly on_limit: OnLimit;
}

/** What the accounts of counterparties say while they are locked. */
export type LockedAccounts = Locked<'counterparty_accounts', ReadonlyMap<string, Account>>;

/** A posting that concerns an order, once it is written. */
export interface OfOrder {
  readonly order_id: string;
  readonly counterparty_id: string;
  readonly purpose: 'charge' | 'return' | 'payment' | 'reversal';
  readonly amount: number;
  readonly sequence: number;
  readonly day: string;
  /** Of a charge: it is of a parcel, and others of the order are to come. */
  readonly open: boolean;
  /** Of a charge: what the carrier is to bring of it. Where that is all of it there is no last day to pay. */
  readonly brought: number;
}

/**
 * What is owed on the side of sales, kopecks. What was paid ahead for an order covers nothing else; what the project owes
 * for its purchases does once it is set off.
 */
const debtOf = ({
  balance,
  purchases_balance,
  reserved,
}: Pick<Account, 'balance' | 'purchases_balance' | 'reserved'>) =>
  Math.max(0, reserved - (balance - purchases_balance));

/**
 * Refuses charges beyond what was agreed, where the supplier wants that. Orders that were paid ahead pay themselves.
 * @throws ledger.credit_exceeded, ledger.payment_overdue
 */
export async function refuseBeyondCredit(
  tx: Tx,
  { project }: Reader,
  accounts: LockedAccounts,
  charges: readonly {
    readonly counterparty_id: string;
    readonly order_id: string;
    readonly amount: number;
    readonly coming: Coming | undefined;
  }[],
): Promise<void> {
  for (const [id, account] of accounts) {
    const own = charges.filter(({ counterparty_id }) => counterparty_id === id);
    if (own.length === 0 || account.on_limit !== 'refuse') continue;
    if (account.credit_limit === null && account.payment_days === null) continue;
    const [found] = await tx.rows<{ overdue: number; put: number }>(sql`
      select ${overdueOf(project.id, sql`${id}::uuid`)} as overdue,
        ${putOf(
          project.id,
          own.map(({ order_id }) => order_id),
        )} as put`);
    const problem = creditProblem(
      { debt: debtOf(account), overdue: Number(found?.overdue), credit_limit: account.credit_limit },
      { amount: own.reduce((sum, charge) => sum + charge.amount, 0), put: Number(found?.put) },
      {
        ...(own[0]?.coming ?? NOTHING_COMES),
        own: own.reduce((sum, { coming, amount }) => sum + Math.min(coming?.own ?? 0, amount), 0),
      },
    );
    if (problem) throw ledgerErrors[problem]();
  }
}

/** What is put against these orders and not used by parcels that were charged before. */
const putOf = (
  project: string,
  orders: readonly string[],
): SQL => sql`(select coalesce(sum(greatest(put - charged + credited, 0)), 0) from charges
  where project_id = ${project} and order_id = any(${idArray(orders)}))`;

const overdueOf = (project: string, counterparty: SQL): SQL => sql`(select coalesce(sum(unpaid), 0) from charges
  where project_id = ${project} and counterparty_id = ${counterparty} and unpaid > 0
    and due_on < ${TODAY})`;

/** What is held of the charge `c` for what is still to be charged. */
const HELD = sql.raw(`(case when (c.sequence is null or c.open) and not c.canceled
  then greatest(c.put - c.charged + c.credited, 0) else 0 end)`);

/** Nothing more of the charge `c` will be charged. */
export const WHOLE = sql.raw('((c.sequence is not null and not c.open) or c.canceled)');

/**
 * Notes for who waits how charges were before this statement changes them; the first note stays. `orders` selects their
 * `order_id`, each once; `sum`: what such an order cost before. A note that is there is locked, so that it is not taken
 * before the change is there to be seen.
 */
const noteChanges = ({ project, by_rule }: Writer, orders: SQL, sum: number | null = null): SQL => sql`
  insert into charge_changes as n (project_id, order_id, charged, credited, put, unpaid, whole, sum, chain)
  select ${project.id}::uuid, o.order_id, coalesce(c.charged, 0), coalesce(c.credited, 0), coalesce(c.put, 0),
    coalesce(c.unpaid, 0), coalesce(${WHOLE}, false), ${sum}::bigint, ${idArray(by_rule?.chain ?? [])}
  from (${orders}) o left join lateral (select * from charges f
    where f.project_id = ${project.id} and f.order_id = o.order_id limit 1) c on true
  where exists (select from charge_watches w where w.project_id = ${project.id})
  order by o.order_id
  on conflict (project_id, order_id) do update set sum = coalesce(n.sum, excluded.sum)`;

/**
 * Notes what an order cost before it was edited: what was paid ahead may be all of it now. The last thing that its
 * transaction locks, because who posts locks the account before notes.
 */
export async function noteSum(
  tx: Tx,
  scope: Writer,
  { id, sum }: { readonly id: string; readonly sum: number },
): Promise<void> {
  await tx.execute(noteChanges(scope, sql`select ${id}::uuid as order_id`, sum));
}

/** Whether money was ever posted for the order: charged, paid ahead, or taken back since. */
export async function hasCharge(tx: Tx, { project }: Writer, orderId: string): Promise<boolean> {
  const rows = await tx.rows(sql`select from charges c where c.project_id = ${project.id} and c.order_id = ${orderId}`);
  return rows.length > 0;
}

/**
 * Writes what these postings did to their orders. What they made unpaid or paid of other orders `settle` does after it.
 * The accounts are locked.
 */
export async function writeCharges(tx: Tx, scope: Writer, postings: readonly OfOrder[]): Promise<void> {
  const { project } = scope;
  const ids = idArray(postings.map(({ order_id }) => order_id));
  const parties = idArray(postings.map(({ counterparty_id }) => counterparty_id));
  const changes = postings.map(({ order_id, counterparty_id, purpose, amount, sequence, day, open, brought }) => ({
    order_id,
    counterparty_id,
    charged: purpose === 'charge' ? amount : 0,
    credited: purpose === 'return' ? amount : 0,
    put: purpose === 'payment' ? amount : purpose === 'reversal' ? -amount : 0,
    sequence: purpose === 'charge' ? sequence : null,
    charged_on: purpose === 'charge' ? day : null,
    open: purpose === 'charge' ? open : null,
    brought: purpose === 'charge' ? brought : 0,
  }));
  // one row for an order; what is paid ahead is reserved until it is charged, and no longer
  await tx.execute(sql`
    with changes as (
      select order_id, counterparty_id, sum(charged)::bigint as charged, sum(credited)::bigint as credited,
        sum(put)::bigint as put, max(sequence) as sequence, max(charged_on) as charged_on, bool_and(open) as open,
        sum(brought)::bigint as brought
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c(order_id uuid, counterparty_id uuid, charged bigint,
        credited bigint, put bigint, sequence bigint, charged_on date, open boolean, brought bigint)
      group by 1, 2
    ), noted as (
      ${noteChanges(scope, sql`select order_id from changes`)}
    ), before as (
      select c.order_id, ${HELD} as held from charges c
      where c.project_id = ${project.id} and c.order_id = any(${ids})
    ), terms as (
      select n.*, case when n.brought = 0 or n.charged > n.brought + coalesce(b.held, 0) then n.charged_on + a.payment_days end as due_on
      from changes n left join before b on b.order_id = n.order_id
      join counterparty_accounts a
        on a.project_id = ${project.id} and a.counterparty_id = n.counterparty_id and a.counterparty_id = any(${parties})
    ), made as (
      insert into charges as c (project_id, order_id, counterparty_id, sequence, charged, put, unpaid, charged_on, due_on, open)
      select ${project.id}::uuid, n.order_id, n.counterparty_id, n.sequence, n.charged, n.put, greatest(n.charged - n.put, 0),
        n.charged_on, n.due_on, coalesce(n.open, false)
      from terms n where not exists (select from before b where b.order_id = n.order_id)
      returning c.order_id, c.counterparty_id, ${HELD} as held
    ), changed as (
      update charges c set
        -- the age of the debt is that of its first parcel
        sequence = coalesce(c.sequence, n.sequence),
        charged = c.charged + n.charged,
        credited = c.credited + n.credited,
        put = c.put + n.put,
        -- what is charged is owed first, of a further parcel in the order of age, which settle finds; of what is less than before nothing is owed any more
        unpaid = least(c.unpaid + case when c.sequence is null then n.charged else 0 end,
          greatest(c.charged + n.charged - c.credited - n.credited - c.put - n.put, 0)),
        charged_on = coalesce(n.charged_on, c.charged_on),
        due_on = coalesce(n.due_on, c.due_on),
        open = coalesce(n.open, c.open)
      from terms n where c.project_id = ${project.id} and c.order_id = n.order_id and c.order_id = any(${ids})
      returning c.order_id, c.counterparty_id, ${HELD} as held
    ), written as (
      select * from made union all select * from changed
    ), reserved as (
      select w.counterparty_id, sum(w.held) - sum(coalesce(b.held, 0)) as more
      from written w left join before b on b.order_id = w.order_id group by 1
    )
    update counterparty_accounts a set reserved = a.reserved + r.more from reserved r
    where a.project_id = ${project.id} and a.counterparty_id = r.counterparty_id and a.counterparty_id = any(${parties})
      and r.more <> 0`);
}

/** So many charges are settled with one statement. */
const PORTION = 500;

/**
 * Money that names no order pays the oldest first, and what is owed again is owed for the newest. After it Σ `unpaid` of
 * an account is what it owes, or all its charges where it owes more than these. The accounts are locked.
 */
export async function settle(tx: Tx, scope: Writer, counterpartyIds: readonly string[]): Promise<void> {
  const { project } = scope;
  const ids = idArray(counterpartyIds);
  for (;;) {
    const [done] = await tx.rows<{ moved: number }>(sql`
      with off as (
        select a.counterparty_id, greatest(a.reserved - (a.balance - a.purchases_balance), 0) - coalesce((
            select sum(c.unpaid) from charges c
            where c.project_id = ${project.id} and c.counterparty_id = a.counterparty_id and c.unpaid > 0), 0) as off
        from counterparty_accounts a
        where a.project_id = ${project.id} and a.counterparty_id = any(${ids}) and not a.named_only
      ), parts as (
        select c.order_id, -least(c.unpaid, -o.off - c.before) as part
        from off o cross join lateral (
          select f.order_id, f.unpaid, sum(f.unpaid) over (order by f.sequence) - f.unpaid as before from (
            select order_id, unpaid, sequence from charges
            where project_id = ${project.id} and counterparty_id = o.counterparty_id and unpaid > 0
            order by sequence limit ${sql.raw(String(PORTION))}) f
        ) c where o.off < 0 and c.before < -o.off
        union all
        select c.order_id, least(c.paid, o.off - c.before)
        from off o cross join lateral (
          select f.order_id, f.paid, sum(f.paid) over (order by f.sequence desc) - f.paid as before from (
            select order_id, charged - credited - put - unpaid as paid, sequence from charges
            where project_id = ${project.id} and counterparty_id = o.counterparty_id
              and charged - credited - put > unpaid
            order by sequence desc limit ${sql.raw(String(PORTION))}) f
        ) c where o.off > 0 and c.before < o.off
        union all
        select c.order_id, c.paid from counterparty_accounts a cross join lateral (
          select order_id, charged - credited - put - unpaid as paid from charges
          where project_id = ${project.id} and counterparty_id = a.counterparty_id and charged - credited - put > unpaid
          limit ${sql.raw(String(PORTION))}
        ) c where a.project_id = ${project.id} and a.counterparty_id = any(${ids}) and a.named_only
      ), noted as (
        ${noteChanges(scope, sql`select order_id from parts`)}
      ), written as (
        update charges c set unpaid = c.unpaid + p.part from parts p
        where c.project_id = ${project.id} and c.order_id = p.order_id returning 1
      )
      select count(*)::int as moved from written`);
    if ((done?.moved ?? 0) < PORTION) return;
  }
}

/**
 * What the carrier is still to bring of this order (`awaited`) covers no more all that is left of it: that is to be paid
 * as agreed, from today on. Orders that have a last day to pay keep it. The account is locked by it.
 */
export async function startTerm(
  tx: Tx,
  { project }: Reader,
  order: { readonly id: string; readonly counterparty_id: string },
  awaited = 0,
): Promise<void> {
  const account = sql`project_id = ${project.id} and counterparty_id = ${order.counterparty_id}`;
  const [terms] = await tx.rows<{ payment_days: number | null }>(
    sql`select payment_days from counterparty_accounts where ${account} for no key update`,
  );
  if (terms?.payment_days == null) return;
  await tx.execute(sql`
    update charges set due_on = ${TODAY} + ${terms.payment_days}::int
    where ${account} and order_id = ${order.id} and due_on is null and charged_on is not null and unpaid > ${awaited}`);
}

/** What the carrier is to bring of this order after all covers what is left of it: no day to pay it. The account is locked by it. */
export async function stopTerm(
  tx: Tx,
  { project }: Reader,
  order: { readonly id: string; readonly counterparty_id: string },
  awaited: number,
): Promise<void> {
  const account = sql`project_id = ${project.id} and counterparty_id = ${order.counterparty_id}`;
  await tx.execute(sql`select from counterparty_accounts where ${account} for no key update`);
  await tx.execute(sql`
    update charges set due_on = null
    where ${account} and order_id = ${order.id} and due_on is not null and unpaid > 0 and unpaid <= ${awaited}`);
}

/** What was put against an order that will be charged nothing more is free again. The account is locked by it. */
export async function freePrepaid(
  tx: Tx,
  scope: Writer,
  order: { readonly id: string; readonly counterparty_id: string },
): Promise<void> {
  const project = scope.project.id;
  const held = await tx.rows(sql`
    select from charges where project_id = ${project} and order_id = ${order.id} and (sequence is null or open)
      and not canceled`);
  if (held.length === 0) return;
  await tx.execute(sql`select from counterparty_accounts
    where project_id = ${project} and counterparty_id = ${order.counterparty_id} for no key update`);
  await tx.execute(sql`
    with noted as (
      ${noteChanges(scope, sql`select ${order.id}::uuid as order_id`)}
    ), freed as (
      update charges set canceled = sequence is null, open = false
      where project_id = ${project} and order_id = ${order.id} and (sequence is null or open) and not canceled
      returning greatest(put - charged + credited, 0) as held
    )
    update counterparty_accounts a set reserved = a.reserved - f.held from freed f
    where a.project_id = ${project} and a.counterparty_id = ${order.counterparty_id}`);
  await settle(tx, scope, [order.counterparty_id]);
}

/** The charge of order `o`, and what lists show of it. */
export const WITH_CHARGE = sql.raw(`left join lateral (select ch.* from charges ch
    where ch.project_id = o.project_id and ch.order_id = o.id limit 1) ch on true`);
export const CHARGE_COLUMNS = sql.raw(
  'ch.charged, ch.credited, ch.put, ch.unpaid, ch.charged_on::text as charged_on, ch.due_on::text as due_on, ch.canceled as charge_canceled',
);

/**
 * The condition that order `o` is paid so far. What is owed or paid ahead is little and has indexes of its own; what is
 * paid is most of all, and is asked of each order that the list comes by.
 */
export function isPaid(state: PaidFilter): SQL {
  const charge = sql.raw('charges ch where ch.project_id = o.project_id and ch.order_id = o.id');
  if (state === 'paid') return sql`(select ch.unpaid = 0 and ch.sequence is not null from ${charge})`;
  const having: Record<typeof state, SQL> = {
    prepaid: sql`ch.sequence is null and not ch.canceled and ch.put > 0`,
    unpaid: sql`ch.unpaid > 0 and ch.unpaid >= ch.charged - ch.credited`,
    partly: sql`ch.unpaid > 0 and ch.unpaid < ch.charged - ch.credited`,
    overdue: sql`ch.unpaid > 0 and ch.due_on < ${TODAY}`,
    owed: sql`ch.unpaid > 0`,
  };
  return sql`exists (select 1 from ${charge} and ${having[state]})`;
}

/** A row that has `CHARGE_COLUMNS`; null where nothing was charged or paid ahead, or where that is free again. */
export function asCharge(row: Row): Charge | null {
  if (row.charged === null || row.charged === undefined || row.charge_canceled === true) return null;
  return {
    charged: Number(row.charged),
    credited: Number(row.credited),
    put: Number(row.put),
    unpaid: Number(row.unpaid),
    charged_on: row.charged_on as string | null,
    due_on: row.due_on as string | null,
  };
}

export interface OrderCredit extends Credit {
  readonly on_limit: OnLimit;
  /** What was put against the order. */
  readonly put: number;
}

/** What the account owes, what was agreed, and what was put against one order; nothing is locked. */
export async function readCredit(
  tx: Tx,
  { project }: Reader,
  order: { readonly id: string; readonly counterparty_id: string },
): Promise<OrderCredit | null> {
  const [row] = await tx.rows<Row>(sql`
    select balance, purchases_balance, reserved, credit_limit, on_limit, ${overdueOf(project.id, sql`a.counterparty_id`)} as overdue,
      ${putOf(project.id, [order.id])} as put
    from counterparty_accounts a where project_id = ${project.id} and counterparty_id = ${order.counterparty_id}
      and (credit_limit is not null or payment_days is not null)`);
  if (!row) return null;
  return {
    debt: debtOf({
      balance: Number(row.balance),
      purchases_balance: Number(row.purchases_balance),
      reserved: Number(row.reserved),
    }),
    overdue: Number(row.overdue),
    credit_limit: row.credit_limit === null ? null : Number(row.credit_limit),
    on_limit: row.on_limit as OnLimit,
    put: Number(row.put),
  };
}

export interface CreditTerms {
  readonly payment_days: number | null;
  readonly credit_limit: number | null;
  readonly on_limit: OnLimit;
}

/** For what is charged from now on; days to pay of what was charged before stay. */
export async function setCreditTerms(
  tx: Tx,
  { project }: Reader,
  counterpartyId: string,
  { payment_days, credit_limit, on_limit }: CreditTerms,
): Promise<void> {
  await tx.execute(sql`
    update counterparty_accounts set payment_days = ${payment_days}, credit_limit = ${credit_limit}, on_limit = ${on_limit}
    where project_id = ${project.id} and counterparty_id = ${counterpartyId}`);
}
