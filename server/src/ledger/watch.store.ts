import type { PaidFigures } from '@lanka/domain/ledger/charges';
import { sql } from 'drizzle-orm';
import type { ActingIn } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import { TODAY } from '../kit/db/days';
import type { Tx } from '../kit/db/db';
import { WHOLE } from './charges.store';

/** What those hear of charges who wait for it: automation rules (decision 0080). */

/** From now on changes of charges are noted, or not any more. What is overdue already is nothing new. */
export async function watchCharges(tx: Tx, { project }: ActingIn, isWanted: boolean): Promise<void> {
  await tx.execute(
    isWanted
      ? sql`insert into charge_watches (project_id, overdue_until) values (${project.id}, ${TODAY} - 1) on conflict do nothing`
      : sql`delete from charge_watches where project_id = ${project.id}`,
  );
}

/** Where changes wait; the transaction has entered all projects. */
export async function findNoted(tx: Tx): Promise<string[]> {
  const found = await tx.rows<{ project_id: string }>(sql`select distinct project_id from charge_changes`);
  return found.map(({ project_id }) => project_id);
}

/** Where somebody waits; the transaction has entered all projects. */
export async function findWatched(tx: Tx): Promise<string[]> {
  const found = await tx.rows<{ project_id: string }>(sql`select project_id from charge_watches`);
  return found.map(({ project_id }) => project_id);
}

/** What the order costs is its own to say. */
type ChargeFigures = Omit<PaidFigures, 'sum'>;

export interface ChargeChange {
  readonly order_id: string;
  readonly before: ChargeFigures;
  readonly now: ChargeFigures;
  /** What the order cost before; null: what it costs now. */
  readonly sum_before: number | null;
  /** Whether it is overdue, and had nothing unpaid before. */
  readonly became_overdue: boolean;
  /** Automation rules that led to it. */
  readonly chain: readonly string[];
}

/**
 * Takes some of what was noted; the notes are gone with the transaction. Those that a posting under way holds are left:
 * its change is not to be seen yet. `taken` counts notes: of an order that nobody has paid nothing came.
 */
export async function takeChanges(
  tx: Tx,
  { project }: ActingIn,
  most: number,
): Promise<{ readonly taken: number; readonly changes: ChargeChange[] }> {
  type Note = ChargeFigures & { order_id: string; sum: number | null; chain: string[] };
  const notes = await tx.rows<Note & Record<string, unknown>>(sql`
    with taken as (
      select order_id from charge_changes where project_id = ${project.id} order by order_id limit ${most}
      for update skip locked
    )
    delete from charge_changes n using taken t where n.project_id = ${project.id} and n.order_id = t.order_id
    returning n.order_id, n.charged, n.credited, n.put, n.unpaid, n.whole, n.sum, n.chain`);
  // a statement of its own: it sees what those have committed who held the notes before
  const found = await tx.rows<ChargeFigures & { order_id: string; overdue: boolean } & Record<string, unknown>>(sql`
    select c.order_id, c.charged, c.credited, c.put, c.unpaid, ${WHOLE} as whole,
      c.unpaid > 0 and coalesce(c.due_on < ${TODAY}, false) as overdue
    from charges c where c.project_id = ${project.id} and c.order_id = any(${idArray(notes.map(({ order_id }) => order_id))})`);
  const charges = new Map(found.map((row) => [row.order_id, row]));
  const changes = notes.flatMap(({ order_id, sum, chain, ...note }) => {
    const charge = charges.get(order_id);
    if (!charge) return [];
    const before = figuresOf(note);
    return {
      ...{ order_id, before, now: figuresOf(charge), chain },
      sum_before: sum === null ? null : Number(sum),
      became_overdue: charge.overdue && before.unpaid === 0,
    };
  });
  return { taken: notes.length, changes };
}

const figuresOf = ({ charged, credited, put, unpaid, whole }: ChargeFigures): ChargeFigures => ({
  charged: Number(charged),
  credited: Number(credited),
  put: Number(put),
  unpaid: Number(unpaid),
  whole,
});

export interface Overdue {
  readonly order_id: string;
  readonly due_on: string;
}

/** Charges whose last day has passed since the watch looked last, in order, after this one. */
export const findNewlyOverdue = (
  tx: Tx,
  { project }: ActingIn,
  after: Overdue | null,
  most: number,
): Promise<Overdue[]> =>
  tx.rows<Overdue & Record<string, unknown>>(sql`
    select c.order_id, c.due_on::text as due_on from charge_watches w
    join charges c on c.project_id = ${project.id} and c.unpaid > 0 and c.due_on > w.overdue_until and c.due_on < ${TODAY}
    where w.project_id = ${project.id}
      ${after ? sql`and (c.due_on, c.order_id) > (${after.due_on}::date, ${after.order_id}::uuid)` : sql``}
    order by c.due_on, c.order_id limit ${most}`);

/** All that was overdue before today has been told. */
export async function setOverdueTold(tx: Tx, { project }: ActingIn): Promise<void> {
  await tx.execute(sql`update charge_watches set overdue_until = greatest(overdue_until, ${TODAY} - 1)
    where project_id = ${project.id}`);
}
