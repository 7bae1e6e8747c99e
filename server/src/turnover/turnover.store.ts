import type { Actor, Ref } from '@lanka/domain/kit/ids';
import { EXACT_TOTAL, type Page } from '@lanka/domain/kit/lists';
import type {
  Arrival,
  TurnoverDocument,
  TurnoverFlow,
  TurnoverItem,
  TurnoverRow,
  TurnoverStatus,
  TurnoverType,
} from '@lanka/domain/turnover/contract';
import { amountOf, type Fields, type Item, type Pieces, sumOf } from '@lanka/domain/turnover/rules';
import { type SQL, sql } from 'drizzle-orm';
import { PRODUCTS } from '../catalog';
import type { ProjectScope } from '../kit/auth/scope';
import { idArray, textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { awaitLock, type Locked } from '../kit/db/locked';
import {
  anyPart,
  atMost,
  counted,
  isFiltered,
  type ListPlan,
  type ListQuery,
  opaque,
  readPage,
  toInstant,
  toInstantOrNull,
} from '../kit/db/paging';
import type { Searched } from '../kit/db/searched';
import { findPartyIds } from '../partners';
import { queueForSearch, type Search, searchPage, wordsIn } from '../search';

type Row = Record<string, unknown>;

/** A line whose picture is still the storage key. */
export type StoredItem = Omit<TurnoverItem, 'thumbnail_url'> & { readonly thumbnail: string | null };
type StoredDocument = Omit<TurnoverDocument, 'items' | 'arrivals'>;

export interface TurnoverFilters extends ListQuery {
  readonly q?: string | undefined;
  readonly flow?: TurnoverFlow | undefined;
  readonly type?: readonly TurnoverType[] | undefined;
  readonly status?: readonly TurnoverStatus[] | undefined;
  readonly counterparty_id?: string | undefined;
  readonly product_variant_id?: string | undefined;
  readonly arrival_id?: string | undefined;
  readonly expected?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Comments and reasons. */
export const TURNOVER: Searched = {
  name: 'turnover',
  texts: (project_id, ids) => sql`
    select id, lower(comment || ' ' || reason) as text, created_at from turnover_documents
    where project_id = ${project_id} and id = any(${ids})`,
};

/** A number is looked for as such. */
function numberIn(q: string): number | null {
  const digits = q.replace(/^№\s*/, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/** Of so many counterparties each document is looked up; what fits more is found by its other words alone. */
const FEW_PARTIES = 200;
/** More than there are lines of one variant, or variants of a product: keeps the look at each from being turned round. */
const ALL_OF_ONE = 1_000_000;

// not `exists`, of which PostgreSQL makes one look at all lines when it expects many documents
const ofGoods = (q: string): SQL => sql`coalesce((
  select true from turnover_items l join product_variants v on v.project_id = l.project_id and v.id = l.product_variant_id
  where l.project_id = d.project_id and l.document_id = d.id and v.search_text like ${opaque(anyPart(q), 'text')}
  limit 1), false)`;

/** Found by its words, by what came or went, or by who it was. */
function searchFor(project_id: string, q: string, parties: readonly string[], others: SQL): Search {
  const text = sql`lower(d.comment || ' ' || d.reason) like ${opaque(anyPart(q), 'text')}`;
  const ofParty = sql`d.counterparty_id = any(${idArray(parties)})`;
  const ways: Search['ways'] = [
    {
      kind: TURNOVER,
      words: wordsIn(q),
      rows: (found) => sql`
        select id from ${found} union select d.id from turnover_documents d
        where d.project_id = ${project_id} and ${others} and ${ofParty}`,
    },
    {
      kind: PRODUCTS,
      words: wordsIn(q),
      rows: (found) => sql`
        select l.document_id as id from ${found} f
        cross join lateral (select v.project_id, v.id from product_variants v
          where v.project_id = ${project_id} and v.product_id = f.id and v.search_text like ${anyPart(q)}
          ${atMost(ALL_OF_ONE)}) v
        cross join lateral (select l.document_id from turnover_items l
          where l.project_id = v.project_id and l.product_variant_id = v.id ${atMost(ALL_OF_ONE)}) l`,
    },
  ];
  return {
    projects: [project_id],
    ways,
    matches: sql`(${text} or ${ofParty} or ${ofGoods(q)})`,
    others,
    walks: ['date', 'created_at', 'number', 'sum'],
  };
}

function filters(scope: ProjectScope, query: Partial<TurnoverFilters>): SQL {
  const all: SQL[] = [sql`d.project_id = ${scope.project.id}`];
  const number = numberIn(query.q ?? '');
  if (number !== null) all.push(sql`d.number = ${number}`);
  if (query.flow) all.push(sql`d.flow = ${query.flow}`);
  if (query.type?.length) all.push(sql`d.type = any(${textArray(query.type)})`);
  if (query.status?.length) all.push(sql`d.status = any(${textArray(query.status)})`);
  if (query.counterparty_id) all.push(sql`d.counterparty_id = ${query.counterparty_id}`);
  if (query.expected !== undefined) all.push(query.expected ? sql`d.expected > 0` : sql`d.expected = 0`);
  if (query.from) all.push(sql`d.date >= ${query.from}::date`);
  if (query.to) all.push(sql`d.date <= ${query.to}::date`);
  if (query.product_variant_id)
    all.push(sql`d.id = any(array(select l.document_id from turnover_items l
      where l.project_id = ${scope.project.id} and l.product_variant_id = ${query.product_variant_id}))`);
  if (query.arrival_id)
    all.push(sql`d.id = (select a.document_id from turnover_arrivals a
      where a.project_id = ${scope.project.id} and a.id = ${query.arrival_id})`);
  return sql.join(all, sql` and `);
}

const COLUMNS = sql`d.*, d.date::text as day, c.name as counterparty_name, o.number as reverses_number,
  p.name as first_product_title`;
const FROM = sql`turnover_documents d
  left join counterparties c on c.project_id = d.project_id and c.id = d.counterparty_id
  left join turnover_documents o on o.project_id = d.project_id and o.id = d.reverses
  left join product_variants v on v.project_id = d.project_id and v.id = d.first_variant_id
  left join products p on p.project_id = v.project_id and p.id = v.product_id`;

const other = (id: unknown, number: unknown) => (id ? { id: String(id), number: Number(number) } : null);

function asRow(row: Row): TurnoverRow {
  return {
    id: String(row.id),
    number: Number(row.number),
    flow: row.flow as TurnoverFlow,
    type: row.type as TurnoverType,
    status: row.status as TurnoverStatus,
    counterparty: row.counterparty_id
      ? { id: String(row.counterparty_id), name: String(row.counterparty_name ?? '') }
      : null,
    date: String(row.day),
    in_stock: row.in_stock === true,
    sum: Number(row.sum),
    items_count: Number(row.items_count),
    count: Number(row.count),
    expected: Number(row.expected),
    first_product_title: String(row.first_product_title ?? ''),
    comment: String(row.comment),
    reverses: other(row.reverses, row.reverses_number),
    created_at: toInstant(row.created_at),
  };
}

/** Of all documents, or of all incomes or outcomes. */
const keptTotal = (scope: ProjectScope, flow?: TurnoverFlow): SQL => sql`(
  select coalesce(sum(t.documents), 0) from turnover_totals t
  where t.project_id = ${scope.project.id} ${flow ? sql`and t.flow = ${flow}` : sql``})`;

export async function listTurnover(tx: Tx, scope: ProjectScope, query: TurnoverFilters): Promise<Page<TurnoverRow>> {
  const others = filters(scope, query);
  const { type, status, counterparty_id, product_variant_id, arrival_id, expected, from, to, q } = query;
  const few = [counterparty_id, product_variant_id, arrival_id, expected, from, to, q];
  const isNarrowed = isFiltered(type?.length, status?.length, ...few);
  const plan: ListPlan = {
    columns: COLUMNS,
    from: FROM,
    countFrom: sql`turnover_documents d`,
    where: others,
    keptTotal: isNarrowed ? undefined : keptTotal(scope, query.flow),
    customPlan: isNarrowed || isFiltered(query.flow),
    sorts: {
      date: { by: sql`d.date`, type: 'date' },
      created_at: { by: sql`d.created_at`, type: 'timestamptz' },
      number: { by: sql`d.number`, type: 'integer' },
      sum: { by: sql`d.sum`, type: 'bigint' },
    },
    id: sql`d.id`,
  };
  if (!query.q || numberIn(query.q) !== null) return readPage(tx, query, plan, asRow);
  const parties = (await findPartyIds(tx, [scope.project.id], [query.q], FEW_PARTIES)) ?? [];
  const search = searchFor(scope.project.id, query.q, parties, others);
  return searchPage(tx, query, { ...plan, where: sql`${others} and ${search.matches}` }, search, asRow);
}

export interface TurnoverCounts {
  income: number;
  outcome: number;
  draft: number;
  expected: number;
}

/** Each up to what a list counts: what is kept, and the others from their index. */
export async function countTurnover(tx: Tx, scope: ProjectScope): Promise<TurnoverCounts> {
  const those = (where: SQL) => counted(sql`turnover_documents`, sql`project_id = ${scope.project.id} and ${where}`);
  const [row] = await tx.rows<TurnoverCounts & Row>(sql`
    select least(${keptTotal(scope, 'income')}, ${EXACT_TOTAL})::int as income,
      least(${keptTotal(scope, 'outcome')}, ${EXACT_TOTAL})::int as outcome,
      ${those(sql`status = 'draft'`)} as draft, ${those(sql`expected > 0`)} as expected`);
  if (!row) throw new Error('a select without a table has one row');
  return row;
}

const actor = (id: unknown, name: unknown) => ({
  kind: 'user' as const,
  id: String(id),
  name: (name as string | null) ?? null,
});

export async function findDocument(tx: Tx, scope: ProjectScope, id: string): Promise<StoredDocument | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${COLUMNS}, d.expected_on::text as expected_day, m.name as created_by_name, q.name as posted_by_name,
      r.id as reversed_by, r.number as reversed_by_number, money.day::text as counted_on
    from ${FROM} left join users m on m.id = d.created_by left join users q on q.id = d.posted_by
    left join turnover_documents r on r.project_id = d.project_id and r.reverses = d.id
    left join lateral (select p.day from postings p
      where p.project_id = d.project_id and p.ref_kind = 'turnover' and p.ref_id = d.id limit 1) money on true
    where d.project_id = ${scope.project.id} and d.id = ${id}`);
  if (!row) return null;
  const { first_product_title: _t, items_count: _n, ...shown } = asRow(row);
  return {
    ...shown,
    reason: String(row.reason),
    expected_on: (row.expected_day as string | null) ?? null,
    counted_on: row.counted_on as string | null,
    reversed_by: other(row.reversed_by, row.reversed_by_number),
    ref: row.ref_id ? { kind: String(row.ref_kind), id: String(row.ref_id) } : null,
    created_by: actor(row.created_by, row.created_by_name),
    posted_by: row.posted_by ? actor(row.posted_by, row.posted_by_name) : null,
    posted_at: toInstantOrNull(row.posted_at),
    version: Number(row.version),
  };
}

export async function findItems(tx: Tx, scope: ProjectScope, id: string): Promise<StoredItem[]> {
  return tx.rows<{ [K in keyof StoredItem]: StoredItem[K] }>(sql`
    select l.product_variant_id, v.product_id, p.name as product_title, v.name as modification_title, v.sku, v.thumbnail,
      l.count, p.unit, l.transaction_item_price, l.sale_price, l.transaction_amount, l.arrived, l.expected
    from turnover_items l
    join product_variants v on v.project_id = l.project_id and v.id = l.product_variant_id
    join products p on p.project_id = v.project_id and p.id = v.product_id
    where l.project_id = ${scope.project.id} and l.document_id = ${id} order by l.position`);
}

export async function findArrivals(tx: Tx, scope: ProjectScope, id: string): Promise<Arrival[]> {
  const found = await tx.rows<Row>(sql`
    select a.*, u.name as user_name, m.items from turnover_arrivals a left join users u on u.id = a.user_id
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('product_variant_id', product_variant_id, 'count', delta)
        order by product_variant_id), '[]') as items
      from stock_movements where project_id = a.project_id and ref_kind = 'turnover_arrival' and ref_id = a.id
    ) m
    where a.project_id = ${scope.project.id} and a.document_id = ${id} order by a.id`);
  return found.map((row) => ({
    id: String(row.id),
    count: Number(row.count),
    items: row.items as Arrival['items'],
    comment: String(row.comment),
    actor: actor(row.user_id, row.user_name),
    created_at: toInstant(row.created_at),
  }));
}

/** A document by what caused it. */
export interface MadeDocument {
  readonly document: { id: string; number: number };
  readonly count: number;
  readonly items: { product_variant_id: string; count: number }[];
  readonly comment: string;
  readonly reversed: boolean;
  readonly actor: Actor;
  readonly created_at: string;
}

/** The documents that this cause made, oldest first. */
export async function documentsOf(tx: Tx, scope: ProjectScope, ref: Ref): Promise<MadeDocument[]> {
  const found = await tx.rows<Row>(sql`
    select d.id, d.number, d.comment, d.status, d.count, d.created_by, d.created_at, u.name as user_name,
      (select json_agg(json_build_object('product_variant_id', i.product_variant_id, 'count', i.count) order by i.position)
        from turnover_items i where i.project_id = d.project_id and i.document_id = d.id) as items
    from turnover_documents d left join users u on u.id = d.created_by
    where d.project_id = ${scope.project.id} and d.ref_kind = ${ref.kind} and d.ref_id = ${ref.id} order by d.id`);
  return found.map((row) => ({
    document: { id: String(row.id), number: Number(row.number) },
    count: Number(row.count),
    items: (row.items as MadeDocument['items'] | null) ?? [],
    comment: String(row.comment),
    reversed: row.status === 'reversed',
    actor: actor(row.created_by, row.user_name),
    created_at: toInstant(row.created_at),
  }));
}

export async function readStatus(tx: Tx, scope: ProjectScope, id: string): Promise<TurnoverStatus | null> {
  const [row] = await tx.rows<{ status: TurnoverStatus }>(sql`
    select status from turnover_documents where project_id = ${scope.project.id} and id = ${id}`);
  return row?.status ?? null;
}

/** A line as rules and effects need it. */
export interface KnownItem extends Item {
  readonly arrived: number;
  readonly expected: number;
}

/** A document with its lines, as it stands behind its lock. */
export interface KnownDocument extends Omit<Fields, 'items'> {
  readonly id: string;
  readonly number: number;
  readonly status: TurnoverStatus;
  readonly comment: string;
  readonly expected_on: string | null;
  readonly reverses: string | null;
  readonly ref: Ref | null;
  readonly version: number;
  readonly items: readonly KnownItem[];
}
export type LockedDocument = Locked<'turnover_documents', KnownDocument>;

/**
 * The document for this transaction alone; null when there is none. Documents are locked before levels, levels before
 * accounts, everywhere.
 */
export async function lockDocument(tx: Tx, scope: ProjectScope, id: string): Promise<LockedDocument | null> {
  const read = async (): Promise<{ document: KnownDocument | null }> => {
    const [row] = await tx.rows<Row>(sql`
      select id, number, flow, type, status, counterparty_id, date::text as date, in_stock, reason, comment,
        expected_on::text as expected_on, reverses, ref_kind, ref_id, version
      from turnover_documents where project_id = ${scope.project.id} and id = ${id} for update`);
    if (!row) return { document: null };
    // behind the lock of the document its lines stand still
    const items = await tx.rows<KnownItem & Row>(sql`
      select product_variant_id, count, transaction_item_price, sale_price, arrived, expected from turnover_items
      where project_id = ${scope.project.id} and document_id = ${id} order by position`);
    const { ref_kind, ref_id, ...fields } = row;
    const ref = ref_id ? { kind: String(ref_kind), id: String(ref_id) } : null;
    return { document: { ...(fields as unknown as Omit<KnownDocument, 'items' | 'ref'>), ref, items } };
  };
  const { document } = await awaitLock('turnover_documents', read());
  return document as LockedDocument | null;
}

/** The variants among these that are alive. */
export async function aliveVariants(tx: Tx, scope: ProjectScope, ids: readonly string[]): Promise<Set<string>> {
  const found = await tx.rows<{ id: string }>(sql`
    select v.id from product_variants v join products p on p.project_id = v.project_id and p.id = v.product_id
    where v.project_id = ${scope.project.id} and v.id = any(${idArray(ids)})
      and v.deleted_at is null and p.deleted_at is null`);
  return new Set(found.map(({ id }) => id));
}

export interface NewDocument extends Omit<Fields, 'items'> {
  readonly comment: string;
  readonly expected_on: string | null;
  readonly items: readonly (Item & { readonly arrived?: number; readonly expected?: number })[];
  readonly posted: boolean;
  readonly reverses?: string;
  readonly ref?: { readonly kind: string; readonly id: string };
}

/** What a document keeps of its lines, so that a list need not read them. */
function figuresOf(items: NewDocument['items']) {
  const totalOf = (of: (item: (typeof items)[number]) => number) => items.reduce((total, item) => total + of(item), 0);
  return {
    sum: sumOf(items),
    count: totalOf(({ count }) => count),
    expected: totalOf(({ expected = 0 }) => expected),
    items_count: items.length,
    first_variant_id: items[0]?.product_variant_id ?? null,
  };
}

/**
 * A new document, which nobody else can see yet, with its number. Levels are locked before the number is drawn, and
 * accounts after it, so that nobody waits crosswise.
 */
export async function insertDocument(tx: Tx, scope: ProjectScope, document: NewDocument): Promise<LockedDocument> {
  const id = newId();
  const { posted, ref, reverses } = document;
  const { sum, count, expected, items_count, first_variant_id } = figuresOf(document.items);
  const insert = async (): Promise<KnownDocument> => {
    const [row] = await tx.rows<{ number: number; version: number }>(sql`
      insert into turnover_documents (project_id, id, number, flow, type, status, counterparty_id, date, in_stock,
        expected_on, reason, comment, sum, count, expected, items_count, first_variant_id, reverses, ref_kind, ref_id,
        created_by, posted_by, posted_at)
      values (${scope.project.id}, ${id}, next_number(${scope.project.id}, 'turnover'), ${document.flow}, ${document.type},
        ${posted ? 'posted' : 'draft'}, ${document.counterparty_id}, ${document.date}, ${document.in_stock},
        ${document.expected_on}, ${document.reason}, ${document.comment}, ${sum}, ${count}, ${expected}, ${items_count},
        ${first_variant_id}, ${reverses ?? null}, ${ref?.kind ?? null}, ${ref?.id ?? null}, ${scope.user.id},
        ${posted ? scope.user.id : null}, ${posted ? sql`now()` : null})
      returning number, version`);
    if (!row) throw new Error('the document was inserted');
    const items = document.items.map((item) => ({ ...item, arrived: item.arrived ?? 0, expected: item.expected ?? 0 }));
    const { posted: _p, ref: _r, reverses: _v, ...fields } = document;
    const status = posted ? 'posted' : 'draft';
    return { ...fields, ...row, id, status, reverses: reverses ?? null, ref: ref ?? null, items };
  };
  const made = await awaitLock('turnover_documents', insert());
  await insertItems(tx, scope, made);
  await addToTotal(tx, scope, document.flow, 1);
  if (document.comment !== '' || document.reason !== '') await queueForSearch(tx, TURNOVER, scope.project.id, [id]);
  return made;
}

/** Keeps how many documents there are. */
async function addToTotal(tx: Tx, scope: ProjectScope, flow: TurnoverFlow, by: 1 | -1): Promise<void> {
  await tx.execute(sql`
    insert into turnover_totals as t (project_id, flow, documents) values (${scope.project.id}, ${flow}, 1)
    on conflict (project_id, flow) do update set documents = t.documents + ${by}`);
}

async function insertItems(tx: Tx, scope: ProjectScope, { id, items }: LockedDocument): Promise<void> {
  const rows = items.map((item, position) => ({ ...item, position, transaction_amount: amountOf(item) }));
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into turnover_items (project_id, document_id, product_variant_id, position, count, transaction_item_price,
      sale_price, transaction_amount, arrived, expected)
    select ${scope.project.id}, ${id}, i.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as i(product_variant_id uuid, position int, count int, transaction_item_price bigint, sale_price bigint,
        transaction_amount bigint, arrived int, expected int)`);
}

/** Puts what a draft says now in the place of what it said. */
export async function saveDraft(tx: Tx, scope: ProjectScope, draft: LockedDocument): Promise<void> {
  const { sum, count, items_count, first_variant_id } = figuresOf(draft.items);
  await tx.execute(sql`
    delete from turnover_items where project_id = ${scope.project.id} and document_id = ${draft.id}`);
  await tx.execute(sql`
    update turnover_documents set type = ${draft.type}, counterparty_id = ${draft.counterparty_id}, date = ${draft.date},
      in_stock = ${draft.in_stock}, expected_on = ${draft.expected_on}, reason = ${draft.reason},
      comment = ${draft.comment}, sum = ${sum}, count = ${count}, items_count = ${items_count},
      first_variant_id = ${first_variant_id}, version = version + 1, updated_at = now()
    where project_id = ${scope.project.id} and id = ${draft.id} and status = 'draft'`);
  await insertItems(tx, scope, draft);
  await queueForSearch(tx, TURNOVER, scope.project.id, [draft.id]);
}

export async function deleteDraft(tx: Tx, scope: ProjectScope, { id, flow }: LockedDocument): Promise<void> {
  await tx.execute(sql`
    delete from turnover_documents where project_id = ${scope.project.id} and id = ${id} and status = 'draft'`);
  await addToTotal(tx, scope, flow, -1);
  await queueForSearch(tx, TURNOVER, scope.project.id, [id]);
}

/** A draft becomes posted: its goods have come, or are expected. */
export async function writePosted(tx: Tx, scope: ProjectScope, { id, in_stock }: LockedDocument): Promise<void> {
  await tx.execute(sql`
    update turnover_items set arrived = ${in_stock ? sql`count` : sql`0`}, expected = ${in_stock ? sql`0` : sql`count`}
    where project_id = ${scope.project.id} and document_id = ${id}`);
  await tx.execute(sql`
    update turnover_documents set status = 'posted', posted_by = ${scope.user.id}, posted_at = now(),
      expected = ${in_stock ? sql`0` : sql`count`}, version = version + 1, updated_at = now()
    where project_id = ${scope.project.id} and id = ${id}`);
}

/** Writes down that these pieces came; the id of the arrival, which is the cause of their movements. */
export async function insertArrival(
  tx: Tx,
  scope: ProjectScope,
  { id }: LockedDocument,
  pieces: readonly Pieces[],
  comment: string,
): Promise<string> {
  const arrival = newId();
  const total = pieces.reduce((sum, { count }) => sum + count, 0);
  await tx.execute(sql`
    with came as (
      select * from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as c(product_variant_id uuid, count int)
    ), changed as (
      update turnover_items l set arrived = l.arrived + c.count, expected = l.expected - c.count from came c
      where l.project_id = ${scope.project.id} and l.document_id = ${id} and l.product_variant_id = c.product_variant_id
        and l.product_variant_id = any(${idArray(pieces.map(({ product_variant_id }) => product_variant_id))})
    ), written as (
      insert into turnover_arrivals (project_id, id, document_id, count, comment, user_id)
      values (${scope.project.id}, ${arrival}, ${id}, ${total}, ${comment}, ${scope.user.id})
    )
    update turnover_documents set expected = expected - ${total}, version = version + 1, updated_at = now()
    where project_id = ${scope.project.id} and id = ${id}`);
  return arrival;
}

/** It was taken back: nothing of it is expected any more. */
export async function writeReversed(tx: Tx, scope: ProjectScope, { id }: LockedDocument): Promise<void> {
  await tx.execute(sql`
    update turnover_items set expected = 0
    where project_id = ${scope.project.id} and document_id = ${id} and expected > 0`);
  await tx.execute(sql`
    update turnover_documents set status = 'reversed', expected = 0, version = version + 1, updated_at = now()
    where project_id = ${scope.project.id} and id = ${id}`);
}
