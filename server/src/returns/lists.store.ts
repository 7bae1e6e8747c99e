import type { Page } from '@lanka/domain/kit/lists';
import { KYIV } from '@lanka/domain/kit/time';
import type { ReturnCounts, ReturnOrigin, ReturnReason, ReturnRow, ReturnStatus } from '@lanka/domain/returns/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import { textArray } from '../kit/db/arrays';
import { actorOrKey } from '../kit/db/by-key';
import type { Tx } from '../kit/db/db';
import {
  anyPart,
  counted,
  isFiltered,
  type ListPlan,
  type ListQuery,
  opaque,
  readPage,
  toInstant,
} from '../kit/db/paging';
import type { Searched } from '../kit/db/searched';
import { searchPage, wordsIn } from '../search';

type Row = Record<string, unknown>;

/** Comments, who bought it, ТТН, SKUs and titles. */
export const RETURNS: Searched = {
  name: 'returns',
  texts: (project_id, ids) => sql`
    select id, search_text as text, created_at from returns where project_id = ${project_id} and id = any(${ids})`,
};

/** What this asker may see: the project's returns, of a Client only his own. */
export const mine = (scope: ProjectScope): SQL =>
  scope.role === 'Client'
    ? sql`r.project_id = ${scope.project.id} and r.counterparty_id = ${scope.counterparty_id}`
    : sql`r.project_id = ${scope.project.id}`;

function asDropshipper({ suppliers: all }: DropshippingScope): SQL {
  const [only] = all;
  // of one supplier the index gives his returns in their order
  if (only && all.length === 1)
    return sql`r.project_id = ${only.project_id} and r.counterparty_id = ${only.counterparty_id}`;
  const projects = sql.param(all.map(({ project_id }) => project_id));
  const parties = sql.param(all.map(({ counterparty_id }) => counterparty_id));
  return sql`(r.project_id, r.counterparty_id) in (select * from unnest(${projects}::uuid[], ${parties}::uuid[]))`;
}

export const ROW_COLUMNS = sql`r.*, p.title as project_title, o.number as order_number, c.name as counterparty_name,
  r.by_key, u.name as created_by_name, pc.number as parcel,
  (select count(*)::int from return_items i where i.project_id = r.project_id and i.return_id = r.id) as items_count,
  (select oi.product_title from return_items i
    join order_items oi on oi.project_id = i.project_id and oi.order_id = i.order_id and oi.id = i.order_item_id
    where i.project_id = r.project_id and i.return_id = r.id order by i.position limit 1) as first_product_title`;
export const ROW_FROM = sql`returns r
  join projects p on p.id = r.project_id
  join orders o on o.project_id = r.project_id and o.id = r.order_id
  join counterparties c on c.project_id = r.project_id and c.id = r.counterparty_id
  left join users u on u.id = r.created_by
  left join parcels pc on pc.project_id = r.project_id and pc.order_id = r.order_id and pc.id = r.parcel_id`;

export function asRow(row: Row): ReturnRow {
  return {
    id: String(row.id),
    project_id: String(row.project_id),
    project_title: String(row.project_title),
    number: Number(row.number),
    order: { id: String(row.order_id), number: Number(row.order_number) },
    counterparty: { id: String(row.counterparty_id), name: String(row.counterparty_name) },
    status: row.status as ReturnStatus,
    origin: row.origin as ReturnOrigin,
    parcel: row.parcel === null ? null : Number(row.parcel),
    reason: row.reason as ReturnReason,
    count: Number(row.count),
    undecided: Number(row.undecided),
    items_count: Number(row.items_count),
    credit: Number(row.credit),
    logistics_charge: Number(row.logistics_charge),
    charge_waived: row.waived_at !== null,
    withdrawn: row.withdrawn_at !== null,
    first_product_title: String(row.first_product_title ?? ''),
    created_by: actorOrKey(row.by_key, {
      kind: 'user',
      id: String(row.created_by),
      name: (row.created_by_name as string | null) ?? null,
    }),
    created_at: toInstant(row.created_at),
    updated_at: toInstant(row.updated_at),
  };
}

export interface ReturnFilters extends ListQuery {
  readonly q?: string | undefined;
  readonly status?: readonly ReturnStatus[] | undefined;
  readonly reason?: readonly ReturnReason[] | undefined;
  readonly origin?: ReturnOrigin | undefined;
  readonly undecided?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly counterparty_id?: string | undefined;
  readonly order_id?: string | undefined;
  readonly product_variant_id?: string | undefined;
  readonly item_id?: string | undefined;
  readonly project_id?: string | undefined;
}

/** A number is that of the return or of its order. */
function numberIn(q: string): number | null {
  const digits = q.replace(/^№\s*/, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

function filters(query: ReturnFilters, projects: readonly string[]): SQL {
  const zone = sql.raw(`'${KYIV}'`);
  const own = sql`project_id = any(${sql.param([...projects])}::uuid[])`;
  const all: SQL[] = [sql`true`];
  const number = numberIn(query.q ?? '');
  if (number !== null)
    // each by its own index: with `or` over both no index is used
    all.push(sql`r.id = any(array(
      select id from returns where ${own} and number = ${number} union
      select id from returns where ${own} and order_id = any(array(
        select id from orders where ${own} and number = ${number}))))`);
  if (query.status?.length) all.push(sql`r.status = any(${textArray(query.status)})`);
  if (query.reason?.length) all.push(sql`r.reason = any(${textArray(query.reason)})`);
  if (query.origin) all.push(query.origin === 'refusal' ? sql`r.origin = 'refusal'` : sql`r.origin = 'request'`);
  if (query.undecided !== undefined) all.push(query.undecided ? sql`r.undecided > 0` : sql`r.undecided = 0`);
  if (query.project_id) all.push(sql`r.project_id = ${query.project_id}`);
  if (query.counterparty_id) all.push(sql`r.counterparty_id = ${query.counterparty_id}`);
  if (query.order_id) all.push(sql`r.order_id = ${query.order_id}`);
  if (query.product_variant_id)
    all.push(sql`r.id = any(array(select i.return_id from return_items i
      where ${own} and i.product_variant_id = ${query.product_variant_id}))`);
  if (query.item_id)
    all.push(sql`r.id = (select i.return_id from return_items i where ${own} and i.id = ${query.item_id})`);
  if (query.from) all.push(sql`r.created_at >= (${query.from}::date)::timestamp at time zone ${zone}`);
  if (query.to) all.push(sql`r.created_at < (${query.to}::date + 1)::timestamp at time zone ${zone}`);
  return sql.join(all, sql` and `);
}

const SORTS = {
  created_at: { by: sql`r.created_at`, type: 'timestamptz' },
  number: { by: sql`r.number`, type: 'integer' },
  credit: { by: sql`r.credit`, type: 'bigint' },
} as const;

async function page(tx: Tx, tenant: SQL, projects: readonly string[], query: ReturnFilters): Promise<Page<ReturnRow>> {
  const { limit: _l, cursor: _c, sort: _s, ...narrowing } = query;
  const others = sql`${tenant} and ${filters(query, projects)}`;
  const plan: ListPlan = {
    columns: ROW_COLUMNS,
    from: ROW_FROM,
    countFrom: sql`returns r`,
    where: others,
    sorts: SORTS,
    id: sql`r.id`,
    customPlan: isFiltered(...Object.values(narrowing)),
  };
  if (!query.q || numberIn(query.q) !== null) return readPage(tx, query, plan, asRow);
  const matches = sql`r.search_text like all(${opaque(wordsIn(query.q).map(anyPart), 'text[]')}::text[])`;
  const search = {
    projects,
    ways: [{ kind: RETURNS, words: wordsIn(query.q) }],
    matches,
    others,
    walks: Object.keys(SORTS),
  };
  return searchPage(tx, query, { ...plan, where: sql`${others} and ${matches}` }, search, asRow);
}

export const listReturns = (tx: Tx, scope: ProjectScope, query: ReturnFilters): Promise<Page<ReturnRow>> =>
  page(tx, mine(scope), [scope.project.id], query);

export const listMyReturns = (tx: Tx, scope: DropshippingScope, query: ReturnFilters): Promise<Page<ReturnRow>> =>
  page(
    tx,
    asDropshipper(scope),
    scope.suppliers.map(({ project_id }) => project_id),
    query,
  );

/** Each up to what a list counts, from its index. */
async function counts(tx: Tx, tenant: SQL): Promise<ReturnCounts> {
  const those = (where: SQL) => counted(sql`returns r`, sql`${tenant} and ${where}`);
  const [row] = await tx.rows<ReturnCounts & Row>(sql`
    select ${those(sql`true`)} as total, ${those(sql`r.undecided > 0`)} as undecided,
      ${those(sql`r.status = 'pending'`)} as pending, ${those(sql`r.status = 'approved'`)} as approved,
      ${those(sql`r.status = 'rejected'`)} as rejected,
      ${those(sql`r.status = 'partially_approved'`)} as partially_approved,
      ${those(sql`r.status = 'partially_rejected'`)} as partially_rejected`);
  if (!row) throw new Error('a select without a table has one row');
  return row;
}

export const countReturns = (tx: Tx, scope: ProjectScope): Promise<ReturnCounts> => counts(tx, mine(scope));
export const countMyReturns = (tx: Tx, scope: DropshippingScope): Promise<ReturnCounts> =>
  counts(tx, asDropshipper(scope));
