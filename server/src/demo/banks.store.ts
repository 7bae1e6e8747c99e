import { sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';

export interface BankPayer {
  readonly counterparty_id: string;
  readonly name: string;
  readonly code: string | null;
  readonly iban: string | null;
  /** Kopecks, below zero what was paid out. */
  readonly amount: number;
  readonly days_ago: number;
  readonly purpose: string;
}

/** The supplier's project of the demo with its owner, where no bank is connected yet. */
export async function findBankOwner(tx: Tx, project: string, title: string): Promise<string | null> {
  const [row] = await tx.rows<{ owner: string }>(sql`
    select m.user_id as owner from memberships m join projects p on p.id = m.project_id and p.title = ${title}
    where m.project_id = ${project} and m.role = 'Owner'
      and not exists (select 1 from bank_connections b where b.project_id = ${project})`);
  return row?.owner ?? null;
}

const WHO = sql`c.id as counterparty_id, coalesce(nullif(u.drop_legal_name, ''), nullif(c.legal_name, ''), c.name) as name,
  u.edropoy_code as code, u.iban`;
const USER = sql`left join lateral (select m.user_id from memberships m
    where m.project_id = c.project_id and m.counterparty_id = c.id and m.ended_at is null limit 1) m on true
  left join users u on u.id = m.user_id`;

/** What stands on the account bank by hand, and what was reported: its money came by the bank too. */
export const findEntered = (tx: Tx, project: string): Promise<BankPayer[]> =>
  tx.rows<BankPayer & Record<string, unknown>>(sql`
    select ${WHO}, case p.type when 'receipt' then p.amount else -p.amount end as amount,
      (current_date - p.date) as days_ago, p.comment as purpose
    from payments p join counterparties c on c.project_id = p.project_id and c.id = p.counterparty_id ${USER}
    where p.project_id = ${project} and (p.status = 'confirmed' and p.account = 'bank' or p.status = 'pending')
    order by p.date, p.id limit 60`);

/** Orders that nobody has paid: somebody pays them now, and says for which. */
export const findOwed = (tx: Tx, project: string): Promise<BankPayer[]> =>
  tx.rows<BankPayer & Record<string, unknown>>(sql`
    select ${WHO}, h.unpaid as amount, 1 as days_ago, concat('Оплата за замовлення № ', o.prefix, o.number) as purpose
    from charges h join orders o on o.project_id = h.project_id and o.id = h.order_id
    join counterparties c on c.project_id = h.project_id and c.id = h.counterparty_id and not c.own_sales ${USER}
    where h.project_id = ${project} and h.unpaid > 0 and h.unpaid = h.charged order by o.number desc limit 4`);
