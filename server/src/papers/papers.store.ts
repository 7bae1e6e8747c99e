import type { Page } from '@lanka/domain/kit/lists';
import type { Paper, PaperType } from '@lanka/domain/papers/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { ActingIn, DropshippingScope, ProjectScope } from '../kit/auth/scope';
import { idArray, textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { anyPart, isFiltered, type ListPlan, type ListQuery, opaque, readPage, toInstant } from '../kit/db/paging';
import type { Searched } from '../kit/db/searched';
import type { OwnersOf } from '../kit/live/topics';
import { queueForSearch, searchPage, wordsIn } from '../search';
import { papers } from './tables';

type Row = Record<string, unknown>;

/** Titles, which name kind, number and day, and to whom papers are made out. */
export const PAPERS: Searched = {
  name: 'papers',
  texts: (project_id, ids) => sql`
    select id, search_text as text, created_at from papers where project_id = ${project_id} and id = any(${ids})`,
};

export type NewPaper = Omit<typeof papers.$inferInsert, 'project_id' | 'search_text' | 'created_at'>;

/** Whoever issues a paper enters it here, in the same transaction. */
export async function registerPaper(tx: Tx, { project }: ActingIn, paper: NewPaper): Promise<void> {
  const search_text = `${paper.title} ${paper.party_name ?? ''}`.toLowerCase().replaceAll('\u00a0', ' ');
  await tx.insert(papers).values({ ...paper, project_id: project.id, search_text });
  await queueForSearch(tx, PAPERS, project.id, [paper.id]);
}

/**
 * What this asker may see. The project's people see the manufacturer's papers, and not those that a dropshipper writes
 * to his customer; a Client sees what he issued and what is made out to him.
 */
const visible = (scope: ProjectScope): SQL =>
  scope.role === 'Client'
    ? sql`p.project_id = ${scope.project.id} and p.counterparty_id = ${scope.counterparty_id}
        and (p.shared or p.issuer = 'dropshipper')`
    : sql`p.project_id = ${scope.project.id} and p.issuer = 'manufacturer'`;

function asDropshipper({ suppliers }: DropshippingScope): SQL {
  const mine = sql`(p.shared or p.issuer = 'dropshipper')`;
  const [only] = suppliers;
  // of one supplier the index gives his papers in their order
  if (only && suppliers.length === 1)
    return sql`p.project_id = ${only.project_id} and p.counterparty_id = ${only.counterparty_id} and ${mine}`;
  const projects = sql.param(suppliers.map(({ project_id }) => project_id));
  const parties = sql.param(suppliers.map(({ counterparty_id }) => counterparty_id));
  return sql`(p.project_id, p.counterparty_id) in (select * from unnest(${projects}::uuid[], ${parties}::uuid[])) and ${mine}`;
}

const COLUMNS = sql`p.*, to_char(p.date, 'YYYY-MM-DD') as day, pr.title as project_title, pr.friendly_id, u.name as issued_by`;
const FROM = sql`papers p join projects pr on pr.id = p.project_id left join users u on u.id = p.user_id`;

function asPaper(row: Row): Paper {
  return {
    id: String(row.id),
    project_id: String(row.project_id),
    project_title: String(row.project_title),
    type: row.type as PaperType,
    issuer: row.issuer as Paper['issuer'],
    number: Number(row.number),
    revision: row.revision === 0 ? null : Number(row.revision),
    date: String(row.day),
    title: String(row.title),
    counterparty_id: row.counterparty_id as string | null,
    party_name: String(row.party_name),
    total: row.total === null ? null : Number(row.total),
    subject: { kind: String(row.subject_kind), id: String(row.subject_id) },
    issued_by: (row.issued_by as string | null) ?? null,
    url: `/api/projects/${String(row.friendly_id)}/papers/${String(row.id)}/pdf`,
    created_at: toInstant(row.created_at),
  };
}

export interface PaperFilters extends ListQuery {
  readonly q?: string | undefined;
  readonly type?: readonly PaperType[] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly counterparty_id?: string | undefined;
  readonly project_id?: string | undefined;
}

/** `125` or `№ 125`. */
function numberIn(q: string): number | null {
  const digits = q.replace(/^№\s*/, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

function filters(query: PaperFilters): SQL {
  const all: SQL[] = [sql`true`];
  const number = numberIn(query.q ?? '');
  if (number !== null) all.push(sql`p.number = ${number}`);
  if (query.type?.length) all.push(sql`p.type = any(${textArray(query.type)})`);
  if (query.from) all.push(sql`p.date >= ${query.from}::date`);
  if (query.to) all.push(sql`p.date <= ${query.to}::date`);
  if (query.counterparty_id) all.push(sql`p.counterparty_id = ${query.counterparty_id}`);
  if (query.project_id) all.push(sql`p.project_id = ${query.project_id}`);
  return sql.join(all, sql` and `);
}

const SORTS = { date: { by: sql`p.date`, type: 'date' } } as const;

async function page(tx: Tx, mine: SQL, projects: readonly string[], query: PaperFilters): Promise<Page<Paper>> {
  const { limit: _l, cursor: _c, sort: _s, ...narrowing } = query;
  const others = sql`${mine} and ${filters(query)}`;
  const plan: ListPlan = {
    columns: COLUMNS,
    from: FROM,
    countFrom: sql`papers p`,
    where: others,
    sorts: SORTS,
    id: sql`p.id`,
    customPlan: isFiltered(...Object.values(narrowing)),
  };
  if (!query.q || numberIn(query.q) !== null) return readPage(tx, query, plan, asPaper);
  const words = wordsIn(query.q);
  const matches = sql`p.search_text like all(${opaque(words.map(anyPart), 'text[]')}::text[])`;
  const search = { projects, ways: [{ kind: PAPERS, words }], matches, others, walks: Object.keys(SORTS) };
  return searchPage(tx, query, { ...plan, where: sql`${others} and ${matches}` }, search, asPaper);
}

export const listPapers = (tx: Tx, scope: ProjectScope, query: PaperFilters): Promise<Page<Paper>> =>
  page(tx, visible(scope), [scope.project.id], query);

export const listMyPapers = (tx: Tx, scope: DropshippingScope, query: PaperFilters): Promise<Page<Paper>> =>
  page(
    tx,
    asDropshipper(scope),
    scope.suppliers.map(({ project_id }) => project_id),
    query,
  );

/** Where the words of a paper stand. */
export type PaperSource = Pick<typeof papers.$inferSelect, 'id' | 'source' | 'source_id' | 'revision' | 'title'>;

export async function findSource(tx: Tx, scope: ProjectScope, id: string): Promise<PaperSource | null> {
  return (await findSources(tx, scope, [id]))[0] ?? null;
}

/** Those of these that the asker may see. */
export function findSources(tx: Tx, scope: ProjectScope, ids: readonly string[]): Promise<PaperSource[]> {
  return tx.rows<PaperSource & Row>(sql`
    select p.id, p.source, p.source_id, p.revision, p.title from papers p
    where ${visible(scope)} and p.id = any(${idArray(ids)})`);
}

/** For a job whose asker was looked at when he asked. */
export function readSources(tx: Tx, scope: ActingIn, ids: readonly string[]): Promise<PaperSource[]> {
  return tx.rows<PaperSource & Row>(sql`
    select p.id, p.source, p.source_id, p.revision, p.title from papers p
    where p.project_id = ${scope.project.id} and p.id = any(${idArray(ids)})`);
}

/** The counterparty where he may read it; of others only staff are told. */
export const ownersOfPapers: OwnersOf = async (tx, projectId, ids) => {
  const found = await tx.rows<{ id: string; counterparty_id: string }>(sql`
    select id, counterparty_id from papers where project_id = ${projectId}
      and id = any(${sql.param([...ids])}::uuid[]) and (shared or issuer = 'dropshipper') and counterparty_id is not null`);
  return new Map(found.map((row) => [row.id, row.counterparty_id]));
};
