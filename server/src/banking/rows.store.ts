import type { BankRow, BankRowPart, HandPayment, RowState } from '@lanka/domain/banking/contract';
import type { Page } from '@lanka/domain/kit/lists';
import { kyivDate } from '@lanka/domain/kit/time';
import type { PostedOrder } from '@lanka/domain/ledger/contract';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { awaitLock, type Locked } from '../kit/db/locked';
import {
  anyPart,
  isFiltered,
  type ListPlan,
  type ListQuery,
  opaque,
  readPage,
  toInstant,
  toInstantOrNull,
} from '../kit/db/paging';
import type { Searched } from '../kit/db/searched';
import { queueForSearch, searchPage, wordsIn } from '../search';
import type { BankStatementRow } from './answers';
import type { StoredAccount } from './connections.store';
import type { Sought } from './known.store';
import { bankRowParts, bankRows } from './tables';

type Row = Record<string, unknown>;
export type StoredRow = typeof bankRows.$inferSelect;
export type StoredPart = typeof bankRowParts.$inferSelect;

/** Who paid, what he wrote, his code and account. */
export const BANK_ROWS: Searched = {
  name: 'bank_rows',
  texts: (project_id, ids) => sql`
    select id, search_text as text, created_at from bank_rows where project_id = ${project_id} and id = any(${ids})`,
};

const searchTextOf = (row: BankStatementRow): string =>
  [row.counter_name, row.purpose, row.counter_code, row.counter_iban, row.number]
    .filter(Boolean)
    .join(' ')
    .toLowerCase();

interface TakenBack {
  readonly id: string;
  readonly amount: number;
  readonly day: string;
  readonly counter_name: string;
}

/**
 * Writes the rows of an answer. A row that is known is left as it is, for ever; only one on hold takes what the bank says
 * of it now. One that the bank has taken back is set aside where it waits, and told of where it stands in the ledger.
 * @param held all rows of this span, unix seconds, are among these: a hold that is not has gone
 * @returns those that stand in the ledger and were taken back now
 */
export async function saveRows(
  tx: Tx,
  { project_id, bank, account }: Pick<StoredAccount, 'project_id' | 'bank' | 'account'>,
  rows: readonly BankStatementRow[],
  held?: { readonly from: number; readonly to: number | null },
): Promise<TakenBack[]> {
  const unique = [...new Map(rows.map((row) => [row.bank_row_id, row])).values()];
  // in one order, so that two that read the same do not wait for each other crosswise
  unique.sort((a, b) => (a.bank_row_id < b.bank_row_id ? -1 : 1));
  const counted = unique.filter(({ reversed }) => !reversed);
  if (counted.length > 0) {
    const given = counted.map(({ balance: _b, reversed: _r, ...row }) => ({
      ...row,
      id: newId(),
      search_text: searchTextOf({ ...row, balance: null, reversed: false }),
    }));
    const written = await tx.rows<{ id: string }>(sql`
      insert into bank_rows (project_id, id, bank, account, bank_row_id, at, day, amount, counter_name, counter_code,
        counter_iban, purpose, number, hold, search_text)
      select ${project_id}::uuid, r.id, ${bank}, ${account}, r.bank_row_id, r.at, r.day, r.amount, r.counter_name, r.counter_code,
        r.counter_iban, r.purpose, r.number, r.hold, r.search_text
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r(id uuid, bank_row_id text, at timestamptz, day date,
        amount bigint, counter_name text, counter_code text, counter_iban text, purpose text, number text, hold boolean,
        search_text text)
      on conflict (project_id, bank, account, bank_row_id) do update
        set amount = excluded.amount, hold = excluded.hold, purpose = excluded.purpose, counter_name = excluded.counter_name,
          counter_code = excluded.counter_code, counter_iban = excluded.counter_iban, search_text = excluded.search_text
        where bank_rows.hold and (bank_rows.amount, bank_rows.hold, bank_rows.purpose, bank_rows.counter_name)
          is distinct from (excluded.amount, excluded.hold, excluded.purpose, excluded.counter_name)
      returning id`);
    await queueForSearch(
      tx,
      BANK_ROWS,
      project_id,
      written.map(({ id }) => id),
    );
  }
  if (held) await dropHolds(tx, { project_id, bank, account }, held, counted);
  return takeBack(
    tx,
    { project_id, bank, account },
    unique.filter(({ reversed }) => reversed),
  );
}

/** What the bank takes back is set aside without a reason in words: `reversed_at` says why, in whichever language. */
async function dropHolds(
  tx: Tx,
  { project_id, bank, account }: Pick<StoredAccount, 'project_id' | 'bank' | 'account'>,
  { from, to }: { readonly from: number; readonly to: number | null },
  rows: readonly BankStatementRow[],
): Promise<void> {
  const now = new Date().toISOString();
  await tx.execute(sql`
    update bank_rows set hold = false, state = 'ignored', decided_at = coalesce(decided_at, ${now}::timestamptz),
      reversed_at = ${now}::timestamptz
    where project_id = ${project_id} and bank = ${bank} and account = ${account} and hold
      and at >= to_timestamp(${from}) ${to === null ? sql`` : sql`and at <= to_timestamp(${to})`}
      and not (bank_row_id = any(${sql.param(rows.map((row) => row.bank_row_id))}::text[]))`);
}

async function takeBack(
  tx: Tx,
  { project_id, bank, account }: Pick<StoredAccount, 'project_id' | 'bank' | 'account'>,
  rows: readonly BankStatementRow[],
): Promise<TakenBack[]> {
  if (rows.length === 0) return [];
  const now = new Date().toISOString();
  const found = await tx.rows<Row>(sql`
    update bank_rows set reversed_at = ${now}::timestamptz,
      state = case when state = 'open' then 'ignored' else state end,
      decided_at = coalesce(decided_at, ${now}::timestamptz)
    where project_id = ${project_id} and bank = ${bank} and account = ${account} and reversed_at is null
      and bank_row_id = any(${sql.param(rows.map((row) => row.bank_row_id))}::text[])
    returning id, amount, at, counter_name, state`);
  return found.flatMap(({ id, amount, at, counter_name, state }) =>
    state === 'matched'
      ? [
          {
            id: String(id),
            amount: Number(amount),
            day: kyivDate(new Date(toInstant(at))),
            counter_name: String(counter_name),
          },
        ]
      : [],
  );
}

/** The oldest row of the account that is on hold. One of a month ago is no reason to read a month again and again. */
export async function heldSince(
  tx: Tx,
  { project_id, bank, account }: Pick<StoredAccount, 'project_id' | 'bank' | 'account'>,
): Promise<string | null> {
  const [row] = await tx.rows<Row>(sql`
    select min(at) as at from bank_rows
    where project_id = ${project_id} and bank = ${bank} and account = ${account} and hold
      and at > now() - interval '30 days'`);
  return toInstantOrNull(row?.at);
}

/** The row for this transaction alone: who decides on it at the same time waits, and sees the decision. */
export async function lockRow(
  tx: Tx,
  { project }: ActingIn,
  id: string,
): Promise<Locked<'bank_rows', { found: StoredRow | null }>> {
  const lock = async () => {
    const [row] = await tx
      .select()
      .from(bankRows)
      .where(and(eq(bankRows.project_id, project.id), eq(bankRows.id, id)))
      .for('update');
    return { found: row ?? null };
  };
  return awaitLock('bank_rows', lock());
}

/** @param by null: the system */
export async function saveDecision(
  tx: Tx,
  { project_id, id }: Pick<StoredRow, 'project_id' | 'id'>,
  state: RowState,
  by: string | null,
  ignored_reason = '',
): Promise<void> {
  const decided_at = state === 'open' ? null : sql`now()`;
  await tx
    .update(bankRows)
    .set({ state, ignored_reason, decided_by: state === 'open' ? null : by, decided_at: decided_at as never })
    .where(and(eq(bankRows.project_id, project_id), eq(bankRows.id, id)));
}

export async function insertPart(
  tx: Tx,
  { project_id, id: row_id }: Pick<StoredRow, 'project_id' | 'id'>,
  part: Pick<StoredPart, 'payment_id' | 'counterparty_id' | 'amount' | 'how' | 'rule' | 'matched_by'>,
): Promise<void> {
  await tx.insert(bankRowParts).values({ ...part, project_id, row_id, id: newId() });
}

export const readLivingParts = (
  tx: Tx,
  { project_id, id }: Pick<StoredRow, 'project_id' | 'id'>,
): Promise<StoredPart[]> =>
  tx
    .select()
    .from(bankRowParts)
    .where(
      and(eq(bankRowParts.project_id, project_id), eq(bankRowParts.row_id, id), sql`${bankRowParts.undone_at} is null`),
    )
    .orderBy(bankRowParts.counterparty_id, bankRowParts.id);

export async function undoParts(
  tx: Tx,
  { project_id, id }: Pick<StoredRow, 'project_id' | 'id'>,
  by: string,
): Promise<void> {
  await tx.execute(sql`
    update bank_row_parts set undone_by = ${by}, undone_at = now()
    where project_id = ${project_id} and row_id = ${id} and undone_at is null`);
}

const COLUMNS = sql`b.id, b.bank, b.account, a.title as account_title, b.at, b.day::text as day, b.amount, b.counter_name,
  b.counter_code, b.counter_iban, b.purpose, b.number, b.state, b.hold, b.reversed_at, b.ignored_reason, b.decided_by,
  u.name as decided_name, b.decided_at, ((now() at time zone 'Europe/Kyiv')::date - b.day) as age_days`;
const FROM = sql`bank_rows b
  left join bank_accounts a on a.project_id = b.project_id and a.bank = b.bank and a.account = b.account
  left join users u on u.id = b.decided_by`;

const actorOf = (id: unknown, name: unknown) =>
  id === null || id === undefined
    ? { kind: 'system' as const, id: null, name: null }
    : { kind: 'user' as const, id: String(id), name: (name as string | null) ?? null };

/** Without its parts and suggestions, which are read for a page of rows together. */
export type BareRow = Omit<BankRow, 'parts' | 'suggestion'>;

const asRow = (row: Row): BareRow => ({
  id: String(row.id),
  bank: row.bank as BankRow['bank'],
  account: String(row.account),
  account_title: String(row.account_title ?? ''),
  at: toInstant(row.at),
  day: String(row.day),
  amount: Number(row.amount),
  counter_name: String(row.counter_name),
  counter_code: String(row.counter_code),
  counter_iban: String(row.counter_iban),
  purpose: String(row.purpose),
  number: String(row.number),
  state: row.state as RowState,
  hold: row.hold === true,
  reversed_at: toInstantOrNull(row.reversed_at),
  ignored_reason: String(row.ignored_reason),
  decided_by: row.decided_at === null ? null : actorOf(row.decided_by, row.decided_name),
  decided_at: toInstantOrNull(row.decided_at),
  age_days: row.state === 'open' ? Math.max(0, Number(row.age_days)) : 0,
});

export interface RowFilters extends ListQuery {
  readonly q?: string | undefined;
  readonly state?: RowState | undefined;
  readonly bank?: BankRow['bank'] | undefined;
  readonly account?: string | undefined;
  readonly direction?: 'in' | 'out' | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

function filters(query: RowFilters): SQL {
  const all: SQL[] = [sql`true`];
  if (query.state) all.push(sql`b.state = ${query.state}`);
  if (query.bank) all.push(sql`b.bank = ${query.bank}`);
  if (query.account) all.push(sql`b.account = ${query.account}`);
  if (query.direction) all.push(query.direction === 'in' ? sql`b.amount > 0` : sql`b.amount < 0`);
  // by the moment, which has the index: a row has the day of it in Kyiv
  if (query.from) all.push(sql`b.at >= ${query.from}::timestamp at time zone 'Europe/Kyiv'`);
  if (query.to) all.push(sql`b.at < (${query.to}::date + 1)::timestamp at time zone 'Europe/Kyiv'`);
  return sql.join(all, sql` and `);
}

const SORTS = {
  at: { by: sql`b.at`, type: 'timestamptz' },
  amount: { by: sql`b.amount`, type: 'bigint' },
} as const;

export async function listRows(tx: Tx, scope: ProjectScope, query: RowFilters): Promise<Page<BareRow>> {
  const { limit: _l, cursor: _c, sort: _s, ...narrowing } = query;
  const others = sql`b.project_id = ${scope.project.id} and ${filters(query)}`;
  const plan: ListPlan = {
    columns: COLUMNS,
    from: FROM,
    countFrom: sql`bank_rows b`,
    where: others,
    sorts: SORTS,
    id: sql`b.id`,
    customPlan: isFiltered(...Object.values(narrowing)),
  };
  if (!query.q) return readPage(tx, query, plan, asRow);
  const words = wordsIn(query.q);
  const matches = sql`b.search_text like all(${opaque(words.map(anyPart), 'text[]')}::text[])`;
  const walks = Object.keys(SORTS);
  const search = { projects: [scope.project.id], ways: [{ kind: BANK_ROWS, words }], matches, others, walks };
  return searchPage(tx, query, { ...plan, where: sql`${others} and ${matches}` }, search, asRow);
}

export async function findRow(tx: Tx, { project }: ActingIn, id: string): Promise<BareRow | null> {
  const [row] = await tx.rows<Row>(
    sql`select ${COLUMNS} from ${FROM} where b.project_id = ${project.id} and b.id = ${id}`,
  );
  return row ? asRow(row) : null;
}

/** What these rows were entered as, the newest first; undone ones among them. */
export async function readParts(
  tx: Tx,
  { project }: ActingIn,
  ids: readonly string[],
): Promise<(BankRowPart & { readonly row_id: string })[]> {
  if (ids.length === 0) return [];
  const found = await tx.rows<Row>(sql`
    select p.row_id, p.id, p.payment_id, p.counterparty_id, c.name as counterparty_name, p.amount, p.how, p.rule, p.matched_by,
      m.name as matched_name, p.matched_at, p.undone_by, n.name as undone_name, p.undone_at,
      coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'prefix', o.prefix, 'number', o.number, 'amount', x.amount)
          order by o.number)
        from payment_orders x join orders o on o.project_id = x.project_id and o.id = x.order_id
        where x.project_id = p.project_id and x.payment_id = p.payment_id), '[]') as orders
    from bank_row_parts p join counterparties c on c.project_id = p.project_id and c.id = p.counterparty_id
    left join users m on m.id = p.matched_by left join users n on n.id = p.undone_by
    where p.project_id = ${project.id} and p.row_id = any(${idArray(ids)})
    order by p.matched_at desc, p.id`);
  return found.map((row) => ({
    row_id: String(row.row_id),
    id: String(row.id),
    payment_id: String(row.payment_id),
    counterparty_id: String(row.counterparty_id),
    counterparty_name: String(row.counterparty_name),
    amount: Number(row.amount),
    orders: row.orders as PostedOrder[],
    how: row.how as BankRowPart['how'],
    rule: row.rule as BankRowPart['rule'],
    matched_by: actorOf(row.rule === null ? row.matched_by : null, row.matched_name),
    matched_at: toInstant(row.matched_at),
    undone_by: row.undone_at === null ? null : actorOf(row.undone_by, row.undone_name),
    undone_at: toInstantOrNull(row.undone_at),
  }));
}

const COUNTED = 10_000;

export async function countRows(tx: Tx, { project }: ActingIn) {
  const [row] = await tx.rows<Row>(sql`
    select jsonb_object_agg(s.state, f.n) as counts,
      (select min(day)::text from bank_rows where project_id = ${project.id} and state = 'open') as oldest
    from unnest(array['open', 'matched', 'ignored']) as s(state)
    cross join lateral (select count(*)::int as n from (
      select 1 from bank_rows b where b.project_id = ${project.id} and b.state = s.state limit ${sql.raw(String(COUNTED))}) some_rows) f`);
  const counts = (row?.counts ?? {}) as Record<RowState, number>;
  return {
    ...{ open: counts.open, matched: counts.matched, ignored: counts.ignored },
    oldest_open: (row?.oldest as string | null | undefined) ?? null,
  };
}

export type RowToMatch = Sought & Pick<StoredRow, 'day'>;

/** Rows that wait and may be entered by themselves: of one bank, what came, the oldest first. @param after the last of the page before */
export async function listToMatch(
  tx: Tx,
  project_id: string,
  bank: string,
  after: Pick<RowToMatch, 'id' | 'day'> | null,
  most: number,
): Promise<RowToMatch[]> {
  const found = await tx.rows<Row>(sql`
    select id, day::text as day, amount, counter_code, counter_iban, purpose from bank_rows
    where project_id = ${project_id} and state = 'open' and bank = ${bank} and not hold and amount > 0
      and created_at > now() - interval '3 days'
      ${after ? sql`and (day, id) > (${after.day}::date, ${after.id}::uuid)` : sql``}
    order by day, id limit ${most}`);
  return found.map((row) => ({
    ...{ id: String(row.id), day: String(row.day), amount: Number(row.amount), purpose: String(row.purpose) },
    ...{ counter_code: String(row.counter_code), counter_iban: String(row.counter_iban) },
  }));
}

/** What stands on the account bank of the ledger without a row, the newest first. */
export function listByHand(tx: Tx, { project }: ActingIn, query: ListQuery): Promise<Page<HandPayment>> {
  const where = sql`p.project_id = ${project.id} and p.account = 'bank' and p.status = 'confirmed' and p.bank_row_id is null
    and not exists (select from postings l join postings r on r.project_id = l.project_id and r.ref_kind = 'posting'
        and r.ref_id = l.id and r.purpose = 'reversal'
      where l.project_id = p.project_id and l.ref_kind = 'payment' and l.ref_id = p.id and l.purpose in ('payment', 'withdrawal'))`;
  return readPage(
    tx,
    query,
    {
      columns: sql`p.id, p.type, p.counterparty_id, c.name as counterparty_name, p.amount, p.date::text as day, p.comment,
        u.name as maker`,
      from: sql`payments p join counterparties c on c.project_id = p.project_id and c.id = p.counterparty_id
        left join users u on u.id = p.created_by`,
      countFrom: sql`payments p`,
      where,
      sorts: { date: { by: sql`p.date`, type: 'date' } },
      id: sql`p.id`,
    },
    (row) => ({
      id: String(row.id),
      type: row.type as HandPayment['type'],
      counterparty_id: String(row.counterparty_id),
      counterparty_name: String(row.counterparty_name),
      amount: Number(row.amount),
      date: String(row.day),
      comment: String(row.comment),
      created_by: String(row.maker ?? ''),
    }),
  );
}
