import type { Telling } from '@lanka/domain/kit/availability';
import { FETCH_DAYS, type Feed, type FeedSettings, type Fetch } from '@lanka/domain/outfeeds/contract';
import { standingOf } from '@lanka/domain/outfeeds/rules';
import { type SQL, sql } from 'drizzle-orm';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { atMost, isFiltered, type ListQuery, readPage, toInstant, toInstantOrNull } from '../kit/db/paging';
import { toldNow, withheldNow } from '../projects';
import type { outfeeds } from './tables';

type Row = Record<string, unknown>;
type Stored = typeof outfeeds.$inferSelect;

/** Whose feeds: one's own of these projects. A project's own belong to nobody; `any` sees those of dropshippers too. */
export interface Owner {
  readonly projects: readonly string[];
  readonly user_id: string | null;
  readonly any?: true;
}

const ofOwner = ({ projects, user_id, any }: Owner): SQL => {
  const [only] = projects;
  // of one project the list goes along its index
  const here = projects.length === 1 ? sql`f.project_id = ${only}` : sql`f.project_id = any(${idArray(projects)})`;
  if (any) return here;
  return user_id === null ? sql`${here} and f.user_id is null` : sql`${here} and f.user_id = ${user_id}`;
};

const LONG_AGO = sql`'2000-01-01T00:00:00Z'::timestamptz`;

/** Whether the dropshipper may have a feed with what he pays; else since when he may not. */
const MAY_PARTNER = sql`coalesce(x.allowed, y.allowed, false)`;
const PARTNER_ENDED = sql`case
  when f.format <> 'partner' or ${MAY_PARTNER} then null
  when x.allowed is not null then x.changed_at
  else coalesce(greatest(x.changed_at, y.changed_at), ${LONG_AGO}) end`;

/** When the dropshipper's access ended, or the project itself; null while both last. */
const LOST = sql`case
  when f.user_id is null then case when f.format = 'partner' then ${LONG_AGO} else p.deleted_at end
  when m.user_id is null then ${LONG_AGO}
  else least(m.ended_at, p.deleted_at, u.blocked_at, ${PARTNER_ENDED}) end`;

/** Each by its key for the rows that are shown, however many feeds there are. */
const OTHERS = sql`
  cross join lateral (select p.title, p.website, p.stock_told, p.stock_many_from, p.paused_until, p.restricted_from, p.deleted_at
    from projects p where p.id = f.project_id limit 1) p
  left join lateral (select u.name, u.blocked_at, u.restricted_from from users u where u.id = f.user_id limit 1) u on true
  left join lateral (select m.project_id, m.user_id, m.counterparty_id, m.ended_at from memberships m
    where m.project_id = f.project_id and m.user_id = f.user_id and m.role = 'Client' limit 1) m on true
  left join lateral (select x.allowed, x.changed_at from outfeed_partners x
    where x.project_id = f.project_id and x.subject_id = m.counterparty_id limit 1) x on true
  left join lateral (select y.allowed, y.changed_at from outfeed_partners y
    where y.project_id = f.project_id and y.subject_id = f.project_id limit 1) y on true`;
const FROM = sql`outfeeds f ${OTHERS}`;

const LAST_FETCH = sql`(select json_build_object('id', g.id, 'at', g.created_at, 'agent', g.agent, 'address', g.address,
    'status', g.status, 'bytes', g.bytes)
  from outfeed_fetches g where g.project_id = f.project_id and g.feed_id = f.id order by g.id desc limit 1)`;

const COLUMNS = sql`f.id, f.project_id, f.user_id, f.name, f.format, f.settings, f.token, f.built_at, f.bytes, f.offers,
  f.available, f.left_out, f.version, f.created_at, p.title as project_title, u.name as owner_name, ${LOST} as lost,
  ${LAST_FETCH} as last_fetch`;

/** As it is stored: with the token in place of the address. */
export type StoredFeed = Omit<Feed, 'address'> & { readonly token: string };

function asFetch(row: Row): Fetch {
  const { id, agent, address, status, bytes } = row as unknown as Fetch;
  return { id, at: toInstant(row.at), agent, address, status, bytes };
}

function asFeed(row: Row): StoredFeed {
  const standing = standingOf(toInstantOrNull(row.lost), new Date());
  return {
    ...(row.settings as Omit<FeedSettings, 'format'>),
    format: row.format as Feed['format'],
    id: String(row.id),
    project_id: String(row.project_id),
    project_title: String(row.project_title),
    owner: row.user_id === null ? null : { id: String(row.user_id), name: String(row.owner_name) },
    name: String(row.name),
    token: String(row.token),
    state: standing === 'open' ? (row.built_at === null ? 'building' : 'ready') : standing,
    built_at: toInstantOrNull(row.built_at),
    offers: Number(row.offers),
    available: Number(row.available),
    left_out: Number(row.left_out),
    bytes: Number(row.bytes),
    last_fetch: row.last_fetch ? asFetch(row.last_fetch as Row) : null,
    version: Number(row.version),
    created_at: toInstant(row.created_at),
  };
}

const SORTS = {
  created_at: { by: sql`f.created_at`, type: 'timestamptz' },
  name: { by: sql`f.sort_name`, type: 'text' },
} as const;

export function listFeeds(
  tx: Tx,
  owner: Owner,
  query: ListQuery & { owner?: 'own' | 'dropshippers' | undefined; format?: string | undefined },
) {
  const where = [ofOwner(owner)];
  if (query.owner) where.push(query.owner === 'own' ? sql`f.user_id is null` : sql`f.user_id is not null`);
  if (query.format) where.push(sql`f.format = ${query.format}`);
  const plan = {
    ...{ columns: COLUMNS, from: FROM, countFrom: sql`outfeeds f`, where: sql.join(where, sql` and `) },
    ...{ id: sql`f.id`, sorts: SORTS, countsInOrder: true, customPlan: isFiltered(query.owner, query.format) },
  };
  return readPage(tx, query, plan, asFeed);
}

export async function findFeed(tx: Tx, owner: Owner, id: string): Promise<StoredFeed | null> {
  const [row] = await tx.rows<Row>(sql`select ${COLUMNS} from ${FROM} where ${ofOwner(owner)} and f.id = ${id}`);
  return row ? asFeed(row) : null;
}

export async function readProblems(tx: Tx, project_id: string, id: string): Promise<Stored['problems']> {
  const [row] = await tx.rows<Pick<Stored, 'problems'>>(sql`
    select problems from outfeeds where project_id = ${project_id} and id = ${id}`);
  return row?.problems ?? [];
}

const SHOWN_FETCHES = 50;

export async function readFetches(tx: Tx, project_id: string, feed_id: string): Promise<Fetch[]> {
  const rows = await tx.rows(sql`
    select id, created_at as at, agent, address, status, bytes from outfeed_fetches
    where project_id = ${project_id} and feed_id = ${feed_id} order by id desc ${atMost(SHOWN_FETCHES)}`);
  return rows.map(asFetch);
}

/** Feeds of one owner are made one after another, so that the limit is not passed. */
export async function lockFeeds(tx: Tx, project_id: string, user_id: string | null): Promise<void> {
  const key = `outfeeds ${project_id} ${user_id ?? ''}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

export async function countFeeds(tx: Tx, owner: Owner): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(sql`select count(*)::int as n from outfeeds f where ${ofOwner(owner)}`);
  return row?.n ?? 0;
}

export interface Written {
  readonly name: string;
  readonly format: Feed['format'];
  readonly settings: Stored['settings'];
}

export async function insertFeed(
  tx: Tx,
  of: { readonly project_id: string; readonly user_id: string | null },
  { name, format, settings }: Written,
  token: string,
): Promise<string> {
  const id = newId();
  await tx.execute(sql`
    insert into outfeeds (project_id, id, user_id, name, format, settings, token, wanted_at)
    values (${of.project_id}, ${id}, ${of.user_id}, ${name}, ${format}, ${JSON.stringify(settings)}::jsonb, ${token}, now())`);
  return id;
}

/** The row stays until the transaction ends. */
export async function lockFeed(tx: Tx, owner: Owner, id: string): Promise<{ project_id: string } | null> {
  const [row] = await tx.rows<{ project_id: string }>(sql`
    select f.project_id from outfeeds f where ${ofOwner(owner)} and f.id = ${id} for update`);
  return row ?? null;
}

export async function saveFeed(tx: Tx, project_id: string, id: string, { name, format, settings }: Written) {
  await tx.execute(sql`
    update outfeeds set name = ${name}, format = ${format}, settings = ${JSON.stringify(settings)}::jsonb,
      version = version + 1, updated_at = now(), wanted_at = now()
    where project_id = ${project_id} and id = ${id}`);
}

/** Another address is no other feed: the file stays as it is, and so does what somebody is changing meanwhile. */
export async function saveToken(tx: Tx, project_id: string, id: string, token: string): Promise<void> {
  await tx.execute(sql`
    update outfeeds set token = ${token}, updated_at = now()
    where project_id = ${project_id} and id = ${id}`);
}

/** Answers the file that nobody needs any more. */
export async function removeFeed(tx: Tx, project_id: string, id: string): Promise<string | null> {
  const [row] = await tx.rows<{ file: string | null }>(sql`
    delete from outfeeds where project_id = ${project_id} and id = ${id} returning file`);
  return row?.file ?? null;
}

/** What a fetch needs of a feed. */
export interface OpenedFeed
  extends Pick<Stored, 'project_id' | 'id' | 'format' | 'name' | 'etag' | 'file' | 'sold_out'> {
  readonly lost: string | null;
  readonly built_at: string | null;
  readonly bytes: number;
  readonly packed_bytes: number;
}

/** The feed whose token is in hand. Row-level security opens that one row for it, then its project. */
export async function openFeed(tx: Tx, token: string): Promise<OpenedFeed | null> {
  await tx.execute(sql`select set_config('lanka.token_hash', ${token}, true)`);
  const [found] = await tx.rows<{ project_id: string; id: string }>(sql`
    select f.project_id, f.id from outfeeds f where f.token = ${token}`);
  if (!found) return null;
  await tx.execute(sql`select set_config('lanka.project_ids', ${found.project_id}, true)`);
  const [row] = await tx.rows<OpenedFeed & Row>(sql`
    select f.project_id, f.id, f.name, f.format, f.etag, f.file, f.sold_out, f.built_at, f.bytes, f.packed_bytes,
      ${LOST} as lost
    from ${FROM} where f.project_id = ${found.project_id} and f.id = ${found.id}`);
  return row ? { ...row, lost: toInstantOrNull(row.lost), built_at: toInstantOrNull(row.built_at) } : null;
}

export async function insertFetch(
  tx: Tx,
  { project_id, id }: Pick<OpenedFeed, 'project_id' | 'id'>,
  { agent, address, status, bytes }: Omit<Fetch, 'id' | 'at'>,
): Promise<void> {
  // a feed that is deleted at this moment keeps no list
  await tx.execute(sql`
    insert into outfeed_fetches (project_id, feed_id, id, agent, address, status, bytes)
    select f.project_id, f.id, ${newId()}::uuid, ${agent}::text, ${address}::text, ${status}::int, ${bytes}::int
    from outfeeds f where f.project_id = ${project_id} and f.id = ${id} for key share`);
}

export async function removeOldFetches(tx: Tx, project_ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    delete from outfeed_fetches where project_id = any(${idArray(project_ids)})
      and created_at < now() - ${FETCH_DAYS} * interval '1 day'`);
}

/** What a build needs. */
export interface BuiltFeed
  extends Pick<Stored, 'project_id' | 'id' | 'user_id' | 'name' | 'format' | 'settings' | 'version'> {
  readonly lost: string | null;
  readonly mark: string | null;
  /** How the seller is told the stock, and by which prices he buys. Of the project's own: in full, by the price itself. */
  readonly telling: Telling | null;
  readonly price_level_id: string | null;
  readonly discount: number;
  readonly project_title: string;
  readonly website: string | null;
  /** Of what the marketplace calls things; 0: nothing is mapped. */
  readonly mapping_version: number;
}

/** A dropshipper who has not paid for his own plan for long shows nothing available either. */
const told = (): SQL => sql`case when ${withheldNow(sql`u`)} then 'paused' else ${toldNow()} end`;

/** Today says how the stock is told, so it is made for each statement. */
const built =
  (): SQL => sql`f.project_id, f.id, f.user_id, f.name, f.format, f.settings, f.version, f.mark, ${LOST} as lost,
  p.title as project_title, p.website, coalesce(c.discount, 0) as discount, c.price_level_id,
  coalesce((select g.version from outfeed_mappings g where g.project_id = f.project_id
    and g.owner_id = coalesce(f.user_id, f.project_id)
    and g.market = case f.format when 'prom_xlsx' then 'prom' else f.format end), 0) as mapping_version,
  case when f.user_id is not null or ${withheldNow()}
    then json_build_object('stock_told', ${told()}, 'stock_many_from', p.stock_many_from) end as telling`;
const TERMS = sql`left join counterparties c on c.project_id = m.project_id and c.id = m.counterparty_id`;

const asBuilt = (row: Row): BuiltFeed =>
  ({ ...row, lost: toInstantOrNull(row.lost), discount: Number(row.discount) }) as unknown as BuiltFeed;

export async function readForBuild(tx: Tx, project_id: string, id: string): Promise<BuiltFeed | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${built()} from ${FROM} ${TERMS} where f.project_id = ${project_id} and f.id = ${id}`);
  return row ? asBuilt(row) : null;
}

/** How somebody sells the goods of a project: the same as of his feeds there. */
export async function readSeller(
  tx: Tx,
  project_id: string,
  user_id: string | null,
  format: Feed['format'],
): Promise<Omit<BuiltFeed, 'id' | 'name' | 'format' | 'settings' | 'version' | 'mark' | 'mapping_version'> | null> {
  const [row] = await tx.rows<Row>(sql`
    with f as (select ${project_id}::uuid as project_id, ${user_id}::uuid as user_id, ${format}::text as format)
    select f.project_id, f.user_id, ${LOST} as lost, p.title as project_title, p.website,
      coalesce(c.discount, 0) as discount, c.price_level_id,
      case when f.user_id is not null or ${withheldNow()}
        then json_build_object('stock_told', ${told()}, 'stock_many_from', p.stock_many_from) end as telling
    from f ${OTHERS} ${TERMS}`);
  return row ? asBuilt(row) : null;
}

/** Feeds of a project that may have to be made anew: nobody has asked for them just now. */
export async function listForRefresh(tx: Tx, project_id: string): Promise<BuiltFeed[]> {
  const rows = await tx.rows<Row>(sql`
    select ${built()} from ${FROM} ${TERMS}
    where f.project_id = ${project_id} and (f.wanted_at is null or f.wanted_at < now() - interval '30 minutes')`);
  return rows.map(asBuilt);
}

/** Of these projects those that have feeds. */
export async function withFeeds(tx: Tx, project_ids: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ project_id: string }>(sql`
    select distinct project_id from outfeeds where project_id = any(${idArray(project_ids)})`);
  return rows.map(({ project_id }) => project_id);
}

/** Whether it is to be built now: false when somebody has asked for it within minutes. */
export async function want(tx: Tx, project_id: string, id: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    update outfeeds set wanted_at = now()
    where project_id = ${project_id} and id = ${id}
      and (wanted_at is null or wanted_at < now() - interval '5 minutes') returning id`);
  return rows.length > 0;
}

export type Outcome = Pick<
  Stored,
  'mark' | 'file' | 'etag' | 'bytes' | 'packed_bytes' | 'offers' | 'available' | 'left_out' | 'problems' | 'sold_out'
>;

/** The row stays until the transaction ends; null: the feed is gone. */
export async function lockBuilt(tx: Tx, project_id: string, id: string): Promise<{ file: string | null } | null> {
  const [row] = await tx.rows<{ file: string | null }>(sql`
    select file from outfeeds where project_id = ${project_id} and id = ${id} for update`);
  return row ?? null;
}

export async function saveBuild(tx: Tx, project_id: string, id: string, built: Outcome): Promise<void> {
  await tx.execute(sql`
    update outfeeds set built_at = now(), wanted_at = null, mark = ${built.mark}, file = ${built.file}, etag = ${built.etag},
      bytes = ${built.bytes}, packed_bytes = ${built.packed_bytes}, offers = ${built.offers}, available = ${built.available},
      left_out = ${built.left_out}, problems = ${JSON.stringify(built.problems)}::jsonb, sold_out = ${built.sold_out}
    where project_id = ${project_id} and id = ${id}`);
}

/** Who came for a feed, and when; the oldest first. */
export async function addFetches(
  tx: Tx,
  of: {
    readonly project_id: string;
    readonly feed_id: string;
    readonly agent: string;
    readonly address: string;
    readonly at: readonly string[];
  },
): Promise<void> {
  const rows = of.at.map((at, n) => ({
    id: newId(),
    at,
    status: n % 3 === 0 ? 200 : 304,
    bytes: n % 3 === 0 ? 48_210 : 0,
  }));
  await tx.execute(sql`
    insert into outfeed_fetches (project_id, feed_id, id, agent, address, status, bytes, created_at)
    select ${of.project_id}::uuid, ${of.feed_id}::uuid, r.id, ${of.agent}::text, ${of.address}::text, r.status, r.bytes, r.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, at timestamptz, status int, bytes int)`);
}
