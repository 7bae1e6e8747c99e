import { sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';

export interface Reopened {
  readonly id: string;
  readonly payer_id: string;
  readonly issued_on: string;
  readonly operator_id: string;
}

/** The last month that this project has paid waits for its payment again, for a moment; nothing where it was paid by card. */
export async function reopenInvoice(tx: Tx, title: string): Promise<Reopened | null> {
  const [row] = await tx.rows<Reopened>(sql`
    update plan_invoices set status = 'due', paid_on = null, paid_by = null
    where paid_by = 'transfer' and id = (
      select i.id from plan_invoices i join projects p on p.id = i.payer_id
      where p.title = ${title} and i.kind = 'month' order by i.month desc limit 1)
    returning id, payer_id, issued_on::text as issued_on,
      (select id from users where platform_role = 'Staff' order by id limit 1) as operator_id`);
  return row ?? null;
}

/** It was paid on the day on which the invoice was issued. The transaction has entered the payer. */
export async function dateCard(tx: Tx, payer: string, card: string, day: string): Promise<void> {
  const moment = sql`(${day}::date + time '10:30') at time zone 'Europe/Kyiv'`;
  await tx.execute(sql`
    update plan_invoices set paid_on = ${day} where id = (select invoice_id from plan_card_payments where id = ${card})`);
  await tx.execute(sql`update plan_card_payments set paid_on = ${day}, created_at = ${moment} where id = ${card}`);
  await tx.execute(sql`
    update card_payments set created_at = ${moment}, paid_at = ${moment} where project_id = ${payer} and id = ${card}`);
}

/** How the project is called, and the operator who gives it something. */
export async function findPayerOf(tx: Tx, id: string): Promise<{ title: string; given_by: string | null } | null> {
  const [row] = await tx.rows<{ title: string; given_by: string | null }>(sql`
    select title, (select id from users where platform_role = 'Staff' order by id limit 1) as given_by
    from projects where id = ${id}`);
  return row ?? null;
}
