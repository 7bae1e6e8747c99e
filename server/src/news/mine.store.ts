import type { Page } from '@lanka/domain/kit/lists';
import { MOST_UNREAD_NEWS } from '@lanka/domain/news/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { DropshippingScope, Supplier } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { atMost, type ListQuery, readPage, toInstant, toInstantOrNull } from '../kit/db/paging';
import { concerns, type StoredNews } from './news.store';

type Row = Record<string, unknown>;

const NEW_DAYS = 90;

/** Suppliers who let him in now, as rows `s`. */
const suppliersOf = ({ suppliers }: Pick<DropshippingScope, 'suppliers'>): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(
    suppliers.map(({ project_id, counterparty_id }) => ({ project_id, counterparty_id })),
  )}::jsonb) as s(project_id uuid, counterparty_id uuid)`;

/** What concerns him of the news of each, newest first: `n`, with when he came and when he read it. */
const mine = (scope: DropshippingScope): SQL => sql`${suppliersOf(scope)}
  join memberships m on m.project_id = s.project_id and m.user_id = ${scope.user.id}
  cross join lateral (select n.* from news n where n.project_id = s.project_id and n.status = 'published'
    and ${concerns(sql`s.counterparty_id`)}) n
  left join news_reads r on r.project_id = n.project_id and r.news_id = n.id and r.user_id = ${scope.user.id}`;
/** What was published before he came, or long ago, is there to read, and is not new to him. */
const UNREAD = sql`(r.read_at is null and n.published_at > greatest(m.created_at, now() - make_interval(days => ${NEW_DAYS})))`;

export interface StoredMine extends Pick<StoredNews, 'id' | 'title' | 'body' | 'edited_at'> {
  readonly project_id: string;
  readonly project_title: string;
  readonly logo: string | null;
  readonly by_itself: boolean;
  readonly file_name: string | null;
  readonly published_at: string;
  readonly unread: boolean;
}

const COLUMNS = sql`n.id, n.project_id, p.title as project_title, p.logo, n.title, n.body, n.changes is not null as by_itself,
  n.file_name, n.published_at, n.edited_at, ${UNREAD} as unread`;

const asMine = (row: Row): StoredMine => ({
  ...(row as unknown as StoredMine),
  published_at: toInstant(row.published_at),
  edited_at: toInstantOrNull(row.edited_at),
});

export function listMine(
  tx: Tx,
  scope: DropshippingScope,
  query: ListQuery & { readonly unread?: boolean | undefined },
): Promise<Page<StoredMine>> {
  const which = query.unread === undefined ? sql`true` : query.unread ? UNREAD : sql`not ${UNREAD}`;
  return readPage(
    tx,
    query,
    {
      columns: COLUMNS,
      from: sql`${mine(scope)} join projects p on p.id = n.project_id`,
      countFrom: mine(scope),
      where: which,
      id: sql`n.id`,
      sorts: { published_at: { by: sql`n.published_at`, type: 'timestamptz' } },
    },
    asMine,
  );
}

export async function countUnread(tx: Tx, scope: DropshippingScope): Promise<number> {
  if (scope.suppliers.length === 0) return 0;
  const [row] = await tx.rows<{ n: number }>(sql`
    select count(*)::int as n from (select 1 from ${mine(scope)} where ${UNREAD} ${atMost(MOST_UNREAD_NEWS)}) some_rows`);
  return row?.n ?? 0;
}

/** One item of a supplier, if it is published and concerns him. */
export async function findMine(
  tx: Tx,
  scope: DropshippingScope,
  supplier: Supplier,
  id: string,
): Promise<(StoredNews & StoredMine) | null> {
  const [row] = await tx.rows<Row>(sql`
    select n.*, ${COLUMNS} from ${mine({ ...scope, suppliers: [supplier] })} join projects p on p.id = n.project_id
    where n.id = ${id}`);
  return row ? ({ ...row, ...asMine(row) } as StoredNews & StoredMine) : null;
}

/** The first time counts. Answers whether this was it. */
export async function insertRead(
  tx: Tx,
  { user }: DropshippingScope,
  project_id: string,
  news_id: string,
): Promise<boolean> {
  const rows = await tx.rows(sql`
    insert into news_reads (project_id, news_id, user_id) values (${project_id}, ${news_id}, ${user.id})
    on conflict do nothing returning news_id`);
  return rows.length > 0;
}

/** All that is new to him and was published up to this moment. Answers in which projects something was. */
export async function insertReads(tx: Tx, scope: DropshippingScope, until: string): Promise<string[]> {
  if (scope.suppliers.length === 0) return [];
  const rows = await tx.rows<{ project_id: string }>(sql`
    insert into news_reads (project_id, news_id, user_id)
    select n.project_id, n.id, ${scope.user.id}::uuid from ${mine(scope)}
    where ${UNREAD} and n.published_at <= ${until} order by n.project_id, n.id
    on conflict do nothing returning project_id`);
  return [...new Set(rows.map(({ project_id }) => project_id))];
}
