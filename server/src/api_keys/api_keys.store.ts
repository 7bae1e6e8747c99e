import type { ApiKey, CreateApiKeyBody } from '@lanka/domain/api_keys/contract';
import type { ApiScope } from '@lanka/domain/kit/api_scopes';
import type { Page } from '@lanka/domain/kit/lists';
import type { ApiUse } from '@lanka/domain/kit/plans';
import { type SQL, sql } from 'drizzle-orm';
import type { KeyInHand, KnownKey } from '../kit/auth/api-keys';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { type ListQuery, readPage, toInstant, toInstantOrNull } from '../kit/db/paging';

type Row = Record<string, unknown>;

/** Whose keys: a project's, or a dropshipper's, whose tenant has his own id. */
export interface Keeper {
  readonly project_id: string;
  readonly user_id: string;
}

export interface StoredKey extends Omit<ApiKey, 'state'> {
  readonly revoked_at: string | null;
}

const columns = (
  month: string,
): SQL => sql`k.id, k.name, k.scopes, k.addresses, k.last_day::text as last_day, k.prefix, k.revoked_at,
  k.last_used_at, k.created_at, k.user_id, m.name as maker,
  (select max(s.ends_at) from api_key_secrets s where s.project_id = k.project_id and s.key_id = k.id and s.ends_at > now()) as old_until,
  (select json_build_object('requests', n.requests, 'bytes', n.bytes) from api_use n
    where n.project_id = k.project_id and n.key_id = k.id and n.month = ${month}::date) as used`;
const FROM = sql`api_keys k join users m on m.id = k.user_id`;

function asKey(row: Row): StoredKey {
  return {
    id: String(row.id),
    name: String(row.name),
    scopes: row.scopes as ApiScope[],
    addresses: row.addresses as string[],
    last_day: row.last_day as string | null,
    prefix: String(row.prefix),
    revoked_at: toInstantOrNull(row.revoked_at),
    old_until: toInstantOrNull(row.old_until),
    created_by: { id: String(row.user_id), name: String(row.maker) },
    last_used_at: toInstantOrNull(row.last_used_at),
    use: (row.used as ApiUse | null) ?? { requests: 0, bytes: 0 },
    created_at: toInstant(row.created_at),
  };
}

export function listKeys(tx: Tx, { project_id }: Keeper, month: string, query: ListQuery): Promise<Page<StoredKey>> {
  return readPage(
    tx,
    query,
    {
      columns: columns(month),
      from: FROM,
      countFrom: sql`api_keys k`,
      where: sql`k.project_id = ${project_id}`,
      id: sql`k.id`,
      sorts: { created_at: { by: sql`k.created_at`, type: 'timestamptz' } },
    },
    asKey,
  );
}

export async function readKey(tx: Tx, { project_id }: Keeper, month: string, id: string): Promise<StoredKey | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${columns(month)} from ${FROM} where k.project_id = ${project_id} and k.id = ${id}`);
  return row ? asKey(row) : null;
}

/** Keys of one keeper are made one after another, so that the limit is not passed. */
export async function lockKeeper(tx: Tx, { project_id }: Keeper): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`api_keys ${project_id}`}, 0))`);
}

export async function countLiving(tx: Tx, { project_id }: Keeper, today: string): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(sql`
    select count(*)::int as n from api_keys k
    where k.project_id = ${project_id} and k.revoked_at is null and (k.last_day is null or k.last_day >= ${today}::date)`);
  return row?.n ?? 0;
}

export async function insertKey(
  tx: Tx,
  { project_id, user_id }: Keeper,
  { name, scopes, addresses, last_day }: CreateApiKeyBody,
  { prefix, token_hash }: { readonly prefix: string; readonly token_hash: string },
): Promise<string> {
  const id = newId();
  await tx.execute(sql`
    insert into api_keys (project_id, id, user_id, name, scopes, addresses, last_day, prefix)
    values (${project_id}, ${id}, ${user_id}, ${name}, ${JSON.stringify(scopes)}::jsonb, ${JSON.stringify(addresses)}::jsonb,
      ${last_day}::date, ${prefix})`);
  await insertSecret(tx, project_id, id, token_hash);
  return id;
}

const insertSecret = (tx: Tx, project_id: string, key_id: string, token_hash: string) =>
  tx.execute(sql`
    insert into api_key_secrets (project_id, token_hash, key_id) values (${project_id}, ${token_hash}, ${key_id})`);

/** The key stays locked until the transaction ends. */
export async function lockKey(
  tx: Tx,
  { project_id }: Keeper,
  id: string,
): Promise<{ revoked: boolean; last_day: string | null } | null> {
  const [row] = await tx.rows<{ revoked: boolean; last_day: string | null }>(sql`
    select revoked_at is not null as revoked, last_day::text as last_day from api_keys
    where project_id = ${project_id} and id = ${id} for update`);
  return row ?? null;
}

/** The new secret counts from now on; those before it end then, and those that ended long ago are forgotten. */
export async function replaceSecret(
  tx: Tx,
  { project_id }: Keeper,
  id: string,
  {
    prefix,
    token_hash,
    keep_hours,
  }: { readonly prefix: string; readonly token_hash: string; readonly keep_hours: number },
): Promise<void> {
  await tx.execute(sql`
    delete from api_key_secrets where project_id = ${project_id} and key_id = ${id} and ends_at < now() - interval '90 days'`);
  await tx.execute(sql`
    update api_key_secrets set ends_at = now() + ${keep_hours}::int * interval '1 hour'
    where project_id = ${project_id} and key_id = ${id}
      and (ends_at is null or ends_at > now() + ${keep_hours}::int * interval '1 hour')`);
  await tx.execute(sql`update api_keys set prefix = ${prefix} where project_id = ${project_id} and id = ${id}`);
  await insertSecret(tx, project_id, id, token_hash);
}

/** All that live, at once. */
export async function revokeAllKeys(tx: Tx, projectId: string): Promise<void> {
  await tx.execute(sql`
    update api_keys set revoked_at = now() where project_id = ${projectId} and revoked_at is null`);
}

export async function markRevoked(tx: Tx, { project_id }: Keeper, id: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    update api_keys set revoked_at = coalesce(revoked_at, now()) where project_id = ${project_id} and id = ${id} returning id`);
  return rows.length > 0;
}

export async function readUse(tx: Tx, { project_id }: Keeper, month: string): Promise<ApiUse> {
  const [row] = await tx.rows<{ requests: string; bytes: string }>(sql`
    select requests, bytes from api_use
    where project_id = ${project_id} and key_id = ${project_id} and month = ${month}::date`);
  return { requests: Number(row?.requests ?? 0), bytes: Number(row?.bytes ?? 0) };
}

export async function readUserPlan(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx.rows<{ plan: string | null }>(
    sql`select subscription_plan as plan from users where id = ${userId}`,
  );
  return row?.plan ?? null;
}

export async function readKeyProject(
  tx: Tx,
  projectId: string,
): Promise<{ friendly_id: string; title: string; plan: string | null } | null> {
  const [row] = await tx.rows<{ friendly_id: string; title: string; plan: string | null }>(sql`
    select friendly_id, title, subscription_plan as plan from projects where id = ${projectId}`);
  return row ?? null;
}

/** The key whose secret is in hand. Row-level security opens that one row for it, and then its tenant. */
export async function findKey(tx: Tx, token_hash: string): Promise<KnownKey | null> {
  await tx.execute(sql`select set_config('lanka.token_hash', ${token_hash}, true)`);
  const [secret] = await tx.rows<{ project_id: string; key_id: string }>(sql`
    select project_id, key_id, set_config('lanka.project_ids', project_id::text, true) as entered
    from api_key_secrets where token_hash = ${token_hash}`);
  if (!secret) return null;
  const [key] = await tx.rows<{ user_id: string; name: string; sandbox: boolean }>(sql`
    select k.user_id, k.name, p.sandbox_until is not null as sandbox
    from api_keys k left join projects p on p.id = k.project_id
    where k.project_id = ${secret.project_id} and k.id = ${secret.key_id}`);
  return key ? { id: secret.key_id, project_id: secret.project_id, token_hash, ...key } : null;
}

export interface Standing {
  readonly revoked: boolean;
  readonly replaced: boolean;
  readonly last_day: string | null;
  readonly scopes: readonly ApiScope[];
  readonly addresses: readonly string[];
  /** Whoever made it may still sign in, and is still one of those who work for the project. */
  readonly holds: boolean;
  /** Of the project, or of the dropshipper. */
  readonly plan: string | null;
  readonly requests: string | null;
  readonly bytes: string | null;
}

/** How a key stands now. From here on every history names it, as its columns' defaults say. */
export async function readStanding(
  tx: Tx,
  { project_id, id, token_hash }: KeyInHand,
  month: string,
): Promise<Standing | null> {
  const [row] = await tx.rows<Standing>(sql`
    select k.revoked_at is not null as revoked, s.token_hash is null or coalesce(s.ends_at <= now(), false) as replaced,
      k.last_day::text as last_day, k.scopes, k.addresses, n.requests, n.bytes,
      u.blocked_at is null and (k.project_id = k.user_id or (p.id is not null and m.role is not null and m.role <> 'Client')) as holds,
      case when k.project_id = k.user_id then u.subscription_plan else p.subscription_plan end as plan,
      set_config('lanka.api_key', k.name, true) as named
    from api_keys k
    join users u on u.id = k.user_id
    left join api_key_secrets s on s.project_id = k.project_id and s.key_id = k.id and s.token_hash = ${token_hash}
    left join projects p on p.id = k.project_id and p.deleted_at is null
    left join memberships m on m.project_id = k.project_id and m.user_id = k.user_id and m.ended_at is null
    left join api_use n on n.project_id = k.project_id and n.key_id = k.project_id and n.month = ${month}::date
    where k.project_id = ${project_id} and k.id = ${id}`);
  return row ?? null;
}

/** What a key has used in a month, or all keys of a tenant under the tenant's own id. */
export interface Sum extends ApiUse {
  readonly project_id: string;
  readonly key_id: string;
  readonly month: string;
}

/**
 * Adds to what was used, and answers the new sums. Their rows stay locked until the commit; they are written in one
 * order, so that two who add never wait for each other in a circle.
 */
export async function addUse(tx: Tx, sums: readonly Sum[]): Promise<Sum[]> {
  const rows = await tx.rows<Sum>(sql`
    insert into api_use (project_id, key_id, month, requests, bytes)
    select s.project_id, s.key_id, s.month, s.requests, s.bytes
    from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb)
      as s(project_id uuid, key_id uuid, month date, requests bigint, bytes bigint)
    order by s.project_id, s.key_id, s.month
    on conflict (project_id, key_id, month) do update
      set requests = api_use.requests + excluded.requests, bytes = api_use.bytes + excluded.bytes
    returning project_id, key_id, month::text as month, requests, bytes`);
  return rows.map((row) => ({ ...row, requests: Number(row.requests), bytes: Number(row.bytes) }));
}

export interface Touch {
  readonly project_id: string;
  readonly id: string;
  readonly at: string;
}

/** At most once a minute, so that a key that is used all the time is not written all the time. */
export async function touchKeys(tx: Tx, touches: readonly Touch[]): Promise<void> {
  const anyOf = (of: (touch: Touch) => string): SQL => sql`any(${idArray([...new Set(touches.map(of))])})`;
  await tx.execute(sql`
    update api_keys k set last_used_at = t.at
    from jsonb_to_recordset(${JSON.stringify(touches)}::jsonb) as t(project_id uuid, id uuid, at timestamptz)
    where k.project_id = ${anyOf(({ project_id }) => project_id)} and k.id = ${anyOf(({ id }) => id)}
      and k.project_id = t.project_id and k.id = t.id
      and (k.last_used_at is null or k.last_used_at < t.at - interval '1 minute')`);
}

/** Whose plans they are, and where it is told of them: a dropshipper in the project of one of his suppliers. */
export function plansOfKeepers(
  tx: Tx,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly plan: string | null; readonly of_user: boolean }[]> {
  const asked = sql`any(${idArray(ids)})`;
  return tx.rows(sql`
    select id, subscription_plan as plan, false as of_user from projects where id = ${asked}
    union all select id, subscription_plan, true from users where id = ${asked}`);
}

/** The transaction enters it beside those that it has entered. */
export async function firstSupplier(tx: Tx, userId: string): Promise<string | null> {
  await tx.execute(sql`select set_config('lanka.user_id', ${userId}, true)`);
  const [row] = await tx.rows<{ project_id: string }>(sql`
    select m.project_id from memberships m join projects p on p.id = m.project_id
    where m.user_id = ${userId} and m.role = 'Client' and m.ended_at is null and p.deleted_at is null
    order by m.project_id limit 1`);
  if (!row) return null;
  await tx.execute(sql`
    select set_config('lanka.project_ids', concat_ws(',', current_setting('lanka.project_ids'), ${row.project_id}::text), true)`);
  return row.project_id;
}
