import { sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';

/** The supplier's project of the demo with its owner, where nobody has connected a register yet. */
export async function findShop(
  tx: Tx,
  project: string,
  title: string,
): Promise<{ readonly owner: string; readonly orders: readonly string[] } | null> {
  const [row] = await tx.rows<{ owner: string; orders: string[] }>(sql`
    select m.user_id as owner, (select array_agg(s.id) from (
        select o.id from orders o join counterparties c on c.project_id = o.project_id and c.id = o.counterparty_id
        where o.project_id = ${project} and (c.own_sales or o.cod_state <> 'direct') and o.status in ('Sent', 'Complete')
        order by o.created_at desc limit 9) s) as orders
    from memberships m join projects p on p.id = m.project_id and p.title = ${title}
    where m.project_id = ${project} and m.role = 'Owner'
      and not exists (select 1 from cash_registers r where r.project_id = ${project})`);
  return row ? { owner: row.owner, orders: row.orders ?? [] } : null;
}

export async function readShiftOf(tx: Tx, project: string, register: string): Promise<string | null> {
  const [row] = await tx.rows<{ shift_id: string | null }>(sql`
    select shift_id from cash_registers where project_id = ${project} and id = ${register}`);
  return row?.shift_id ?? null;
}
