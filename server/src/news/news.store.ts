import type { Page } from '@lanka/domain/kit/lists';
import type { NewsReader, NewsRow } from '@lanka/domain/news/contract';
import type { NewsStatus, StoredChange } from '@lanka/domain/news/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { ActingIn } from '../kit/auth/scope';
import { idArray, textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { awaitLock, type Locked } from '../kit/db/locked';
import { isFiltered, type ListQuery, readPage, toInstant, toInstantOrNull } from '../kit/db/paging';

type Row = Record<string, unknown>;

/** Whether item `n` concerns this counterparty of its project. */
export const concerns = (counterparty: SQL): SQL => sql`(n.audience = 'all'
  or n.audience = 'chosen' and ${counterparty} = any(n.counterparty_ids)
  or n.audience = 'groups' and exists (select from counterparty_group_members gm where gm.project_id = n.project_id
    and gm.counterparty_id = ${counterparty} and gm.group_id = any(n.group_ids)))`;

const living = (project_id: string): SQL => sql`
  select count(*)::int from memberships m
  where m.project_id = ${project_id} and m.role = 'Client' and m.ended_at is null`;
/** How many dropshippers item `n` concerns now; all of them are counted once for a whole list. */
const reaches = (project_id: string): SQL => sql`case n.audience
  when 'all' then (${living(project_id)})
  when 'chosen' then (${living(project_id)} and m.counterparty_id = any(n.counterparty_ids))
  else (${living(project_id)} and m.counterparty_id in (select gm.counterparty_id from counterparty_group_members gm
    where gm.project_id = n.project_id and gm.group_id = any(n.group_ids))) end`;
const read = sql`(select count(*)::int from news_reads r
  join memberships m on m.project_id = r.project_id and m.user_id = r.user_id and m.role = 'Client' and m.ended_at is null
  where r.project_id = n.project_id and r.news_id = n.id and ${concerns(sql`m.counterparty_id`)})`;

const columns = (
  project_id: string,
): SQL => sql`n.id, n.title, n.status, n.changes is not null as by_itself, n.audience,
  n.publish_at, n.published_at, n.edited_at, ${reaches(project_id)} as reaches, ${read} as read,
  n.author_id, u.name as author_name, n.version, n.created_at`;
const FROM = sql`news n left join users u on u.id = n.author_id`;

const asRow = (row: Row): NewsRow => ({
  id: String(row.id),
  title: String(row.title),
  status: row.status as NewsStatus,
  by_itself: row.by_itself === true,
  audience: row.audience as NewsRow['audience'],
  publish_at: toInstantOrNull(row.publish_at),
  published_at: toInstantOrNull(row.published_at),
  edited_at: toInstantOrNull(row.edited_at),
  reaches: Number(row.reaches),
  read: Number(row.read),
  author: {
    kind: row.author_id === null ? 'system' : 'user',
    id: row.author_id as string | null,
    name: row.author_name as string | null,
  },
  version: Number(row.version),
  created_at: toInstant(row.created_at),
});

export function listNews(
  tx: Tx,
  { project }: ActingIn,
  query: ListQuery & { readonly status?: readonly NewsStatus[] | undefined },
): Promise<Page<NewsRow>> {
  const [only, ...more] = query.status ?? [];
  const status =
    only === undefined
      ? sql``
      : more.length === 0
        ? sql` and n.status = ${only}`
        : sql` and n.status = any(${textArray([only, ...more])})`;
  return readPage(
    tx,
    query,
    {
      columns: columns(project.id),
      from: FROM,
      countFrom: sql`news n`,
      where: sql`n.project_id = ${project.id}${status}`,
      id: sql`n.id`,
      customPlan: isFiltered(query.status),
      countsInOrder: more.length === 0,
      sorts: { created_at: { by: sql`n.created_at`, type: 'timestamptz' } },
    },
    asRow,
  );
}

/** What an item says, as it is stored. */
export interface Content {
  readonly title: string;
  readonly body: string;
  readonly audience: NewsRow['audience'];
  readonly group_ids: readonly string[];
  readonly counterparty_ids: readonly string[];
  readonly product_ids: readonly string[];
  readonly file_name: string | null;
  readonly file_title: string | null;
}
export interface StoredNews extends Content {
  readonly id: string;
  readonly status: NewsStatus;
  readonly changes: readonly StoredChange[] | null;
  readonly more_changes: number;
  readonly publish_at: string | null;
  readonly published_at: string | null;
  readonly edited_at: string | null;
  readonly version: number;
}
/** Nobody else changes or publishes it until the transaction ends. `due`: by the clock of the database, which calls jobs. */
export type LockedNews = Locked<'news', StoredNews & { readonly due: boolean }>;

const asStored = (row: Row): StoredNews => ({
  ...(row as unknown as StoredNews),
  publish_at: toInstantOrNull(row.publish_at),
  published_at: toInstantOrNull(row.published_at),
  edited_at: toInstantOrNull(row.edited_at),
});

export async function findNews(tx: Tx, { project }: ActingIn, id: string): Promise<(StoredNews & NewsRow) | null> {
  const [row] = await tx.rows<Row>(sql`
    select n.*, ${columns(project.id)} from ${FROM} where n.project_id = ${project.id} and n.id = ${id}`);
  return row ? { ...asStored(row), ...asRow(row) } : null;
}

export async function lockNews(tx: Tx, { project }: ActingIn, id: string): Promise<LockedNews | null> {
  const lock = async () => {
    const [row] = await tx.rows<Row>(sql`
      select n.*, n.status = 'scheduled' and n.publish_at <= now() as due from news n
      where n.project_id = ${project.id} and n.id = ${id} for update`);
    return { found: row ? { ...asStored(row), due: row.due === true } : null };
  };
  const { found } = await awaitLock('news', lock());
  return found as LockedNews | null;
}

export async function insertNews(
  tx: Tx,
  { project, user }: ActingIn,
  content: Content,
  itself: { readonly changes: readonly StoredChange[]; readonly more: number } | null = null,
): Promise<string> {
  const id = newId();
  const changes = itself && JSON.stringify(itself.changes);
  await tx.execute(sql`
    insert into news (project_id, id, title, body, audience, group_ids, counterparty_ids, product_ids, file_name, file_title,
      changes, more_changes, author_id)
    values (${project.id}, ${id}, ${content.title}, ${content.body}, ${content.audience}, ${idArray(content.group_ids)},
      ${idArray(content.counterparty_ids)}, ${idArray(content.product_ids)}, ${content.file_name}, ${content.file_title},
      ${changes}::jsonb, ${itself?.more ?? 0}, ${itself ? null : (user?.id ?? null)})`);
  return id;
}

export async function saveNews(
  tx: Tx,
  { project }: ActingIn,
  { id, status }: LockedNews,
  content: Content,
): Promise<void> {
  const edited = status === 'published' ? sql`now()` : sql`edited_at`;
  await tx.execute(sql`
    update news set title = ${content.title}, body = ${content.body}, audience = ${content.audience},
      group_ids = ${idArray(content.group_ids)}, counterparty_ids = ${idArray(content.counterparty_ids)},
      product_ids = ${idArray(content.product_ids)}, file_name = ${content.file_name}, file_title = ${content.file_title},
      edited_at = ${edited}, version = version + 1
    where project_id = ${project.id} and id = ${id}`);
}

/** It stays published since the first time, so that it does not come up again as new. */
export async function setStatus(
  tx: Tx,
  { project }: ActingIn,
  { id }: LockedNews,
  status: NewsStatus,
  publish_at: string | null = null,
): Promise<void> {
  const published =
    status === 'published' ? sql`coalesce(published_at, ${new Date().toISOString()})` : sql`published_at`;
  await tx.execute(sql`
    update news set status = ${status}, publish_at = ${publish_at}, published_at = ${published}, version = version + 1
    where project_id = ${project.id} and id = ${id}`);
}

export async function deleteNews(tx: Tx, { project }: ActingIn, { id }: LockedNews): Promise<void> {
  await tx.execute(sql`delete from news where project_id = ${project.id} and id = ${id}`);
}

/** The counterparties whom an item concerns now, with access; null where it is all of them. */
export async function addresseesOf(
  tx: Tx,
  { project }: ActingIn,
  { audience, group_ids, counterparty_ids }: Content,
): Promise<string[] | null> {
  if (audience === 'all') return null;
  const which =
    audience === 'chosen'
      ? sql`m.counterparty_id = any(${idArray(counterparty_ids)})`
      : sql`m.counterparty_id in (select gm.counterparty_id from counterparty_group_members gm
          where gm.project_id = ${project.id} and gm.group_id = any(${idArray(group_ids)}))`;
  const rows = await tx.rows<{ id: string }>(sql`
    select m.counterparty_id as id from memberships m
    where m.project_id = ${project.id} and m.role = 'Client' and m.ended_at is null and ${which}`);
  return rows.map(({ id }) => id);
}

export function listReaders(
  tx: Tx,
  { project }: ActingIn,
  id: string,
  query: ListQuery & { readonly read?: boolean | undefined },
): Promise<Page<NewsReader>> {
  const from = sql`news n
    join memberships m on m.project_id = n.project_id and m.role = 'Client' and m.ended_at is null
    join counterparties c on c.project_id = m.project_id and c.id = m.counterparty_id
    left join news_reads r on r.project_id = n.project_id and r.news_id = n.id and r.user_id = m.user_id`;
  const which =
    query.read === undefined ? sql`` : query.read ? sql` and r.read_at is not null` : sql` and r.read_at is null`;
  return readPage(
    tx,
    query,
    {
      columns: sql`c.id, c.name, r.read_at`,
      from,
      where: sql`n.project_id = ${project.id} and n.id = ${id} and ${concerns(sql`m.counterparty_id`)}${which}`,
      id: sql`c.id`,
      sorts: { name: { by: sql`c.sort_name`, type: 'text' } },
    },
    (row) => ({ counterparty_id: String(row.id), name: String(row.name), read_at: toInstantOrNull(row.read_at) }),
  );
}

/** Which of these are in the project: groups that are not archived, counterparties, goods that dropshippers see. */
export async function knownOf(
  tx: Tx,
  { project }: ActingIn,
  { group_ids, counterparty_ids, product_ids }: Pick<Content, 'group_ids' | 'counterparty_ids' | 'product_ids'>,
): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ id: string }>(sql`
    select g.id from counterparty_groups g
      where g.project_id = ${project.id} and g.id = any(${idArray(group_ids)}) and g.archived_at is null
    union all select c.id from counterparties c
      where c.project_id = ${project.id} and c.id = any(${idArray(counterparty_ids)}) and c.deleted_at is null
    union all select p.id from products p
      where p.project_id = ${project.id} and p.id = any(${idArray(product_ids)}) and p.deleted_at is null and p.published`);
  return new Set(rows.map(({ id }) => id));
}

export interface Named {
  readonly id: string;
  readonly name: string;
}

export async function namesOf(
  tx: Tx,
  { project }: ActingIn,
  { group_ids, counterparty_ids }: Pick<Content, 'group_ids' | 'counterparty_ids'>,
): Promise<{ groups: Named[]; counterparties: Named[] }> {
  const rows = await tx.rows<{ id: string; name: string; grouped: boolean }>(sql`
    select g.id, g.name, true as grouped from counterparty_groups g
      where g.project_id = ${project.id} and g.id = any(${idArray(group_ids)})
    union all select c.id, c.name, false from counterparties c
      where c.project_id = ${project.id} and c.id = any(${idArray(counterparty_ids)})
    order by name, id`);
  const named = (grouped: boolean) =>
    rows.filter((row) => row.grouped === grouped).map(({ id, name }) => ({ id, name }));
  return { groups: named(true), counterparties: named(false) };
}

export interface NewsGoods {
  readonly id: string;
  readonly name: string;
  readonly thumbnail: string | null;
  readonly min_price: number | null;
  readonly max_price: number | null;
}

/** Of these goods those that dropshippers see, in the order in which they are named. */
export async function readGoods(tx: Tx, project_id: string, ids: readonly string[]): Promise<NewsGoods[]> {
  if (ids.length === 0) return [];
  const rows = await tx.rows<Row>(sql`
    select p.id, p.name, p.thumbnail, p.min_price, p.max_price from products p
    where p.project_id = ${project_id} and p.id = any(${idArray(ids)}) and p.published and p.deleted_at is null`);
  const kopecks = (value: unknown): number | null => (value === null ? null : Number(value));
  return rows
    .map((row) => ({
      ...{ id: String(row.id), name: String(row.name), thumbnail: row.thumbnail as string | null },
      ...{ min_price: kopecks(row.min_price), max_price: kopecks(row.max_price) },
    }))
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** A living project, for a job. */
export async function findProject(tx: Tx, id: string): Promise<{ id: string; title: string } | null> {
  const [row] = await tx.rows<{ id: string; title: string }>(sql`
    select p.id, p.title from projects p where p.id = ${id} and p.deleted_at is null`);
  return row ?? null;
}
