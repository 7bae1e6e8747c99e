import { branchOf } from '@lanka/domain/categories/rules';
import type { StoredValues } from '@lanka/domain/templates/fields';
import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { readTreeOf } from '../../categories';
import type { ProjectScope } from '../../kit/auth/scope';
import type { Tx } from '../../kit/db/db';
import { atMost } from '../../kit/db/paging';

/** What lists of products, variants and options have in common. */
export type Query<R extends { query: z.ZodType }> = z.output<R['query']>;
export type Row = Record<string, unknown>;

/** Rows as the store reads them: pictures by their storage keys, stock in full. Links and the Client's view: view.ts. */
export type Stored<T> = Omit<T, 'thumbnail_url' | 'available' | 'availability' | 'fields'> & {
  readonly thumbnail: string | null;
  readonly available: number;
  /** Those that were asked for. */
  readonly fields?: StoredValues;
};

export const uuids = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`;
export const texts = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`;
export const all = (conditions: readonly SQL[]): SQL => sql.join([...conditions], sql` and `);
export const isClient = (scope: ProjectScope): boolean => scope.role === 'Client';
/** A total of these projects, which stock keeps (decision 0030): lists without a filter are as long. */
export const keptTotal = (projects: readonly string[], total: SQL): SQL =>
  sql`(select coalesce(sum(${total}), 0) from stock_totals t where t.project_id = any(${uuids(projects)}))`;

/** While so few products fulfil a filter by stock they are asked of it first; more are met soon on the way through the list. */
const FEW = 2_000;

/** Whether `rows` has few, of each project `s`. */
export async function isFew(tx: Tx, projects: readonly string[], rows: SQL): Promise<boolean> {
  const [found] = await tx.rows<{ few: boolean }>(sql`
    select count(*) < ${sql.raw(String(FEW))} as few
    from unnest(${uuids(projects)}) as s(project_id) cross join lateral (${rows} ${atMost(FEW)}) some_rows`);
  return found?.few === true;
}

/** Goods `p` that have one of these tags. */
export const tagCondition = (tags: readonly string[] | undefined): SQL[] =>
  tags && tags.length > 0 ? [sql`p.tags && ${texts(tags)}`] : [];

/** Goods `p` of a category and of all below it. */
export async function categoryCondition(
  tx: Tx,
  project_ids: readonly string[],
  id: string | undefined,
): Promise<SQL[]> {
  if (id === undefined) return [];
  return [sql`p.category_id = any(${uuids(branchOf(await readTreeOf(tx, project_ids, id), id))})`];
}
