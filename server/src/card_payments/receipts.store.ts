import type { CardPayment } from '@lanka/domain/acquiring/contract';
import type { SupplierCardPayment } from '@lanka/domain/card_payments/contract';
import type { Page } from '@lanka/domain/kit/lists';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { isUsable } from '../acquiring';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { isFiltered, type ListQuery, readPage, toInstant, toInstantOrNull } from '../kit/db/paging';
import type { OwnersOf } from '../kit/live/topics';
import { cardReceipts, cardRefunds } from './tables';

type Row = Record<string, unknown>;
export type StoredReceipt = typeof cardReceipts.$inferSelect;

const COLUMNS = sql`r.card_payment_id as id, p.amount, p.state, p.refunded, p.refund_wanted, p.page_url, p.expires_at, p.paid_at,
  p.card, p.failure, p.problem, p.resolved_at, p.created_at, r.counterparty_id, c.name as counterparty_name, r.payment_id, u.name as resolved_by,
  case when o.id is not null then jsonb_build_object('id', o.id, 'prefix', o.prefix, 'number', o.number) end as "order"`;
const FROM = sql`card_receipts r
  join card_payments p on p.project_id = r.project_id and p.id = r.card_payment_id
  join counterparties c on c.project_id = r.project_id and c.id = r.counterparty_id
  left join users u on u.id = p.resolved_by
  left join orders o on o.project_id = r.project_id and o.id = r.order_id`;

function shown(row: Row, scope: Pick<ProjectScope, 'role'>): SupplierCardPayment {
  const expires_at = toInstant(row.expires_at);
  const [state, problem] = [row.state as CardPayment['state'], row.problem as CardPayment['problem']];
  // the page is for whoever pays
  const isOpen = scope.role === 'Client' && isUsable({ state, problem, expires_at });
  return {
    ...{ id: String(row.id), amount: Number(row.amount), state, problem },
    ...{ refunded: Number(row.refunded), refund_wanted: Number(row.refund_wanted) },
    page_url: isOpen ? String(row.page_url) : null,
    ...{ expires_at, paid_at: toInstantOrNull(row.paid_at), card: String(row.card), failure: String(row.failure) },
    ...{ resolved_at: toInstantOrNull(row.resolved_at), created_at: toInstant(row.created_at) },
    ...{ counterparty_id: String(row.counterparty_id), counterparty_name: String(row.counterparty_name) },
    order: row.order as SupplierCardPayment['order'],
    payment_id: row.payment_id as string | null,
    resolved_by: scope.role === 'Client' ? null : (row.resolved_by as string | null),
  };
}

/** A Client sees his own, staff all. */
function visible({ project, role, counterparty_id }: ProjectScope): SQL {
  const own = role === 'Client' ? sql` and r.counterparty_id = ${counterparty_id}` : sql``;
  return sql`r.project_id = ${project.id}${own}`;
}

export function listReceipts(
  tx: Tx,
  scope: ProjectScope,
  query: ListQuery & { counterparty_id?: string | undefined },
): Promise<Page<SupplierCardPayment>> {
  const of = query.counterparty_id ? sql` and r.counterparty_id = ${query.counterparty_id}` : sql``;
  return readPage(
    tx,
    query,
    {
      ...{ columns: COLUMNS, from: FROM, where: sql`${visible(scope)}${of}`, countFrom: sql`card_receipts r` },
      id: sql`r.card_payment_id`,
      sorts: { created_at: { by: sql`r.created_at`, type: 'timestamptz' } },
      customPlan: isFiltered(query.counterparty_id),
    },
    (row) => shown(row, scope),
  );
}

export async function findReceipt(tx: Tx, scope: ProjectScope, id: string): Promise<SupplierCardPayment | null> {
  const [row] = await tx.rows<Row>(
    sql`select ${COLUMNS} from ${FROM} where ${visible(scope)} and r.card_payment_id = ${id}`,
  );
  return row ? shown(row, scope) : null;
}

const one = (project_id: string, id: string) =>
  and(eq(cardReceipts.project_id, project_id), eq(cardReceipts.card_payment_id, id));

/** The same page asked for again is the same receipt. */
export const insertReceipt = (
  tx: Tx,
  { project }: ActingIn,
  row: Pick<StoredReceipt, 'card_payment_id' | 'counterparty_id' | 'order_id'>,
): Promise<unknown> =>
  tx
    .insert(cardReceipts)
    .values({ ...row, project_id: project.id })
    .onConflictDoNothing();

export async function readReceipt(tx: Tx, project_id: string, id: string): Promise<StoredReceipt | null> {
  const [row] = await tx.select().from(cardReceipts).where(one(project_id, id));
  return row ?? null;
}

export const saveReceiptPayment = (tx: Tx, project_id: string, id: string, payment_id: string): Promise<unknown> =>
  tx.update(cardReceipts).set({ payment_id }).where(one(project_id, id));

/** @param payment_id by which a part of it was paid out */
export const insertRefund = (tx: Tx, project_id: string, id: string, payment_id: string): Promise<unknown> =>
  tx.insert(cardRefunds).values({ project_id, card_payment_id: id, payment_id });

/** Whether a payment came by card, or went back to one. */
export async function isOfCard(tx: Tx, { project }: ActingIn, payment_id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: cardReceipts.card_payment_id })
    .from(cardReceipts)
    .where(and(eq(cardReceipts.project_id, project.id), eq(cardReceipts.payment_id, payment_id)))
    .limit(1);
  if (rows.length > 0) return true;
  const back = await tx
    .select({ id: cardRefunds.payment_id })
    .from(cardRefunds)
    .where(and(eq(cardRefunds.project_id, project.id), eq(cardRefunds.payment_id, payment_id)));
  return back.length > 0;
}

/** Whether a payment or a refund of this counterparty may still come to an end. */
export async function hasUnderWay(tx: Tx, { project }: ActingIn, counterparty_id: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    select 1 from card_receipts r join card_payments p on p.project_id = r.project_id and p.id = r.card_payment_id
    where r.project_id = ${project.id} and r.counterparty_id = ${counterparty_id}
      and (p.state in ('open', 'processing', 'failed') or p.refund_wanted > p.refunded) limit 1`);
  return rows.length > 0;
}

/** What is left to pay for an order of this counterparty; null when there is none. A draft is not to be paid. */
export async function findLeft(
  tx: Tx,
  { project }: ActingIn,
  counterparty_id: string,
  order_id: string,
): Promise<{ readonly left: number; readonly payable: boolean; readonly number: string } | null> {
  const [row] = await tx.rows<{ left: number; payable: boolean; number: string }>(sql`
    select case when h.sequence is not null then h.unpaid else greatest(o.sum - coalesce(h.put, 0), 0) end::bigint as left,
      o.status not in ('Draft', 'Canceled') as payable, concat(o.prefix, o.number) as number
    from orders o left join charges h on h.project_id = o.project_id and h.order_id = o.id
    where o.project_id = ${project.id} and o.id = ${order_id} and o.counterparty_id = ${counterparty_id}`);
  return row ? { ...row, left: Number(row.left) } : null;
}

export const ownersOfCards: OwnersOf = async (tx, projectId, ids) => {
  const found = await tx.rows<{ id: string; counterparty_id: string }>(sql`
    select card_payment_id as id, counterparty_id from card_receipts
    where project_id = ${projectId} and card_payment_id = any(${idArray(ids)})`);
  return new Map(found.map((row) => [row.id, row.counterparty_id]));
};
