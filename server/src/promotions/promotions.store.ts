import { FOUND_TOTAL, type Page } from '@lanka/domain/kit/lists';
import type {
  CreatePromotionBody,
  Promotion,
  PromotionDetails,
  SupplierPromotion,
} from '@lanka/domain/promotions/contract';
import { type PromotionDiscount, type PromotionReach, promotionState } from '@lanka/domain/promotions/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import type { Read } from '../kit/db/one-statement';
import {
  anyPart,
  atMost,
  type ListPlan,
  type ListQuery,
  pageOf,
  readPage,
  readSelected,
  type Selection,
  toInstant,
  toInstantOrNull,
} from '../kit/db/paging';

type Row = Record<string, unknown>;

const COLUMNS = sql`p.id, p.title, p.promo_code, p.is_one_time_use_only, p.discount, p.discount_type, p.affects_all,
  p.starts_at, p.expires_at, p.tags, cardinality(p.product_ids) as product_count, p.version, p.created_at,
  p.project_id`;
const USES = sql`(select count(*)::int from (select 1 from promotion_uses u
  where u.project_id = p.project_id and u.promotion_id = p.id ${atMost(FOUND_TOTAL)}) some_rows)`;

const HAS_BEGUN = (at: SQL): SQL => sql`(p.starts_at is null or p.starts_at <= ${at})`;
const HAS_NOT_ENDED = (at: SQL): SQL => sql`(p.expires_at is null or p.expires_at > ${at})`;
const ACTIVE = (at: SQL): SQL => sql`${HAS_BEGUN(at)} and ${HAS_NOT_ENDED(at)}`;
const NOW = sql`now()`;
const STATES = {
  active: ACTIVE(NOW),
  planned: sql`p.starts_at > ${NOW}`,
  expired: sql`(${HAS_BEGUN(NOW)} and p.expires_at <= ${NOW})`,
};

const FOR = (counterparty: SQL): SQL =>
  sql`(cardinality(p.counterparty_ids) = 0 or ${counterparty} = any(p.counterparty_ids))`;

/**
 * What a dropshipper sees (decision 0047): what he can order by, now or later, so nothing that is over or for others, and
 * no one-time code that he has used.
 */
const seenBy = (
  counterparty: SQL,
): SQL => sql`${HAS_NOT_ENDED(NOW)} and ${FOR(counterparty)} and (not p.is_one_time_use_only or (
  select u.ref_id from promotion_uses u where u.project_id = p.project_id and u.promotion_id = p.id
    and u.counterparty_id = ${counterparty}) is null)`;

function visible(scope: ProjectScope): SQL {
  const own = scope.role === 'Client' ? sql` and ${seenBy(sql`${scope.counterparty_id}::uuid`)}` : sql``;
  return sql`p.project_id = ${scope.project.id}${own}`;
}

/** What others have used, and for whom else it is, is none of a Client's business. */
const columnsFor = ({ role }: ProjectScope): SQL =>
  role === 'Client' ? COLUMNS : sql`${COLUMNS}, cardinality(p.counterparty_ids) as counterparty_count, ${USES} as uses`;

/** As `coversGoods` has it. Tags are few and short: their array is put in lower case as one text. */
const covering = (scope: ProjectScope, productId: string | undefined): SQL =>
  productId
    ? sql`(cardinality(p.product_ids) + cardinality(p.tags) = 0 or ${productId}::uuid = any(p.product_ids)
        or lower(p.tags::text)::text[] && lower((select g.tags from products g
          where g.project_id = ${scope.project.id} and g.id = ${productId})::text)::text[])`
    : sql`true`;

const containing = (q: string | undefined): SQL =>
  q ? sql`(lower(p.title) like ${anyPart(q)} or lower(p.promo_code) like ${anyPart(q)})` : sql`true`;

const SORTS = {
  created_at: { by: sql`p.created_at`, type: 'timestamptz' },
  title: { by: sql`p.sort_title`, type: 'text' },
} as const;

function asPromotion(row: Row): Promotion {
  const dates = { starts_at: toInstantOrNull(row.starts_at), expires_at: toInstantOrNull(row.expires_at) };
  return {
    id: String(row.id),
    title: String(row.title),
    promo_code: row.promo_code as string | null,
    is_one_time_use_only: row.is_one_time_use_only === true,
    discount: Number(row.discount),
    discount_type: row.discount_type as Promotion['discount_type'],
    affects_all: row.affects_all === true,
    ...dates,
    tags: row.tags as string[],
    product_count: Number(row.product_count),
    ...(row.counterparty_count === undefined ? {} : { counterparty_count: Number(row.counterparty_count) }),
    state: promotionState(dates, new Date()),
    ...(row.uses === undefined ? {} : { uses: Number(row.uses) }),
    version: Number(row.version),
    created_at: toInstant(row.created_at),
  };
}

export function listPromotions(
  tx: Tx,
  scope: ProjectScope,
  query: ListQuery & {
    q?: string | undefined;
    state?: Promotion['state'] | undefined;
    product_id?: string | undefined;
  },
): Promise<Page<Promotion>> {
  return readPage(
    tx,
    query,
    {
      columns: columnsFor(scope),
      from: sql`promotions p`,
      where: sql`${visible(scope)} and ${containing(query.q)} and ${query.state ? STATES[query.state] : sql`true`}
        and ${covering(scope, query.product_id)}`,
      id: sql`p.id`,
      sorts: SORTS,
    },
    asPromotion,
  );
}

/**
 * Of all projects where the dropshipper is a Client: the first of each supplier by its own index, put together; there is
 * none over several.
 */
export async function listMyPromotions(
  tx: Tx,
  scope: DropshippingScope,
  query: ListQuery & {
    q?: string | undefined;
    state?: SupplierPromotion['state'] | undefined;
    project_id?: string | undefined;
  },
): Promise<Page<SupplierPromotion>> {
  const suppliers = scope.suppliers.filter(({ project_id }) => project_id === (query.project_id ?? project_id));
  const pairs = sql`jsonb_to_recordset(${JSON.stringify(suppliers)}::jsonb) as s(project_id uuid, counterparty_id uuid)`;
  const own = sql`p.project_id = s.project_id and ${seenBy(sql`s.counterparty_id`)} and ${containing(query.q)}
    and ${query.state ? STATES[query.state] : sql`true`}`;
  const ofEach = (columns: SQL, tail: SQL): SQL =>
    sql`select x.* from ${pairs} cross join lateral (select ${columns} from promotions p where ${own}${tail}) x`;
  const selection: Selection = {
    found: ({ by, begin, order, direction }) => sql`
      select f.id from (${ofEach(sql`p.id, ${by} as key`, sql`${begin} ${order} ${pageOf(query)}`)}) f
      order by f.key ${direction}, f.id ${direction} ${pageOf(query)}`,
    total: sql`(select case when count(*) > ${FOUND_TOTAL} then -${sql.raw(String(FOUND_TOTAL))} else count(*) end::int from (
      ${ofEach(sql`1`, sql` ${atMost(FOUND_TOTAL + 1)}`)} ${atMost(FOUND_TOTAL + 1)}) some_rows)`,
    complete: sql`true`,
  };
  const plan: ListPlan = {
    columns: sql`${COLUMNS}, (select r.title from projects r where r.id = p.project_id) as project_title`,
    from: sql`promotions p`,
    where: sql`p.project_id = any(${idArray(suppliers.map(({ project_id }) => project_id))})`,
    id: sql`p.id`,
    sorts: SORTS,
  };
  const page = await readSelected(tx, query, plan, selection, (row) => ({
    ...asPromotion(row),
    project_id: String(row.project_id),
    project_title: String(row.project_title),
  }));
  if (!page) throw new Error('nothing was left out');
  return page;
}

export type KnownPromotion = PromotionDetails & Pick<CreatePromotionBody, 'product_ids' | 'counterparty_ids'>;

/** What is chosen of it by name: goods of which a Client sees those that are published, people only for staff. */
const named = (columns: SQL, from: SQL): SQL => sql`
  coalesce((select json_agg(json_build_object('id', n.id, 'name', n.name) order by n.name, n.id)
    from (select ${columns} ${from}) n), '[]')`;

export async function findPromotion(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  lock = false,
): Promise<KnownPromotion | null> {
  const isClient = scope.role === 'Client';
  const products = named(
    sql`g.id, g.name`,
    sql`from products g where g.project_id = p.project_id and g.id = any(p.product_ids)
      ${isClient ? sql`and g.published and g.deleted_at is null` : sql``}`,
  );
  const counterparties = named(
    sql`c.id, c.name`,
    sql`from counterparties c where c.project_id = p.project_id and c.id = any(p.counterparty_ids)`,
  );
  const found = await tx.rows<Row>(sql`
    select ${columnsFor(scope)}, p.product_ids, p.counterparty_ids, ${products} as products
      ${isClient ? sql`` : sql`, ${counterparties} as counterparties`}
    from promotions p where ${visible(scope)} and p.id = ${id}
    ${lock ? sql`for update` : sql``}`);
  const [row] = found;
  if (!row) return null;
  return {
    ...asPromotion(row),
    product_ids: row.product_ids as string[],
    counterparty_ids: row.counterparty_ids as string[],
    products: row.products as PromotionDetails['products'],
    ...(isClient ? {} : { counterparties: row.counterparties as NonNullable<PromotionDetails['counterparties']> }),
  };
}

/** Which of these the project does not have. */
export async function missingOf(
  tx: Tx,
  scope: ProjectScope,
  ids: Pick<PromotionReach, 'product_ids' | 'counterparty_ids'>,
): Promise<{ products: ReadonlySet<string>; counterparties: ReadonlySet<string> }> {
  const missing = (wanted: readonly string[], table: SQL): SQL => sql`array(
    select w.id from unnest(${sql.param([...wanted])}::uuid[]) w(id)
    where not exists (select from ${table} t where t.project_id = ${scope.project.id} and t.id = w.id and t.deleted_at is null))`;
  const [row] = await tx.rows<Row>(sql`
    select ${missing(ids.product_ids, sql`products`)} as products,
      ${missing(ids.counterparty_ids, sql`counterparties`)} as counterparties`);
  return {
    products: new Set(row?.products as string[]),
    counterparties: new Set(row?.counterparties as string[]),
  };
}

export type PromotionFields = CreatePromotionBody;

/** Answers the id, or null when another promotion has the code. */
export async function insertPromotion(tx: Tx, scope: ProjectScope, values: PromotionFields): Promise<string | null> {
  const found = await tx.rows<Row>(sql`
    insert into promotions (project_id, id, title, promo_code, is_one_time_use_only, discount, discount_type, affects_all,
      starts_at, expires_at, product_ids, tags, counterparty_ids)
    values (${scope.project.id}, ${newId()}, ${values.title}, ${values.promo_code}, ${values.is_one_time_use_only},
      ${values.discount}, ${values.discount_type}, ${values.affects_all}, ${values.starts_at}, ${values.expires_at},
      ${sql.param(values.product_ids)}::uuid[], ${sql.param(values.tags)}::text[], ${sql.param(values.counterparty_ids)}::uuid[])
    on conflict (project_id, code_key) do nothing returning id`);
  return (found[0]?.id as string | undefined) ?? null;
}

/** Writes all fields; the caller holds the lock and has seen that the code is free. */
export async function updatePromotion(tx: Tx, scope: ProjectScope, id: string, values: PromotionFields): Promise<void> {
  await tx.execute(sql`
    update promotions set title = ${values.title}, promo_code = ${values.promo_code},
      is_one_time_use_only = ${values.is_one_time_use_only}, discount = ${values.discount},
      discount_type = ${values.discount_type}, affects_all = ${values.affects_all}, starts_at = ${values.starts_at},
      expires_at = ${values.expires_at}, product_ids = ${sql.param(values.product_ids)}::uuid[],
      tags = ${sql.param(values.tags)}::text[], counterparty_ids = ${sql.param(values.counterparty_ids)}::uuid[],
      version = version + 1
    where project_id = ${scope.project.id} and id = ${id}`);
}

/** Codes of one project are given one after another, so that two changes cannot take the same. */
export async function lockCodes(tx: Tx, scope: ProjectScope): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`promo_codes ${scope.project.id}`}, 0))`);
}

export async function isCodeTaken(tx: Tx, scope: ProjectScope, code: string, except: string | null): Promise<boolean> {
  const found = await tx.rows(sql`
    select from promotions where project_id = ${scope.project.id} and code_key = upper(${code})
      and id is distinct from ${except}::uuid`);
  return found.length > 0;
}

export async function deletePromotion(tx: Tx, scope: ProjectScope, id: string): Promise<void> {
  await tx.execute(sql`delete from promotions where project_id = ${scope.project.id} and id = ${id}`);
}

/** What orders ask and spend needs the tenant only, so that jobs can ask too. */
export type Tenant = Pick<ProjectScope, 'project'>;

export interface ApplicablePromotion extends PromotionDiscount, PromotionReach {
  readonly is_one_time_use_only: boolean;
  readonly promo_code: string | null;
  /** For a one-time code: where this counterparty has used it (the order's id), else null. */
  readonly used_by: string | null;
}

function asApplicable(row: Row): ApplicablePromotion {
  return {
    id: String(row.id),
    discount: Number(row.discount),
    discount_type: row.discount_type as PromotionDiscount['discount_type'],
    is_one_time_use_only: row.is_one_time_use_only === true,
    promo_code: row.promo_code as string | null,
    product_ids: row.product_ids as string[],
    tags: row.tags as string[],
    counterparty_ids: row.counterparty_ids as string[],
    used_by: (row.used_by as string | null | undefined) ?? null,
  };
}

const APPLICABLE = sql`p.id, p.discount, p.discount_type, p.is_one_time_use_only, p.promo_code, p.product_ids, p.tags,
  p.counterparty_ids`;

/** The promotion of a code that is active at `at` and for this counterparty, in any letter case; null when there is none. */
export async function promotionForCode(
  tx: Tx,
  scope: Tenant,
  code: string,
  counterpartyId: string,
  at: Date,
): Promise<ApplicablePromotion | null> {
  const found = await tx.rows<Row>(sql`
    select ${APPLICABLE}, u.ref_id as used_by
    from promotions p
    left join promotion_uses u on u.project_id = p.project_id and u.promotion_id = p.id and u.counterparty_id = ${counterpartyId}
    where p.project_id = ${scope.project.id} and p.code_key = upper(${code.trim()})
      and ${FOR(sql`${counterpartyId}::uuid`)} and ${ACTIVE(sql`${at.toISOString()}::timestamptz`)}`);
  return found[0] ? asApplicable(found[0]) : null;
}

/** Promotions that hold at `at` by themselves, without a code; for whom each is, it says itself. */
export const activeForAll = (scope: Tenant, at: Date): Read<ApplicablePromotion[]> => ({
  select: sql`
    select ${APPLICABLE} from promotions p
    where p.project_id = ${scope.project.id} and p.affects_all and ${ACTIVE(sql`${at.toISOString()}::timestamptz`)}
    order by p.id`,
  answer: (rows) => rows.map(asApplicable),
});

/** Writes down the use and answers whose it is: this `refId`, or the order that was first. */
export async function takeUse(
  tx: Tx,
  scope: Tenant,
  promotionId: string,
  counterpartyId: string,
  refId: string,
): Promise<string> {
  await tx.execute(sql`
    insert into promotion_uses (project_id, promotion_id, counterparty_id, ref_id)
    values (${scope.project.id}, ${promotionId}, ${counterpartyId}, ${refId}) on conflict do nothing`);
  // a statement of its own: it sees what the other transaction committed while the insert waited for it
  const found = await tx.rows<Row>(sql`
    select ref_id from promotion_uses where project_id = ${scope.project.id} and promotion_id = ${promotionId}
      and counterparty_id = ${counterpartyId}`);
  return String(found[0]?.ref_id);
}

export async function isOneTime(tx: Tx, scope: Tenant, promotionId: string): Promise<boolean> {
  const found = await tx.rows(sql`
    select from promotions where project_id = ${scope.project.id} and id = ${promotionId} and is_one_time_use_only`);
  return found.length > 0;
}

/** Gives a one-time use back, when its order is cancelled or drops the code. */
export async function releasePromotion(tx: Tx, scope: Tenant, refId: string): Promise<void> {
  await tx.execute(sql`delete from promotion_uses where project_id = ${scope.project.id} and ref_id = ${refId}`);
}
