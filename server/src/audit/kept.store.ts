import type { Audit, Check } from '@lanka/domain/audit/contract';
import { sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import { toInstantOrNull } from '../kit/db/paging';

/** Longer than any check takes with all its attempts: what was asked before that is lost, and its job with it. */
const IS_WAITED_FOR = sql`coalesce(audits.asked_at > now() - interval '1 day', false)`;

/** What stands in the row of the project. The transaction must have entered it, here and below. */
export async function readKept(tx: Tx, projectId: string): Promise<Audit> {
  const found = await tx.rows(sql`
    select ok, checked_at, checks, failed_at, ${IS_WAITED_FOR} as running
    from audits where project_id = ${projectId}`);
  const row = found[0] ?? {};
  return {
    ok: (row.ok as boolean | undefined) ?? null,
    checked_at: toInstantOrNull(row.checked_at),
    checks: (row.checks as Check[] | undefined) ?? [],
    live: false,
    running: row.running === true,
    failed_at: toInstantOrNull(row.failed_at),
  };
}

/** Answers whether this is the first to ask: a job is to be sent then. Others wait for the same one. */
export async function ask(tx: Tx, projectId: string): Promise<boolean> {
  const asked = await tx.rows(sql`
    insert into audits (project_id, asked_at) values (${projectId}, now())
    on conflict (project_id) do update set asked_at = now(), attempts = 0
      where not ${IS_WAITED_FOR}
    returning project_id`);
  return asked.length > 0;
}

/** Answers how often it was begun, this time included; null when nobody waits for it any more. */
export async function begin(tx: Tx, projectId: string): Promise<number | null> {
  const begun = await tx.rows<{ attempts: number }>(sql`
    update audits set attempts = attempts + 1
    where project_id = ${projectId} and asked_at is not null returning attempts`);
  return begun[0]?.attempts ?? null;
}

export async function keep(tx: Tx, projectId: string, { ok, checked_at, checks }: Audit): Promise<void> {
  await tx.execute(sql`
    update audits set ok = ${ok}, checked_at = ${checked_at}, checks = ${JSON.stringify(checks)}::jsonb,
      asked_at = null, failed_at = null
    where project_id = ${projectId}`);
}

/** What was found before stays; nobody waits any more. */
export async function giveUp(tx: Tx, projectId: string): Promise<void> {
  await tx.execute(sql`
    update audits set asked_at = null, failed_at = now() where project_id = ${projectId}`);
}

/** How many rows a project may have that is checked while somebody waits for the answer: a few seconds of work. */
export interface LiveBounds {
  orders: number;
  levels: number;
  movements: number;
  /** Of goods by week: as many as modifications times weeks, however few orders there are. */
  totals: number;
}

/** Counts no further than the bounds, in the primary keys. Movements are counted only where orders are few. */
export async function isLarge(tx: Tx, projectId: string, bounds: LiveBounds): Promise<boolean> {
  const { orders, levels, movements, totals } = bounds;
  const found = await tx.rows<{ large: boolean }>(sql`
    select exists (select from orders where project_id = ${projectId} offset ${orders})
      or exists (select from stock_levels where project_id = ${projectId} offset ${levels})
      or exists (select from goods_week_totals where project_id = ${projectId} offset ${totals})
      or exists (select from stock_movements where project_id = ${projectId} offset ${movements}) as large`);
  return found[0]?.large === true;
}
