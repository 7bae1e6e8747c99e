import type { Ref } from '@lanka/domain/kit/ids';
import { EXACT_TOTAL, FOUND_TOTAL, type Page } from '@lanka/domain/kit/lists';
import { KYIV } from '@lanka/domain/kit/time';
import {
  type Lateness,
  type LatenessRow,
  type MadePart,
  type ManufactureLine,
  type ManufactureRequest,
  type ManufactureRow,
  ManufactureStatus,
} from '@lanka/domain/manufacture/contract';
import { type MadeLine, PRODUCER_ROLES, type RequestLine } from '@lanka/domain/manufacture/rules';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { PRODUCTS } from '../catalog';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import { TODAY } from '../kit/db/days';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import {
  anyPart,
  atMost,
  isFiltered,
  type ListPlan,
  type ListQuery,
  readPage,
  toInstant,
  toInstantOrNull,
} from '../kit/db/paging';
import type { Searched } from '../kit/db/searched';
import { queueForSearch, type Search, searchIds, searchPage, wordsIn } from '../search';
import { manufactureLines, manufactureRequests } from './tables';

type Row = Record<string, unknown>;
export type RequestRecord = typeof manufactureRequests.$inferSelect;

/** Until the numbers of orders are looked up, a request knows the id of its order only. */
export type Unlinked<T> = Omit<T, 'order'> & { readonly order_id: string | null };
/** A line whose picture is still the storage key. */
export type StoredLine = Omit<ManufactureLine, 'thumbnail_url'> & { readonly thumbnail: string | null };

export interface RequestFilters extends ListQuery {
  readonly q?: string | undefined;
  readonly status?: readonly ManufactureStatus[] | undefined;
  readonly order_id?: string | undefined;
  readonly producer_id?: string | undefined;
  readonly lateness?: Lateness | undefined;
  readonly deadline_from?: string | undefined;
  readonly deadline_to?: string | undefined;
}

export const REQUESTS: Searched = {
  name: 'manufacture',
  texts: (project_id, ids) => sql`
    select id, lower(comment) as text, created_at from manufacture_requests
    where project_id = ${project_id} and id = any(${ids})`,
};

/** A number is looked for as such. */
function numberIn(q: string): number | null {
  const digits = q.replace(/^№\s*/, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/** Found by its comment, or by what is to be made. */
// not `exists`, of which PostgreSQL makes one look at all lines when it expects many requests
const matches = (q: string): SQL => sql`(lower(r.comment) like ${anyPart(q)} or coalesce((
  select true from manufacture_lines l join product_variants v on v.project_id = l.project_id and v.id = l.product_variant_id
  where l.project_id = r.project_id and l.request_id = r.id and v.search_text like ${anyPart(q)} limit 1), false))`;

/** More than there are lines of one variant, or variants of a product: keeps the look at each from being turned round. */
const ALL_OF_ONE = 1_000_000;

const searchFor = (project_id: string, q: string, others: SQL): Search => ({
  projects: [project_id],
  ways: [
    { kind: REQUESTS, words: wordsIn(q) },
    {
      kind: PRODUCTS,
      words: wordsIn(q),
      rows: (found) => sql`
        select l.request_id as id from ${found} f
        cross join lateral (select v.project_id, v.id from product_variants v
          where v.project_id = ${project_id} and v.product_id = f.id and v.search_text like ${anyPart(q)}
          ${atMost(ALL_OF_ONE)}) v
        cross join lateral (select l.request_id from manufacture_lines l
          where l.project_id = v.project_id and l.product_variant_id = v.id ${atMost(ALL_OF_ONE)}) l`,
    },
  ],
  matches: matches(q),
  others,
  walks: ['created_at', 'number'],
});

const DONE_ON = sql`(r.finished_at at time zone ${KYIV})::date`;
const OPEN = sql`r.status in ('new', 'in_production')`;
/** The same as `latenessOf` says of one. */
const LATENESS: Readonly<Record<Lateness, SQL>> = {
  on_time: sql`(r.status = 'done' and ${DONE_ON} <= r.deadline)`,
  late: sql`(r.status = 'done' and ${DONE_ON} > r.deadline)`,
  overdue: sql`(${OPEN} and r.deadline < ${TODAY})`,
  due: sql`(${OPEN} and r.deadline >= ${TODAY})`,
};

function filters(scope: ProjectScope, query: Partial<RequestFilters>): SQL {
  const all: SQL[] = [sql`r.project_id = ${scope.project.id}`];
  const number = numberIn(query.q ?? '');
  if (number !== null) all.push(sql`r.number = ${number}`);
  if (query.status?.length) all.push(sql`r.status = any(${sql.param([...query.status])}::text[])`);
  if (query.order_id) all.push(sql`r.ref_kind = 'order' and r.ref_id = ${query.order_id}`);
  if (query.producer_id === 'none') all.push(sql`r.producer_id is null`);
  else if (query.producer_id) all.push(sql`r.producer_id = ${query.producer_id}`);
  if (query.lateness) all.push(sql`r.deadline is not null and ${LATENESS[query.lateness]}`);
  if (query.deadline_from) all.push(sql`r.sort_deadline >= ${query.deadline_from}::date`);
  // a request without a deadline has the last day of all
  if (query.deadline_to) all.push(sql`r.sort_deadline <= ${query.deadline_to}::date`);
  return sql.join(all, sql` and `);
}

const COLUMNS = sql`r.*, r.deadline::text as deadline, case when r.status = 'done' then ${DONE_ON}::text end as done_on,
  u.name as producer_name, s.lines_count, s.count, s.made,
  (select p.name from manufacture_lines l
    join product_variants v on v.project_id = l.project_id and v.id = l.product_variant_id
    join products p on p.project_id = v.project_id and p.id = v.product_id
    where l.project_id = r.project_id and l.request_id = r.id order by l.position limit 1) as first_product_title`;
const FROM = sql`manufacture_requests r left join users u on u.id = r.producer_id
  cross join lateral (select count(*)::int as lines_count, coalesce(sum(l.count), 0)::int as count, coalesce(sum(l.made), 0)::int as made
    from manufacture_lines l where l.project_id = r.project_id and l.request_id = r.id) s`;

function asRow(row: Row): Unlinked<ManufactureRow> {
  return {
    id: String(row.id),
    number: Number(row.number),
    status: row.status as ManufactureStatus,
    deadline: (row.deadline as string | null) ?? null,
    producer: row.producer_id ? { id: String(row.producer_id), name: String(row.producer_name ?? '') } : null,
    comment: String(row.comment),
    order_id: row.ref_kind === 'order' ? String(row.ref_id) : null,
    automatic: row.automatic === true,
    lines_count: Number(row.lines_count),
    count: Number(row.count),
    made: Number(row.made),
    first_product_title: String(row.first_product_title ?? ''),
    created_at: toInstant(row.created_at),
    updated_at: toInstant(row.updated_at),
    done_on: (row.done_on as string | null) ?? null,
  };
}

export function listRequests(
  tx: Tx,
  scope: ProjectScope,
  query: RequestFilters,
): Promise<Page<Unlinked<ManufactureRow>>> {
  const others = filters(scope, query);
  const plan: ListPlan = {
    columns: COLUMNS,
    from: FROM,
    countFrom: sql`manufacture_requests r`,
    where: others,
    customPlan: isFiltered(query.status?.length, query.order_id, query.producer_id, query.lateness, query.q),
    sorts: {
      created_at: { by: sql`r.created_at`, type: 'timestamptz' },
      number: { by: sql`r.number`, type: 'integer' },
      // without a deadline comes last
      deadline: { by: sql`r.sort_deadline`, type: 'date' },
    },
    id: sql`r.id`,
  };
  if (!query.q || numberIn(query.q) !== null) return readPage(tx, query, plan, asRow);
  const search = searchFor(scope.project.id, query.q, others);
  return searchPage(tx, query, { ...plan, where: sql`${others} and ${search.matches}` }, search, asRow);
}

/** What fits the search, besides the filters: the ids when they are few. */
async function fitting(tx: Tx, scope: ProjectScope, query: Partial<RequestFilters>, others: SQL): Promise<SQL> {
  if (!query.q || numberIn(query.q) !== null) return sql`true`;
  const ids = await searchIds(
    tx,
    { from: sql`manufacture_requests r`, id: sql`r.id` },
    searchFor(scope.project.id, query.q, others),
    FOUND_TOTAL,
  );
  return ids ? sql`r.id = any(${idArray(ids)})` : matches(query.q);
}

export async function countRequests(tx: Tx, scope: ProjectScope, query: Partial<RequestFilters>) {
  const others = filters(scope, query);
  const where = sql`${others} and ${await fitting(tx, scope, query, others)}`;
  // each status by itself from its index, up to what a list counts
  const found = await tx.rows<{ status: ManufactureStatus; n: number }>(sql`
    select s.status, f.n from unnest(${sql.param([...ManufactureStatus.options])}::text[]) as s(status)
    cross join lateral (select count(*)::int as n from (
      select 1 from manufacture_requests r where ${where} and r.status = s.status ${atMost(EXACT_TOTAL)}
    ) as some_rows) f where f.n > 0`);
  const by_status: Partial<Record<ManufactureStatus, number>> = {};
  for (const { status, n } of found) by_status[status] = n;
  return { by_status, total: found.reduce((total, { n }) => total + n, 0) };
}

export async function listProducers(tx: Tx, scope: ProjectScope): Promise<{ id: string; name: string }[]> {
  const found = await tx.rows<{ id: string; name: string }>(sql`
    select u.id, u.name from memberships m join users u on u.id = m.user_id
    where m.project_id = ${scope.project.id} and m.role = any(${sql.param([...PRODUCER_ROLES])}::text[]) and m.ended_at is null
    order by (m.role = 'Producer') desc, u.name collate "uk-x-icu", u.id limit 200`);
  return found;
}

/** How many requests this user is still to make. */
export async function countToMake(tx: Tx, scope: ProjectScope, userId: string): Promise<number> {
  const found = await tx.rows<{ n: number }>(sql`
    select count(*)::int as n from manufacture_requests
    where project_id = ${scope.project.id} and producer_id = ${userId} and status in ('new', 'in_production')`);
  return found[0]?.n ?? 0;
}

/** Gives them to another producer, or to nobody; in key order. What is done stays with who made it. */
export async function handOverToMake(tx: Tx, scope: ProjectScope, userId: string, heir: string | null): Promise<void> {
  await tx.execute(sql`
    with mine as (
      select id from manufacture_requests
      where project_id = ${scope.project.id} and producer_id = ${userId} and status in ('new', 'in_production')
      order by id for no key update
    )
    update manufacture_requests set producer_id = ${heir}, version = version + 1, updated_at = now()
    where project_id = ${scope.project.id} and id in (select id from mine)`);
}

export type StoredRequest = Unlinked<Omit<ManufactureRequest, 'lines' | 'parts' | 'order_comments'>>;

export async function findRequest(tx: Tx, scope: ProjectScope, id: string): Promise<StoredRequest | null> {
  const found = await tx.rows<Row>(sql`
    select ${COLUMNS}, a.name as created_by_name, f.name as finished_by_name
    from ${FROM} left join users a on a.id = r.created_by left join users f on f.id = r.finished_by
    where r.project_id = ${scope.project.id} and r.id = ${id}`);
  const [row] = found;
  if (!row) return null;
  const { first_product_title: _t, lines_count: _n, ...shown } = asRow(row);
  const actor = (of: unknown, name: unknown) => ({
    kind: 'user' as const,
    id: String(of),
    name: (name as string | null) ?? null,
  });
  return {
    ...shown,
    created_by: actor(row.created_by, row.created_by_name),
    started_at: toInstantOrNull(row.started_at),
    finished_at: toInstantOrNull(row.finished_at),
    finished_by: row.finished_by ? actor(row.finished_by, row.finished_by_name) : null,
    version: Number(row.version),
  };
}

const LINES = sql`l.product_variant_id, v.product_id, p.name as product_title, v.name as modification_title, v.sku, l.count, p.unit,
  l.made, l.materials, k.actual, k.actual - k.booked as available, k.waiting, v.thumbnail`;
const FROM_LINES = sql`manufacture_lines l
  join product_variants v on v.project_id = l.project_id and v.id = l.product_variant_id
  join products p on p.project_id = v.project_id and p.id = v.product_id
  join stock_levels k on k.project_id = l.project_id and k.product_variant_id = l.product_variant_id`;

/** The lines of these requests, each by its request. */
export async function linesOf(
  tx: Tx,
  scope: ProjectScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredLine[]>> {
  const found = await tx.rows<{ [K in keyof StoredLine]: StoredLine[K] } & { request_id: string }>(sql`
    select l.request_id, ${LINES} from ${FROM_LINES}
    where l.project_id = ${scope.project.id} and l.request_id = any(${idArray(ids)}) order by l.request_id, l.position`);
  const lines = new Map<string, StoredLine[]>();
  for (const { request_id, ...line } of found) lines.set(request_id, [...(lines.get(request_id) ?? []), line]);
  return lines;
}

export const findLines = async (tx: Tx, scope: ProjectScope, id: string): Promise<StoredLine[]> =>
  (await linesOf(tx, scope, [id])).get(id) ?? [];

/** What is to be made, what is due first first. */
export function listToMake(
  tx: Tx,
  scope: ProjectScope,
  query: ListQuery & { readonly mine?: boolean | undefined; readonly q?: string | undefined },
): Promise<Page<Unlinked<ManufactureRow>>> {
  const mine = query.mine ? sql`r.producer_id = ${scope.user.id}` : sql`true`;
  const plan: ListPlan = {
    columns: COLUMNS,
    from: FROM,
    countFrom: sql`manufacture_requests r`,
    where: sql`r.project_id = ${scope.project.id} and ${OPEN} and ${mine}
      and ${query.q ? matches(query.q) : sql`true`}`,
    customPlan: isFiltered(query.mine, query.q),
    sorts: { deadline: { by: sql`r.sort_deadline`, type: 'date' } },
    id: sql`r.id`,
  };
  return readPage(tx, query, plan, asRow);
}

/** Requests with a deadline in these months, by producer and month of it. */
export async function countLateness(
  tx: Tx,
  scope: ProjectScope,
  { from, to, producer_id }: { from: string; to: string; producer_id?: string | undefined },
): Promise<LatenessRow[]> {
  const counted = (kind: Lateness) => sql`count(*) filter (where ${LATENESS[kind]})::int as ${sql.identifier(kind)}`;
  const mine =
    producer_id === undefined
      ? sql`true`
      : producer_id === 'none'
        ? sql`r.producer_id is null`
        : sql`r.producer_id = ${producer_id}`;
  const found = await tx.rows<Row>(sql`
    select c.*, u.name as producer_name from (
      select r.producer_id, to_char(r.sort_deadline, 'YYYY-MM') as month, count(*)::int as total, ${counted('on_time')},
        ${counted('late')}, ${counted('overdue')}, ${counted('due')},
        avg(${DONE_ON} - r.deadline) filter (where ${LATENESS.late}) as days_late
      from manufacture_requests r
      where r.project_id = ${scope.project.id} and r.sort_deadline >= ${`${from}-01`}::date
        and r.sort_deadline < ${`${to}-01`}::date + interval '1 month' and r.status <> 'canceled' and ${mine}
      group by r.producer_id, to_char(r.sort_deadline, 'YYYY-MM')
    ) c left join users u on u.id = c.producer_id
    order by c.month desc, u.name collate "uk-x-icu" nulls last, c.producer_id`);
  return found.map((row) => ({
    producer: row.producer_id ? { id: String(row.producer_id), name: String(row.producer_name ?? '') } : null,
    month: String(row.month),
    total: Number(row.total),
    on_time: Number(row.on_time),
    late: Number(row.late),
    overdue: Number(row.overdue),
    due: Number(row.due),
    days_late: row.days_late === null ? null : Math.round(Number(row.days_late) * 10) / 10,
  }));
}

export async function readRecord(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  { lock = false } = {},
): Promise<RequestRecord | null> {
  const query = tx
    .select()
    .from(manufactureRequests)
    .where(and(eq(manufactureRequests.project_id, scope.project.id), eq(manufactureRequests.id, id)));
  const [row] = lock ? await query.for('update') : await query;
  return row ?? null;
}

export async function readLines(tx: Tx, scope: ProjectScope, id: string): Promise<MadeLine[]> {
  return tx
    .select({
      product_variant_id: manufactureLines.product_variant_id,
      count: sql<number>`${manufactureLines.count}`,
      made: manufactureLines.made,
    })
    .from(manufactureLines)
    .where(and(eq(manufactureLines.project_id, scope.project.id), eq(manufactureLines.request_id, id)))
    .orderBy(manufactureLines.position);
}

/** The variants among these that are alive. */
export async function aliveVariants(tx: Tx, scope: ProjectScope, ids: readonly string[]): Promise<Set<string>> {
  const found = await tx.rows<{ id: string }>(sql`
    select v.id from product_variants v join products p on p.project_id = v.project_id and p.id = v.product_id
    where v.project_id = ${scope.project.id} and v.id = any(${sql.param([...ids])}::uuid[])
      and v.deleted_at is null and p.deleted_at is null`);
  return new Set(found.map(({ id }) => id));
}

type NewRequest = Pick<RequestRecord, 'deadline' | 'producer_id' | 'comment' | 'automatic'>;

/** The number is drawn inside the transaction: nothing else is locked after it, so nobody waits crosswise. */
export async function insertRequest(tx: Tx, scope: ProjectScope, fields: NewRequest, ref: Ref | null): Promise<string> {
  const id = newId();
  await tx.execute(sql`
    insert into manufacture_requests (project_id, id, number, status, deadline, producer_id, comment, automatic, ref_kind,
      ref_id, created_by)
    values (${scope.project.id}, ${id}, next_number(${scope.project.id}, 'manufacture'), 'new', ${fields.deadline},
      ${fields.producer_id}, ${fields.comment}, ${fields.automatic}, ${ref?.kind ?? null}, ${ref?.id ?? null},
      ${scope.user.id})`);
  if (fields.comment !== '') await queueForSearch(tx, REQUESTS, scope.project.id, [id]);
  return id;
}

/** From the lines that are there to these, in one statement each way. Materials that are not told stay. */
export async function replaceLines(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  lines: readonly (RequestLine & { readonly materials?: string | undefined })[],
): Promise<void> {
  const rows = lines.map((line, position) => ({ ...line, position }));
  const kept = sql`${sql.param(lines.map(({ product_variant_id }) => product_variant_id))}::uuid[]`;
  await tx.execute(sql`
    with gone as (
      delete from manufacture_lines where project_id = ${scope.project.id} and request_id = ${id}
        and not (product_variant_id = any(${kept}))
    )
    insert into manufacture_lines (project_id, request_id, product_variant_id, position, count, materials)
    select ${scope.project.id}, ${id}, l.product_variant_id, l.position, l.count, coalesce(l.materials, o.materials, '')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as l(product_variant_id uuid, position int, count int, materials text)
    left join manufacture_lines o on o.project_id = ${scope.project.id} and o.request_id = ${id}
      and o.product_variant_id = l.product_variant_id
    on conflict (project_id, request_id, product_variant_id)
    do update set position = excluded.position, count = excluded.count, materials = excluded.materials`);
}

/** Says what lines are made of. */
export async function writeMaterials(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  materials: readonly { readonly product_variant_id: string; readonly materials: string }[],
): Promise<void> {
  await tx.execute(sql`
    update manufacture_lines l set materials = m.materials
    from jsonb_to_recordset(${JSON.stringify(materials)}::jsonb) as m(product_variant_id uuid, materials text)
    where l.project_id = ${scope.project.id} and l.request_id = ${id} and l.product_variant_id = m.product_variant_id`);
}

export async function updateRequest(
  tx: Tx,
  scope: ActingIn,
  id: string,
  changes: Partial<RequestRecord>,
): Promise<void> {
  await tx
    .update(manufactureRequests)
    .set({ ...changes, version: sql`${manufactureRequests.version} + 1`, updated_at: sql`now()` })
    .where(and(eq(manufactureRequests.project_id, scope.project.id), eq(manufactureRequests.id, id)));
  if (changes.comment !== undefined) await queueForSearch(tx, REQUESTS, scope.project.id, [id]);
}

/** So many more were made, and of them so many came into stock; fewer, where the counts are below zero. */
export async function addToMade(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  { made, came }: { made: readonly RequestLine[]; came: readonly RequestLine[] },
): Promise<void> {
  const stocked = new Map(came.map(({ product_variant_id, count }) => [product_variant_id, count]));
  const rows = made.map((line) => ({ ...line, stocked: stocked.get(line.product_variant_id) ?? 0 }));
  await tx.execute(sql`
    update manufacture_lines l set made = l.made + m.count, stocked = l.stocked + m.stocked
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m(product_variant_id uuid, count int, stocked int)
    where l.project_id = ${scope.project.id} and l.request_id = ${id} and l.product_variant_id = m.product_variant_id`);
}

/** Writes down what was made of goods without stock control, which no document tells. */
export async function insertUnstocked(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  made: readonly RequestLine[],
  comment: string,
): Promise<void> {
  if (made.length === 0) return;
  await tx.execute(sql`
    insert into manufacture_unstocked (project_id, request_id, part_id, product_variant_id, count, comment, user_id)
    select ${scope.project.id}, ${id}, ${newId()}, m.*, ${comment}, ${scope.user.id}
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m(product_variant_id uuid, count int)`);
}

/** What was made of goods without stock control, part by part. */
export async function findUnstocked(tx: Tx, scope: ProjectScope, id: string): Promise<MadePart[]> {
  const found = await tx.rows<Row>(sql`
    select m.part_id, sum(m.count)::int as count,
      json_agg(json_build_object('product_variant_id', m.product_variant_id, 'count', m.count)) as items, m.comment, m.user_id, u.name as user_name, m.created_at
    from manufacture_unstocked m left join users u on u.id = m.user_id
    where m.project_id = ${scope.project.id} and m.request_id = ${id}
    group by m.part_id, m.comment, m.user_id, u.name, m.created_at`);
  return found.map((row) => ({
    id: String(row.part_id),
    document: null,
    count: Number(row.count),
    items: row.items as MadePart['items'],
    comment: String(row.comment),
    reversed: false,
    actor: { kind: 'user', id: String(row.user_id), name: (row.user_name as string | null) ?? null },
    created_at: toInstant(row.created_at),
  }));
}

export interface OpenRequest {
  readonly id: string;
  readonly status: ManufactureStatus;
  readonly automatic: boolean;
  readonly lines: readonly RequestLine[];
}

/** The requests for this cause that are not finished, locked, with what is still to be made of their lines. */
export async function lockOpenRequests(tx: Tx, scope: ActingIn, ref: Ref): Promise<OpenRequest[]> {
  const found = await tx.rows<Row>(sql`
    select r.id, r.status, r.automatic, l.product_variant_id, greatest(l.count - l.made, 0) as count
    from manufacture_requests r
    join manufacture_lines l on l.project_id = r.project_id and l.request_id = r.id
    where r.project_id = ${scope.project.id} and r.ref_kind = ${ref.kind} and r.ref_id = ${ref.id}
      and r.status in ('new', 'in_production')
    order by r.id, l.position for update of r`);
  const requests = new Map<string, OpenRequest & { lines: RequestLine[] }>();
  for (const row of found) {
    const id = String(row.id);
    const known = requests.get(id) ?? {
      id,
      status: row.status as ManufactureStatus,
      automatic: row.automatic === true,
      lines: [],
    };
    known.lines.push({ product_variant_id: String(row.product_variant_id), count: Number(row.count) });
    requests.set(id, known);
  }
  return [...requests.values()];
}
