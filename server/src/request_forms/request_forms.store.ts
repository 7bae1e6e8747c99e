import { EXACT_TOTAL, type Page } from '@lanka/domain/kit/lists';
import { kyivDate } from '@lanka/domain/kit/time';
import type {
  RequestForm,
  RequestFormSource,
  RequestFormStatus,
  UpdateRequestFormBody,
} from '@lanka/domain/request_forms/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { ChangeKind } from '../kit/changes/kinds';
import { markChanged } from '../kit/changes/record';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import {
  anyPart,
  counted,
  type ListPlan,
  type ListQuery,
  opaque,
  readPage,
  toInstant,
  toInstantOrNull,
} from '../kit/db/paging';
import type { Searched } from '../kit/db/searched';
import { queueForSearch, searchPage, wordsIn } from '../search';
import type { Forgotten } from './notices';

type Row = Record<string, unknown>;

export const REQUEST_FORMS: Searched = {
  name: 'request_forms',
  texts: (project_id, ids) => sql`
    select id, search_text as text, created_at from request_forms where project_id = ${project_id} and id = any(${ids})`,
};

const COLUMNS = sql`r.id, r.status, r.name, r.email, r.phone, r.comment, r.page_url, r.note, r.source,
  coalesce(r.by_key, (select u.name from users u where u.id = r.created_by)) as sent_by,
  r.done_at, (select u.name from users u where u.id = r.done_by) as done_by, r.version, r.created_at`;

const asForm = (row: Row): RequestForm => ({
  id: String(row.id),
  status: row.status as RequestFormStatus,
  name: String(row.name),
  email: row.email as string | null,
  phone: row.phone as string | null,
  comment: String(row.comment),
  page_url: row.page_url as string | null,
  note: String(row.note),
  source: row.source as RequestFormSource,
  sent_by: row.sent_by as string | null,
  done_at: toInstantOrNull(row.done_at),
  done_by: row.done_by as string | null,
  version: Number(row.version),
  created_at: toInstant(row.created_at),
});

/** What readers of `changes` are told of these requests. */
export const requestFormChanges: ChangeKind = {
  kind: 'request_form',
  async read(tx, _app, { project }, ids) {
    const found = await tx.rows<Row>(sql`
      select ${COLUMNS} from request_forms r where r.project_id = ${project.id} and r.id = any(${idArray(ids)})`);
    return new Map(found.map(asForm).map(({ id, ...told }) => [id, told]));
  },
};

export function listForms(
  tx: Tx,
  { project }: ProjectScope,
  query: ListQuery & { readonly q?: string | undefined; readonly status?: RequestFormStatus | undefined },
): Promise<Page<RequestForm>> {
  const ofStatus = query.status ? sql` and r.status = ${query.status}` : sql``;
  const others = sql`r.project_id = ${project.id}${ofStatus}`;
  const plan: ListPlan = {
    columns: COLUMNS,
    from: sql`request_forms r`,
    where: others,
    countsInOrder: true,
    id: sql`r.id`,
    sorts: { created_at: { by: sql`r.created_at`, type: 'timestamptz' } },
  };
  if (!query.q) return readPage(tx, query, plan, asForm);
  const parts = partsOf(query.q);
  const fits = parts.map((part): SQL => sql`r.search_text like ${opaque(anyPart(part), 'text')}`);
  const matches = sql`(${sql.join(fits, sql` or `)})`;
  return searchPage(
    tx,
    query,
    { ...plan, where: sql`${others} and ${matches}` },
    {
      ...{ projects: [project.id], matches, others, walks: ['created_at'] },
      ways: parts.map((part) => ({ kind: REQUEST_FORMS, words: wordsIn(part) })),
    },
    asForm,
  );
}

/** A phone is found by its digits too, however they are typed. */
function partsOf(q: string): string[] {
  const digits = q.replace(/[\s()+-]/g, '');
  return /^\d{3,}$/.test(digits) && digits !== q ? [q, digits] : [q];
}

export async function countForms(tx: Tx, { project }: ProjectScope): Promise<{ new: number; done: number }> {
  const of = (status: RequestFormStatus): SQL =>
    counted(
      sql`request_forms r`,
      sql`r.project_id = ${project.id} and r.status = ${status}`,
      sql`order by r.created_at, r.id`,
    );
  const [row] = await tx.rows<{ new: number; done: number }>(sql`select ${of('new')} as new, ${of('done')} as done`);
  return { new: Math.min(row?.new ?? 0, EXACT_TOTAL), done: Math.min(row?.done ?? 0, EXACT_TOTAL) };
}

export interface NewForm {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly comment: string;
  readonly page_url: string | null;
  readonly source: RequestFormSource;
  /** Null: the visitor himself. */
  readonly created_by: string | null;
}

/** Whether it is new: a ticket that came already writes nothing. */
export async function insertForm(tx: Tx, project_id: string, form: NewForm): Promise<boolean> {
  const { id, name, email, phone, comment, page_url, source, created_by } = form;
  const words = [name, email, phone, comment].filter(Boolean).join('\n').toLowerCase();
  const made = await tx.rows(sql`
    insert into request_forms (project_id, id, name, email, phone, comment, page_url, source, created_by, search_text)
    values (${project_id}, ${id}, ${name}, ${email}, ${phone}, ${comment}, ${page_url}, ${source}, ${created_by}, ${words})
    on conflict (project_id, id) do nothing returning id`);
  if (made.length === 0) return false;
  markChanged(tx, { project: { id: project_id } }, 'request_form', [id], 'created');
  await queueForSearch(tx, REQUEST_FORMS, project_id, [id]);
  return true;
}

export async function readForm(tx: Tx, { project }: ProjectScope, id: string): Promise<RequestForm | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${COLUMNS} from request_forms r where r.project_id = ${project.id} and r.id = ${id}`);
  return row ? asForm(row) : null;
}

/** Nobody else changes it until the transaction ends. */
export async function lockForm(tx: Tx, scope: ProjectScope, id: string): Promise<RequestForm | null> {
  await tx.execute(sql`
    select 1 from request_forms where project_id = ${scope.project.id} and id = ${id} for update`);
  return readForm(tx, scope, id);
}

/** The caller holds the row. */
export async function updateForm(
  tx: Tx,
  { project, user }: ProjectScope,
  known: RequestForm,
  { status = known.status, note = known.note }: UpdateRequestFormBody,
): Promise<void> {
  markChanged(tx, { project }, 'request_form', [known.id]);
  const done = status === known.status ? sql`` : doneBy(status, user.id);
  await tx.execute(sql`
    update request_forms set status = ${status}, note = ${note}${done}, version = version + 1
    where project_id = ${project.id} and id = ${known.id}`);
}

const doneBy = (status: RequestFormStatus, user_id: string): SQL =>
  status === 'done' ? sql`, done_at = now(), done_by = ${user_id}` : sql`, done_at = null, done_by = null`;

export async function deleteForm(tx: Tx, { project }: ProjectScope, id: string): Promise<Forgotten | null> {
  const [gone] = await tx.rows<{ name: string; created_at: string }>(sql`
    delete from request_forms where project_id = ${project.id} and id = ${id} returning name, created_at`);
  if (!gone) return null;
  markChanged(tx, { project }, 'request_form', [id], 'deleted');
  return { project_id: project.id, id, name: gone.name, created_at: toInstant(gone.created_at) };
}

/** What comes by the ready form of a project is counted one after another, so that the day’s limit is not passed. */
export async function lockDay(tx: Tx, project_id: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`request_forms ${project_id}`}, 0))`);
}

/** Of this day of Kyiv, counted up to the limit. */
export async function countToday(tx: Tx, project_id: string, upTo: number): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(sql`
    select count(*)::int as n from (
      select 1 from request_forms r where r.project_id = ${project_id} and r.source = 'site'
        and r.created_at >= ${kyivDate(new Date())}::date::timestamp at time zone 'Europe/Kyiv'
      limit ${upTo}) some_rows`);
  return row?.n ?? 0;
}
