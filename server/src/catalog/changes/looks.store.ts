import { CHANGES_DAYS, type ProductChange } from '@lanka/domain/catalog/changes';
import { EXACT_TOTAL } from '@lanka/domain/kit/lists';
import { type SQL, sql } from 'drizzle-orm';
import type { DropshippingScope } from '../../kit/auth/scope';
import { idArray } from '../../kit/db/arrays';
import type { Tx } from '../../kit/db/db';
import { atMost } from '../../kit/db/paging';

/** How a dropshipper looks at the goods of one supplier. */
export interface Look {
  readonly project_id: string;
  /** Up to this moment he has seen what changed; as PostgreSQL writes it. */
  readonly seen_at: string;
  /** The price level by which he buys. */
  readonly level: string | null;
  /** What he is given off every price, hundredths of a percent. */
  readonly discount: number;
  /** Whether the supplier tells at all what is in stock. */
  readonly tells: boolean;
}

/** When he last looked at the goods of each; whoever never did, has known them since he came. */
export async function readSeen(
  tx: Tx,
  { user }: DropshippingScope,
  project_ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await tx.rows<{ project_id: string; seen_at: string }>(sql`
    select m.project_id, greatest(coalesce(l.seen_at, m.created_at), now() - make_interval(days => ${CHANGES_DAYS}))::text
      as seen_at
    from memberships m left join product_looks l on l.project_id = m.project_id and l.user_id = m.user_id
    where m.project_id = any(${idArray(project_ids)}) and m.user_id = ${user.id}`);
  return new Map(found.map((row) => [row.project_id, row.seen_at]));
}

const looked = (looks: readonly Look[]): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(looks)}::jsonb) as l(project_id uuid, seen_at timestamptz, level text, tells boolean)`;

/** What he pays by his level, of a row of the history. */
const own = (row: SQL): SQL => sql`coalesce(${row}.prices -> l.level, ${row}.prices -> 'base')`;

/** How goods stood when he last looked, `b`; nothing of what he could not see then. */
const before = (project: SQL, product: SQL): SQL => sql`lateral (
  select b.prices, b.in_stock from product_history b
  where b.project_id = ${project} and b.product_id = ${product} and b.at <= l.seen_at order by b.at desc limit 1) b`;

const CHANGED: Readonly<Record<ProductChange, SQL>> = {
  price: sql`c.price`,
  ran_out: sql`c.ran_out`,
  came_back: sql`c.came_back`,
};
const ANY = sql`(c.price or c.ran_out or c.came_back)`;

/** Rows `project_id, product_id` of what changed so, of the projects that `are` some: led by what changed since then. */
export const changedGoods = (looks: readonly Look[], what: ProductChange | 'any', are: SQL): SQL => sql`
  select c.project_id, c.product_id from (${allChanged(looks, are)}) c where ${what === 'any' ? ANY : CHANGED[what]}`;

const allChanged = (looks: readonly Look[], are: SQL): SQL => sql`
  select h.project_id, h.product_id, ${own(sql`b`)} is distinct from ${own(sql`h`)} as price,
    l.tells and b.in_stock and not h.in_stock as ran_out, l.tells and h.in_stock and not b.in_stock as came_back
  from ${looked(looks)}
  cross join lateral (select h.* from product_history h
    where h.project_id = l.project_id and h.last and h.at > l.seen_at order by h.at) h
  cross join ${before(sql`h.project_id`, sql`h.product_id`)}
  where l.project_id ${are}`;

export type Counts = Record<ProductChange | 'any', number>;

/** How many goods that are shown have changed so; counted up to 10,000. */
export async function countChanged(tx: Tx, looks: readonly Look[]): Promise<Counts & { as_of: string }> {
  const [row] = await tx.rows<Counts & { as_of: string }>(sql`
    select count(*)::int as any, count(*) filter (where price)::int as price, count(*) filter (where ran_out)::int as ran_out,
      count(*) filter (where came_back)::int as came_back, to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as as_of
    from (
      select c.* from (${allChanged(looks, sql`is not null`)}) c
      cross join lateral (select 1 from products p where p.project_id = c.project_id and p.id = c.product_id
        and p.published and p.deleted_at is null limit 1) p
      where ${ANY} ${atMost(EXACT_TOTAL)}) c`);
  if (!row) throw new Error('a count has a row');
  return row;
}

/** Never back to an earlier moment: of two tabs the later one counts. */
export async function saveSeen(
  tx: Tx,
  { user }: DropshippingScope,
  project_ids: readonly string[],
  until: string,
): Promise<void> {
  await tx.execute(sql`
    insert into product_looks (project_id, user_id, seen_at)
    select n.project_id, ${user.id}, least(${until}::timestamptz, now())
    from (select unnest(${idArray(project_ids)}) as project_id order by 1) n
    on conflict (project_id, user_id) do update set seen_at = greatest(product_looks.seen_at, excluded.seen_at)`);
}

/** What is marked of a product in a list. */
export interface Mark {
  /** How it stood when he last looked, where something is different since; min and max of one piece, without discount. */
  readonly prices: [number | null, number | null] | null;
  readonly in_stock: boolean | null;
  readonly watching: boolean;
}

/** Of the goods of one page. */
export async function readMarks(
  tx: Tx,
  { user }: DropshippingScope,
  looks: readonly Look[],
  goods: readonly { readonly project_id: string; readonly id: string }[],
): Promise<ReadonlyMap<string, Mark>> {
  if (goods.length === 0) return new Map();
  const found = await tx.rows<Mark & { id: string }>(sql`
    select g.id, ${own(sql`b`)} as prices, case when l.tells then b.in_stock end as in_stock,
      w.product_id is not null as watching
    from jsonb_to_recordset(${JSON.stringify(goods)}::jsonb) as g(project_id uuid, id uuid)
    join ${looked(looks)} on l.project_id = g.project_id
    left join lateral (select h.at from product_history h
      where h.project_id = g.project_id and h.product_id = g.id and h.at > l.seen_at limit 1) h on true
    left join ${before(sql`g.project_id`, sql`g.id`)} on h.at is not null
    left join lateral (select w.product_id from product_watches w
      where w.project_id = g.project_id and w.product_id = g.id and w.user_id = ${user.id} limit 1) w on true`);
  return new Map(found.map(({ id, ...mark }) => [id, mark]));
}
