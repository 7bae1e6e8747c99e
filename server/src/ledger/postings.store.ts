import { common } from '@lanka/domain/kit/errors';
import { EXACT_TOTAL, type Page } from '@lanka/domain/kit/lists';
import { type Posting, type PostingPurpose, ProjectAccount } from '@lanka/domain/ledger/contract';
import { type Entry, projectAccountOf, shownBalance } from '@lanka/domain/ledger/rules';
import { and, eq, gte, ilike, inArray, lt, lte, type SQL, sql, sum } from 'drizzle-orm';
import { users } from '../identity/tables';
import { actorOrKey } from '../kit/db/by-key';
import type { Tx } from '../kit/db/db';
import { atMost, isFiltered, type ListQuery, pageOf, readPage, toInstant } from '../kit/db/paging';
import { accountSums, counterpartyAccounts, OWN_ACCOUNT, postings } from './tables';

type Reader = { readonly project: { readonly id: string } };

export interface PostingQuery {
  readonly counterparty_id?: string | undefined;
  readonly account?: ProjectAccount | undefined;
  readonly purpose?: readonly PostingPurpose[] | undefined;
  /** Days of Kyiv, `YYYY-MM-DD`, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly q?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

function filters(project: string, query: Omit<PostingQuery, 'limit' | 'cursor'>): (SQL | undefined)[] {
  const { counterparty_id, account, purpose, from, to, q } = query;
  return [
    eq(postings.project_id, project),
    counterparty_id ? eq(postings.counterparty_id, counterparty_id) : undefined,
    account ? sql`${OWN_ACCOUNT} = ${account}` : undefined,
    purpose?.length ? inArray(postings.purpose, [...purpose]) : undefined,
    from ? gte(postings.day, from) : undefined,
    to ? lte(postings.day, to) : undefined,
    q ? ilike(postings.comment, `%${q.replace(/[\\%_]/g, '\\$&')}%`) : undefined,
  ];
}

export type PostingRow = Posting & { readonly counterparty_id: string };

/** Postings, newest first, a page by sequence. */
export const listPostings = async (tx: Tx, scope: Reader, query: PostingQuery): Promise<Page<PostingRow>> =>
  (await readPostings(tx, scope, query)).page;

export interface KeptBalance {
  readonly balance: number;
  readonly purchases_balance: number;
}

/** A page of a counterparty's postings beside its kept balances; zero where it has no account. One statement. */
export async function readLedgerPage(
  tx: Tx,
  scope: Reader,
  counterparty_id: string,
  query: Omit<PostingQuery, 'counterparty_id'>,
): Promise<KeptBalance & { page: Page<PostingRow> }> {
  const account = sql`(select jsonb_build_object('balance', balance, 'purchases_balance', purchases_balance)
    from ${counterpartyAccounts}
    where project_id = ${scope.project.id} and counterparty_id = ${counterparty_id})`;
  const { page, beside } = await readPostings(tx, scope, { ...query, counterparty_id }, account);
  const kept = beside as KeptBalance | null;
  return { page, balance: kept?.balance ?? 0, purchases_balance: kept?.purchases_balance ?? 0 };
}

async function readPostings(
  tx: Tx,
  scope: Reader,
  query: PostingQuery,
  account = sql`null`,
): Promise<{ page: Page<PostingRow>; beside: unknown }> {
  const before = query.cursor === undefined ? undefined : Number(query.cursor);
  if (before !== undefined && !Number.isSafeInteger(before)) throw common.invalid({ path: 'cursor', code: 'invalid' });
  const where = and(...filters(scope.project.id, query));
  const isNarrowed = isFiltered(query.purpose, query.from, query.to, query.q);
  // the accounts and the counterparties have their postings in order in an index each; how many of them fit something
  // else, or come after the cursor, the planner must see
  const isEven = !isNarrowed && before === undefined && !(query.account && query.counterparty_id);
  const most = isEven ? pageOf(query) : sql`limit ${query.limit + 1}`;
  // read as they come: fifty rows through the query builder cost more than the select
  const found = await tx.rows(sql`
    with rows as (
      select ${POSTING_COLUMNS} from ${postings} left join ${users} on ${users.id} = ${postings.actor_id}
      where ${and(where, before === undefined ? undefined : lt(postings.sequence, before))}
      order by ${postings.sequence} desc ${most}
    ), beside as (select ${account} as beside, ${isNarrowed ? counted(where) : keptCount(scope, query, where)} as total)
    select b.beside, b.total, rows.* from beside b left join rows on true order by rows.sequence desc`);
  const [first] = found;
  const rows = found.filter(({ id }) => id !== null);
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  const total = Number(first?.total ?? 0);
  return {
    page: {
      items: items.map((row) => asPosting(row as typeof postings.$inferSelect, row.actor_name as string | null)),
      next_cursor: rows.length > query.limit && last ? String(last.sequence) : null,
      total: Math.min(total, EXACT_TOTAL),
      ...(total > EXACT_TOTAL ? { total_is_estimate: true } : {}),
    },
    beside: first?.beside,
  };
}

const counted = (where: SQL | undefined): SQL =>
  sql`(select count(*)::int from (select from ${postings} where ${where} ${atMost(EXACT_TOTAL + 1)}) some_rows)`;

/** How many postings a counterparty has stands beside its sums; of others they are counted. */
const keptCount = (scope: Reader, { counterparty_id, account }: PostingQuery, where: SQL | undefined): SQL =>
  counterparty_id
    ? sql`(select coalesce(sum(s.postings), 0)::int from ${accountSums} s where s.project_id = ${scope.project.id}
        and s.counterparty_id = ${counterparty_id} ${account ? sql`and s.account = ${account}` : sql``})`
    : counted(where);

const POSTING_COLUMNS = sql.raw(
  `${['id', 'sequence', 'purpose', 'source', 'destination', 'amount', 'counterparty_id', 'counterparty_change', 'side', 'balance_after', 'ref_kind', 'ref_id', 'comment', 'actor_kind', 'actor_id', 'by_key', 'day', 'created_at'].map((name) => `postings.${name}`).join(', ')}, users.name as actor_name`,
);

function asPosting(row: typeof postings.$inferSelect, actor_name: string | null): PostingRow {
  return {
    id: row.id,
    purpose: row.purpose,
    account: projectAccountOf(row as typeof row & Entry),
    amount: row.amount,
    change: row.counterparty_change,
    side: row.side,
    balance_after: row.balance_after,
    ref: { kind: row.ref_kind, id: row.ref_id },
    comment: row.comment,
    actor: actorOrKey(row.by_key, { kind: row.actor_kind, id: row.actor_id, name: actor_name }),
    day: row.day,
    created_at: toInstant(row.created_at),
    counterparty_id: row.counterparty_id,
  };
}

/** Postings of an account by the days that they belong to, the newest day first, a page by key. */
export const listByDay = (
  tx: Tx,
  scope: Reader,
  { sort: _, ...query }: ListQuery & Omit<PostingQuery, 'limit' | 'cursor' | 'purpose' | 'q'>,
): Promise<Page<PostingRow>> =>
  readPage(
    tx,
    { ...query, sort: '-day' },
    {
      columns: POSTING_COLUMNS,
      from: sql`${postings} left join ${users} on ${users.id} = ${postings.actor_id}`,
      countFrom: sql`${postings}`,
      where: sql`${and(...filters(scope.project.id, query))}`,
      sorts: { day: { by: sql`${postings.day}`, type: 'date' } },
      id: sql`${postings.id}`,
      // an index has just those of the account in this order, and none those of one counterparty
      countsInOrder: query.counterparty_id === undefined,
      customPlan: true,
    },
    (row) => asPosting(row as typeof postings.$inferSelect, row.actor_name as string | null),
  );

export interface Turnover {
  readonly opening: number;
  readonly closing: number;
  /** The period's postings by their days, those of one day as they were entered. */
  readonly rows: readonly PostingRow[];
}

/** At most so many rows in one reconciliation; a longer period is asked for in parts. */
export const TURNOVER_LIMIT = 5_000;

/** By the days that postings belong to: a counterparty's balance before the period, its postings, and the balance after it. Null when they are too many. */
export async function turnover(
  tx: Tx,
  scope: Reader,
  counterpartyId: string,
  from: string,
  to: string,
): Promise<Turnover | null> {
  const [before] = await tx
    .select({ opening: sum(postings.counterparty_change).mapWith(Number) })
    .from(postings)
    .where(
      and(
        eq(postings.project_id, scope.project.id),
        eq(postings.counterparty_id, counterpartyId),
        lt(postings.day, from),
      ),
    );
  const rows = await tx
    .select({ posting: postings, actor_name: users.name })
    .from(postings)
    .leftJoin(users, eq(users.id, postings.actor_id))
    .where(and(...filters(scope.project.id, { counterparty_id: counterpartyId, from, to })))
    .orderBy(postings.day, postings.sequence)
    .limit(TURNOVER_LIMIT + 1);
  if (rows.length > TURNOVER_LIMIT) return null;
  const opening = before?.opening ?? 0;
  return {
    opening,
    closing: rows.reduce((balance, { posting }) => balance + posting.counterparty_change, opening),
    rows: rows.map(({ posting, actor_name }) => asPosting(posting, actor_name)),
  };
}

/** The project's own accounts, all of them, as people read them: money in hand and income are positive. */
export async function projectAccounts(
  tx: Tx,
  scope: Reader,
): Promise<{ account: ProjectAccount; balance: number; postings: number }[]> {
  const rows = await tx
    // what the counterparties gained, the project's account gave
    .select({
      account: accountSums.account,
      raw: sql<number>`-sum(${accountSums.counterparty_change})`.mapWith(Number),
      postings: sum(accountSums.postings).mapWith(Number),
    })
    .from(accountSums)
    .where(eq(accountSums.project_id, scope.project.id))
    .groupBy(accountSums.account);
  const found = new Map(rows.map((row) => [row.account, row]));
  return ProjectAccount.options.map((account) => {
    const row = found.get(account);
    return { account, balance: shownBalance(account, row?.raw ?? 0), postings: row?.postings ?? 0 };
  });
}

/** Σ of the balances of all counterparties, for the page of accounts. */
export async function counterpartiesTotal(tx: Tx, scope: Reader): Promise<number> {
  const [row] = await tx
    .select({ total: sum(counterpartyAccounts.balance).mapWith(Number) })
    .from(counterpartyAccounts)
    .where(eq(counterpartyAccounts.project_id, scope.project.id));
  return row?.total ?? 0;
}
