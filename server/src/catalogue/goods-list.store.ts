import type { Goods } from '@lanka/domain/catalogue/contract';
import { PATH_SEPARATOR } from '@lanka/domain/categories/rules';
import { EXACT_TOTAL } from '@lanka/domain/kit/lists';
import { type SQL, sql } from 'drizzle-orm';
import type { UserScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { firstOfEach } from '../kit/db/of-suppliers';
import {
  atMost,
  type ListPlan,
  type ListQuery,
  pageOf,
  readSelected,
  type Selection,
  tailOf,
  toInstant,
} from '../kit/db/paging';
import { all, byIndex, hasPart, inParts, matches, type Words } from '../kit/db/words';
import { type SupplierFilters, sumOrNull, supplierConditions } from './suppliers.store';

type Row = Record<string, unknown>;

const GOODS_WORDS: Words = {
  table: 'catalogue_goods',
  name: 'g',
  fields: [sql`g.title`, sql`g.category_path`, sql`g.supplier_title`, sql`g.value_words`],
  apart: true,
};

interface GoodsQuery extends ListQuery, SupplierFilters {
  readonly q?: string | undefined;
  readonly supplier_id?: string | undefined;
  readonly goods_category?: string | undefined;
  readonly price_from?: number | undefined;
  readonly price_to?: number | undefined;
  readonly in_stock?: boolean | undefined;
}

const inCategory = (path: string): SQL =>
  path.includes(PATH_SEPARATOR) ? sql`g.category_second = ${path}` : sql`g.category_top = ${path}`;

export type StoredGoods = Omit<Goods, 'picture_url'> & { readonly picture: string | null };

const GOODS_COLUMNS = sql`g.id, g.supplier_id, g.title, g.picture, g.category_path, g.recommended_from, g.recommended_to,
  g.in_stock, g.base_from, g.base_to, g.created_at, g.supplier_title, s.friendly_id, s.city`;
const GOODS_FROM = sql`catalogue_goods g
  cross join lateral (select s.friendly_id, s.city from catalogue_suppliers s where s.id = g.supplier_id limit 1) s`;

const asGoods = (row: Row): StoredGoods => ({
  id: String(row.id),
  supplier: {
    id: String(row.supplier_id),
    friendly_id: String(row.friendly_id),
    title: String(row.supplier_title),
    city: String(row.city),
  },
  title: String(row.title),
  picture: row.picture as string | null,
  category_path: String(row.category_path),
  recommended_from: sumOrNull(row.recommended_from),
  recommended_to: sumOrNull(row.recommended_to),
  in_stock: row.in_stock as boolean | null,
  base_from: sumOrNull(row.base_from),
  base_to: sumOrNull(row.base_to),
  created_at: toInstant(row.created_at),
});

/** When a list reads how much; answers do not depend on it. */
export const GOODS = {
  /** Of so many suppliers each is asked for its first goods: a page reads so many pages at most, of the thousands that each has. */
  suppliers: 40,
  /** So many are walked through in the order of the list before anything else: what many have fills the page there. */
  walked: 4_000,
  /** Where so many of these fit it pays to walk on, so far. */
  some: 8,
  further: 32_000,
  /** So many that fit are read all and put in order; of more a page is met on the way. */
  most: 20_000,
};

/** How the goods are narrowed: what an index leads along in the order of the list, and what is looked at in each row. */
interface Narrowed {
  readonly along: readonly SQL[];
  readonly fits: readonly SQL[];
}

function narrow(query: GoodsQuery, suppliers: readonly string[] | null): Narrowed {
  const { q, supplier_id, goods_category, price_from, price_to, in_stock } = query;
  const isByPrice = query.sort.endsWith('price');
  const prices = [
    ...(price_from === undefined ? [] : [sql`g.sort_price >= ${price_from}`]),
    ...(price_to === undefined ? [] : [sql`g.sort_price <= ${price_to}`]),
  ];
  const category = goods_category ? [inCategory(goods_category)] : [];
  return {
    along: [...(supplier_id ? [sql`g.supplier_id = ${supplier_id}`] : category), ...(isByPrice ? prices : [])],
    fits: [
      ...(supplier_id ? category : []),
      ...(isByPrice ? [] : prices),
      ...(price_to === undefined ? [] : [sql`g.recommended_from is not null`]),
      ...(in_stock ? [sql`g.in_stock`] : []),
      ...(suppliers ? [sql`g.supplier_id = any(${sql.param(suppliers)}::uuid[])`] : []),
      ...(q ? [matches(q, GOODS_WORDS)] : []),
    ],
  };
}

/**
 * Goods of all suppliers, ten millions of them. What is asked of suppliers is answered first, with their ids. Then the
 * list is walked through in its order for a while; what is too rare to fill the page so is found by the index of words,
 * or by others, and put in order. Of few suppliers the goods come by the index of each. Decision 0163.
 */
export async function listGoods(tx: Tx, _scope: UserScope, query: GoodsQuery, hidden: readonly string[]) {
  const { q, supplier_id } = query;
  const conditions = supplierConditions(query, hidden);
  const suppliers =
    conditions.length === 0
      ? null
      : (await tx.rows<{ id: string }>(sql`select s.id from catalogue_suppliers s where ${all(conditions)}`)).map(
          ({ id }) => id,
        );
  const narrowed = narrow(query, suppliers);
  const plan: ListPlan = {
    columns: GOODS_COLUMNS,
    from: GOODS_FROM,
    where: all([...narrowed.along, ...narrowed.fits]),
    id: sql`g.id`,
    sorts: {
      created_at: { by: sql`g.created_at`, type: 'timestamptz' },
      price: { by: sql`g.sort_price`, type: 'bigint' },
    },
    customPlan: true,
  };
  if (suppliers && suppliers.length <= GOODS.suppliers && !q) {
    const { along, fits } = narrow(query, null);
    return listGoodsOf(tx, query, { ...plan, where: all([...along, ...fits]) }, suppliers);
  }
  const read = (selection: Selection) => readSelected(tx, query, plan, selection, asGoods);
  const walkTo = (rows: number) => read(walk(query, plan, narrowed, rows));
  const putInOrder = (most: number | null) => read(inOrder(query, plan, most));
  // one supplier has no more than that, and few have words in common with what is rare among all
  const isOfFew = supplier_id !== undefined && narrowed.fits.length > 0;
  const page = isOfFew ? await putInOrder(GOODS.most) : await walkTo(GOODS.walked);
  if (page) return page;
  const walksOn = isOfFew || (await countAmong(tx, query, plan, narrowed)) >= GOODS.some;
  const further = walksOn ? await walkTo(GOODS.further) : null;
  if (further) return further;
  // one or two letters have no index: what hardly anything has of them is looked for so far and no further
  if (q && !hasPart(q) && !isOfFew)
    return must(await read({ ...walk(query, plan, narrowed, GOODS.further), complete: sql`true` }));
  const few = isOfFew ? null : await putInOrder(GOODS.most);
  if (few) return few;
  const among = walksOn ? null : await walkTo(GOODS.further);
  return among ?? must(await putInOrder(null));
}

function must<T>(page: T | null): T {
  if (page === null) throw new Error('nothing was left out');
  return page;
}

const WAY = sql`catalogue_goods g`;
const MOST = sql.raw(String(EXACT_TOTAL));

/** The first of the list that fit, of those that are walked through. A list that is no longer is then known whole. */
function walk(query: GoodsQuery, plan: ListPlan, { along, fits }: Narrowed, rows: number): Selection {
  const way = sql`${WAY} where ${all(along)}`;
  const short = sql`(select count(*) < ${sql.raw(String(rows))} from (select 1 from ${way} ${atMost(rows)}) some_rows)`;
  const size =
    along.length > 0
      ? sql`(select count(*) from (select 1 from ${way} ${atMost(EXACT_TOTAL + 1)}) some_rows)`
      : sql`(select coalesce(sum(s.goods), 0) from catalogue_suppliers s)`;
  const about = sql`(select -least(${MOST}, greatest(count(*), ${size} * count(*) / max(place))) from found)`;
  const parts = query.q ? [inParts(GOODS_WORDS, query.q)] : [];
  return {
    found: ({ begin, order }) => sql`
      select id, place from (
        select id, fits, row_number() over () as place from (
          select g.id, ${all([...parts, ...fits])} as fits from ${way}${begin} ${order} ${atMost(rows)}) walked
      ) placed where fits ${pageOf(query)}`,
    total:
      fits.length === 0
        ? sql`(select case when n.size > ${MOST} then -${MOST} else n.size end from (
            select greatest(${size}, (select count(*) from found)) as size) n)::int`
        : sql`(case when ${short} then (select count(*) from ${WAY} where ${plan.where}) else ${about} end)::int`,
    // where the page is full nobody asks
    complete: sql`(case when (select count(*) from found) > ${query.limit} then false else ${short} end)`,
  };
}

/** How many fit of the first that are walked through. */
async function countAmong(tx: Tx, query: GoodsQuery, plan: ListPlan, { along, fits }: Narrowed): Promise<number> {
  const { begin, order } = tailOf(query, plan);
  const parts = query.q ? [inParts(GOODS_WORDS, query.q)] : [];
  const [row] = await tx.rows<{ count: number }>(sql`
    select count(*) filter (where fits)::int as count from (
      select ${all([...parts, ...fits])} as fits from ${WAY} where ${all(along)}${begin} ${order}
      ${atMost(GOODS.walked)}) walked`);
  return row?.count ?? 0;
}

/**
 * All that fits, put in order; nothing when it is more than `most`. The planner sees all conditions, so it may put the
 * index of words and that of suppliers or categories together, but not the words: it would take the table for frequent ones.
 */
function inOrder(query: GoodsQuery, plan: ListPlan, most: number | null): Selection {
  const limit = most === null ? sql`` : sql`limit ${most + 1}`;
  const isAll = most === null ? sql`true` : sql`(select count(*) <= ${most} from hits)`;
  const by = plan.sorts[query.sort.replace('-', '')]?.by ?? sql`null`;
  const where = all([...(query.q ? [byIndex(GOODS_WORDS, query.q)] : []), plan.where]);
  return {
    parts: sql`hits as materialized (select g.id, ${by} as key from ${WAY} where ${where} ${limit})`,
    found: ({ over }) => {
      const { begin, order } = over(sql`h.key`, sql`h.id`);
      return sql`select h.id from hits h where ${isAll}${begin} ${order} ${pageOf(query)}`;
    },
    total: sql`(select case when count(*) > ${MOST} then -${MOST} else count(*) end::int from hits)`,
    complete: isAll,
  };
}

async function listGoodsOf(tx: Tx, query: GoodsQuery, plan: ListPlan, suppliers: readonly string[]) {
  const each = sql`select x.id from unnest(${sql.param([...suppliers])}::uuid[]) x(id)`;
  const own = sql`g.supplier_id = s.id and ${plan.where}`;
  const page = await readSelected(
    tx,
    query,
    plan,
    {
      found: (order) => {
        const first = sql`select g.id, ${order.by} as key from catalogue_goods g
          where ${own}${order.begin} ${order.order} ${pageOf(query)}`;
        return firstOfEach(each, first, order, pageOf(query));
      },
      // negative: there are more than a list counts
      total: sql`(select case when count(*) > ${EXACT_TOTAL} then -${sql.raw(String(EXACT_TOTAL))} else count(*) end::int
        from (select 1 from (${each}) s cross join lateral (
          select 1 from catalogue_goods g where ${own} ${atMost(EXACT_TOTAL + 1)}) one ${atMost(EXACT_TOTAL + 1)}) some_rows)`,
      complete: sql`true`,
    },
    asGoods,
  );
  if (!page) throw new Error('nothing was left out');
  return page;
}

/** One product as the list shows it; null when it is not there, or its supplier is not shown to this person. */
export async function findGoods(
  tx: Tx,
  _scope: UserScope,
  id: string,
  hidden: readonly string[],
): Promise<StoredGoods | null> {
  const seen = hidden.length > 0 ? sql` and g.supplier_id <> all(${idArray(hidden)})` : sql``;
  const [row] = await tx.rows<Row>(sql`select ${GOODS_COLUMNS} from ${GOODS_FROM} where g.id = ${id}${seen}`);
  return row ? asGoods(row) : null;
}
