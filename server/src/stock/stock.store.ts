import type { Ref } from '@lanka/domain/kit/ids';
import type { Page } from '@lanka/domain/kit/lists';
import { KYIV } from '@lanka/domain/kit/time';
import type { MovementKind, StockBooking, StockLevel, StockMovement } from '@lanka/domain/stock/contract';
import type { BookingPlan, FillPlan, HeldBooking, HeldWait } from '@lanka/domain/stock/rules';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { markChanged } from '../kit/changes/record';
import { idArray } from '../kit/db/arrays';
import { actorOrKey } from '../kit/db/by-key';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import type { Read } from '../kit/db/one-statement';
import { type ListQuery, readPage, toInstant, toInstantOrNull } from '../kit/db/paging';
import { addToTotals, addTotals, productParts, shippedParts } from './figures.store';
import type { LockedLevels, StockScope } from './levels.store';
import { bookings, stockLevels } from './tables';

const actorKind = (scope: StockScope) => (scope.user ? 'user' : 'system');
const actorId = (scope: StockScope) => scope.user?.id ?? null;

export interface Held {
  readonly bookings: HeldBooking[];
  readonly waits: HeldWait[];
}

/** What the cause has booked and what it waits for, in one statement. Who plans by it has locked the levels. */
export async function readHeld(tx: Tx, scope: StockScope, ref: Ref): Promise<Held> {
  const mine = sql`project_id = ${scope.project.id} and ref_kind = ${ref.kind} and ref_id = ${ref.id}`;
  const found = await tx.rows<HeldBooking & { waits: boolean }>(sql`
    select false as waits, id, coalesce(ref_line, id) as line, product_variant_id, count from bookings
    where ${mine} and status = 'Active'
    union all
    select true, id, ref_line, product_variant_id, count - filled from stock_waits where ${mine} and status = 'Waiting'`);
  const rows = (waits: boolean) => found.filter((row) => row.waits === waits).map(({ waits: _, ...row }) => row);
  return { bookings: rows(false), waits: rows(true) };
}

/**
 * Writes a plan of bookings and waits, with `booked` and `waiting`, in one statement. Answers the products of which
 * modifications run low by it.
 */
export async function writeBookings(
  tx: Tx,
  scope: StockScope,
  _levels: LockedLevels,
  ref: Ref,
  plan: BookingPlan,
  filled: FillPlan['deltas'] = new Map(),
): Promise<readonly string[]> {
  const { waits } = plan;
  const insert = plan.insert.map((line) => ({ id: newId(), ...line }));
  const touched = new Set([...plan.deltas.keys(), ...waits.deltas.keys(), ...filled.keys()]);
  const deltas = [...touched].map((product_variant_id) => ({
    product_variant_id,
    booked: (plan.deltas.get(product_variant_id) ?? 0) + (filled.get(product_variant_id) ?? 0),
    waiting: (waits.deltas.get(product_variant_id) ?? 0) - (filled.get(product_variant_id) ?? 0),
  }));
  const changesWaits = waits.insert.length + waits.change.length + waits.cancel.length > 0;
  if (insert.length === 0 && deltas.length === 0 && plan.disable.length === 0 && !changesWaits) return [];
  // a part that has nothing to do is left out: PostgreSQL would plan and run it all the same
  const gone = sql`gone as (
      update bookings set status = 'Disabled', updated_at = now()
      where project_id = ${scope.project.id} and id = any(${idArray(plan.disable)})
    ), `;
  const recounted = sql`recounted as (
      update bookings b set count = c.count, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(plan.change)}::jsonb) as c(id uuid, count int)
      where b.project_id = ${scope.project.id} and b.id = any(${idArray(plan.change.map(({ id }) => id))}) and b.id = c.id
    ), `;
  const found = await tx.rows<{ run_out: number | null; low: string[] | null }>(sql`
    with ${plan.disable.length > 0 ? gone : sql``}${plan.change.length > 0 ? recounted : sql``}made as (
      insert into bookings (project_id, id, product_variant_id, count, status, ref_kind, ref_id, ref_line, user_id)
      select ${scope.project.id}, n.id, n.product_variant_id, n.count, 'Active', ${ref.kind}, ${ref.id}::uuid, n.line,
        ${actorId(scope)}::uuid
      from jsonb_to_recordset(${JSON.stringify(insert)}::jsonb) as n(id uuid, product_variant_id uuid, count int, line uuid)
    )${changesWaits ? waitChanges(scope, ref, waits) : sql``}, changed as (
      update stock_levels l set booked = l.booked + d.booked, waiting = l.waiting + d.waiting
      from jsonb_to_recordset(${JSON.stringify(deltas)}::jsonb) as d(product_variant_id uuid, booked int, waiting int)
      where l.project_id = ${scope.project.id} and l.product_variant_id = any(${idArray([...touched])})
        and l.product_variant_id = d.product_variant_id
      returning l.product_id, l.listed, l.shown, l.low_at, 0 as delta, l.available + d.booked as before, l.available as after
    )${productParts(scope)}
    select sum(${RUN_OUT})::int as run_out, array_agg(product_id) filter (where before > low_at and after <= low_at) as low
    from changed where listed`);
  markChanged(tx, scope, 'stock', touched);
  // hardly an order takes the last piece; a part of the statement that is ready for it would cost each one
  await addTotals(tx, scope, { out_of_stock: found[0]?.run_out ?? 0 });
  return found[0]?.low ?? [];
}

/** Of a level that was changed: 1 when nothing is left of it, -1 when something is there again. */
const RUN_OUT = sql`(after = 0)::int - (before = 0)::int`;

/** The part of the statement that changes waits; a project that orders within stock goes without it. */
function waitChanges(scope: StockScope, ref: Ref, { cancel, change, insert }: BookingPlan['waits']) {
  const rows = insert.map((line) => ({ id: newId(), ...line }));
  return sql`, waits_gone as (
      update stock_waits set status = 'Canceled', updated_at = now()
      where project_id = ${scope.project.id} and id = any(${idArray(cancel)})
    ), waits_changed as (
      update stock_waits w set count = w.filled + c.count, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(change)}::jsonb) as c(id uuid, count int)
      where w.project_id = ${scope.project.id} and w.id = any(${idArray(change.map(({ id }) => id))}) and w.id = c.id
    ), waits_made as (
      insert into stock_waits (project_id, id, product_variant_id, count, status, ref_kind, ref_id, ref_line, user_id, created_at)
      select ${scope.project.id}, n.id, n.product_variant_id, n.count, 'Waiting', ${ref.kind}, ${ref.id}::uuid, n.line,
        ${actorId(scope)}::uuid, clock_timestamp()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, product_variant_id uuid, count int, line uuid)
    )`;
}

/** A line that waits; `count` is what it lacks. */
export interface QueuedLine {
  readonly id: string;
  readonly ref: Ref;
  readonly product_variant_id: string;
  readonly count: number;
}

/**
 * The lines that wait for these variants, oldest first, as far as the free pieces reach (all of them where that is
 * null); without the lines of `except`.
 */
export async function readQueue(
  tx: Tx,
  scope: StockScope,
  free: ReadonlyMap<string, number | null>,
  except?: Ref,
): Promise<QueuedLine[]> {
  const wanted = [...free].map(([product_variant_id, pieces]) => ({ product_variant_id, pieces }));
  const others = except ? sql`and (w.ref_kind, w.ref_id) <> (${except.kind}, ${except.id}::uuid)` : sql``;
  const found = await tx.rows(sql`
    select id, ref_kind, ref_id, product_variant_id, lacks from (
      select w.id, w.ref_kind, w.ref_id, w.product_variant_id, w.created_at, w.count - w.filled as lacks, f.pieces,
        sum(w.count - w.filled) over (partition by w.product_variant_id order by w.created_at, w.id)
          - (w.count - w.filled) as before
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as f(product_variant_id uuid, pieces int)
      join stock_waits w on w.project_id = ${scope.project.id} and w.product_variant_id = f.product_variant_id
        and w.status = 'Waiting' ${others}
    ) queue where pieces is null or before < pieces order by created_at, id`);
  return found.map((row) => ({
    id: String(row.id),
    ref: { kind: String(row.ref_kind), id: String(row.ref_id) },
    product_variant_id: String(row.product_variant_id),
    count: Number(row.lacks),
  }));
}

/** Turns waits into bookings of their causes; `booked` and `waiting` are written with what made the stock free. */
export async function writeFills(tx: Tx, scope: StockScope, _levels: LockedLevels, { fills }: FillPlan): Promise<void> {
  const rows = fills.map(({ id, count }) => ({ id, count, booking: newId() }));
  await tx.execute(sql`
    with filled as (
      update stock_waits w set filled = w.filled + f.count, updated_at = now(),
        status = case when w.filled + f.count = w.count then 'Filled' else 'Waiting' end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(id uuid, count int, booking uuid)
      where w.project_id = ${scope.project.id} and w.id = any(${idArray(fills.map(({ id }) => id))}) and w.id = f.id
      returning w.product_variant_id, w.ref_kind, w.ref_id, w.ref_line, w.user_id, w.expires_at, f.booking, f.count as given
    )
    insert into bookings as b (project_id, id, product_variant_id, count, status, ref_kind, ref_id, ref_line, user_id, expires_at)
    select ${scope.project.id}, booking, product_variant_id, given, 'Active', ref_kind, ref_id, ref_line, user_id, expires_at
    from filled
    on conflict (project_id, ref_kind, ref_id, ref_line) where status = 'Active'
    do update set count = b.count + excluded.count, updated_at = now()`);
}

/** Pieces the cause has booked, by variant. */
export async function heldPieces(tx: Tx, scope: StockScope, ref: Ref): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { product_variant_id, count } of (await readHeld(tx, scope, ref)).bookings)
    counts.set(product_variant_id, (counts.get(product_variant_id) ?? 0) + count);
  return counts;
}

interface WaitingLine {
  readonly product_variant_id: string;
  readonly line: string;
  readonly count: number;
}

/** What the cause still lacks, by line. */
export const waitingLines = (scope: StockScope, ref: Ref): Read<WaitingLine[]> => ({
  select: sql`
    select product_variant_id, ref_line as line, count - filled as count from stock_waits
    where project_id = ${scope.project.id} and ref_kind = ${ref.kind} and ref_id = ${ref.id} and status = 'Waiting'`,
  answer: (rows) => rows as unknown as WaitingLine[],
});

/** Bookings of the cause end with this moment, or never (null). */
export async function setExpiry(
  tx: Tx,
  scope: StockScope,
  ref: Ref,
  line: string,
  expiry: { expires_at: string; booked_hours: number },
): Promise<string | null> {
  const [row] = await tx
    .update(bookings)
    .set(expiry)
    .where(
      and(
        eq(bookings.project_id, scope.project.id),
        eq(bookings.ref_kind, ref.kind),
        eq(bookings.ref_id, ref.id),
        eq(bookings.ref_line, line),
        eq(bookings.status, 'Active'),
      ),
    )
    .returning({ id: bookings.id });
  return row?.id ?? null;
}

/** A temporary booking becomes a real one: nothing ends it by time any more. */
export async function clearExpiry(tx: Tx, scope: StockScope, ref: Ref): Promise<void> {
  await tx.execute(sql`
    update bookings set expires_at = null, booked_hours = null, updated_at = now()
    where project_id = ${scope.project.id} and ref_kind = ${ref.kind} and ref_id = ${ref.id} and status = 'Active'
      and expires_at is not null`);
}

/** What the cause holds, and what will fill what it waits for, ends with this day of Kyiv, or not by time (null). */
export async function writeHold(
  tx: Tx,
  scope: StockScope,
  _levels: LockedLevels,
  ref: Ref,
  day: string | null,
): Promise<void> {
  const end = day === null ? sql`null` : sql`(${day}::date + 1)::timestamp at time zone ${sql.raw(`'${KYIV}'`)}`;
  const ofCause = sql`project_id = ${scope.project.id} and ref_kind = ${ref.kind} and ref_id = ${ref.id}`;
  await tx.execute(sql`
    with later as (
      update stock_waits set expires_at = ${end}, updated_at = now() where ${ofCause} and status = 'Waiting'
    )
    update bookings set expires_at = ${end}, updated_at = now() where ${ofCause} and status = 'Active'`);
}

/**
 * Completes the cause's bookings and takes the goods off the shelf: bookings, levels and movements in one statement.
 * A second time there is nothing active, so nothing happens.
 */
export async function shipBookings(
  tx: Tx,
  scope: StockScope,
  levels: LockedLevels,
  ref: Ref,
  comment: string,
): Promise<void> {
  const variantIds = [...levels.keys()];
  markChanged(tx, scope, 'stock', variantIds);
  const ids = variantIds.map((product_variant_id) => ({ product_variant_id, id: newId() }));
  await tx.execute(sql`
    with done as (
      update bookings set status = 'Completed', updated_at = now()
      where project_id = ${scope.project.id} and ref_kind = ${ref.kind} and ref_id = ${ref.id} and status = 'Active'
      returning product_variant_id, count
    ), counts as (
      select product_variant_id, sum(count)::int as count from done group by product_variant_id
    )${shippedCounts(scope, variantIds, ids, { ref, part: null, comment })}`);
}

/** The end of a statement that ships `counts` of variants: the levels, a movement for each, and the figures. */
const shippedCounts = (
  scope: StockScope,
  variantIds: readonly string[],
  ids: readonly object[],
  { ref, part, comment }: { readonly ref: Ref; readonly part: string | null; readonly comment: string },
) => sql`, changed as (
      update stock_levels l set actual = l.actual - s.count, booked = l.booked - s.count, movements = l.movements + 1
      from counts s where l.project_id = ${scope.project.id} and l.product_variant_id = s.product_variant_id
        and l.product_variant_id = any(${idArray(variantIds)})
      returning l.product_variant_id, -s.count as delta, l.actual, l.product_id, l.listed, l.shown, l.price
    ), written as (
      insert into stock_movements (project_id, id, product_variant_id, kind, delta, before, after, ref_kind, ref_id, ref_part, comment, actor_kind, actor_id)
      select ${scope.project.id}, i.id, m.product_variant_id, 'shipment', m.delta, m.actual - m.delta, m.actual,
        ${ref.kind}, ${ref.id}::uuid, ${part}::uuid, ${comment}, ${actorKind(scope)}, ${actorId(scope)}::uuid
      from changed m join jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as i(product_variant_id uuid, id uuid) using (product_variant_id)
    )${shippedParts(scope)}${addToTotals(scope, sql`changed where listed`, { pieces: sql`delta`, value: sql`delta * price` })}`;

/** Pieces of a line of the cause. */
export interface PartLine {
  readonly line: string;
  readonly count: number;
}

/**
 * Ships these pieces of what the cause has booked, by lines, for one part of it. What is left of a booking stays booked;
 * what is shipped of it stands as a booking of its own that is completed.
 */
export async function shipPieces(
  tx: Tx,
  scope: StockScope,
  levels: LockedLevels,
  { ref, part, comment }: { readonly ref: Ref; readonly part: string; readonly comment: string },
  lines: readonly PartLine[],
): Promise<void> {
  const variantIds = [...levels.keys()];
  markChanged(tx, scope, 'stock', variantIds);
  const ids = variantIds.map((product_variant_id) => ({ product_variant_id, id: newId() }));
  const parts = lines.map((line) => ({ ...line, id: newId() }));
  await tx.execute(sql`
    with wanted as (
      select b.id, b.product_variant_id, b.count as booked, b.ref_line, b.user_id, b.comment, b.created_at, p.count, p.id as part_id
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p(line uuid, count int, id uuid)
      join bookings b on b.project_id = ${scope.project.id} and b.ref_kind = ${ref.kind} and b.ref_id = ${ref.id}
        and b.ref_line = p.line and b.status = 'Active'
    ), done as (
      update bookings b set status = case when w.booked = w.count then 'Completed' else b.status end,
        count = case when w.booked = w.count then b.count else b.count - w.count end, updated_at = now()
      from wanted w where b.project_id = ${scope.project.id} and b.id = w.id
        and b.id = any(array(select id from wanted))
    ), split as (
      insert into bookings (project_id, id, product_variant_id, count, status, ref_kind, ref_id, ref_line, user_id, comment, created_at)
      select ${scope.project.id}, part_id, product_variant_id, count, 'Completed', ${ref.kind}, ${ref.id}::uuid, ref_line,
        user_id, comment, created_at
      from wanted where booked > count
    ), counts as (
      select product_variant_id, sum(count)::int as count from wanted group by product_variant_id
    )${shippedCounts(scope, variantIds, ids, { ref, part, comment })}`);
}

export interface MovementInput {
  readonly product_variant_id: string;
  readonly delta: number;
  readonly kind: MovementKind;
  readonly comment: string;
  readonly ref: Ref;
  /** Of the pieces that arrive, those that go straight to lines which wait. */
  readonly filled?: number;
}

/** Writes movements and `actual` in one statement. Each variant stands once. */
export async function writeMovements(
  tx: Tx,
  scope: StockScope,
  _levels: LockedLevels,
  movements: readonly MovementInput[],
): Promise<void> {
  const rows = movements
    .filter(({ delta }) => delta !== 0)
    .map(({ ref, ...movement }) => ({ ...movement, id: newId(), ref_kind: ref.kind, ref_id: ref.id }));
  if (rows.length === 0) return;
  markChanged(
    tx,
    scope,
    'stock',
    rows.map(({ product_variant_id }) => product_variant_id),
  );
  await tx.execute(sql`
    with input as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as i(product_variant_id uuid, delta int, kind text, comment text, id uuid, ref_kind text, ref_id uuid, filled int)
    ), changed as (
      update stock_levels l set actual = l.actual + i.delta, booked = l.booked + coalesce(i.filled, 0),
        waiting = l.waiting - coalesce(i.filled, 0), movements = l.movements + 1,
        corrections = l.corrections + (i.kind = 'correction')::int
      from input i where l.project_id = ${scope.project.id} and l.product_variant_id = i.product_variant_id
        and l.product_variant_id = any(${idArray(rows.map(({ product_variant_id }) => product_variant_id))})
      returning l.product_variant_id, l.actual, l.product_id, l.listed, l.shown, l.low_at, l.price, i.delta,
        l.available - i.delta + coalesce(i.filled, 0) as before, l.available as after
    ), written as (
      insert into stock_movements (project_id, id, product_variant_id, kind, delta, before, after, ref_kind, ref_id, comment, actor_kind, actor_id)
      select ${scope.project.id}, i.id, i.product_variant_id, i.kind, i.delta, c.actual - i.delta, c.actual,
        i.ref_kind, i.ref_id, i.comment, ${actorKind(scope)}, ${actorId(scope)}::uuid
      from input i join changed c using (product_variant_id)
    )${productParts(scope)}${addToTotals(scope, sql`changed where listed`, {
      out_of_stock: RUN_OUT,
      pieces: sql`delta`,
      value: sql`delta * price`,
    })}`);
}

export async function readLevels(tx: Tx, scope: StockScope, variantIds: readonly string[]): Promise<StockLevel[]> {
  const rows = await tx
    .select()
    .from(stockLevels)
    .where(and(eq(stockLevels.project_id, scope.project.id), inArray(stockLevels.product_variant_id, [...variantIds])));
  return rows.map(({ product_variant_id, actual, booked, waiting, available }) => ({
    product_variant_id,
    actual: actual ?? 0,
    booked: booked ?? 0,
    available: available ?? 0,
    waiting: waiting ?? 0,
  }));
}

/** The booking, when it is active and its time is over. */
export async function readExpired(
  tx: Tx,
  scope: StockScope,
  _levels: LockedLevels,
  bookingId: string,
): Promise<(HeldBooking & { ref: Ref }) | null> {
  const found = await tx.rows<HeldBooking & { ref_kind: string; ref_id: string }>(sql`
    select id, coalesce(ref_line, id) as line, product_variant_id, count, ref_kind, ref_id from bookings
    where project_id = ${scope.project.id} and id = ${bookingId} and status = 'Active' and expires_at <= now()
      and booked_hours is not null`);
  const [row] = found;
  return row ? { ...row, ref: { kind: row.ref_kind, id: row.ref_id } } : null;
}

export async function bookedVariant(tx: Tx, scope: StockScope, bookingId: string): Promise<string | null> {
  const [booking] = await tx
    .select({ id: bookings.product_variant_id })
    .from(bookings)
    .where(and(eq(bookings.project_id, scope.project.id), eq(bookings.id, bookingId)));
  return booking?.id ?? null;
}

const actorOf = (row: Record<string, unknown>) =>
  actorOrKey(row.by_key, {
    kind: String(row.actor_kind) as 'user' | 'api_key' | 'system',
    id: (row.actor_id as string | null) ?? null,
    name: (row.actor_name as string | null) ?? null,
  });

export function listMovements(
  tx: Tx,
  scope: ProjectScope,
  variantId: string,
  query: ListQuery,
): Promise<Page<StockMovement>> {
  return readPage(
    tx,
    query,
    {
      columns: sql`m.*, u.name as actor_name`,
      from: sql`stock_movements m left join users u on u.id = m.actor_id`,
      countFrom: sql`stock_movements m`,
      where: sql`m.project_id = ${scope.project.id} and m.product_variant_id = ${variantId}`,
      sorts: { id: { by: sql`m.id`, type: 'uuid' } },
      id: sql`m.id`,
    },
    (row) => ({
      id: String(row.id),
      product_variant_id: String(row.product_variant_id),
      kind: row.kind as MovementKind,
      delta: Number(row.delta),
      before: Number(row.before),
      after: Number(row.after),
      ref: { kind: String(row.ref_kind), id: String(row.ref_id) },
      comment: String(row.comment),
      actor: actorOf(row),
      created_at: toInstant(row.created_at),
    }),
  );
}

export function listBookings(
  tx: Tx,
  scope: ProjectScope,
  variantId: string,
  query: ListQuery & { status?: string | undefined },
): Promise<Page<StockBooking>> {
  return readPage(
    tx,
    query,
    {
      columns: sql`b.*, case when b.user_id is null then 'system' else 'user' end as actor_kind, b.user_id as actor_id, u.name as actor_name`,
      from: sql`bookings b left join users u on u.id = b.user_id`,
      countFrom: sql`bookings b`,
      where: sql`b.project_id = ${scope.project.id} and b.product_variant_id = ${variantId}${
        query.status ? sql` and b.status = ${query.status}` : sql``
      }`,
      sorts: { id: { by: sql`b.id`, type: 'uuid' } },
      id: sql`b.id`,
      customPlan: query.status !== undefined,
    },
    (row) => ({
      id: String(row.id),
      product_variant_id: String(row.product_variant_id),
      count: Number(row.count),
      status: row.status as StockBooking['status'],
      ref: { kind: String(row.ref_kind), id: String(row.ref_id) },
      comment: String(row.comment),
      user: actorOf(row),
      expires_at: toInstantOrNull(row.expires_at),
      created_at: toInstant(row.created_at),
      updated_at: toInstant(row.updated_at),
    }),
  );
}
