import type { Page } from '@lanka/domain/kit/lists';
import type { Supplier, SupplierCard } from '@lanka/domain/partners/contract';
import { sql } from 'drizzle-orm';
import type { DropshippingScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { anyPart, inUkrainianOrder, type ListQuery, readPage, toInstant } from '../kit/db/paging';
import { pausedUntil } from '../projects';

export interface SupplierRow extends Omit<Supplier, 'logo_url'> {
  readonly logo: string | null;
}

function supplierRow(row: Record<string, unknown>): SupplierRow {
  return {
    project_id: String(row.project_id),
    friendly_id: String(row.friendly_id),
    title: String(row.title),
    logo: row.logo as string | null,
    contact_person: String(row.contact_person),
    phone: row.phone as string | null,
    category: String(row.category),
    counterparty_id: String(row.counterparty_id),
    discount: Number(row.discount),
    balance: Number(row.balance),
    paused_until: row.paused_until as string | null,
  };
}

/** The dropshipper's suppliers: one statement over all his projects. */
export function listSuppliers(
  tx: Tx,
  scope: DropshippingScope,
  query: ListQuery & { q?: string | undefined },
): Promise<Page<SupplierRow>> {
  return readPage(
    tx,
    query,
    {
      columns: sql`p.id as project_id, p.friendly_id, p.title, p.logo, p.contact_person, p.phone, p.category, ${pausedUntil()} as paused_until,
        c.id as counterparty_id, c.discount, coalesce(a.balance, 0) as balance`,
      from: sql`jsonb_to_recordset(${JSON.stringify(scope.suppliers)}::jsonb) as mine(project_id uuid, counterparty_id uuid)
        cross join lateral (select p.* from projects p where p.id = mine.project_id and p.deleted_at is null limit 1) p
        cross join lateral (select c.* from counterparties c
          where c.project_id = mine.project_id and c.id = mine.counterparty_id limit 1) c
        left join lateral (select a.balance from counterparty_accounts a
          where a.project_id = c.project_id and a.counterparty_id = c.id limit 1) a on true`,
      where: query.q ? sql`lower(p.title) like ${anyPart(query.q)}` : sql`true`,
      id: sql`p.id`,
      sorts: {
        title: { by: inUkrainianOrder(sql`p.title`), type: 'text' },
        balance: { by: sql`coalesce(a.balance, 0)`, type: 'bigint' },
      },
    },
    supplierRow,
  );
}

/** One of them, with what was agreed; null where he is no dropshipper of that project. */
export async function findSupplier(
  tx: Tx,
  { user, suppliers }: DropshippingScope,
  project_id: string,
): Promise<(Omit<SupplierCard, 'logo_url'> & { logo: string | null }) | null> {
  const mine = suppliers.find((one) => one.project_id === project_id);
  if (!mine) return null;
  const [row] = await tx.rows<Omit<SupplierCard, keyof SupplierRow>>(sql`
    select p.id as project_id, p.friendly_id, p.title, p.logo, p.contact_person, p.phone, p.category, ${pausedUntil()} as paused_until, p.description,
      p.website, p.region_restriction, p.returns, p.delivery, p.delivery_time, p.minimum_order,
      c.id as counterparty_id, c.discount, c.refusal_charge::int, l.name as price_level_name, coalesce(a.balance, 0) as balance,
      a.payment_days, a.credit_limit, coalesce(a.on_limit, 'warn') as on_limit, m.created_at as since
    from counterparties c
    join projects p on p.id = c.project_id
    join memberships m on m.project_id = c.project_id and m.user_id = ${user.id}
    left join price_levels l on l.project_id = c.project_id and l.id = c.price_level_id
    left join counterparty_accounts a on a.project_id = c.project_id and a.counterparty_id = c.id
    where c.project_id = ${project_id} and c.id = ${mine.counterparty_id}`);
  if (!row) return null;
  return {
    ...row,
    ...supplierRow({ ...row }),
    refusal_charge: Number(row.refusal_charge),
    credit_limit: row.credit_limit === null ? null : Number(row.credit_limit),
    since: toInstant(row.since),
  };
}
