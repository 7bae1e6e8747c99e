import type { Page } from '@lanka/domain/kit/lists';
import type { AccessChange, PastSupplier } from '@lanka/domain/partners/access';
import { sql } from 'drizzle-orm';
import type { ActingIn, DropshippingScope, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { type ListQuery, readPage, toInstant } from '../kit/db/paging';

interface Written {
  readonly counterparty_id: string;
  readonly user_id: string;
  readonly kind: AccessChange['kind'];
  readonly reason?: string;
  readonly freed?: number;
}

export async function writeAccess(
  tx: Tx,
  { project, user }: ActingIn,
  { counterparty_id, user_id, kind, reason = '', freed = 0 }: Written,
): Promise<void> {
  await tx.execute(sql`
    insert into counterparty_access (project_id, counterparty_id, id, kind, user_id, reason, freed, actor_id)
    values (${project.id}, ${counterparty_id}, ${newId()}, ${kind}, ${user_id}, ${reason}, ${freed}, ${user?.id ?? null})`);
}

export function listAccessChanges(
  tx: Tx,
  { project }: ProjectScope,
  counterpartyId: string,
  query: ListQuery,
): Promise<Page<AccessChange>> {
  return readPage(
    tx,
    query,
    {
      columns: sql`e.*, u.name as user_name, d.name as actor_name`,
      from: sql`counterparty_access e
        cross join lateral (select u.name from users u where u.id = e.user_id limit 1) u
        left join lateral (select d.name from users d where d.id = e.actor_id limit 1) d on true`,
      countFrom: sql`counterparty_access e`,
      where: sql`e.project_id = ${project.id} and e.counterparty_id = ${counterpartyId}`,
      sorts: { created_at: { by: sql`e.created_at`, type: 'timestamptz' } },
      id: sql`e.id`,
    },
    (row): AccessChange => ({
      id: String(row.id),
      kind: row.kind as AccessChange['kind'],
      user: { id: String(row.user_id), name: String(row.user_name) },
      reason: String(row.reason),
      freed: Number(row.freed),
      actor: {
        kind: row.actor_id === null ? 'system' : 'user',
        id: row.actor_id as string | null,
        name: row.actor_name as string | null,
      },
      created_at: toInstant(row.created_at),
    }),
  );
}

export type StoredPast = Omit<PastSupplier, 'logo_url'> & { readonly logo: string | null };

/** His closed accesses in living projects; how each ended is the last that was written of it. */
export function listPastSuppliers(tx: Tx, scope: DropshippingScope, query: ListQuery): Promise<Page<StoredPast>> {
  const mine = JSON.stringify(scope.past_suppliers.map(({ project_id }) => ({ project_id })));
  return readPage(
    tx,
    query,
    {
      columns: sql`p.id as project_id, p.title, case when e.kind <> 'blocked' or e.kind is null then p.logo end as logo,
        m.created_at as since, m.ended_at, e.kind as "end", coalesce(a.balance, 0) as balance`,
      from: sql`jsonb_to_recordset(${mine}::jsonb) as mine(project_id uuid)
        cross join lateral (select p.* from projects p where p.id = mine.project_id and p.deleted_at is null limit 1) p
        cross join lateral (select m.* from memberships m
          where m.project_id = mine.project_id and m.user_id = ${scope.user.id} and m.ended_at is not null limit 1) m
        left join lateral (select e.kind from counterparty_access e
          where e.project_id = mine.project_id and e.counterparty_id = m.counterparty_id and e.user_id = m.user_id
            and e.kind <> 'joined' order by e.created_at desc, e.id desc limit 1) e on true
        left join lateral (select a.balance from counterparty_accounts a
          where a.project_id = mine.project_id and a.counterparty_id = m.counterparty_id limit 1) a on true`,
      where: sql`true`,
      id: sql`p.id`,
      sorts: { ended_at: { by: sql`m.ended_at`, type: 'timestamptz' } },
    },
    (row): StoredPast => ({
      project_id: String(row.project_id),
      title: String(row.title),
      logo: row.logo as string | null,
      since: toInstant(row.since),
      ended_at: toInstant(row.ended_at),
      end: row.end as PastSupplier['end'],
      balance: Number(row.balance),
    }),
  );
}

/** What the counterparty has with the project at this moment; kopecks. */
export async function readBalance(tx: Tx, { project }: ActingIn, counterpartyId: string): Promise<number> {
  const [row] = await tx.rows<{ balance: number }>(sql`
    select a.balance from counterparty_accounts a
    where a.project_id = ${project.id} and a.counterparty_id = ${counterpartyId}`);
  return Number(row?.balance ?? 0);
}
