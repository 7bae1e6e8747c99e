import { MAX_CHANGES, type NewsSettings } from '@lanka/domain/news/contract';
import type { ChangeKind, StoredChange } from '@lanka/domain/news/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { ActingIn } from '../kit/auth/scope';
import { textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { atMost, toInstant } from '../kit/db/paging';

const NONE: NewsSettings = {
  ...{ rhythm: 'off', publishes: false, version: 0 },
  kinds: ['new', 'price', 'ran_out', 'came_back'],
};

export async function readSettings(tx: Tx, { project }: ActingIn): Promise<NewsSettings> {
  const [row] = await tx.rows<{ [K in keyof NewsSettings]: NewsSettings[K] }>(sql`
    select rhythm, publishes, kinds, version from news_settings where project_id = ${project.id}`);
  return row ?? NONE;
}

/** What changed while nothing wrote itself is not told afterwards. */
export async function saveSettings(
  tx: Tx,
  { project }: ActingIn,
  { rhythm, publishes, kinds }: Omit<NewsSettings, 'version'>,
): Promise<void> {
  await tx.execute(sql`
    insert into news_settings as s (project_id, rhythm, publishes, kinds, written_until)
    values (${project.id}, ${rhythm}, ${publishes}, ${textArray(kinds)}, now())
    on conflict (project_id) do update set rhythm = excluded.rhythm, publishes = excluded.publishes, kinds = excluded.kinds,
      written_until = case when s.rhythm = 'off' then excluded.written_until else s.written_until end,
      version = s.version + 1`);
}

/** Of these projects those where something writes itself; the transaction has entered them all. */
export async function listWriting(tx: Tx): Promise<string[]> {
  return (await tx.rows<{ id: string }>(sql`select project_id as id from news_settings where rhythm <> 'off'`)).map(
    ({ id }) => id,
  );
}

export interface Writing extends NewsSettings {
  readonly written_until: string;
}

/** Of two processes one writes. */
export async function lockWriting(tx: Tx, { project }: ActingIn): Promise<Writing | null> {
  const [row] = await tx.rows<{ [K in keyof Writing]: Writing[K] }>(sql`
    select rhythm, publishes, kinds, version, written_until from news_settings where project_id = ${project.id} for update`);
  return row ? { ...row, written_until: toInstant(row.written_until) } : null;
}

export async function markWritten(tx: Tx, { project }: ActingIn, until: Date): Promise<void> {
  await tx.execute(sql`
    update news_settings set written_until = ${until.toISOString()} where project_id = ${project.id}`);
}

/** New goods are looked for so far back: they may have been made long before they were shown. */
const NEW_DAYS = 30;

/**
 * What changed of goods that are shown now between these moments, by the history of goods (decision 0094): one row a
 * product at most. New is what was made within a month and no item has called new yet.
 */
export async function findChanges(
  tx: Tx,
  { project }: ActingIn,
  { written_until, kinds }: Pick<Writing, 'written_until' | 'kinds'>,
  until: Date,
): Promise<{ changes: StoredChange[]; more: number }> {
  const to = sql`${until.toISOString()}::timestamptz`;
  const stateAt = (moment: SQL) => sql`lateral (
    select s.prices, s.in_stock from product_history s where s.project_id = ${project.id} and s.product_id = d.product_id
      and s.noted_at <= ${moment} order by s.at desc limit 1)`;
  // of several things that happened to a product the first is told that is asked for
  const asked = (kind: ChangeKind) => (kinds.includes(kind) ? sql`true` : sql`false`);
  const rows = await tx.rows<{ [K in keyof StoredChange]: StoredChange[K] } & { total: number }>(sql`
    with told as (
      select (c ->> 'product_id')::uuid as id from news n cross join lateral jsonb_array_elements(n.changes) c
      where n.project_id = ${project.id} and n.changes is not null and c ->> 'kind' = 'new'
        and n.created_at > ${to} - make_interval(days => ${2 * NEW_DAYS})
    ), changed as (
      select d.product_id, p.name, a.prices as after, b.prices as before,
        case when b.prices is null then 'new' when ${asked('came_back')} and a.in_stock and not b.in_stock then 'came_back'
          when ${asked('ran_out')} and b.in_stock and not a.in_stock then 'ran_out'
          when b.prices is distinct from a.prices then 'price' end as kind,
        b.prices is null and p.created_at < ${to} - make_interval(days => ${NEW_DAYS}) as old
      from (select distinct h.product_id from product_history h where h.project_id = ${project.id}
        and h.noted_at > ${written_until} and h.noted_at <= ${to}) d
      join products p on p.project_id = ${project.id} and p.id = d.product_id and p.published and p.deleted_at is null
      cross join ${stateAt(to)} a
      left join ${stateAt(sql`${written_until}::timestamptz`)} b on true
    )
    select c.product_id, c.kind, c.name, c.before, c.after, count(*) over ()::int as total from changed c
    where c.kind = any(${textArray(kinds)}) and not c.old and not (c.kind = 'new' and c.product_id in (select id from told))
    order by array_position(array['new', 'came_back', 'price', 'ran_out'], c.kind), c.name, c.product_id ${atMost(MAX_CHANGES)}`);
  const changes = rows.map(({ product_id, kind, name, before, after }) => ({
    ...{ product_id, kind: kind as ChangeKind, name, before, after },
  }));
  return { changes, more: Math.max(0, (rows[0]?.total ?? 0) - changes.length) };
}
