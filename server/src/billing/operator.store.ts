import type { listPlanInvoices, OperatorInvoice } from '@lanka/domain/billing/operator';
import type { Page } from '@lanka/domain/kit/lists';
import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { StaffScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { isFiltered, readPage } from '../kit/db/paging';
import { all } from '../kit/db/words';
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

export function listInvoices(
  tx: Tx,
  _scope: StaffScope,
  query: z.output<typeof listPlanInvoices.query>,
  reading: Reading,
): Promise<Page<OperatorInvoice>> {
  const { status, kind, audience, payer_id } = query;
  return readPage(
    tx,
    query,
    {
      columns: COLUMNS,
      from: FROM,
      countFrom: sql`plan_invoices i`,
      where: all([
        ...(status ? [ofStatus(status, reading.today)] : []),
        ...(kind ? [sql`i.kind = ${kind}`] : []),
        ...(audience ? [sql`i.audience = ${audience}`] : []),
        ...(payer_id ? [sql`i.payer_id = ${payer_id}`] : []),
      ]),
      customPlan: isFiltered(status, kind, audience, payer_id),
      id: sql`i.id`,
      sorts: { issued_on: { by: sql`i.issued_on`, type: 'date' } },
    },
    shape(reading),
  );
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
