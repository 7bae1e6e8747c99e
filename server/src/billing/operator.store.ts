import type { BillingFigure, listPlanInvoices, OperatorInvoice } from '@lanka/domain/billing/operator';
import { monthOf } from '@lanka/domain/billing/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { StaffScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { isFiltered, readPage } from '../kit/db/paging';
import { all } from '../kit/db/words';
import { isPayers } from './churn.store';
import { asInvoice, type Reading } from './invoices.store';
import type { InvoiceRow } from './tables';

const COLUMNS = sql`i.id, i.number, i.audience, i.payer_id, i.kind, i.month::text as month, i.issued_on::text as issued_on,
  i.due_on::text as due_on, i.amount, i.credited, i.status, i.frozen, i.corrects, i.paid_on::text as paid_on, i.paid_by,
  i.comment, i.created_at, c.number as corrected`;
const FROM = sql`plan_invoices i left join plan_invoices c on c.id = i.corrects`;

type Row = Record<string, unknown>;

const asOperatorInvoice = (row: InvoiceRow, reading: Reading, corrects: number | null): OperatorInvoice => ({
  ...asInvoice(row, reading, corrects),
  audience: row.audience,
  payer_id: row.payer_id,
});

const shape = (reading: Reading) => (row: Row) =>
  asOperatorInvoice(
    { ...row, amount: Number(row.amount), credited: Number(row.credited) } as unknown as InvoiceRow,
    reading,
    row.corrected === null ? null : Number(row.corrected),
  );

const ofStatus = (status: OperatorInvoice['status'], today: string): SQL => {
  if (status === 'overdue') return sql`i.status = 'due' and i.due_on < ${today}::date`;
  return status === 'due' ? sql`i.status = 'due' and i.due_on >= ${today}::date` : sql`i.status = ${status}`;
};

/** What the figure of a month, or of all, is made of: as `listMonths` counts it. */
function ofFigure(figure: BillingFigure, today: string): SQL {
  if (figure === 'payers' || figure === 'joined') return isPayers(figure, today);
  const issued = sql`i.kind <> 'credit_note'`;
  if (figure === 'issued') return issued;
  return figure === 'credited' ? sql`${issued} and i.credited > 0` : sql`${issued} and i.status = ${figure}`;
}

/** No month is invoiced before it begins: the index is by the day. */
function ofMonth(month: string, figure: BillingFigure | undefined): SQL {
  const since = sql`i.issued_on >= ${month}::date`;
  return figure === 'payers' || figure === 'joined'
    ? sql`i.month = ${month}::date and ${since}`
    : sql`${since} and i.issued_on < ${month}::date + interval '1 month'`;
}

export async function listInvoices(
  tx: Tx,
  _scope: StaffScope,
  query: z.output<typeof listPlanInvoices.query>,
  reading: Reading,
): Promise<z.output<typeof listPlanInvoices.returns>> {
  const { status, kind, audience, payer_id, figure, month } = query;
  const where = all([
    ...(status ? [ofStatus(status, reading.today)] : []),
    ...(kind ? [sql`i.kind = ${kind}`] : []),
    ...(audience ? [sql`i.audience = ${audience}`] : []),
    ...(payer_id ? [sql`i.payer_id = ${payer_id}`] : []),
    ...(figure ? [ofFigure(figure, reading.today)] : []),
    ...(month ? [ofMonth(monthOf(month), figure)] : []),
  ]);
  const page = await readPage(
    tx,
    query,
    {
      columns: COLUMNS,
      from: FROM,
      countFrom: sql`plan_invoices i`,
      where,
      customPlan: isFiltered(status, kind, audience, payer_id, figure, month),
      id: sql`i.id`,
      sorts: { issued_on: { by: sql`i.issued_on`, type: 'date' } },
    },
    shape(reading),
  );
  if (!figure) return { ...page, sums: null };
  const [sums] = await tx.rows<Row>(sql`
    select coalesce(sum(amount), 0) as amount, coalesce(sum(credited), 0) as credited from plan_invoices i where ${where}`);
  return { ...page, sums: { amount: Number(sums?.amount), credited: Number(sums?.credited) } };
}

export async function readOne(
  tx: Tx,
  _scope: StaffScope,
  id: string,
  reading: Reading,
): Promise<OperatorInvoice | null> {
  const [row] = await tx.rows<Row>(sql`select ${COLUMNS} from ${FROM} where i.id = ${id}`);
  return row ? shape(reading)(row) : null;
}
