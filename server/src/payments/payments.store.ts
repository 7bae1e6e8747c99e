import { EXACT_TOTAL, type Page } from '@lanka/domain/kit/lists';
import type { PostedOrder } from '@lanka/domain/ledger/contract';
import { type OrderPart, type Payment, PaymentStatus, type SupplierBalance } from '@lanka/domain/payments/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { ActingIn, DropshippingScope, ProjectScope } from '../kit/auth/scope';
import type { ChangeKind } from '../kit/changes/kinds';
import { markChanged } from '../kit/changes/record';
import { idArray } from '../kit/db/arrays';
import { nameOrKey } from '../kit/db/by-key';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { firstOfEach, listOfSuppliers, pairsOf } from '../kit/db/of-suppliers';
import {
  anyPart,
  atMost,
  inUkrainianOrder,
  isFiltered,
  type ListPlan,
  type ListQuery,
  type Order,
  opaque,
  pageOf,
  readPage,
  toInstant,
  toInstantOrNull,
} from '../kit/db/paging';
import type { Searched } from '../kit/db/searched';
import type { OwnersOf } from '../kit/live/topics';
import { findPartyIds } from '../partners';
import { queueForSearch, type Search, searchPage, walkThrough, wordsIn } from '../search';

type Row = Record<string, unknown>;

/** Of the rows `payment_orders n` and their `orders o`. */
const NAMED_ORDERS = sql.raw(
  `jsonb_agg(jsonb_build_object('id', o.id, 'prefix', o.prefix, 'number', o.number, 'amount', n.amount) order by o.number)`,
);

/** A payment with its people and with what it did in the ledger. */
const COLUMNS = sql`p.id, p.project_id, pr.title as project_title, p.counterparty_id, c.name as counterparty_name, p.type,
  p.account, p.amount, to_char(p.date, 'YYYY-MM-DD') as date, p.comment, p.status, p.decline_reason,
  l.balance_after, l.day::text as counted_on, (r.id is not null) as reversed, p.created_by, ${nameOrKey(sql`p.by_key`, sql`maker.name`)} as maker_name, p.processed_by,
  ${nameOrKey(sql`p.processed_by_key`, sql`processor.name`)} as processor_name, p.processed_at, p.created_at, p.bank_row_id,
  coalesce((select ${NAMED_ORDERS} from payment_orders n join orders o on o.project_id = n.project_id and o.id = n.order_id
    where n.project_id = p.project_id and n.payment_id = p.id), '[]') as orders,
  (select count(*)::int from payment_files f where f.project_id = p.project_id and f.payment_id = p.id) as files`;

/** A payment has one posting, and that one reversal at most; the limits make each be looked up by its index. */
const FROM = sql`payments p
  join counterparties c on c.project_id = p.project_id and c.id = p.counterparty_id
  join projects pr on pr.id = p.project_id
  left join users maker on maker.id = p.created_by
  left join users processor on processor.id = p.processed_by
  left join lateral (select l.id, l.balance_after, l.day from postings l
    where l.project_id = p.project_id and l.ref_kind = 'payment' and l.ref_id = p.id
      and l.purpose in ('payment', 'withdrawal') limit 1) l on true
  left join lateral (select r.id from postings r
    where r.project_id = p.project_id and r.ref_kind = 'posting' and r.ref_id = l.id and r.purpose = 'reversal'
    limit 1) r on true`;

function asPayment(row: Row): Payment {
  return {
    id: String(row.id),
    project_id: String(row.project_id),
    project_title: String(row.project_title),
    counterparty_id: String(row.counterparty_id),
    counterparty_name: String(row.counterparty_name),
    orders: row.orders as Payment['orders'],
    type: row.type as Payment['type'],
    account: row.account as Payment['account'],
    amount: Number(row.amount),
    date: String(row.date),
    counted_on: row.counted_on as string | null,
    comment: String(row.comment),
    status: row.status as PaymentStatus,
    decline_reason: String(row.decline_reason),
    balance_after: row.balance_after === null ? null : Number(row.balance_after),
    reversed: row.reversed === true,
    created_by: { id: String(row.created_by), name: String(row.maker_name ?? '') },
    processed_by:
      row.processed_by === null ? null : { id: String(row.processed_by), name: String(row.processor_name ?? '') },
    processed_at: toInstantOrNull(row.processed_at),
    files: Number(row.files),
    bank_row_id: row.bank_row_id as string | null,
    created_at: toInstant(row.created_at),
  };
}

export interface PaymentFilters extends ListQuery {
  readonly q?: string | undefined;
  readonly status?: PaymentStatus[] | undefined;
  readonly type?: Payment['type'] | undefined;
  readonly order_id?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

function conditions(query: PaymentFilters): SQL[] {
  const where: SQL[] = [];
  if (query.status?.length) where.push(sql`p.status = any (${sql.param(query.status)}::text[])`);
  if (query.order_id)
    where.push(sql`exists (select from payment_orders n
      where n.project_id = p.project_id and n.payment_id = p.id and n.order_id = ${query.order_id})`);
  if (query.type) where.push(sql`p.type = ${query.type}`);
  if (query.from) where.push(sql`p.date >= ${query.from}::date`);
  if (query.to) where.push(sql`p.date <= ${query.to}::date`);
  return where;
}

const needsCustomPlan = (query: PaymentFilters & { counterparty_id?: string | undefined }): boolean =>
  isFiltered(query.status?.length, query.type, query.order_id, query.from, query.to, query.counterparty_id);

/** Comments; most payments have one. */
export const PAYMENTS: Searched = {
  name: 'payments',
  texts: (project_id, ids) => sql`
    select id, lower(comment) as text, created_at from payments where project_id = ${project_id} and id = any(${ids})`,
};

/** Of so many counterparties each payment is looked up; what fits more is found by walking through the payments. */
const FEW_PARTIES = 200;

/**
 * A page of the payments that fulfil `others`. A text stands in the comment, or in what is known of the counterparty:
 * of few counterparties all payments are looked at, otherwise the newest payments one by one.
 */
async function page(
  tx: Tx,
  query: PaymentFilters & { counterparty_id?: string | undefined },
  projects: readonly string[],
  others: SQL,
  pairs?: SQL,
): Promise<Page<Payment>> {
  const from = pairs ? ofPairs(pairs) : sql`payments p`;
  const plan: ListPlan = { ...PLAN, countFrom: from, where: others, customPlan: needsCustomPlan(query) };
  if (!query.q) return readPage(tx, query, plan, asPayment);
  const parties = await findPartyIds(tx, projects, [query.q], FEW_PARTIES);
  const ofParty = parties
    ? sql`p.counterparty_id = any(${idArray(parties)})`
    : sql`exists (select 1 from counterparties f where f.project_id = p.project_id and f.id = p.counterparty_id
        and f.search_text like ${opaque(anyPart(query.q), 'text')})`;
  const ofParties = parties
    ? sql`(select count(*) from (select 1 from payments p where ${others} and ${ofParty} ${atMost(EXACT_TOTAL)}) some_rows)`
    : sql`${EXACT_TOTAL}`;
  const matches = sql`(lower(p.comment) like ${opaque(anyPart(query.q), 'text')} or ${ofParty})`;
  const search: Search = {
    projects,
    ways: [
      {
        kind: PAYMENTS,
        words: wordsIn(query.q),
        rows: (found) => sql`
          select id from ${found} f union select p.id from payments p
          where p.project_id = any(${idArray(projects)}) and ${others} and ${ofParty}`,
      },
    ],
    matches,
    others,
    walks: pairs ? ['created_at'] : ['created_at', 'date', 'amount'],
    ...(parties?.length === 0 ? {} : { walksFirst: ofParties }),
  };
  const walk = (order: Order): SQL => {
    const own = { ...search, others: sql`${OF_PAIR} and ${others}` };
    const first = walkThrough({ from: sql`payments p`, id: PLAN.id }, own, order, pageOf(query));
    return firstOfEach(pairs ?? sql``, first, order, pageOf(query));
  };
  const walked = pairs ? { ...search, walk } : search;
  return searchPage(tx, query, { ...plan, where: sql`${others} and ${matches}` }, walked, asPayment);
}

/** A payment of pair `s (project_id, counterparty_id)`. */
const OF_PAIR = sql`p.project_id = s.project_id and p.counterparty_id = s.counterparty_id`;
/** All payments of the pairs; the limit keeps the planner from reading all payments and looking for the pairs. */
const ofPairs = (pairs: SQL): SQL => sql`(${pairs}) s
  cross join lateral (select p.* from payments p where ${OF_PAIR} ${atMost(1_000_000_000)}) p`;

const PLAN = {
  columns: COLUMNS,
  from: FROM,
  id: sql`p.id`,
  sorts: {
    created_at: { by: sql`p.created_at`, type: 'timestamptz' },
    date: { by: sql`p.date`, type: 'date' },
    amount: { by: sql`p.amount`, type: 'bigint' },
  },
} as const;

const TABLE = { rows: sql`payments p`, project_id: sql`p.project_id`, counterparty_id: sql`p.counterparty_id` };

/** What the asker may see of payments: a Client his own, staff all. */
function visible(scope: ProjectScope, counterpartyId: string | undefined): SQL {
  const mine = scope.role === 'Client' ? sql` and p.counterparty_id = ${scope.counterparty_id}` : sql``;
  const one = counterpartyId ? sql` and p.counterparty_id = ${counterpartyId}` : sql``;
  return sql`p.project_id = ${scope.project.id}${mine}${one}`;
}

export function listPayments(
  tx: Tx,
  scope: ProjectScope,
  query: PaymentFilters & { counterparty_id?: string | undefined },
): Promise<Page<Payment>> {
  const others = sql.join([visible(scope, query.counterparty_id), ...conditions(query)], sql` and `);
  const counterparty_id = query.counterparty_id ?? scope.counterparty_id ?? undefined;
  return page(tx, { ...query, counterparty_id }, [scope.project.id], others);
}

export function listMyPayments(
  tx: Tx,
  { suppliers }: DropshippingScope,
  query: PaymentFilters & { project_id?: string | undefined },
): Promise<Page<Payment>> {
  const narrowed = conditions(query);
  if (query.project_id) narrowed.push(sql`p.project_id = ${query.project_id}`);
  if (!query.q) return listOfSuppliers(tx, suppliers, query, { ...PLAN, ...TABLE, conditions: narrowed }, asPayment);
  const pairs = pairsOf(suppliers);
  return page(
    tx,
    query,
    suppliers.map(({ project_id }) => project_id),
    sql.join([sql`(p.project_id, p.counterparty_id) in (${pairs})`, ...narrowed], sql` and `),
    pairs,
  );
}

export interface PaymentCounts {
  total: number;
  pending: number;
  confirmed: number;
  declined: number;
  pending_sum: number;
}

export async function countPayments(
  tx: Tx,
  scope: ProjectScope,
  counterpartyId: string | undefined,
): Promise<PaymentCounts> {
  const mine = visible(scope, counterpartyId);
  // each status by itself from its index, up to what a list counts; what waits is few
  const found = await tx.rows<Row>(sql`
    select (n ->> 'pending')::int as pending, (n ->> 'confirmed')::int as confirmed, (n ->> 'declined')::int as declined,
      least((n ->> 'pending')::int + (n ->> 'confirmed')::int + (n ->> 'declined')::int, ${EXACT_TOTAL}) as total, pending_sum
    from (
      select jsonb_object_agg(s.status, f.n) as n from unnest(${sql.param([...PaymentStatus.options])}::text[]) as s(status)
      cross join lateral (select count(*)::int as n from (
        select 1 from payments p where ${mine} and p.status = s.status ${atMost(EXACT_TOTAL)}) some_rows) f
    ) counted cross join (
      select coalesce(sum(p.amount), 0)::bigint as pending_sum from payments p where ${mine} and p.status = 'pending'
    ) waiting`);
  return found[0] as unknown as PaymentCounts;
}

export async function findPayment(tx: Tx, scope: ProjectScope, id: string): Promise<Payment | null> {
  const found = await tx.rows<Row>(
    sql`select ${COLUMNS} from ${FROM} where ${visible(scope, undefined)} and p.id = ${id}`,
  );
  return found[0] ? asPayment(found[0]) : null;
}

export interface LockedPayment {
  readonly id: string;
  readonly counterparty_id: string;
  readonly type: Payment['type'];
  readonly account: Payment['account'];
  readonly amount: number;
  /** The day of the money, in Kyiv. */
  readonly date: string;
  readonly comment: string;
  readonly status: PaymentStatus;
  /** The row of a bank statement that it is. */
  readonly bank_row_id: string | null;
}

/** The payment for this transaction alone: who decides on it at the same time waits and then sees the decision. */
export async function lockPayment(tx: Tx, scope: ProjectScope, id: string): Promise<LockedPayment | null> {
  const found = await tx.rows<Row>(sql`
    select id, counterparty_id, type, account, amount, date::text as date, comment, status, bank_row_id from payments
    where project_id = ${scope.project.id} and id = ${id} for update`);
  const [row] = found;
  return row ? ({ ...row, amount: Number(row.amount) } as unknown as LockedPayment) : null;
}

type NewPayment = Omit<LockedPayment, 'id'> & { readonly parts: readonly OrderPart[] };

/** Several with one statement, and one for the orders that they name; answers their ids in the order given. */
export async function insertPayments(tx: Tx, scope: ProjectScope, payments: readonly NewPayment[]): Promise<string[]> {
  const rows = payments.map(({ parts, ...values }, position) => ({ ...values, position, id: newId() }));
  const done = (value: SQL) => sql`case when n.status <> 'pending' then ${value} end`;
  await tx.execute(sql`
    insert into payments (project_id, id, counterparty_id, type, account, amount, date, comment, status, bank_row_id,
      created_by, processed_by, processed_by_key, processed_at)
    select ${scope.project.id}::uuid, n.id, n.counterparty_id, n.type, n.account, n.amount, n.date, n.comment, n.status,
      n.bank_row_id, ${scope.user.id}::uuid, ${done(sql`${scope.user.id}::uuid`)},
      ${done(sql`${scope.api_key?.name ?? null}::text`)}, ${done(sql`now()`)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(position int, id uuid, counterparty_id uuid, type text,
      account text, amount bigint, date date, comment text, status text, bank_row_id uuid)
    order by n.position`);
  const ids = rows.map(({ id }) => id);
  const parts = payments.flatMap((payment, nth) => payment.parts.map((part) => ({ ...part, payment_id: ids[nth] })));
  if (parts.length > 0)
    await tx.execute(sql`
      insert into payment_orders (project_id, payment_id, order_id, amount)
      select ${scope.project.id}::uuid, n.payment_id, n.order_id, n.amount
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as n(payment_id uuid, order_id uuid, amount bigint)`);
  markChanged(tx, scope, 'payment', ids, 'created');
  const said = rows.filter(({ comment }) => comment !== '');
  await queueForSearch(
    tx,
    PAYMENTS,
    scope.project.id,
    said.map(({ id }) => id),
  );
  return ids;
}

/** What the payment names, in the order of the keys. */
export const readParts = (tx: Tx, scope: ProjectScope, id: string): Promise<OrderPart[]> =>
  tx.rows<OrderPart & Row>(sql`
    select order_id, amount from payment_orders
    where project_id = ${scope.project.id} and payment_id = ${id} order by order_id`);

/** The orders that payments name, by the payment; of those that name none nothing. */
export async function findNamedOrders(
  tx: Tx,
  { project }: ActingIn,
  ids: readonly string[],
): Promise<Map<string, PostedOrder[]>> {
  const found = await tx.rows<{ payment_id: string; orders: PostedOrder[] }>(sql`
    select n.payment_id, ${NAMED_ORDERS} as orders
    from payment_orders n join orders o on o.project_id = n.project_id and o.id = n.order_id
    where n.project_id = ${project.id} and n.payment_id = any(${idArray(ids)}) group by n.payment_id`);
  return new Map(found.map(({ payment_id, orders }) => [payment_id, orders]));
}

export async function writeDecision(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  status: PaymentStatus,
  { account, reason = '' }: { account?: Payment['account'] | undefined; reason?: string | undefined },
): Promise<void> {
  markChanged(tx, scope, 'payment', [id]);
  await tx.execute(sql`
    update payments set status = ${status}, account = coalesce(${account ?? null}, account), decline_reason = ${reason},
      processed_by = ${scope.user.id}, processed_by_key = ${scope.api_key?.name ?? null}, processed_at = now()
    where project_id = ${scope.project.id} and id = ${id}`);
}

/** The payment is that row of a bank statement; null: none any more. */
export async function saveBankRow(
  tx: Tx,
  { project }: ActingIn,
  id: string,
  bank_row_id: string | null,
): Promise<void> {
  await tx.execute(
    sql`update payments set bank_row_id = ${bank_row_id} where project_id = ${project.id} and id = ${id}`,
  );
}

/** Whether it was confirmed and taken back. */
export async function isReversed(tx: Tx, { project }: ActingIn, id: string): Promise<boolean> {
  const found = await tx.rows<Row>(sql`
    select 1 from postings l join postings r on r.project_id = l.project_id and r.ref_kind = 'posting' and r.ref_id = l.id
      and r.purpose = 'reversal'
    where l.project_id = ${project.id} and l.ref_kind = 'payment' and l.ref_id = ${id}
      and l.purpose in ('payment', 'withdrawal')`);
  return found.length > 0;
}

/** The posting of a payment, to be reversed; null when it has none. */
export async function findPostingOf(tx: Tx, scope: ProjectScope, id: string): Promise<string | null> {
  const found = await tx.rows<Row>(sql`
    select id from postings where project_id = ${scope.project.id} and ref_kind = 'payment' and ref_id = ${id}
      and purpose in ('payment', 'withdrawal')`);
  return (found[0]?.id as string | undefined) ?? null;
}

export interface SupplierBalanceRow extends Omit<SupplierBalance, 'logo_url' | 'takes_cards'> {
  readonly logo: string | null;
}

/** The dropshipper's balance with each supplier and what waits there, with one statement. */
export function listBalances(
  tx: Tx,
  scope: DropshippingScope,
  query: ListQuery & { q?: string | undefined },
): Promise<Page<SupplierBalanceRow>> {
  return readPage(
    tx,
    query,
    {
      columns: sql`pr.id as project_id, pr.friendly_id, pr.title, pr.logo, mine.counterparty_id,
        coalesce(a.balance, 0) as balance, coalesce(a.purchases_balance, 0) as purchases_balance, a.closed_until::text as closed_until, coalesce(w.pending_count, 0) as pending_count,
        coalesce(w.pending_sum, 0) as pending_sum`,
      from: sql`(${pairsOf(scope.suppliers)}) mine
        cross join lateral (select pr.* from projects pr where pr.id = mine.project_id and pr.deleted_at is null limit 1) pr
        left join lateral (select a.balance, a.purchases_balance, a.closed_until from counterparty_accounts a
          where a.project_id = mine.project_id and a.counterparty_id = mine.counterparty_id limit 1) a on true
        left join lateral (
          select count(*)::int as pending_count, sum(p.amount)::bigint as pending_sum from payments p
          where p.project_id = mine.project_id and p.counterparty_id = mine.counterparty_id and p.status = 'pending'
        ) w on true`,
      countFrom: sql`(${pairsOf(scope.suppliers)}) mine
        cross join lateral (select pr.* from projects pr where pr.id = mine.project_id and pr.deleted_at is null limit 1) pr`,
      where: query.q ? sql`lower(pr.title) like ${anyPart(query.q)}` : sql`true`,
      id: sql`pr.id`,
      sorts: {
        project_title: { by: inUkrainianOrder(sql`pr.title`), type: 'text' },
        balance: { by: sql`coalesce(a.balance, 0)`, type: 'bigint' },
      },
    },
    (row) => ({
      project_id: String(row.project_id),
      friendly_id: String(row.friendly_id),
      project_title: String(row.title),
      logo: row.logo as string | null,
      counterparty_id: String(row.counterparty_id),
      balance: Number(row.balance),
      purchases_balance: Number(row.purchases_balance),
      closed_until: row.closed_until as string | null,
      pending_count: Number(row.pending_count),
      pending_sum: Number(row.pending_sum),
    }),
  );
}

/** Names of counterparties, also deleted ones, for postings that carry their id only. */
export async function counterpartyNames(
  tx: Tx,
  scope: ProjectScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await tx.rows<{ id: string; name: string }>(sql`
    select id, name from counterparties where project_id = ${scope.project.id}
      and id = any (${sql.param([...new Set(ids)])}::uuid[])`);
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** What readers of `changes` are told of these payments. */
export const paymentChanges: ChangeKind = {
  kind: 'payment',
  async read(tx, _app, scope, ids) {
    const own = scope.role === 'Client' ? sql`and counterparty_id = ${scope.counterparty_id}` : sql``;
    const found = await tx.rows<Row>(sql`
      select id, counterparty_id, type, amount, date::text as date, status from payments
      where project_id = ${scope.project.id} and id = any(${idArray(ids)}) ${own}`);
    return new Map(found.map(({ id, amount, ...told }) => [String(id), { ...told, amount: Number(amount) }]));
  },
};

export const ownersOfPayments: OwnersOf = async (tx, projectId, ids) => {
  const found = await tx.rows<{ id: string; counterparty_id: string }>(sql`
    select id, counterparty_id from payments where project_id = ${projectId} and id = any(${sql.param([...ids])}::uuid[])`);
  return new Map(found.map((row) => [row.id, row.counterparty_id]));
};
