import type { FiscalReceipt, OrderReceipts, ReceiptPayment, ReceiptSums } from '@lanka/domain/fiscal/contract';
import type { SoldLine } from '@lanka/domain/fiscal/rules';
import type { Locale } from '@lanka/domain/kit/errors';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Reason, saidIn } from '../integrations';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { isFiltered, type ListQuery, readPage, toInstant, toInstantOrNull } from '../kit/db/paging';
import type { LockedRegister } from './registers.store';
import { fiscalReceipts } from './tables';

type Row = Record<string, unknown>;
export type ReceiptRecord = typeof fiscalReceipts.$inferSelect;

const COLUMNS = sql`f.id, f.kind, f.status, f.register_id, g.name as register_name, f.shift_id, f.order_id,
  o.number as order_number, o.prefix as order_prefix, o.customer_name, f.return_id, t.number as return_number, f.lines,
  f.payments, f.total, f.cash, f.card, f.serial, f.fiscal_code, f.fiscal_date, f.tax_url, f.is_offline, f.problem, f.message,
  f.email, f.phone, f.related_receipt_id, f.reversed, f.created_by, u.name as created_by_name, f.created_at`;
const FROM = sql`fiscal_receipts f
  join cash_registers g on g.project_id = f.project_id and g.id = f.register_id
  left join orders o on o.project_id = f.project_id and o.id = f.order_id
  left join returns t on t.project_id = f.project_id and t.id = f.return_id
  left join users u on u.id = f.created_by`;

function asReceipt(row: Row, locale: Locale): FiscalReceipt {
  return {
    id: String(row.id),
    kind: row.kind as FiscalReceipt['kind'],
    status: row.status as FiscalReceipt['status'],
    register: { id: String(row.register_id), name: String(row.register_name) },
    shift_id: (row.shift_id as string | null) ?? null,
    order: row.order_id
      ? { id: String(row.order_id), number: Number(row.order_number), prefix: String(row.order_prefix) }
      : null,
    return: row.return_id ? { id: String(row.return_id), number: Number(row.return_number) } : null,
    customer_name: (row.customer_name as string | null) ?? '',
    lines: row.lines as FiscalReceipt['lines'],
    payments: row.payments as ReceiptPayment[],
    total: Number(row.total),
    cash: Number(row.cash),
    card: Number(row.card),
    serial: row.serial === null ? null : Number(row.serial),
    fiscal_code: (row.fiscal_code as string | null) ?? null,
    fiscal_date: toInstantOrNull(row.fiscal_date),
    tax_url: (row.tax_url as string | null) ?? null,
    is_offline: row.is_offline === true,
    problem: row.problem
      ? {
          code: row.problem as NonNullable<FiscalReceipt['problem']>['code'],
          message: saidIn(row.message as Reason, locale),
        }
      : null,
    email: (row.email as string | null) ?? null,
    phone: (row.phone as string | null) ?? null,
    related_receipt_id: (row.related_receipt_id as string | null) ?? null,
    reversed: row.reversed === true,
    created_by: { kind: 'user', id: String(row.created_by), name: (row.created_by_name as string | null) ?? null },
    created_at: toInstant(row.created_at),
  };
}

export interface Filters {
  readonly q?: string | undefined;
  readonly cash_register_id?: string | undefined;
  readonly kind?: readonly string[] | undefined;
  readonly status?: readonly string[] | undefined;
  readonly shift_id?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** One value goes along its index. */
const isOf = (column: SQL, values: readonly string[]): SQL =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${sql.param([...values])}::text[])`;

function conditions(scope: ProjectScope, filters: Filters): SQL {
  const where = [sql`f.project_id = ${scope.project.id}`];
  const { q, cash_register_id, kind, status, shift_id, from, to } = filters;
  if (cash_register_id) where.push(sql`f.register_id = ${cash_register_id}`);
  if (shift_id) where.push(sql`f.shift_id = ${shift_id}`);
  if (kind?.length) where.push(isOf(sql`f.kind`, kind));
  if (status?.length) where.push(isOf(sql`f.status`, status));
  if (from) where.push(sql`f.day >= ${from}`);
  if (to) where.push(sql`f.day <= ${to}`);
  if (q) {
    const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
    const number = /^\D{0,5}(\d{1,9})$/.exec(q)?.[1];
    where.push(
      number
        ? sql`(f.fiscal_code ilike ${like} or o.number = ${Number(number)})`
        : sql`(f.fiscal_code ilike ${like} or o.customer_name ilike ${like})`,
    );
  }
  return sql.join(where, sql` and `);
}

export function listReceipts(tx: Tx, scope: ProjectScope, query: ListQuery & Filters) {
  const plan = {
    columns: COLUMNS,
    from: FROM,
    countFrom: query.q
      ? sql`fiscal_receipts f left join orders o on o.project_id = f.project_id and o.id = f.order_id`
      : sql`fiscal_receipts f`,
    where: conditions(scope, query),
    id: sql`f.id`,
    sorts: {
      created_at: { by: sql`f.created_at`, type: 'timestamptz' as const },
      total: { by: sql`f.total`, type: 'bigint' as const },
    },
    customPlan: isFiltered(
      query.q,
      query.cash_register_id,
      query.kind,
      query.status,
      query.shift_id,
      query.from,
      query.to,
    ),
  };
  return readPage(tx, query, plan, (row) => asReceipt(row, scope.locale));
}

export async function sumReceipts(tx: Tx, scope: ProjectScope, filters: Filters): Promise<ReceiptSums> {
  const [row] = await tx.rows<Row>(sql`
    select count(*)::int as count,
      coalesce(sum(f.total) filter (where f.kind = 'sell'), 0)::text as sold,
      coalesce(sum(f.total) filter (where f.kind = 'return'), 0)::text as returned,
      coalesce(sum(case f.kind when 'sell' then f.cash when 'return' then -f.cash else 0 end), 0)::text as cash,
      coalesce(sum(case f.kind when 'sell' then f.card when 'return' then -f.card else 0 end), 0)::text as card
    from fiscal_receipts f left join orders o on o.project_id = f.project_id and o.id = f.order_id
    where ${conditions(scope, filters)} and f.status = 'issued'`);
  const { count, sold, returned, cash, card } = row as Row;
  return {
    count: Number(count),
    ...{ sold: Number(sold), returned: Number(returned), cash: Number(cash), card: Number(card) },
  };
}

export async function findReceipt(tx: Tx, scope: ProjectScope, id: string): Promise<FiscalReceipt | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${COLUMNS} from ${FROM} where f.project_id = ${scope.project.id} and f.id = ${id}`);
  return row ? asReceipt(row, scope.locale) : null;
}

/** More than an order gathers. */
const MOST = 100;

export async function listOfOrder(tx: Tx, scope: ProjectScope, order_id: string): Promise<FiscalReceipt[]> {
  const rows = await tx.rows<Row>(sql`
    select ${COLUMNS} from ${FROM} where f.project_id = ${scope.project.id} and f.order_id = ${order_id}
    order by f.created_at desc, f.id desc limit ${sql.raw(String(MOST))}`);
  return rows.map((row) => asReceipt(row, scope.locale));
}

export async function readRecord(tx: Tx, scope: ActingIn, id: string): Promise<ReceiptRecord | null> {
  const [row] = await tx
    .select()
    .from(fiscalReceipts)
    .where(and(eq(fiscalReceipts.project_id, scope.project.id), eq(fiscalReceipts.id, id)));
  return row ?? null;
}

export type NewReceipt = Pick<
  ReceiptRecord,
  | 'id'
  | 'kind'
  | 'cause'
  | 'order_id'
  | 'return_id'
  | 'related_receipt_id'
  | 'is_reversal'
  | 'lines'
  | 'payments'
  | 'total'
  | 'day'
  | 'email'
  | 'phone'
>;

const sumOf = (payments: readonly ReceiptPayment[], method: ReceiptPayment['method']): number =>
  payments.reduce((sum, one) => sum + (one.method === method ? one.amount : 0), 0);

/** Answers whether it is the first for its cause. The caller holds the register, whose shift is open. */
export async function insertReceipt(
  tx: Tx,
  scope: ProjectScope,
  register: LockedRegister,
  receipt: NewReceipt,
): Promise<boolean> {
  const made = await tx
    .insert(fiscalReceipts)
    .values({
      ...receipt,
      project_id: scope.project.id,
      ...{ register_id: register.id, shift_id: register.shift_id },
      ...{ cash: sumOf(receipt.payments, 'cash'), card: sumOf(receipt.payments, 'card') },
      created_by: scope.user.id,
    })
    .onConflictDoNothing()
    .returning({ id: fiscalReceipts.id });
  return made.length > 0;
}

/** From one that has no number yet: what is issued or failed stays as it is. Answers whether it was changed. */
export async function saveReceipt(
  tx: Tx,
  scope: ActingIn,
  id: string,
  changes: Partial<ReceiptRecord>,
): Promise<boolean> {
  const changed = await tx
    .update(fiscalReceipts)
    .set(changes)
    .where(
      and(
        eq(fiscalReceipts.project_id, scope.project.id),
        eq(fiscalReceipts.id, id),
        sql`${fiscalReceipts.status} in ('waiting', 'sent')`,
      ),
    )
    .returning({ id: fiscalReceipts.id });
  return changed.length > 0;
}

/** The sale was taken back as a whole: its order may have another receipt. */
export async function markReversed(tx: Tx, scope: ActingIn, id: string): Promise<void> {
  await tx
    .update(fiscalReceipts)
    .set({ reversed: true, cause: null })
    .where(and(eq(fiscalReceipts.project_id, scope.project.id), eq(fiscalReceipts.id, id)));
}

export async function saveSentTo(
  tx: Tx,
  scope: ActingIn,
  id: string,
  to: { readonly email?: string | null | undefined; readonly phone?: string | null | undefined },
): Promise<void> {
  const { email, phone } = to;
  await tx
    .update(fiscalReceipts)
    .set({ ...(email ? { email } : {}), ...(phone ? { phone } : {}) })
    .where(and(eq(fiscalReceipts.project_id, scope.project.id), eq(fiscalReceipts.id, id)));
}

export async function countUnderWay(tx: Tx, scope: ActingIn, register_id: string): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(sql`
    select count(*)::int as n from fiscal_receipts where project_id = ${scope.project.id} and register_id = ${register_id}
      and status in ('waiting', 'sent')`);
  return Number(row?.n ?? 0);
}

/** Those that have no number yet, in the order in which they were made. */
export async function listUnderWay(tx: Tx, scope: ActingIn, register_id: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from fiscal_receipts where project_id = ${scope.project.id} and register_id = ${register_id}
      and status in ('waiting', 'sent') order by id`);
  return rows.map(({ id }) => id);
}

/** The receipt of the sale that stands; null when there is none. */
export async function saleOfOrder(tx: Tx, scope: ActingIn, order_id: string): Promise<ReceiptRecord | null> {
  const [row] = await tx
    .select()
    .from(fiscalReceipts)
    .where(
      and(
        eq(fiscalReceipts.project_id, scope.project.id),
        eq(fiscalReceipts.order_id, order_id),
        sql`${fiscalReceipts.kind} = 'sell' and ${fiscalReceipts.status} <> 'failed' and not ${fiscalReceipts.reversed}`,
      ),
    );
  return row ?? null;
}

/** Receipts of returns of a sale that did not fail. */
export async function returnsOfSale(tx: Tx, scope: ActingIn, sale: ReceiptRecord): Promise<ReceiptRecord[]> {
  return tx
    .select()
    .from(fiscalReceipts)
    .where(
      and(
        eq(fiscalReceipts.project_id, scope.project.id),
        eq(fiscalReceipts.order_id, sale.order_id ?? ''),
        eq(fiscalReceipts.related_receipt_id, sale.id),
        sql`${fiscalReceipts.status} <> 'failed'`,
      ),
    );
}

/** What of its goods the customer of an order pays for, line by line. */
export async function readSold(tx: Tx, scope: ActingIn, order_id: string): Promise<SoldLine[]> {
  const rows = await tx.rows<Row>(sql`
    select id, product_variant_id, sku, product_title, modification_title, count, customer_amount from order_items
    where project_id = ${scope.project.id} and order_id = ${order_id} order by position`);
  return rows.map((row) => ({
    order_item_id: String(row.id),
    code: (String(row.sku) || String(row.product_variant_id)).slice(0, 256),
    name: [row.product_title, row.modification_title].filter(Boolean).join(' / ').slice(0, 256),
    count: Number(row.count),
    amount: Number(row.customer_amount),
  }));
}

export interface Back {
  readonly id: string;
  readonly number: number;
  readonly undecided: number;
  /** Approved pieces by the line of the order. */
  readonly pieces: ReadonlyMap<string, number>;
}

/** Returns of an order with what of them was approved. */
export async function readBack(tx: Tx, scope: ActingIn, order_id: string): Promise<Back[]> {
  const rows = await tx.rows<Row>(sql`
    select t.id, t.number, t.undecided, i.order_item_id, i.count from returns t
    join return_items i on i.project_id = t.project_id and i.return_id = t.id and i.status = 'approved'
    where t.project_id = ${scope.project.id} and t.order_id = ${order_id} order by t.number, i.position`);
  const found = new Map<string, Back & { pieces: Map<string, number> }>();
  for (const row of rows) {
    const id = String(row.id);
    const one = found.get(id) ?? {
      id,
      number: Number(row.number),
      undecided: Number(row.undecided),
      pieces: new Map(),
    };
    const item = String(row.order_item_id);
    one.pieces.set(item, (one.pieces.get(item) ?? 0) + Number(row.count));
    found.set(id, one);
  }
  return [...found.values()];
}

export interface Seller {
  readonly own_sales: boolean;
  readonly name: string;
  readonly supplier: string;
}

/** Whose order it is, and what the supplier is called on papers. */
export async function readSeller(tx: Tx, scope: ActingIn, counterparty_id: string): Promise<Seller> {
  const [row] = await tx.rows<Row>(sql`
    select c.own_sales, c.name, coalesce(nullif(p.legal_name, ''), p.title) as supplier
    from counterparties c join projects p on p.id = c.project_id
    where c.project_id = ${scope.project.id} and c.id = ${counterparty_id}`);
  return { own_sales: row?.own_sales === true, name: String(row?.name ?? ''), supplier: String(row?.supplier ?? '') };
}

export type Candidate = OrderReceipts['registers'][number] & { readonly active: boolean };

/** Registers that take the sales of this seller; null: of the supplier himself. Those that are open first. */
export const listTaking = (tx: Tx, scope: ProjectScope, counterparty_id: string | null): Promise<Candidate[]> =>
  listConnected(
    tx,
    scope,
    counterparty_id === null
      ? sql`(r.counterparty_id is null or c.own_sales)`
      : sql`r.counterparty_id = ${counterparty_id}`,
  );

/** The register that has issued this; one that was disconnected and connected anew is the same by its fiscal number. */
export async function findIssuer(
  tx: Tx,
  scope: ProjectScope,
  { register_id }: ReceiptRecord,
): Promise<Candidate | null> {
  const found = await listConnected(
    tx,
    scope,
    sql`(r.id = ${register_id} or r.fiscal_number <> '' and r.fiscal_number = (select i.fiscal_number
      from cash_registers i where i.project_id = ${scope.project.id} and i.id = ${register_id}))`,
  );
  return found.find(({ id }) => id === register_id) ?? found[0] ?? null;
}

async function listConnected(tx: Tx, scope: ProjectScope, which: SQL): Promise<Candidate[]> {
  const rows = await tx.rows<Row>(sql`
    select r.id, r.name, r.shift, r.is_test, r.status, r.problem from cash_registers r
    left join counterparties c on c.project_id = r.project_id and c.id = r.counterparty_id
    where r.project_id = ${scope.project.id} and r.deleted_at is null and ${which}
    order by r.shift = 'opened' desc, r.created_at, r.id`);
  return rows.map((row) => ({
    id: String(row.id),
    name: String(row.name),
    shift: row.shift as Candidate['shift'],
    is_test: row.is_test === true,
    problem: saidIn(row.problem as Reason, scope.locale),
    active: row.status !== 'not_active',
  }));
}

export async function hasRegisters(tx: Tx, scope: ActingIn): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(sql`
    select exists (select 1 from cash_registers where project_id = ${scope.project.id} and deleted_at is null) as found`);
  return row?.found === true;
}
