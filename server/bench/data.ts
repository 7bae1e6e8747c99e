import { randomUUID } from 'node:crypto';
import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import pg from 'pg';
import type { Logger } from 'pino';
import * as slices from '../src/app';
import { fillFigures } from '../src/catalog';
import { hashPassword, setPasswordHash, upsertUser } from '../src/identity';
import { type Database, openDatabase } from '../src/kit/db/db';
import { searchesOf } from '../src/kit/slice';
import { indexSearch } from '../src/search';
import { countSalesOf } from '../src/statistics';
import {
  BEFORE_ORDERS,
  EFFECTS,
  fill,
  MARKET,
  MARKET_GOODS,
  OPEN,
  OPEN_SLOT,
  ORDERS,
  SESSION,
  SLOTS,
  TO_INDEX_ORDERS,
  TO_INDEX_WORDS,
  WORKSHOP,
} from './data-sql';

export const EMAIL = 'bench@example.com';
/** Of a dropshipper of the project whose counterparty has a price level. */
export const CLIENT_EMAIL = 'bench-client@example.com';
export const PASSWORD = 'a long enough password';

export interface Sizes {
  readonly products: number;
  /** For each product. */
  readonly variants: number;
  readonly orders: number;
  /** So long they have been placed, the more the later. */
  readonly years?: number;
  readonly counterparties?: number;
  /** Additional fields that each product and each variant has a value of. */
  readonly fields?: number;
  /** Price levels, three at most; with them a dropshipper whose counterparty has one. */
  readonly levels?: number;
  /** Whether each product has one (1), a value of which is rare. */
  readonly attributes?: 0 | 1;
  /** Whether goods were bought (1), and so have a cost. */
  readonly purchases?: 0 | 1;
  /** Whether orders have towns, tags, sources and carriers (1) that statistics tell apart. */
  readonly marks?: 0 | 1;
  /** Listed suppliers beside the project; with them the dropshipper has a paid plan. */
  readonly suppliers?: number;
  /** Goods of each of them in the catalogue. */
  readonly supplier_goods?: number;
}

export interface Data {
  readonly project_id: string;
  readonly user_id: string;
  /** Some of each, for requests that need one. */
  readonly counterparties: readonly string[];
  readonly products: readonly string[];
  readonly variants: readonly string[];
  readonly fields: number;
  readonly levels: number;
  readonly attributes: number;
  readonly suppliers: number;
}

const COUNTERPARTIES = 300;
/** Orders are written in portions, so that a transaction stays small and progress can be told. */
const PORTION = 100_000;
/** And from so many goods of the market on. */
const MANY_GOODS = 1_000_000;
/** From so many orders on it pays to write tables without their indexes and to build those afterwards. */
const MANY = 10_000;

/**
 * One project with so many products, variants and orders of three lines, some years of them, most of them complete,
 * with names, customers and counterparties as uneven as in life; written set-wise on two connections. Levels, bookings,
 * movements, balances and postings agree as the self-audit wants them. Of many orders the indexes and foreign keys of
 * their tables are taken off meanwhile: a database where this was broken off is to be thrown away.
 */
export async function generate(url: string, given: Sizes, log: Logger, say: (line: string) => void): Promise<Data> {
  const sizes = {
    years: 3,
    counterparties: COUNTERPARTIES,
    fields: 0,
    levels: 0,
    attributes: 0,
    purchases: 0,
    marks: 0,
    suppliers: 0,
    supplier_goods: 100,
    ...given,
  };
  const [user_id, client_id] = [await makeUser(url, log, EMAIL), await makeUser(url, log, CLIENT_EMAIL)];
  const project_id = randomUUID();
  const sessions = [await openSession(url, project_id, user_id), await openSession(url, project_id, user_id)] as const;
  const [client] = sessions;
  const values = { project_id, user_id, client_id, ...sizes };
  const tell = stopwatch(
    sizes.orders > PORTION || sizes.suppliers * sizes.supplier_goods >= MANY_GOODS ? say : () => undefined,
  );
  try {
    await client.query(OPEN);
    const isLarge = Math.max(sizes.orders, sizes.products * sizes.variants) >= MANY;
    const off = isLarge ? await takeOff(client, LARGE) : [];
    for (const text of BEFORE_ORDERS) await client.query(fill(text, values));
    tell(`${sizes.products * sizes.variants} variants`);
    await writeOrders(sessions, values, tell);
    if (sizes.suppliers > 0) await fillMarket(sessions, sizes, values, tell);
    await client.query(`drop schema ${WORKSHOP} cascade`);
    await client.query(fill(TO_INDEX_ORDERS, values));
    await withDatabase(url, log, async (db) => {
      const index = () => indexSearch({ db, searches: searchesOf(slices) }, project_id);
      await putBack(sessions, off, index);
      tell('indexes, among them those of order search');
      await client.query(fill(TO_INDEX_WORDS, values));
      await index();
      await db.transaction({ projectIds: [project_id] }, (tx) => fillFigures(tx, project_id));
      tell('figures');
      await countSalesOf({ db }, project_id, daysAfter(kyivDate(new Date()), -1));
    });
    tell('what was sold by day');
    await client.query('vacuum analyze');
    tell('vacuum');
    const { fields, levels, attributes, suppliers } = sizes;
    return { project_id, user_id, fields, levels, attributes, suppliers, ...(await samples(client, project_id)) };
  } finally {
    for (const session of sessions) await session.end();
  }
}

/** Of many goods the indexes are built when all of them are there: in a row each of them would be written a thousand times. */
async function fillMarket(
  sessions: readonly [pg.Client, pg.Client],
  { suppliers, supplier_goods }: Required<Pick<Sizes, 'suppliers' | 'supplier_goods'>>,
  values: Record<string, string | number>,
  tell: (step: string) => void,
): Promise<void> {
  const [client] = sessions;
  for (const text of MARKET) await client.query(fill(text, values));
  const goods = suppliers * supplier_goods;
  const off = goods >= MANY_GOODS ? await takeOff(client, ['catalogue_goods']) : [];
  const each = Math.max(1, Math.floor(PORTION / supplier_goods));
  let next = 1;
  const write = async (session: pg.Client): Promise<void> => {
    for (let from = next; from <= suppliers; from = next) {
      next = from + each;
      await session.query(fill(MARKET_GOODS, { ...values, from, until: Math.min(next, suppliers + 1) }));
    }
  };
  await Promise.all(sessions.map(write));
  tell(`${goods} goods of other suppliers`);
  for (const { on } of off) {
    await client.query(on);
    if (goods >= MANY_GOODS) tell(on);
  }
}

/** Tells each step with the seconds that it took. */
function stopwatch(say: (line: string) => void): (step: string) => void {
  let before = performance.now();
  return (step) => {
    const now = performance.now();
    say(`  ${((now - before) / 1000).toFixed(1).padStart(6)} s  ${step}`);
    before = now;
  };
}

/** A connection that sees the project. */
async function openSession(url: string, project_id: string, user_id: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`select set_config('lanka.project_ids', $1, false), set_config('lanka.user_id', $2, false)`, [
    project_id,
    user_id,
  ]);
  await client.query(SESSION);
  return client;
}

/** Portion after portion: one connection writes the orders, the other what hangs on those of the portion before. */
async function writeOrders(
  [front, back]: readonly [pg.Client, pg.Client],
  values: Record<string, string | number> & { orders: number },
  tell: (step: string) => void,
): Promise<void> {
  for (let slot = 0; slot < SLOTS; slot += 1) await front.query(fill(OPEN_SLOT, { slot }));
  const effects: Promise<void>[] = [];
  for (let from = 0, portion = 0; from < values.orders; from += PORTION, portion += 1) {
    const until = Math.min(values.orders, from + PORTION);
    const own = { ...values, slot: portion % SLOTS, from, until };
    await effects[portion - SLOTS];
    for (const text of ORDERS) await front.query(fill(text, own));
    const before = effects[portion - 1] ?? Promise.resolve();
    const after = before.then(async () => {
      for (const text of EFFECTS) await back.query(fill(text, own));
    });
    // whoever waits for it hears of an error; until then it must only not go unheard
    after.catch(() => undefined);
    effects.push(after);
    tell(`${until} orders`);
  }
  await effects.at(-1);
}

async function samples(client: pg.Client, project_id: string) {
  const some = async (table: string): Promise<string[]> => {
    const found = await client.query<{ id: string }>(
      `select id from ${table} where project_id = $1 order by id limit 3000`,
      [project_id],
    );
    return found.rows.map(({ id }) => id);
  };
  return {
    counterparties: await some('counterparties'),
    products: await some('products'),
    variants: await some('product_variants'),
  };
}

/** Tables that get a row for each variant, and several for each order. */
const LARGE = [
  ...['product_variants', 'orders', 'order_items', 'order_history', 'bookings', 'stock_movements', 'postings'],
  'payments',
];

/** What puts back something that was taken off. */
export interface Off {
  readonly table: string;
  readonly on: string;
  readonly is_index: boolean;
}

/**
 * Drops the indexes and foreign keys of the large tables and keeps the automatic vacuum away from them. The keys come
 * back `not valid`: they bind what is written from then on, and what was written here agrees by itself. To check it row
 * by row behind row-level security would take longer than all the rest.
 */
export async function takeOff(client: pg.Client, tables: readonly string[]): Promise<Off[]> {
  const { rows } = await client.query<Off & { off: string }>(
    `select name as table, false as is_index, format('alter table %s set (autovacuum_enabled = false)', name) as off,
        format('alter table %s reset (autovacuum_enabled)', name) as "on" from unnest($1::text[]) name
      union all
      select conrelid::regclass::text, false, format('alter table %s drop constraint %I', conrelid::regclass, conname),
        format('alter table %s add constraint %I %s not valid', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where contype = 'f' and conrelid = any($1::text[]::regclass[])
      union all
      select indrelid::regclass::text, true, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
      from pg_index where indrelid = any($1::text[]::regclass[]) and not indisprimary`,
    [tables],
  );
  for (const { off } of rows) await client.query(off);
  return rows;
}

/** Puts it back on both connections; orders come first, because their search is indexed while the rest is built. */
async function putBack(
  [front, back]: readonly [pg.Client, pg.Client],
  off: readonly Off[],
  searchOrders: () => Promise<void>,
): Promise<void> {
  const isOrders = ({ table }: Off): boolean => table === 'orders';
  const build = async (client: pg.Client, indexes: readonly Off[]): Promise<void> => {
    for (const { on } of indexes) await client.query(on);
    // the search reads orders by statistics, not by guesses
    await client.query(indexes.some(isOrders) ? 'analyze orders, search_pending' : 'analyze');
  };
  const indexes = off.filter(({ is_index }) => is_index);
  await Promise.all([
    build(front, indexes.filter(isOrders)).then(searchOrders),
    build(
      back,
      indexes.filter((one) => !isOrders(one)),
    ),
  ]);
  for (const { on } of off.filter(({ is_index }) => !is_index)) await front.query(on);
}

async function makeUser(url: string, log: Logger, email: string): Promise<string> {
  return withDatabase(url, log, (db) =>
    db.transaction({}, async (tx) => {
      const user = await upsertUser(tx, email, 'Вимірювання');
      await setPasswordHash(tx, user.id, await hashPassword(PASSWORD));
      return user.id;
    }),
  );
}

/** The database as the product opens it. */
export async function withDatabase<T>(url: string, log: Logger, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(url, { poolSize: 1, prepared: true }, log);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
