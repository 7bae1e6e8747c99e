import type { Branch, City, Street } from '@lanka/domain/delivery/contract';
import { type SQL, sql } from 'drizzle-orm';
import { textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { atMost, toInstantOrNull } from '../kit/db/paging';

/** The copy of the carrier's directory. Nothing here is of a project. */

type Row = Record<string, unknown>;
const SHOWN = 30;
/** For so long nobody asks again for streets that were looked for. */
const FRESH_DAYS = 30;

const startingWith = (words: string): string => `${words.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
const within = (words: string): string => `%${startingWith(words)}`;

const asCity = (row: Row): City => ({
  ref: String(row.ref),
  name: String(row.name),
  area: String(row.area),
  kind: String(row.kind),
  branches: Number(row.branches),
});

/** What to offer before anything is typed. */
export async function largestCities(tx: Tx): Promise<City[]> {
  const rows = await tx.rows<Row>(sql`
    select ref, name, area, kind, branches from delivery_cities order by branches desc, ref desc ${atMost(SHOWN)}`);
  return rows.map(asCity);
}

/** By what people type (`townKey`): those that begin so, the largest first. */
export async function findCities(tx: Tx, key: string): Promise<City[]> {
  const rows = await tx.rows<Row>(sql`
    select ref, name, area, kind, branches from delivery_cities
    where key like ${startingWith(key)} order by (key = ${key}) desc, branches desc, name, ref ${atMost(SHOWN)}`);
  return rows.map(asCity);
}

export async function readCity(tx: Tx, ref: string): Promise<City | null> {
  const [row] = await tx.rows<Row>(sql`select ref, name, area, kind, branches from delivery_cities where ref = ${ref}`);
  return row ? asCity(row) : null;
}

/** Towns that are called just so, the largest first; more than one cannot be told apart by the name. */
export async function citiesNamed(tx: Tx, key: string, most = 2): Promise<City[]> {
  const rows = await tx.rows<Row>(sql`
    select ref, name, area, kind, branches from delivery_cities where key = ${key}
    order by branches desc, ref ${atMost(most)}`);
  return rows.map(asCity);
}

const asBranch = (row: Row): Branch => ({
  ref: String(row.ref),
  city_ref: String(row.city_ref),
  number: Number(row.number),
  name: String(row.name),
  address: String(row.address),
  kind: row.kind as Branch['kind'],
  max_weight: Number(row.max_weight),
});

interface Asked {
  readonly city: string;
  readonly number: number | null;
  readonly words: readonly string[];
  readonly kind?: Branch['kind'] | undefined;
  /** Grams. */
  readonly weight?: number | undefined;
}

/** A number first finds that branch, then those whose number begins so or whose street has it. */
export async function findBranches(tx: Tx, { city, number, words, kind, weight }: Asked): Promise<Branch[]> {
  const where: SQL[] = [sql`city_ref = ${city}`];
  if (kind) where.push(sql`kind = ${kind}`);
  if (weight) where.push(sql`(max_weight = 0 or max_weight * 1000 >= ${weight})`);
  if (number !== null)
    where.push(sql`(number::text like ${startingWith(String(number))} or words like ${within(` ${number}`)})`);
  for (const word of words) where.push(sql`words like ${within(word)}`);
  const exact = number === null ? sql`` : sql`(number = ${number}) desc, `;
  const rows = await tx.rows<Row>(sql`
    select ref, city_ref, number, name, address, kind, max_weight from delivery_branches
    where ${sql.join(where, sql` and `)} order by ${exact}kind, number, ref ${atMost(SHOWN)}`);
  return rows.map(asBranch);
}

interface Instead {
  readonly city: string;
  readonly number: number | null;
  readonly street: string | null;
  /** Grams. */
  readonly weight: number;
  /** The one that is not to be. */
  readonly not: string | null;
  readonly most: number;
}

/**
 * Branches of a town in place of another one: those of the same street first, then by how near their numbers are, as
 * numbers are given by districts. No lockers: what is too large for one is not known.
 */
export async function branchesFor(tx: Tx, { city, number, street, weight, not, most }: Instead): Promise<Branch[]> {
  const near = sql`coalesce(${number}::int, 0)`;
  const rows = await tx.rows<Row>(sql`
    select ref, city_ref, number, name, address, kind, max_weight from delivery_branches
    where city_ref = ${city} and kind = 'branch' and ref <> ${not ?? ''}
      and (max_weight = 0 or max_weight * 1000 >= ${weight})
    order by ${street === null ? sql`` : sql`(words like ${within(street)}) desc, `}abs(number - ${near}), number, ref ${atMost(most)}`);
  return rows.map(asBranch);
}

/** Null: closed, or unknown. */
export async function readBranch(tx: Tx, ref: string): Promise<Branch | null> {
  const [row] = await tx.rows<Row>(sql`
    select ref, city_ref, number, name, address, kind, max_weight from delivery_branches where ref = ${ref}`);
  return row ? asBranch(row) : null;
}

export async function readDirectory(tx: Tx): Promise<{ branches: number; refreshed_at: string | null }> {
  const [row] = await tx.rows<Row>(sql`
    select branches, refreshed_at from delivery_directories where operator = 'nova_poshta'`);
  return { branches: Number(row?.branches ?? 0), refreshed_at: toInstantOrNull(row?.refreshed_at ?? null) };
}

export interface NewCity {
  readonly ref: string;
  readonly name: string;
  readonly area: string;
  readonly kind: string;
  readonly key: string;
}

/** A page of towns as it comes: what was known is written over, so that nothing is ever missing meanwhile. */
export async function saveCities(tx: Tx, run: string, cities: readonly NewCity[]): Promise<void> {
  await tx.execute(sql`
    insert into delivery_cities (ref, name, area, kind, key, run)
    select distinct on (c.ref) c.ref, c.name, c.area, c.kind, c.key, ${run}::uuid
    from jsonb_to_recordset(${JSON.stringify(cities)}::jsonb) as c(ref text, name text, area text, kind text, key text)
    on conflict (ref) do update set name = excluded.name, area = excluded.area, kind = excluded.kind,
      key = excluded.key, run = excluded.run`);
}

export async function saveBranches(tx: Tx, run: string, branches: readonly Branch[]): Promise<void> {
  const rows = branches.map((one) => ({ ...one, words: `${one.name} ${one.address}`.toLowerCase() }));
  await tx.execute(sql`
    insert into delivery_branches (ref, city_ref, number, name, address, words, kind, max_weight, run)
    select distinct on (b.ref) b.ref, b.city_ref, b.number, b.name, b.address, b.words, b.kind, b.max_weight, ${run}::uuid
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as b(ref text, city_ref text, number int, name text, address text, words text, kind text, max_weight int)
    on conflict (ref) do update set city_ref = excluded.city_ref, number = excluded.number, name = excluded.name,
      address = excluded.address, words = excluded.words, kind = excluded.kind, max_weight = excluded.max_weight, run = excluded.run`);
}

/** All was read: what this reading did not have is there no more, and towns say how many branches they have. */
export async function finishDirectory(tx: Tx, run: string): Promise<number> {
  await tx.execute(sql`delete from delivery_branches where run <> ${run}::uuid`);
  await tx.execute(sql`delete from delivery_cities where run <> ${run}::uuid`);
  await tx.execute(sql`
    update delivery_cities c set branches = coalesce(b.count, 0)
    from delivery_cities o left join (select city_ref, count(*)::int as count from delivery_branches group by city_ref) b
      on b.city_ref = o.ref
    where c.ref = o.ref`);
  await tx.execute(sql`
    delete from delivery_street_searches where asked_at < now() - make_interval(days => ${FRESH_DAYS})`);
  const [row] = await tx.rows<{ count: number }>(sql`select count(*)::int as count from delivery_branches`);
  const branches = row?.count ?? 0;
  await tx.execute(sql`
    insert into delivery_directories (operator, refreshed_at, branches) values ('nova_poshta', now(), ${branches})
    on conflict (operator) do update set refreshed_at = excluded.refreshed_at, branches = excluded.branches`);
  return branches;
}

export interface NewStreet {
  readonly ref: string;
  readonly name: string;
  readonly key: string;
}

/** The carrier has told lately what begins so, or all of what begins with less. */
export async function isStreetKnown(tx: Tx, city: string, key: string): Promise<boolean> {
  const shorter = Array.from({ length: key.length }, (_, at) => key.slice(0, at + 1));
  const rows = await tx.rows(sql`
    select 1 from delivery_street_searches where city_ref = ${city} and key = any(${textArray(shorter)})
      and (is_whole or key = ${key}) and asked_at > now() - make_interval(days => ${FRESH_DAYS}) limit 1`);
  return rows.length > 0;
}

export async function saveStreets(
  tx: Tx,
  city: string,
  { key, is_whole }: { readonly key: string; readonly is_whole: boolean },
  streets: readonly NewStreet[],
): Promise<void> {
  await tx.execute(sql`
    insert into delivery_streets (ref, city_ref, name, key)
    select distinct on (s.ref) s.ref, ${city}, s.name, s.key
    from jsonb_to_recordset(${JSON.stringify(streets)}::jsonb) as s(ref text, name text, key text)
    on conflict (ref) do update set city_ref = excluded.city_ref, name = excluded.name, key = excluded.key`);
  await tx.execute(sql`
    insert into delivery_street_searches (city_ref, key, is_whole) values (${city}, ${key}, ${is_whole})
    on conflict (city_ref, key) do update set is_whole = excluded.is_whole, asked_at = now()`);
}

/** Those of a town one of whose words begins so. */
export async function findStreets(tx: Tx, city: string, key: string): Promise<Street[]> {
  const rows = await tx.rows<Row>(sql`
    select ref, name from delivery_streets
    where city_ref = ${city} and (key like ${startingWith(key)} or key like ${within(` ${key}`)})
    order by (key = ${key}) desc, key, ref ${atMost(SHOWN)}`);
  return rows.map((row) => ({ ref: String(row.ref), name: String(row.name) }));
}
