import type { Track } from '@lanka/domain/delivery/contract';
import { type Deed, kindOf, type TrackKind, trackingLink } from '@lanka/domain/delivery/tracking';
import { sql } from 'drizzle-orm';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';

import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { awaitLock, type Locked } from '../kit/db/locked';
import { atMost, toInstant, toInstantOrNull } from '../kit/db/paging';
import { SUPPLIER } from './connections.store';

type Row = Record<string, unknown>;

export interface Followed {
  readonly order_id: string;
  /** The parcel, or the order where it goes in one. */
  readonly part_id: string;
  readonly ttn: string;
}
interface ByKey extends Followed {
  /** By whose key the waybill is: the carrier is asked by it. */
  readonly owner_id: string;
}

/** From now on the carrier is asked about it; another ТТН than before begins anew. */
export async function followPart(
  tx: Tx,
  project_id: string,
  { order_id, part_id, ttn, owner_id }: ByKey,
): Promise<void> {
  await tx.execute(sql`
    insert into delivery_tracks as t (project_id, order_id, part_id, ttn, owner_id, ask_at)
    values (${project_id}, ${order_id}, ${part_id}, ${ttn}, ${owner_id}, now())
    on conflict (project_id, order_id, part_id) do update set ttn = excluded.ttn, owner_id = excluded.owner_id, code = '', kind = null, status = '',
      collects = 0, asked_at = null, ask_at = now(), arrives_on = null, waits_since = null, reminded_at = null, done = '{}', suggested = '{}'
    where t.ttn <> excluded.ttn`);
}

export async function forgetTrack(tx: Tx, project_id: string, order_id: string, part_id: string): Promise<void> {
  await tx.execute(sql`
    delete from delivery_tracks where project_id = ${project_id} and order_id = ${order_id} and part_id = ${part_id}`);
}

/** An order is not asked about for longer than this. */
const DAYS = 60;
/** What was being written while the last look was taken is looked at once more. */
const OVERLAP = '10 minutes';
const SYNCED = 1_000;

/** Where a look along the changes of orders has come to. */
export interface Place {
  readonly at: string;
  readonly id: string;
}

/**
 * Parcels whose ТТН was written, changed or taken since the last look, by whomever: read along the index of when orders
 * were changed, from the place where the page before has ended. Answers where this one has; null: there are no more.
 */
export async function followChanged(
  tx: Tx,
  project_id: string,
  after: Place | null,
  most = SYNCED,
): Promise<Place | null> {
  const from = after
    ? sql`(o.updated_at, o.id) > (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql`o.updated_at > (select coalesce(followed_to - interval '${sql.raw(OVERLAP)}', now() - interval '${sql.raw(String(DAYS))} days')
        from delivery_connections where project_id = ${project_id} and owner_id = ${SUPPLIER})`;
  const changed = await tx.rows<Row>(sql`
    select o.id, o.updated_at::text as at from orders o
    where o.project_id = ${project_id} and ${from} order by o.updated_at, o.id ${atMost(most)}`);
  const last = changed.at(-1);
  if (!last) return null;
  const ids = sql`array(select unnest(${sql.param(changed.map(({ id }) => String(id)))}::uuid[]))`;
  const known = await tx.rows<Row>(sql`
    select o.id as order_id, coalesce(p.id, o.id) as part_id,
      case when p.number > 1 then p.ttn else o.ttn end as ttn
    from orders o left join parcels p on p.project_id = o.project_id and p.order_id = o.id and o.parcels > 0
    where o.project_id = ${project_id} and o.id = any(${ids}) and o.delivery_operator = 'nova_poshta'
      and o.status not in ('Draft', 'Canceled', 'Complete')`);
  const wanted = known.flatMap((row) =>
    typeof row.ttn === 'string' && /^\d{11,14}$/.test(row.ttn.replace(/\s/g, ''))
      ? [{ order_id: String(row.order_id), part_id: String(row.part_id), ttn: row.ttn.replace(/\s/g, '') }]
      : [],
  );
  await tx.execute(sql`
    delete from delivery_tracks t where t.project_id = ${project_id} and t.order_id = any(${ids}) and t.ask_at is not null
      and not exists (select from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(part_id uuid) where w.part_id = t.part_id)
      and exists (select from orders o where o.project_id = t.project_id and o.id = t.order_id and o.status <> 'Complete')`);
  await tx.execute(sql`
    insert into delivery_tracks as t (project_id, order_id, part_id, ttn, owner_id, ask_at)
    select ${project_id}, w.order_id, w.part_id, w.ttn, ${SUPPLIER}, now()
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(order_id uuid, part_id uuid, ttn text)
    on conflict (project_id, order_id, part_id) do update set ttn = excluded.ttn, owner_id = excluded.owner_id, code = '', kind = null, status = '',
      collects = 0, asked_at = null, ask_at = now(), arrives_on = null, waits_since = null, reminded_at = null, done = '{}', suggested = '{}'
    where t.ttn <> excluded.ttn`);
  const place = { at: String(last.at), id: String(last.id) };
  await tx.execute(sql`
    update delivery_connections set followed_to = greatest(followed_to, ${place.at}::timestamptz)
    where project_id = ${project_id} and owner_id = ${SUPPLIER}`);
  return changed.length === most ? place : null;
}

/** What of an order is followed is due now. Answers whether anything is. */
export async function hurry(tx: Tx, { project }: ActingIn, order_id: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    update delivery_tracks set ask_at = now()
    where project_id = ${project.id} and order_id = ${order_id} and ask_at is not null returning 1`);
  return rows.length > 0;
}

export interface StoredTrack extends Followed {
  readonly code: string;
  readonly status: string;
  readonly collects: number;
  readonly created_at: string;
  readonly waits_since: string | null;
  /** When it is asked about next; null: not any more. */
  readonly ask_at: string | null;
  readonly done: readonly Deed[];
  readonly suggested: readonly Deed[];
}

const asTrack = (row: Row): StoredTrack => ({
  ...{ order_id: String(row.order_id), part_id: String(row.part_id), ttn: String(row.ttn), code: String(row.code) },
  ...{ status: String(row.status), collects: Number(row.collects) },
  ...{ created_at: toInstant(row.created_at), waits_since: toInstantOrNull(row.waits_since) },
  ask_at: toInstantOrNull(row.ask_at),
  ...{ done: row.done as Deed[], suggested: row.suggested as Deed[] },
});

/**
 * Those whose turn has come, of these owners or of all but these; until it is answered for they are put off, so that
 * nobody asks twice at once. Where `ask_at` is another by then, they were asked about anew meanwhile.
 */
export async function takeDue(
  tx: Tx,
  project_id: string,
  most: number,
  of: { readonly only: string } | { readonly but: readonly string[] },
): Promise<StoredTrack[]> {
  const whose = 'only' in of ? sql`owner_id = ${of.only}` : sql`not (owner_id = any(${idArray(of.but)}))`;
  const rows = await tx.rows<Row>(sql`
    with due as (
      select order_id, part_id from delivery_tracks
      where project_id = ${project_id} and ask_at <= now() and ${whose} order by ask_at, order_id ${atMost(most)} for update skip locked
    )
    update delivery_tracks t set ask_at = now() + interval '15 minutes' from due
    where t.project_id = ${project_id} and t.order_id = due.order_id and t.part_id = due.part_id returning t.*`);
  return rows.map(asTrack);
}

/**
 * The carrier did not answer: they are due again for whoever tries next. Those that somebody else has locked are being
 * asked for anew, or heard of.
 */
export async function giveBack(tx: Tx, project_id: string, taken: readonly StoredTrack[]): Promise<void> {
  const parts = taken.map(({ order_id, part_id }) => ({ order_id, part_id }));
  await tx.execute(sql`
    with given as (
      select t.order_id, t.part_id from delivery_tracks t
      join jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as g(order_id uuid, part_id uuid)
        on t.order_id = g.order_id and t.part_id = g.part_id
      where t.project_id = ${project_id} and t.ask_at is not null for update of t skip locked
    )
    update delivery_tracks t set ask_at = now() from given
    where t.project_id = ${project_id} and t.order_id = given.order_id and t.part_id = given.part_id`);
}

/** Behind the lock of its order; null when it has another ТТН by now. */
export async function lockTrack(
  tx: Tx,
  project_id: string,
  { order_id, part_id, ttn }: Followed,
): Promise<Locked<'delivery_tracks', { found: StoredTrack | null }>> {
  const lock = async () => {
    const [row] = await tx.rows<Row>(sql`
      select * from delivery_tracks where project_id = ${project_id} and order_id = ${order_id} and part_id = ${part_id}
        and ttn = ${ttn} for update`);
    return { found: row ? asTrack(row) : null };
  };
  return awaitLock('delivery_tracks', lock());
}

export interface Heard {
  readonly code: string;
  readonly kind: TrackKind;
  readonly status: string;
  readonly arrives_on: string | null;
  readonly collects: number;
  /** Null: nothing more is expected. */
  readonly minutes: number | null;
}

export async function saveHeard(tx: Tx, project_id: string, track: StoredTrack, heard: Heard): Promise<void> {
  const { order_id, part_id, ttn } = track;
  const { code, kind, status, arrives_on, collects, minutes } = heard;
  await tx.execute(sql`
    update delivery_tracks set code = ${code}, kind = ${kind}, status = ${status}, arrives_on = ${arrives_on}::date,
      collects = ${collects}, asked_at = now(), ask_at = now() + make_interval(mins => ${minutes}::int),
      waits_since = ${kind === 'waiting' ? sql`coalesce(waits_since, now())` : sql`null`}
    where project_id = ${project_id} and order_id = ${order_id} and part_id = ${part_id}`);
  if (track.code === code) return;
  await tx.execute(sql`
    insert into delivery_events (project_id, order_id, part_id, id, ttn, code, kind, status)
    values (${project_id}, ${order_id}, ${part_id}, ${newId()}, ${ttn}, ${code}, ${kind}, ${status})`);
}

/** So that the row of a deed is read as it is now. */
export async function saveDeed(
  tx: Tx,
  project_id: string,
  { order_id, part_id }: Followed,
  deed: Deed,
  what: 'done' | 'suggested',
): Promise<void> {
  const columns =
    what === 'done'
      ? sql`done = array_append(array_remove(done, ${deed}), ${deed}), suggested = array_remove(suggested, ${deed})`
      : sql`suggested = array_append(array_remove(suggested, ${deed}), ${deed})`;
  await tx.execute(sql`
    update delivery_tracks set ${columns}
    where project_id = ${project_id} and order_id = ${order_id} and part_id = ${part_id}`);
}

/** Codes of all parcels of an order that are followed. */
export async function readCodes(tx: Tx, project_id: string, order_id: string): Promise<Map<string, string>> {
  const rows = await tx.rows<{ part_id: string; code: string }>(sql`
    select part_id, code from delivery_tracks where project_id = ${project_id} and order_id = ${order_id}`);
  return new Map(rows.map(({ part_id, code }) => [part_id, code]));
}

/** What was followed of an order before it was split is the first parcel's. */
export async function readCode(
  tx: Tx,
  { project }: ActingIn,
  {
    order_id,
    parcel_id,
    isFirst,
  }: { readonly order_id: string; readonly parcel_id: string | null; readonly isFirst: boolean },
): Promise<string | null> {
  const codes = await readCodes(tx, project.id, order_id);
  return codes.get(parcel_id ?? order_id) ?? (isFirst ? codes.get(order_id) : null) ?? null;
}

export interface WaitingParcel {
  readonly order_id: string;
  readonly ttn: string;
  readonly number: string;
  readonly counterparty_id: string;
  readonly days: number;
}

/** Parcels that have waited for so many days and were not told of. */
export async function takeWaiting(tx: Tx, project_id: string, days: number): Promise<WaitingParcel[]> {
  const rows = await tx.rows<Row>(sql`
    with told as (
      update delivery_tracks set reminded_at = now()
      where project_id = ${project_id} and ask_at is not null and kind = 'waiting' and reminded_at is null
        and waits_since <= now() - make_interval(days => ${days}) returning *
    )
    select t.order_id, t.ttn, concat(o.prefix, o.number) as number, o.counterparty_id,
      extract(day from now() - t.waits_since)::int as days
    from told t join orders o on o.project_id = t.project_id and o.id = t.order_id`);
  return rows.map((row) => ({
    ...{ order_id: String(row.order_id), ttn: String(row.ttn), number: String(row.number) },
    ...{ counterparty_id: String(row.counterparty_id), days: Number(row.days) },
  }));
}

interface Shown {
  readonly parcel_id: string | null;
  readonly parcel: number | null;
  readonly ttn: string;
}

/** What is told of these parcels of an order. */
export async function showTracks(
  tx: Tx,
  scope: ProjectScope,
  order_id: string,
  operator: Track['operator'],
  parts: readonly Shown[],
  isDone: (deed: Deed, parcel_id: string | null) => boolean,
): Promise<Track[]> {
  const tracks = await tx.rows<Row>(sql`
    select t.*, t.arrives_on::text as arrives, (select json_agg(json_build_object('code', e.code, 'kind', e.kind, 'status', e.status,
        'at', e.at) order by e.at desc, e.id desc) from delivery_events e where e.project_id = t.project_id and e.order_id = t.order_id
        and e.part_id = t.part_id and e.ttn = t.ttn) as events
    from delivery_tracks t where t.project_id = ${scope.project.id} and t.order_id = ${order_id}`);
  return parts.map(({ parcel_id, parcel, ttn }) => {
    const row = tracks.find((one) => one.part_id === (parcel_id ?? order_id) && one.ttn === ttn.replace(/\s/g, ''));
    const code = String(row?.code ?? '');
    const events = (row?.events as Row[] | null) ?? [];
    return {
      ...{ parcel_id, parcel, operator, ttn, link: trackingLink(operator, ttn.replace(/\s/g, '')) },
      ...{ kind: code ? kindOf(code) : null, status: String(row?.status ?? '') },
      asked_at: toInstantOrNull(row?.asked_at ?? null),
      arrives_on: (row?.arrives as string | null) ?? null,
      waits_since: toInstantOrNull(row?.waits_since ?? null),
      // what a person has done since then needs no suggestion
      suggested:
        scope.role === 'Client' ? [] : ((row?.suggested ?? []) as Deed[]).filter((deed) => !isDone(deed, parcel_id)),
      events: events.map((event) => ({
        ...{ code: String(event.code), kind: event.kind as TrackKind, status: String(event.status) },
        at: toInstant(event.at),
      })),
    };
  });
}
