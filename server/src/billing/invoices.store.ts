import type { InvoiceKind, PaidBy, PlanInvoice } from '@lanka/domain/billing/invoices';
import { lineTitle } from '@lanka/domain/billing/lines';
import { invoiceNumber } from '@lanka/domain/billing/rules';
import type { Locale } from '@lanka/domain/kit/errors';
import type { Audience } from '@lanka/domain/kit/plans';
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { toInstant } from '../kit/db/paging';
import { type FrozenInvoice, type InvoiceRow, planInvoices } from './tables';

/** Who reads it when: in which language, and whether its last day has passed. */
export interface Reading {
  readonly today: string;
  readonly locale: Locale;
}

/** An invoice as it is told: `due` is `overdue` after its last day. */
export function asInvoice(row: InvoiceRow, { today, locale }: Reading, corrects: number | null = null): PlanInvoice {
  const { frozen } = row;
  return {
    ...{ id: row.id, number: invoiceNumber(row.number), kind: row.kind, month: row.month },
    status: row.status === 'due' && row.due_on !== null && row.due_on < today ? 'overdue' : row.status,
    ...{ issued_on: row.issued_on, due_on: row.due_on, amount: row.amount, credited: row.credited },
    ...{
      lines: frozen.lines.map(({ facts, ...line }) => (facts ? { ...line, title: lineTitle(facts, locale) } : line)),
      payer: frozen.payer.name,
      transfer: frozen.transfer,
    },
    ...{ paid_on: row.paid_on, paid_by: row.paid_by, comment: row.comment },
    corrects: row.corrects === null || corrects === null ? null : { id: row.corrects, number: invoiceNumber(corrects) },
    created_at: toInstant(row.created_at),
  };
}

const SHOWN = 200;
const CORRECTED = sql<number | null>`(select c.number from plan_invoices c where c.id = ${planInvoices.corrects})`;

export async function listOfPayer(tx: Tx, payerId: string, reading: Reading): Promise<PlanInvoice[]> {
  const rows = await tx
    .select({ invoice: planInvoices, corrects: CORRECTED })
    .from(planInvoices)
    .where(eq(planInvoices.payer_id, payerId))
    .orderBy(desc(planInvoices.number))
    .limit(SHOWN);
  return rows.map(({ invoice, corrects }) => asInvoice(invoice, reading, corrects));
}

/** Null: there is none of this payer. */
export async function readOfPayer(tx: Tx, payerId: string, id: string, reading: Reading): Promise<PlanInvoice | null> {
  const [row] = await tx
    .select({ invoice: planInvoices, corrects: CORRECTED })
    .from(planInvoices)
    .where(and(eq(planInvoices.payer_id, payerId), eq(planInvoices.id, id)));
  return row ? asInvoice(row.invoice, reading, row.corrects) : null;
}

export async function readRow(tx: Tx, id: string): Promise<InvoiceRow | null> {
  const [row] = await tx.select().from(planInvoices).where(eq(planInvoices.id, id));
  return row ?? null;
}

/** What is drawn of it. Null: there is none of this payer. */
export async function readRowOf(tx: Tx, payerId: string, id: string): Promise<InvoiceRow | null> {
  const row = await readRow(tx, id);
  return row?.payer_id === payerId ? row : null;
}

/** The due one whose last day is the first, in the order in which they stop the work. */
export async function readOldestDue(
  tx: Tx,
  payerId: string,
): Promise<{ id: string; number: string; due_on: string } | null> {
  const [row] = await tx.rows<{ id: string; number: number; due_on: string }>(sql`
    select id, number, due_on::text as due_on from plan_invoices
    where payer_id = ${payerId} and status = 'due' and due_on is not null order by due_on, number limit 1`);
  return row ? { ...row, number: invoiceNumber(row.number) } : null;
}

export async function sumDue(tx: Tx, payerId: string): Promise<number> {
  const [row] = await tx.rows<{ due: string }>(sql`
    select coalesce(sum(amount), 0) as due from plan_invoices where payer_id = ${payerId} and status = 'due'`);
  return Number(row?.due ?? 0);
}

/** The months that have their invoice, by their first days. */
export async function monthsInvoiced(tx: Tx, payerId: string): Promise<Set<string>> {
  const rows = await tx.rows<{ month: string }>(sql`
    select month::text as month from plan_invoices where payer_id = ${payerId} and kind = 'month'`);
  return new Set(rows.map(({ month }) => month));
}

/** Who has the invoice of this month; it was not issued before the month had begun. */
export async function payersInvoiced(tx: Tx, month: string): Promise<Set<string>> {
  const rows = await tx.rows<{ payer_id: string }>(sql`
    select payer_id from plan_invoices where issued_on >= ${month}::date and kind = 'month' and month = ${month}::date`);
  return new Set(rows.map(({ payer_id }) => payer_id));
}

export interface NewInvoice {
  readonly audience: Audience;
  readonly payer_id: string;
  readonly kind: InvoiceKind;
  readonly month?: string | null;
  readonly issued_on: string;
  readonly due_on: string | null;
  readonly amount: number;
  readonly status: InvoiceRow['status'];
  readonly corrects?: string | null;
  readonly comment?: string;
  readonly created_by?: string | null;
}

/**
 * Issues it under the next number of the one series. Whoever issues another at the same moment waits, so that there is no
 * gap; this is the last that a transaction locks. `freeze` makes what stands on the paper, which names the number.
 */
export async function insertInvoice(
  tx: Tx,
  values: NewInvoice,
  freeze: (number: string) => FrozenInvoice,
): Promise<InvoiceRow> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('plan invoices', 0))`);
  const [last] = await tx.rows<{ number: number }>(sql`select coalesce(max(number), 0) as number from plan_invoices`);
  const number = Number(last?.number ?? 0) + 1;
  const [row] = await tx
    .insert(planInvoices)
    .values({ ...values, id: newId(), number, frozen: freeze(invoiceNumber(number)) })
    .returning();
  if (!row) throw new Error('insert returns its row');
  return row;
}

export async function markPaid(
  tx: Tx,
  id: string,
  { paid_on, paid_by }: { readonly paid_on: string; readonly paid_by: PaidBy | null },
): Promise<void> {
  await tx.update(planInvoices).set({ status: 'paid', paid_on, paid_by }).where(eq(planInvoices.id, id));
}

/** A credit note takes so much back; a due one of which nothing is left is canceled. */
export async function addCredit(tx: Tx, id: string, credited: number, status: InvoiceRow['status']): Promise<void> {
  await tx.update(planInvoices).set({ credited, status }).where(eq(planInvoices.id, id));
}

/** Of months and changes of plan alone: what an operator has made by hand waits for him. */
export async function listDueBefore(tx: Tx, day: string): Promise<InvoiceRow[]> {
  return tx
    .select()
    .from(planInvoices)
    .where(
      and(
        eq(planInvoices.status, 'due'),
        lt(planInvoices.issued_on, day),
        inArray(planInvoices.kind, ['month', 'change']),
      ),
    )
    .orderBy(planInvoices.due_on, planInvoices.id);
}

/** Those of which the payer has to hear again: on their last day, and when it has passed. */
export async function listToTell(tx: Tx, today: string): Promise<InvoiceRow[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from plan_invoices where status = 'due' and due_on <= ${today}::date
      and told <> case when due_on < ${today}::date then 'overdue' else 'last_day' end
    order by due_on, id limit 500`);
  const found: InvoiceRow[] = [];
  for (const { id } of rows) {
    const row = await readRow(tx, id);
    if (row) found.push(row);
  }
  return found;
}

/** False when another process has told it. */
export async function noteTold(tx: Tx, id: string, told: InvoiceRow['told']): Promise<boolean> {
  const rows = await tx.rows<{ id: string }>(sql`
    update plan_invoices set told = ${told} where id = ${id} and told <> ${told} and status = 'due' returning id`);
  return rows.length > 0;
}
