import type { Page } from '@lanka/domain/kit/lists';
import type {
  Delivery,
  PausedBy,
  Replayed,
  SaveWebhookBody,
  Webhook,
  WebhookEvent,
} from '@lanka/domain/webhooks/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { atMost, type ListQuery, readPage, toInstant, toInstantOrNull } from '../kit/db/paging';

type Row = Record<string, unknown>;

/** Whose webhooks: a project's, or a dropshipper's, whose tenant has his own id. */
export interface Keeper {
  readonly project_id: string;
  readonly user_id: string;
}

const COLUMNS = sql`w.id, w.url, w.events, w.paused_by, w.failing_since, w.retry_at, w.last_delivered_at, w.created_at,
  w.old_until, w.user_id, m.name as maker,
  (select count(*)::int from webhook_deliveries d where d.project_id = w.project_id and d.webhook_id = w.id
    and d.state = 'waiting') as waiting`;
const FROM = sql`webhooks w join users m on m.id = w.user_id`;

function asWebhook(row: Row): Webhook {
  const paused_by = row.paused_by as PausedBy | null;
  const failing_since = toInstantOrNull(row.failing_since);
  const old_until = toInstantOrNull(row.old_until);
  return {
    id: String(row.id),
    url: String(row.url),
    events: row.events as WebhookEvent[],
    state: paused_by ? 'paused' : failing_since ? 'failing' : 'active',
    paused_by,
    failing_since,
    retry_at: toInstantOrNull(row.retry_at),
    last_delivered_at: toInstantOrNull(row.last_delivered_at),
    waiting: Number(row.waiting),
    old_until: old_until && old_until > new Date().toISOString() ? old_until : null,
    created_by: { id: String(row.user_id), name: String(row.maker) },
    created_at: toInstant(row.created_at),
  };
}

export const listWebhooks = (tx: Tx, { project_id }: Keeper, query: ListQuery): Promise<Page<Webhook>> =>
  readPage(
    tx,
    query,
    {
      ...{ columns: COLUMNS, from: FROM, countFrom: sql`webhooks w`, where: sql`w.project_id = ${project_id}` },
      ...{ id: sql`w.id`, sorts: { created_at: { by: sql`w.created_at`, type: 'timestamptz' } } },
    },
    asWebhook,
  );

export async function readWebhook(tx: Tx, { project_id }: Keeper, id: string): Promise<Webhook | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${COLUMNS} from ${FROM} where w.project_id = ${project_id} and w.id = ${id}`);
  return row ? asWebhook(row) : null;
}

/** Webhooks of one keeper are made one after another, so that the limit is not passed. */
export async function lockKeeper(tx: Tx, { project_id }: Keeper): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${project_id}`}, 0))`);
}

export async function countWebhooks(tx: Tx, { project_id }: Keeper): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(
    sql`select count(*)::int as n from webhooks where project_id = ${project_id}`,
  );
  return row?.n ?? 0;
}

export async function insertWebhook(
  tx: Tx,
  { project_id, user_id }: Keeper,
  { url, events }: SaveWebhookBody,
  { id, secret, position }: { readonly id: string; readonly secret: string; readonly position: string },
): Promise<void> {
  await tx.execute(sql`
    insert into webhooks (project_id, id, user_id, url, events, secret, position)
    values (${project_id}, ${id}, ${user_id}, ${url}, ${JSON.stringify(events)}::jsonb, ${secret}, ${position})`);
  await tx.execute(sql`insert into webhook_places (webhook_id, tenant_id) values (${id}, ${project_id})`);
}

export interface HeldWebhook {
  readonly url: string;
  readonly events: WebhookEvent[];
  readonly paused_by: PausedBy | null;
  readonly user_id: string;
  readonly secret: string;
  /** Null: it signs no more. */
  readonly old_secret: string | null;
}

const HELD = sql`url, events, paused_by, user_id, secret, case when old_until > now() then old_secret end as old_secret`;

/** It stays locked until the transaction ends. */
export async function lockWebhook(tx: Tx, { project_id }: Keeper, id: string): Promise<HeldWebhook | null> {
  const [row] = await tx.rows<HeldWebhook & Row>(sql`
    select ${HELD} from webhooks where project_id = ${project_id} and id = ${id} for update`);
  return row ?? null;
}

/** The same without its lock: for what only reads. */
export async function readHeld(tx: Tx, { project_id }: Keeper, id: string): Promise<HeldWebhook | null> {
  const [row] = await tx.rows<HeldWebhook & Row>(sql`
    select ${HELD} from webhooks where project_id = ${project_id} and id = ${id}`);
  return row ?? null;
}

export async function saveWebhook(
  tx: Tx,
  { project_id }: Keeper,
  id: string,
  { url, events, paused_by, user_id }: Pick<HeldWebhook, 'url' | 'events' | 'paused_by' | 'user_id'>,
): Promise<void> {
  // whoever goes on, or gives another address, is tried at once, and has three days from then
  await tx.execute(sql`
    update webhooks set url = ${url}, events = ${JSON.stringify(events)}::jsonb, paused_by = ${paused_by},
      user_id = ${user_id}, failing_since = null, tries = 0, retry_at = null
    where project_id = ${project_id} and id = ${id}`);
  await tx.execute(sql`
    update webhook_deliveries set next_at = now(), first_tried_at = null
    where project_id = ${project_id} and webhook_id = ${id} and state = 'waiting'`);
}

export async function removeWebhook(tx: Tx, { project_id }: Keeper, id: string): Promise<void> {
  await tx.execute(sql`delete from webhook_deliveries where project_id = ${project_id} and webhook_id = ${id}`);
  await tx.execute(sql`delete from webhooks where project_id = ${project_id} and id = ${id}`);
  await tx.execute(sql`delete from webhook_places where webhook_id = ${id}`);
}

export async function replaceSecret(
  tx: Tx,
  { project_id }: Keeper,
  id: string,
  secret: string,
  keepHours: number,
): Promise<void> {
  await tx.execute(sql`
    update webhooks set old_secret = secret, old_until = now() + ${keepHours}::int * interval '1 hour', secret = ${secret}
    where project_id = ${project_id} and id = ${id}`);
}

// Deliveries

const DELIVERY = sql`d.id, d.kind, d.entity_id, d.what, d.state, d.attempts, d.request, d.status, d.answer, d.error, d.ms,
  d.next_at, d.sent_at, d.created_at`;

const asDelivery = (row: Row): Delivery => ({
  id: String(row.id),
  event: row.kind === 'test' ? 'test' : `${row.kind}.${row.what}`,
  entity_id: row.kind === 'test' ? null : String(row.entity_id),
  state: row.state as Delivery['state'],
  attempts: Number(row.attempts),
  request: row.request as string | null,
  status: row.status as number | null,
  answer: row.answer as string | null,
  error: row.error as string | null,
  ms: row.ms as number | null,
  next_at: row.state === 'waiting' ? toInstant(row.next_at) : null,
  sent_at: toInstantOrNull(row.sent_at),
  created_at: toInstant(row.created_at),
});

export function listDeliveries(
  tx: Tx,
  { project_id }: Keeper,
  id: string,
  query: ListQuery & { readonly state?: Delivery['state'] | undefined },
): Promise<Page<Delivery>> {
  const where: SQL[] = [sql`d.project_id = ${project_id} and d.webhook_id = ${id}`];
  if (query.state) where.push(sql`d.state = ${query.state}`);
  return readPage(
    tx,
    query,
    {
      ...{ columns: DELIVERY, from: sql`webhook_deliveries d`, where: sql.join(where, sql` and `), id: sql`d.id` },
      sorts: { created_at: { by: sql`d.created_at`, type: 'timestamptz' } },
    },
    asDelivery,
  );
}

/**
 * Sends these once more as new deliveries, the newest of each thing: what waits unsent already is one with them. The
 * caller holds the webhook.
 */
export async function copyDeliveries(
  tx: Tx,
  { project_id }: Keeper,
  id: string,
  which: SQL,
  most: number,
): Promise<Replayed> {
  const found = await tx.rows<{
    source_id: string;
    kind: string;
    entity_id: string;
    what: string;
    changed_at: string;
  }>(sql`
    select source_id, kind, entity_id, what, changed_at from (
      select distinct on (d.source_id, d.kind, d.entity_id) d.source_id, d.kind, d.entity_id, d.what, d.changed_at, d.created_at
      from webhook_deliveries d
      where d.project_id = ${project_id} and d.webhook_id = ${id} and d.state <> 'waiting' and d.kind <> 'test' and ${which}
      order by d.source_id, d.kind, d.entity_id, d.created_at desc
    ) newest order by created_at desc ${atMost(most + 1)}`);
  const rows = found.slice(0, most).map((one) => ({ ...one, id: newId(), changed_at: toInstant(one.changed_at) }));
  const made = await tx.rows(sql`
    insert into webhook_deliveries (project_id, webhook_id, id, source_id, kind, entity_id, what, changed_at, replayed)
    select ${project_id}, ${id}, r.id, r.source_id, r.kind, r.entity_id, r.what, r.changed_at, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, source_id uuid, kind text, entity_id uuid, what text, changed_at timestamptz)
    on conflict do nothing returning id`);
  return { count: made.length, has_more: found.length > most };
}

export async function isThere(tx: Tx, { project_id }: Keeper, id: string, delivery: string): Promise<boolean> {
  const found = await tx.rows(sql`
    select 1 from webhook_deliveries where project_id = ${project_id} and webhook_id = ${id} and id = ${delivery}`);
  return found.length > 0;
}

export const thisOne = (delivery: string): SQL => sql`d.id = ${delivery}`;
export const createdSince = (since: string): SQL => sql`d.created_at >= ${since}::timestamptz`;

/** Of the button: it was sent already. */
export async function insertTest(
  tx: Tx,
  { project_id }: Keeper,
  webhook_id: string,
  { id, request, state, status, answer, error, ms }: Sent & { readonly id: string; readonly request: string },
): Promise<Delivery> {
  const [row] = await tx.rows<Row>(sql`
    insert into webhook_deliveries as d (project_id, webhook_id, id, source_id, kind, entity_id, what, changed_at, state, attempts,
      request, status, answer, error, ms, sent_at)
    values (${project_id}, ${webhook_id}, ${id}, ${project_id}, 'test', ${webhook_id}, 'test', now(), ${state}, 1, ${request},
      ${status}, ${answer}, ${error}, ${ms}, now())
    returning ${DELIVERY}`);
  if (!row) throw new Error('an insert returns its row');
  return asDelivery(row);
}

export interface Sent {
  readonly state: 'waiting' | 'delivered' | 'failed' | 'dropped';
  readonly status: number | null;
  readonly answer: string | null;
  readonly error: string | null;
  readonly ms: number | null;
}

export { newId as newDeliveryId };
