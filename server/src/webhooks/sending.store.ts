import type { PausedBy, WebhookEvent } from '@lanka/domain/webhooks/contract';
import { DELIVERY_DAYS } from '@lanka/domain/webhooks/contract';
import { sql } from 'drizzle-orm';
import type { ToldChange } from '../changes';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { atMost, toInstant, toInstantOrNull } from '../kit/db/paging';
import type { Forgotten } from '../request_forms';
import type { Sent } from './webhooks.store';

type Row = Record<string, unknown>;

/** Tenants that have webhooks. */
export async function listPlaces(tx: Tx): Promise<string[]> {
  const found = await tx.rows<{ tenant_id: string }>(sql`select distinct tenant_id from webhook_places`);
  return found.map(({ tenant_id }) => tenant_id);
}

export interface Target {
  readonly id: string;
  readonly tenant: string;
  /** Of a project; else of a dropshipper. */
  readonly own: boolean;
  readonly retry_at: string | null;
}

/** Those that are not paused; the transaction has entered their tenants. */
export async function listTargets(tx: Tx, tenants: readonly string[]): Promise<Target[]> {
  const found = await tx.rows<Row>(sql`
    select id, project_id, user_id, retry_at from webhooks
    where project_id = any(${idArray(tenants)}) and paused_by is null`);
  return found.map((row) => ({
    ...{ id: String(row.id), tenant: String(row.project_id), own: row.project_id !== row.user_id },
    retry_at: toInstantOrNull(row.retry_at),
  }));
}

export interface SealedSecrets {
  readonly project_id: string;
  readonly id: string;
  readonly secret: string;
  readonly old_secret: string | null;
}

export const listSealed = (tx: Tx, tenants: readonly string[]): Promise<SealedSecrets[]> =>
  tx.rows(sql`
    select project_id, id, secret, old_secret from webhooks where project_id = any(${idArray(tenants)})`);

/** The same secrets, sealed anew; nothing where somebody has replaced them meanwhile. */
export async function saveSealed(
  tx: Tx,
  { project_id, id, secret }: SealedSecrets,
  anew: Pick<SealedSecrets, 'secret' | 'old_secret'>,
): Promise<void> {
  await tx.execute(sql`
    update webhooks set secret = ${anew.secret}, old_secret = ${anew.old_secret}
    where project_id = ${project_id} and id = ${id} and secret = ${secret}`);
}

export interface Leased {
  readonly user_id: string;
  readonly url: string;
  readonly events: WebhookEvent[];
  readonly secrets: readonly string[];
  readonly position: string;
  readonly failing_since: string | null;
  readonly tries: number;
}

/** Takes it for a while; null when somebody else has, it is paused, or it is not its time. */
export async function lease(tx: Tx, { tenant, id }: Target, seconds: number): Promise<Leased | null> {
  const [row] = await tx.rows<Row>(sql`
    update webhooks set leased_until = now() + ${seconds}::int * interval '1 second'
    where project_id = ${tenant} and id = ${id} and paused_by is null and (leased_until is null or leased_until < now())
      and (retry_at is null or retry_at <= now())
    returning user_id, url, events, secret, old_secret, old_until > now() as old_signs, position, failing_since, tries`);
  if (!row) return null;
  return {
    ...{ user_id: String(row.user_id), url: String(row.url), events: row.events as WebhookEvent[] },
    secrets: [String(row.secret), ...(row.old_signs === true ? [String(row.old_secret)] : [])],
    ...{ position: String(row.position), failing_since: toInstantOrNull(row.failing_since), tries: Number(row.tries) },
  };
}

/**
 * Holds its row until the transaction ends: what is read from here on of a request, and written to a delivery, cannot be
 * overtaken by whoever forgets that request.
 */
export async function hold(tx: Tx, { tenant, id }: Target): Promise<void> {
  await tx.execute(sql`select 1 from webhooks where project_id = ${tenant} and id = ${id} for update`);
}

/** How many wait of what has changed. */
export async function countWaiting(tx: Tx, { tenant, id }: Target): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(sql`
    select count(*)::int as n from webhook_deliveries
    where project_id = ${tenant} and webhook_id = ${id} and state = 'waiting' and not replayed`);
  return row?.n ?? 0;
}

/**
 * What was read of `changes`, and how far: what waits unsent of the same thing is one with it. The caller holds the row of
 * the webhook, as does whoever sends something once more.
 */
export async function keepChanges(
  tx: Tx,
  { tenant, id }: Target,
  changes: readonly ToldChange[],
  position: string,
): Promise<void> {
  await tx.execute(sql`update webhooks set position = ${position} where project_id = ${tenant} and id = ${id}`);
  if (changes.length === 0) return;
  const rows = changes.map(({ project_id: source_id, kind, id: entity_id, what, at: changed_at }) => ({
    ...{ id: newId(), source_id, kind, entity_id, what, changed_at },
  }));
  await tx.execute(sql`
    insert into webhook_deliveries as d (project_id, webhook_id, id, source_id, kind, entity_id, what, changed_at)
    select ${tenant}, ${id}, r.id, r.source_id, r.kind, r.entity_id, r.what, r.changed_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, source_id uuid, kind text, entity_id uuid, what text, changed_at timestamptz)
    on conflict (project_id, webhook_id, source_id, kind, entity_id) where state = 'waiting' and attempts = 0
    do update set changed_at = excluded.changed_at, replayed = false,
      what = case when d.what = 'created' and excluded.what = 'changed' then 'created' else excluded.what end`);
}

export interface Waiting {
  readonly id: string;
  readonly source_id: string;
  readonly kind: string;
  readonly entity_id: string;
  readonly what: string;
  readonly changed_at: string;
  readonly attempts: number;
  readonly request: string | null;
  readonly first_tried_at: string | null;
}

/** The oldest of each thing, when its time has come: a newer one of the same thing waits for it. */
export async function readDue(tx: Tx, { tenant, id }: Target, most: number): Promise<Waiting[]> {
  const found = await tx.rows<Row>(sql`
    select * from (
      select distinct on (source_id, kind, entity_id) id, source_id, kind, entity_id, what, changed_at, attempts, request,
        first_tried_at, created_at, next_at
      from webhook_deliveries where project_id = ${tenant} and webhook_id = ${id} and state = 'waiting'
      order by source_id, kind, entity_id, attempts = 0, created_at, id
    ) oldest where next_at <= now() order by created_at, id ${atMost(most)}`);
  return found.map((row) => ({
    ...(row as unknown as Waiting),
    changed_at: toInstant(row.changed_at),
    first_tried_at: toInstantOrNull(row.first_tried_at),
  }));
}

export interface Taken {
  readonly id: string;
  /** Null: it is not to be sent, because its maker may not see it any more. */
  readonly request: string | null;
}

/** Counts the try before it is made, with what is sent and since when: from now on it is sent as it is. */
export async function markTaken(
  tx: Tx,
  { tenant, id }: Target,
  taken: readonly Taken[],
  seconds: number,
  now: string,
): Promise<void> {
  if (taken.length === 0) return;
  await tx.execute(sql`
    update webhook_deliveries d set attempts = d.attempts + (r.request is not null)::int, request = r.request,
      first_tried_at = coalesce(d.first_tried_at, ${now}::timestamptz), state = case when r.request is null then 'dropped' else 'waiting' end, next_at = now() + ${seconds}::int * interval '1 second'
    from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as r(id uuid, request text)
    where d.project_id = ${tenant} and d.webhook_id = ${id} and d.id = r.id
      and d.id = any(${idArray(taken.map((one) => one.id))})`);
}

export type Noted = Sent & { readonly id: string; readonly pause_seconds: number };

export async function noteSent(tx: Tx, { tenant, id }: Target, sent: readonly Noted[]): Promise<void> {
  if (sent.length === 0) return;
  await tx.execute(sql`
    update webhook_deliveries d set state = case when d.state = 'dropped' then d.state else r.state end, status = r.status,
      answer = case when d.request is not null then r.answer end, error = r.error, ms = r.ms,
      sent_at = now(), next_at = now() + r.pause_seconds * interval '1 second'
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb)
      as r(id uuid, state text, status int, answer text, error text, ms int, pause_seconds int)
    where d.project_id = ${tenant} and d.webhook_id = ${id} and d.id = r.id
      and d.id = any(${idArray(sent.map((one) => one.id))})`);
}

export interface Standing {
  readonly failing_since: string | null;
  readonly tries: number;
  readonly retry_at: string | null;
  readonly delivered: boolean;
  readonly paused_by: PausedBy | null;
}

/** How it stands after that, and gives it back. Whoever has paused or changed it meanwhile is not overruled. */
export async function release(tx: Tx, { tenant, id }: Target, { url }: Leased, after: Standing): Promise<void> {
  const done = await tx.rows(sql`
    update webhooks set leased_until = null, failing_since = ${after.failing_since}, tries = ${after.tries},
      retry_at = ${after.retry_at}, paused_by = ${after.paused_by}
      ${after.delivered ? sql`, last_delivered_at = now()` : sql``}
    where project_id = ${tenant} and id = ${id} and paused_by is null and url = ${url} returning id`);
  if (done.length === 0)
    await tx.execute(sql`update webhooks set leased_until = null where project_id = ${tenant} and id = ${id}`);
}

export async function giveBack(tx: Tx, { tenant, id }: Target, paused_by: PausedBy | null): Promise<void> {
  await tx.execute(sql`
    update webhooks set leased_until = null, paused_by = ${paused_by} where project_id = ${tenant} and id = ${id}`);
}

/**
 * A request that is deleted takes with it what was sent of it; that it is gone is an event of its own. Whoever read it
 * before and is about to write down what he sends is waited for.
 */
export async function forgetRequest(tx: Tx, { project_id, id }: Forgotten): Promise<void> {
  await tx.execute(sql`select 1 from webhooks where project_id = ${project_id} order by id for update`);
  await tx.execute(sql`
    update webhook_deliveries set request = null, answer = null,
      state = case when state = 'waiting' and attempts > 0 then 'dropped' else state end
    where project_id = ${project_id} and kind = 'request_form' and entity_id = ${id}`);
}

export async function forgetDeliveries(tx: Tx, tenants: readonly string[]): Promise<void> {
  await tx.execute(sql`
    delete from webhook_deliveries where project_id = any(${idArray(tenants)}) and state <> 'waiting'
      and created_at < now() - ${DELIVERY_DAYS}::int * interval '1 day'`);
}

/**
 * They were taken and not tried after all: their turn is the next one, and what was never tried is as it was before. Where
 * the same was asked for once more meanwhile, that is the same event. The caller holds the row of the webhook.
 */
export async function keepTurn(tx: Tx, { tenant, id }: Target, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const these = sql`d.project_id = ${tenant} and d.webhook_id = ${id} and d.id = any(${idArray(ids)}) and d.state = 'waiting'`;
  await tx.execute(sql`
    delete from webhook_deliveries n using webhook_deliveries d
    where ${these} and d.attempts = 1 and n.project_id = d.project_id and n.webhook_id = d.webhook_id
      and n.source_id = d.source_id and n.kind = d.kind and n.entity_id = d.entity_id and n.state = 'waiting' and n.attempts = 0`);
  await tx.execute(sql`
    update webhook_deliveries d set next_at = now(), attempts = d.attempts - 1,
      request = case when d.attempts > 1 then d.request end,
      first_tried_at = case when d.attempts > 1 then d.first_tried_at end
    where ${these} and d.attempts > 0`);
}
