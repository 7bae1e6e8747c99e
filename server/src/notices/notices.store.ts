import type { Page } from '@lanka/domain/kit/lists';
import type { NoticeArea } from '@lanka/domain/kit/notice_areas';
import type { Role } from '@lanka/domain/kit/roles';
import { MOST_UNREAD } from '@lanka/domain/notices/contract';
import { sql } from 'drizzle-orm';
import type { UserScope } from '../kit/auth/scope';
import { idArray, textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { atMost, counted, isFiltered, type ListQuery, readPage, toInstant } from '../kit/db/paging';

type Row = Record<string, unknown>;

export interface StoredNotice {
  readonly id: string;
  readonly project: { readonly id: string; readonly title: string };
  readonly kind: string;
  readonly area: NoticeArea;
  readonly facts: object;
  readonly count: number;
  readonly at: string;
  readonly read: boolean;
  /** Of its reader in the project; null when he is nobody there. */
  readonly role: Role | null;
}

/** With what he is in each project: whoever has left it sees nothing more of it, beside what he was told by name. */
const FROM = sql`notices n
  cross join lateral (select p.* from projects p where p.id = n.project_id and p.deleted_at is null limit 1) p
  left join lateral (select m.role from memberships m
    where m.project_id = n.project_id and m.user_id = n.user_id and m.ended_at is null limit 1) m on true`;
const inSight = sql`(n.outside or m.role is not null)`;

interface NoticeFilters extends ListQuery {
  readonly area?: readonly NoticeArea[] | undefined;
  readonly unread?: boolean | undefined;
  readonly project_id?: string | undefined;
}

export function listNotices(tx: Tx, { user }: UserScope, query: NoticeFilters): Promise<Page<StoredNotice>> {
  const where = [sql`n.user_id = ${user.id}`];
  // what is not in the app counts as read
  if (query.unread !== true) where.push(sql`n.in_app`);
  if (query.area?.length) where.push(sql`n.area = any(${textArray(query.area)})`);
  if (query.unread !== undefined) where.push(query.unread ? sql`n.read_at is null` : sql`n.read_at is not null`);
  if (query.project_id) where.push(sql`n.project_id = ${query.project_id}`);
  const own = sql.join(where, sql` and `);
  return readPage(
    tx,
    query,
    {
      columns: sql`n.id, n.project_id, p.title, n.kind, n.area, n.facts, n.count, n.at, n.read_at, m.role`,
      from: FROM,
      where: sql`${own} and ${inSight}`,
      // with those of projects that were left today: what each of them is asked would treble the cost of counting
      keptTotal: counted(sql`notices n`, own),
      id: sql`n.id`,
      sorts: { at: { by: sql`n.at`, type: 'timestamptz' } },
      customPlan: isFiltered(query.area?.length, query.unread || undefined, query.project_id),
    },
    asNotice,
  );
}

const asNotice = (row: Row): StoredNotice => ({
  id: String(row.id),
  project: { id: String(row.project_id), title: String(row.title) },
  kind: String(row.kind),
  area: row.area as NoticeArea,
  facts: row.facts as object,
  count: Number(row.count),
  at: toInstant(row.at),
  read: row.read_at !== null,
  role: row.role as Role | null,
});

/** Up to as many as the bell counts. */
export async function countUnread(tx: Tx, { user }: UserScope): Promise<number> {
  const [row] = await tx.rows<{ unread: number }>(sql`
    select count(*)::int as unread from (
      select from ${FROM}
      where n.user_id = ${user.id} and n.read_at is null and ${inSight} order by n.at desc, n.id desc ${atMost(MOST_UNREAD)}) some_rows`);
  return row?.unread ?? 0;
}

/** Those of other people are not there for him. */
export async function markRead(
  tx: Tx,
  { user }: UserScope,
  which: { readonly ids: readonly string[] } | { readonly until: string },
): Promise<void> {
  const these = 'ids' in which ? sql`n.id = any(${idArray(which.ids)})` : sql`n.at <= ${which.until}`;
  await tx.execute(sql`
    update notices n set read_at = now() where n.user_id = ${user.id} and n.read_at is null and ${these}`);
}
