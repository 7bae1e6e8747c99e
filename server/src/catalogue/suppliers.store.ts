import type { Card, SupplierDetails } from '@lanka/domain/catalogue/contract';
import { PATH_SEPARATOR } from '@lanka/domain/categories/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { UserScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { atMost, isFiltered, type ListQuery, readPage, toInstant, toInstantOrNull } from '../kit/db/paging';
import { all, lookFor, type Words } from '../kit/db/words';
import { uuidOrNull } from '../projects';

type Row = Record<string, unknown>;
type Stored<T> = Omit<T, 'logo_url'> & { readonly logo: string | null };

const SUPPLIER_WORDS: Words = {
  table: 'catalogue_suppliers',
  name: 's',
  fields: [sql`s.title`, sql`s.category`, sql`s.city`, sql`s.description`],
  apart: true,
};

/** The asker is a dropshipper of supplier `s`; a person sees his own memberships. */
const isMine = ({ user }: UserScope): SQL => sql`exists (select 1 from memberships m
  where m.user_id = ${user.id} and m.project_id = s.id and m.role = 'Client' and m.ended_at is null)`;
const isFavourite = ({ user }: UserScope): SQL => sql`exists (select 1 from catalogue_favourites v
  where v.user_id = ${user.id} and v.supplier_id = s.id)`;

/** Of this person alone; one who left and one who withdrew may apply again. */
const applicationOf = ({ user }: UserScope): SQL => sql`(select a.status from applications a
  where a.project_id = s.id and a.user_id = ${user.id} and a.status in ('pending', 'rejected'))`;

const cardColumns = (scope: UserScope): SQL => sql`s.id, s.friendly_id, s.title, s.logo, s.category, s.city, s.region,
  s.region_restriction, s.minimum_order, s.minimum_order_sum, s.delivery, s.delivery_time, s.returns, s.goods, s.in_stock, s.newest_at,
  s.verified_at, s.paused_until::text as paused_until, s.facts_orders, s.facts_hours, s.facts_canceled, s.facts_waited, s.facts_counts,
  ${isFavourite(scope)} as favourite, ${isMine(scope)} as mine, ${applicationOf(scope)} as application`;

export const sumOrNull = (value: unknown): number | null => (value === null ? null : Number(value));

export const factsIn = (row: Row): Card['facts'] =>
  row.facts_orders === null || row.facts_orders === undefined
    ? null
    : {
        orders: Number(row.facts_orders),
        hours_to_send: sumOrNull(row.facts_hours),
        canceled_share: Number(row.facts_canceled),
        waited_share: Number(row.facts_waited),
        counts: row.facts_counts as NonNullable<Card['facts']>['counts'],
      };

const asCard = (row: Row): Stored<Card> => ({
  id: String(row.id),
  friendly_id: String(row.friendly_id),
  title: String(row.title),
  logo: row.logo as string | null,
  category: String(row.category),
  city: String(row.city),
  region: String(row.region),
  region_restriction: String(row.region_restriction),
  minimum_order: String(row.minimum_order),
  minimum_order_sum: sumOrNull(row.minimum_order_sum),
  delivery: String(row.delivery),
  delivery_time: String(row.delivery_time),
  returns: String(row.returns),
  goods: Number(row.goods),
  in_stock: sumOrNull(row.in_stock),
  newest_at: toInstantOrNull(row.newest_at),
  verified_at: toInstant(row.verified_at),
  paused_until: row.paused_until as string | null,
  facts: factsIn(row),
  favourite: row.favourite === true,
  mine: row.mine === true,
  application: row.mine === true ? null : (row.application as Card['application']),
});

/** Suppliers who have blocked this person: he sees nothing of them. */
export async function listBlocking(tx: Tx, { user }: UserScope): Promise<string[]> {
  const found = await tx.rows<{ project_id: string }>(sql`
    select a.project_id from applications a where a.user_id = ${user.id} and a.status = 'blocked'`);
  return found.map(({ project_id }) => project_id);
}

/** What is asked of a supplier, be it in the list of suppliers or in that of goods. */
export interface SupplierFilters {
  readonly category?: string | undefined;
  readonly city?: string | undefined;
  readonly region?: string | undefined;
  readonly minimum_order_to?: number | undefined;
}

/** Conditions on `catalogue_suppliers s`. */
export function supplierConditions(filters: SupplierFilters, hidden: readonly string[]): SQL[] {
  const { category, city, region, minimum_order_to } = filters;
  return [
    ...(category ? [sql`s.category = ${category}`] : []),
    ...(city ? [sql`s.city = ${city}`] : []),
    ...(region ? [sql`s.region = ${region}`] : []),
    ...(minimum_order_to === undefined ? [] : [sql`s.minimum_order_sum <= ${minimum_order_to}`]),
    ...(hidden.length > 0 ? [sql`s.id <> all(${idArray(hidden)})`] : []),
  ];
}

interface SupplierQuery extends ListQuery, SupplierFilters {
  readonly q?: string | undefined;
  readonly in_stock?: boolean | undefined;
  readonly goods_category?: string | undefined;
  readonly tab?: 'all' | 'mine' | 'favourites' | undefined;
}

/** @param hidden suppliers that this person is not shown */
export async function listSuppliers(tx: Tx, scope: UserScope, query: SupplierQuery, hidden: readonly string[]) {
  const found = await lookFor(tx, SUPPLIER_WORDS, query.q);
  const tab = query.tab ?? 'all';
  return readPage(
    tx,
    query,
    {
      columns: cardColumns(scope),
      from: sql`catalogue_suppliers s`,
      countFrom: found.countFrom,
      where: all([
        ...found.where,
        ...supplierConditions(query, hidden),
        ...(query.in_stock ? [sql`s.in_stock > 0`] : []),
        ...(query.goods_category ? [sql`${query.goods_category} = any(s.goods_categories)`] : []),
        ...(tab === 'mine' ? [isMine(scope)] : []),
        ...(tab === 'favourites' ? [isFavourite(scope)] : []),
      ]),
      customPlan: isFiltered(
        ...[query.q, query.category, query.city, query.region, query.minimum_order_to, query.in_stock],
        query.goods_category,
      ),
      id: sql`s.id`,
      sorts: {
        verified_at: { by: sql`s.verified_at`, type: 'timestamptz' },
        title: { by: sql`s.sort_title`, type: 'text' },
        goods: { by: sql`s.goods`, type: 'integer' },
      },
    },
    asCard,
  );
}

/** By its id or its friendly id; null when it is not listed, or not shown to this person. */
export async function readSupplier(
  tx: Tx,
  scope: UserScope,
  id: string,
  hidden: readonly string[],
): Promise<Stored<SupplierDetails> | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${cardColumns(scope)}, s.description, s.base_prices from catalogue_suppliers s
    where ${all([uuidOrNull(id) ? sql`s.id = ${id}` : sql`s.friendly_id = ${id}`, ...supplierConditions({}, hidden)])}`);
  if (!row) return null;
  return {
    ...asCard(row),
    description: String(row.description),
    base_prices: row.base_prices === true,
  };
}

/** For the filters: a thousand suppliers have some dozens of each. */
export async function listPlaces(tx: Tx, _scope: UserScope): Promise<Places> {
  const [row] = await tx.rows<{ [K in keyof Places]: Places[K] }>(sql`
    select coalesce(array_agg(distinct city) filter (where city <> ''), '{}') as cities,
      coalesce(array_agg(distinct region) filter (where region <> ''), '{}') as regions,
      array(select distinct c.path from catalogue_suppliers s cross join lateral unnest(s.goods_categories) as c(path))
        as goods_categories
    from catalogue_suppliers`);
  const { compare } = new Intl.Collator('uk');
  const byLevels = (a: string, b: string): number => {
    const [of, than] = [a.split(PATH_SEPARATOR), b.split(PATH_SEPARATOR)];
    return compare(of[0] ?? '', than[0] ?? '') || compare(of[1] ?? '', than[1] ?? '');
  };
  return {
    cities: [...(row?.cities ?? [])].sort(compare),
    regions: [...(row?.regions ?? [])].sort(compare),
    goods_categories: [...(row?.goods_categories ?? [])].sort(byLevels),
  };
}

interface Places {
  readonly cities: string[];
  readonly regions: string[];
  readonly goods_categories: string[];
}

export async function addFavourite(tx: Tx, { user }: UserScope, supplierId: string): Promise<void> {
  await tx.execute(sql`
    insert into catalogue_favourites (user_id, supplier_id) values (${user.id}, ${supplierId}) on conflict do nothing`);
}

export async function removeFavourite(tx: Tx, { user }: UserScope, supplierId: string): Promise<void> {
  await tx.execute(sql`
    delete from catalogue_favourites where user_id = ${user.id} and supplier_id = ${supplierId}`);
}

/** The public page of a supplier who opened one. */
export async function readPublic(tx: Tx, friendlyId: string): Promise<PublicSupplier | null> {
  const [row] = await tx.rows<Row>(sql`
    select s.id, s.friendly_id, s.title, s.logo, s.category, s.city, s.region, s.description, s.delivery, s.delivery_time,
      s.returns, s.minimum_order, s.goods
    from catalogue_suppliers s where s.friendly_id = ${friendlyId} and s.public_page`);
  if (!row) return null;
  const goods = await tx.rows<Row>(sql`
    select g.id, g.title, g.recommended_from, g.recommended_to, g.in_stock from catalogue_goods g
    where g.supplier_id = ${row.id} order by g.created_at desc, g.id desc limit 24`);
  const text = (name: string): string => String(row[name]);
  return {
    id: text('id'),
    ...{ friendly_id: text('friendly_id'), title: text('title'), logo: row.logo as string | null },
    ...{ category: text('category'), city: text('city'), region: text('region'), description: text('description') },
    ...{ delivery: text('delivery'), delivery_time: text('delivery_time'), returns: text('returns') },
    ...{ minimum_order: text('minimum_order'), goods_total: Number(row.goods) },
    goods: goods.map((one) => ({
      id: String(one.id),
      title: String(one.title),
      recommended_from: sumOrNull(one.recommended_from),
      recommended_to: sumOrNull(one.recommended_to),
      in_stock: one.in_stock as boolean | null,
    })),
  };
}

/** The photos that the small pictures of these goods were made of, by the goods; the project is entered. */
export async function readPhotos(
  tx: Tx,
  supplierId: string,
  ids: readonly string[],
): Promise<Map<string, { id: string; file: string }>> {
  const found = await tx.rows<{ product_id: string; id: string; file: string }>(sql`
    select i.product_id, i.id, i.file_name as file from product_images i
    join products p on p.project_id = i.project_id and p.id = i.product_id and p.thumbnail = i.thumbnail
    where i.project_id = ${supplierId} and i.product_id = any(${idArray(ids)})`);
  return new Map(found.map(({ product_id, ...photo }) => [product_id, photo]));
}

/** So many addresses a sitemap may have. */
const MOST_PAGES = 50_000;

/** The friendly ids of all who opened a public page. */
export async function listPublic(tx: Tx): Promise<string[]> {
  const found = await tx.rows<{ friendly_id: string }>(sql`
    select s.friendly_id from catalogue_suppliers s where s.public_page order by s.id ${atMost(MOST_PAGES)}`);
  return found.map(({ friendly_id }) => friendly_id);
}

export interface PublicSupplier {
  readonly id: string;
  readonly friendly_id: string;
  readonly title: string;
  readonly logo: string | null;
  readonly category: string;
  readonly city: string;
  readonly region: string;
  readonly description: string;
  readonly delivery: string;
  readonly delivery_time: string;
  readonly returns: string;
  readonly minimum_order: string;
  readonly goods_total: number;
  readonly goods: readonly {
    readonly id: string;
    readonly title: string;
    readonly recommended_from: number | null;
    readonly recommended_to: number | null;
    readonly in_stock: boolean | null;
  }[];
}
