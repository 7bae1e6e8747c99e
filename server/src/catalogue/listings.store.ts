import { GOODS_NEEDED, type Showcase, type Verification } from '@lanka/domain/catalogue/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import { atMost, toInstantOrNull } from '../kit/db/paging';

type Row = Record<string, unknown>;

/** How a project stands, with what it hangs on. */
export interface ListingRow {
  readonly id: string;
  readonly friendly_id: string;
  readonly title: string;
  readonly category: string;
  readonly visible: boolean;
  readonly deleted: boolean;
  readonly listed: boolean;
  readonly verification: Verification;
  readonly refusal: string;
  readonly requested_at: string | null;
  readonly decided_at: string | null;
  readonly hidden: boolean;
  readonly hidden_reason: string;
  readonly base_prices: boolean;
  readonly public_page: boolean;
  readonly minimum_order_sum: number | null;
  readonly version: number;
}

export const LISTING = sql`p.id, p.friendly_id, p.title, p.category, p.catalogue_visible as visible,
  p.deleted_at is not null as deleted, p.listed, coalesce(l.verification, 'none') as verification,
  coalesce(l.refusal, '') as refusal, l.requested_at, l.decided_at, l.hidden_at is not null as hidden,
  coalesce(l.hidden_reason, '') as hidden_reason, coalesce(l.base_prices, false) as base_prices,
  coalesce(l.public_page, false) as public_page, l.minimum_order_sum, coalesce(l.version, 1) as version`;

export const asListing = (row: Row): ListingRow => ({
  id: String(row.id),
  friendly_id: String(row.friendly_id),
  title: String(row.title),
  category: String(row.category),
  visible: row.visible === true,
  deleted: row.deleted === true,
  listed: row.listed === true,
  verification: row.verification as Verification,
  refusal: String(row.refusal),
  requested_at: toInstantOrNull(row.requested_at),
  decided_at: toInstantOrNull(row.decided_at),
  hidden: row.hidden === true,
  hidden_reason: String(row.hidden_reason),
  base_prices: row.base_prices === true,
  public_page: row.public_page === true,
  minimum_order_sum: row.minimum_order_sum === null ? null : Number(row.minimum_order_sum),
  version: Number(row.version),
});

const readOne = async (tx: Tx, supplierId: string, lock: SQL): Promise<ListingRow | null> => {
  const [row] = await tx.rows<Row>(sql`
    select ${LISTING} from projects p left join catalogue_listings l on l.supplier_id = p.id
    where p.id = ${supplierId} ${lock}`);
  return row ? asListing(row) : null;
};

export const readListing = (tx: Tx, supplierId: string): Promise<ListingRow | null> => readOne(tx, supplierId, sql``);

/**
 * The same, and nobody changes it meanwhile. The project's row is the lock, as with whoever changes the project itself;
 * so both wait in one order. New members of the project do not wait for it.
 */
export async function lockListing(tx: Tx, supplierId: string): Promise<ListingRow | null> {
  await tx.execute(sql`select id from projects where id = ${supplierId} for no key update`);
  return readOne(tx, supplierId, sql``);
}

export type ListingChange = Partial<{
  verification: Verification;
  refusal: string;
  requested_at: string | null;
  requested_by: string | null;
  decided_at: string | null;
  hidden_at: string | null;
  hidden_reason: string;
  base_prices: boolean;
  public_page: boolean;
  minimum_order_sum: number | null;
}>;

/** Writes what has changed; the caller has locked the listing. */
export async function saveListing(tx: Tx, supplierId: string, change: ListingChange): Promise<void> {
  await tx.execute(sql`insert into catalogue_listings (supplier_id) values (${supplierId}) on conflict do nothing`);
  const set = sql.join(
    Object.entries(change).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`),
    sql`, `,
  );
  await tx.execute(sql`
    update catalogue_listings set ${set}, version = version + 1 where supplier_id = ${supplierId}`);
}

export interface ShowcaseRow extends Showcase {
  readonly logo_url: string | null;
  readonly delivery_time: string;
  readonly region_restriction: string;
  readonly region: string;
}

/**
 * What the checklist looks at. Goods are counted as far as it needs them. The transaction has entered the project: only
 * there can its address, its payment details and its goods be seen.
 */
export async function readShowcase(tx: Tx, supplierId: string): Promise<ShowcaseRow> {
  const [row] = await tx.rows<Row>(sql`
    select p.logo, p.description, p.category, p.delivery, p.delivery_time, p.returns, p.minimum_order, p.region_restriction,
      coalesce(a.city, '') as city, coalesce(a.region, '') as region,
      exists (select 1 from payment_details d where d.project_id = p.id and d.main) as payment_details,
      (select count(*)::int from (select 1 from products g
        where g.project_id = ${supplierId} and g.published and g.deleted_at is null and g.thumbnail is not null
          and g.min_recommended_price is not null order by g.created_at ${atMost(GOODS_NEEDED)}) some_goods) as goods
    from projects p left join addresses a on a.project_id = p.id where p.id = ${supplierId}`);
  if (!row) throw new Error('a project in scope exists');
  return {
    logo: row.logo !== null,
    logo_url: row.logo as string | null,
    description: String(row.description),
    category: String(row.category),
    delivery: String(row.delivery),
    delivery_time: String(row.delivery_time),
    returns: String(row.returns),
    minimum_order: String(row.minimum_order),
    region_restriction: String(row.region_restriction),
    city: String(row.city),
    region: String(row.region),
    payment_details: row.payment_details === true,
    goods: Number(row.goods),
  };
}

export async function readOwner(tx: Tx, supplierId: string): Promise<{ email: string; locale: 'ua' | 'en' } | null> {
  const [row] = await tx.rows<{ email: string; locale: 'ua' | 'en' }>(sql`
    select u.email, u.locale from memberships m join users u on u.id = m.user_id
    where m.project_id = ${supplierId} and m.role = 'Owner' and m.ended_at is null`);
  return row ?? null;
}
