import type { Page } from '@lanka/domain/kit/lists';
import type { Payment, PaymentStatus, SupplierBalance } from '@lanka/domain/payments/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../kit/db';
import { newId } from '../kit/ids';
import { anyPart, inUkrainianOrder, type ListQuery, readPage, toInstant, toInstantOrNull } from '../kit/paging';
import type { DropshippingScope, ProjectScope } from '../kit/scope';

type Row = Record<string, unknown>;

/** A payment with its people and with what it did in the ledger. */
const COLUMNS = sql`p.id, p.project_id, pr.title as project_title, p.counterparty_id, c.name as counterparty_name, p.type,
  p.account, p.amount, to_char(p.date, 'YYYY-MM-DD') as date, p.comment, p.status, p.decline_reason,
  l.balance_after, (r.id is not null) as reversed, p.created_by, maker.name as maker_name, p.processed_by,
  processor.name as processor_name, p.processed_at, p.created_at`;

const FROM = sql`payments p
  join counterparties c on c.project_id = p.project_id and c.id = p.counterparty_id
  join projects pr on pr.id = p.project_id
  left join users maker on maker.id = p.created_by
  left join users processor on processor.id = p.processed_by
  left join postings l on l.project_id = p.project_id and l.ref_kind = 'payment' and l.ref_id = p.id
    and l.purpose in ('payment', 'withdrawal')
  left join postings r on r.project_id = p.project_id and r.ref_kind = 'posting' and r.ref_id = l.id
    and r.purpose = 'reversal'`;

function asPayment(row: Row): Payment {
  return {
    id: String(row.id),
    project_id: String(row.project_id),
    project_title: String(row.project_title),
    counterparty_id: String(row.counterparty_id),
    counterparty_name: String(row.counterparty_name),
    type: row.type as Payment['type'],
    account: row.account as Payment['account'],
    amount: Number(row.amount),
    date: String(row.date),
    comment: String(row.comment),
    status: row.status as PaymentStatus,
    decline_reason: String(row.decline_reason),
    balance_after: row.balance_after === null ? null : Number(row.balance_after),
    reversed: row.reversed === true,
    created_by: { id: String(row.created_by), name: String(row.maker_name ?? '') },
    processed_by:
      row.processed_by === null ? null : { id: String(row.processed_by), name: String(row.processor_name ?? '') },
    processed_at: toInstantOrNull(row.processed_at),
    created_at: toInstant(row.created_at),
  };
}

export interface PaymentFilters extends ListQuery {
  readonly q?: string | undefined;
  readonly status?: PaymentStatus[] | undefined;
  readonly type?: Payment['type'] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

function conditions(query: PaymentFilters, projects: SQL): SQL[] {
  const where: SQL[] = [];
  if (query.status?.length) where.push(sql`p.status = any (${sql.param(query.status)}::text[])`);
  if (query.type) where.push(sql`p.type = ${query.type}`);
  if (query.from) where.push(sql`p.date >= ${query.from}::date`);
  if (query.to) where.push(sql`p.date <= ${query.to}::date`);
  // two searches, each by its index; a condition with `or` would look at all payments
  if (query.q)
    where.push(sql`p.id = any(array(
      select n.id from payments n where n.project_id in (${projects}) and lower(n.comment) like ${anyPart(query.q)}
      union select n.id from counterparties f join payments n on n.project_id = f.project_id and n.counterparty_id = f.id
      where f.project_id in (${projects}) and f.search_text like ${anyPart(query.q)}))`);
  return where;
}

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
  const where = sql.join(
    [visible(scope, query.counterparty_id), ...conditions(query, sql`${scope.project.id}`)],
    sql` and `,
  );
  return readPage(tx, query, { ...PLAN, countFrom: sql`payments p`, where }, asPayment);
}

/** Of all projects where the dropshipper is a Client, with one statement. */
export function listMyPayments(
  tx: Tx,
  scope: DropshippingScope,
  query: PaymentFilters & { project_id?: string | undefined },
): Promise<Page<Payment>> {
  const mine = sql`(p.project_id, p.counterparty_id) in (${ownPairs(scope)})`;
  const one = query.project_id ? [sql`p.project_id = ${query.project_id}`] : [];
  const where = sql.join(
    [mine, ...one, ...conditions(query, sql`select project_id from (${ownPairs(scope)}) own`)],
    sql` and `,
  );
  return readPage(tx, query, { ...PLAN, countFrom: sql`payments p`, where }, asPayment);
}

const ownPairs = (scope: DropshippingScope): SQL =>
  sql`select project_id, counterparty_id from jsonb_to_recordset(${JSON.stringify(scope.suppliers)}::jsonb)
    as mine(project_id uuid, counterparty_id uuid)`;

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
  const found = await tx.execute<Row>(sql`
    select count(*)::int as total, count(*) filter (where p.status = 'pending')::int as pending,
      count(*) filter (where p.status = 'confirmed')::int as confirmed,
      count(*) filter (where p.status = 'declined')::int as declined,
      coalesce(sum(p.amount) filter (where p.status = 'pending'), 0)::bigint as pending_sum
    from payments p where ${visible(scope, counterpartyId)}`);
  return found.rows[0] as unknown as PaymentCounts;
}

export async function findPayment(tx: Tx, scope: ProjectScope, id: string): Promise<Payment | null> {
  const found = await tx.execute<Row>(
    sql`select ${COLUMNS} from ${FROM} where ${visible(scope, undefined)} and p.id = ${id}`,
  );
  return found.rows[0] ? asPayment(found.rows[0]) : null;
}

export interface LockedPayment {
  readonly id: string;
  readonly counterparty_id: string;
  readonly type: Payment['type'];
  readonly account: Payment['account'];
  readonly amount: number;
  readonly comment: string;
  readonly status: PaymentStatus;
}

/** The payment for this transaction alone: who decides on it at the same time waits and then sees the decision. */
export async function lockPayment(tx: Tx, scope: ProjectScope, id: string): Promise<LockedPayment | null> {
  const found = await tx.execute<Row>(sql`
    select id, counterparty_id, type, account, amount, comment, status from payments
    where project_id = ${scope.project.id} and id = ${id} for update`);
  const [row] = found.rows;
  return row ? ({ ...row, amount: Number(row.amount) } as unknown as LockedPayment) : null;
}

export async function insertPayment(
  tx: Tx,
  scope: ProjectScope,
  values: Omit<LockedPayment, 'id'> & { readonly date: string },
): Promise<string> {
  const id = newId();
  const done = values.status === 'pending' ? sql`null, null` : sql`${scope.user.id}, now()`;
  await tx.execute(sql`
    insert into payments (project_id, id, counterparty_id, type, account, amount, date, comment, status, created_by,
      processed_by, processed_at)
    values (${scope.project.id}, ${id}, ${values.counterparty_id}, ${values.type}, ${values.account}, ${values.amount},
      ${values.date}, ${values.comment}, ${values.status}, ${scope.user.id}, ${done})`);
  return id;
}

export async function writeDecision(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  status: PaymentStatus,
  { account, reason = '' }: { account?: Payment['account'] | undefined; reason?: string | undefined },
): Promise<void> {
  await tx.execute(sql`
    update payments set status = ${status}, account = coalesce(${account ?? null}, account), decline_reason = ${reason},
      processed_by = ${scope.user.id}, processed_at = now()
    where project_id = ${scope.project.id} and id = ${id}`);
}

/** The posting of a payment, to be reversed; null when it has none. */
export async function findPostingOf(tx: Tx, scope: ProjectScope, id: string): Promise<string | null> {
  const found = await tx.execute<Row>(sql`
    select id from postings where project_id = ${scope.project.id} and ref_kind = 'payment' and ref_id = ${id}
      and purpose in ('payment', 'withdrawal')`);
  return (found.rows[0]?.id as string | undefined) ?? null;
}

export interface SupplierBalanceRow extends Omit<SupplierBalance, 'logo_url'> {
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
        coalesce(a.balance, 0) as balance, coalesce(w.pending_count, 0) as pending_count,
        coalesce(w.pending_sum, 0) as pending_sum`,
      from: sql`(${ownPairs(scope)}) mine
        join projects pr on pr.id = mine.project_id and pr.deleted_at is null
        left join counterparty_accounts a on a.project_id = mine.project_id and a.counterparty_id = mine.counterparty_id
        left join lateral (
          select count(*)::int as pending_count, sum(p.amount)::bigint as pending_sum from payments p
          where p.project_id = mine.project_id and p.counterparty_id = mine.counterparty_id and p.status = 'pending'
        ) w on true`,
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
  const found = await tx.execute<{ id: string; name: string }>(sql`
    select id, name from counterparties where project_id = ${scope.project.id}
      and id = any (${sql.param([...new Set(ids)])}::uuid[])`);
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}
