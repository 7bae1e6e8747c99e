import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import { hashPassword, setPasswordHash, upsertUser } from '../src/identity';
import { openDatabase } from '../src/kit/db';
import { indexOrders } from '../src/orders';

export const EMAIL = 'bench@example.com';
export const PASSWORD = 'a long enough password';

export interface Sizes {
  readonly products: number;
  /** For each product. */
  readonly variants: number;
  readonly orders: number;
  readonly counterparties?: number;
}

export interface Data {
  readonly project_id: string;
  readonly user_id: string;
  /** Some of each, for requests that need one. */
  readonly counterparties: readonly string[];
  readonly products: readonly string[];
  readonly variants: readonly string[];
}

const COUNTERPARTIES = 300;
/** Orders are written in portions, so that a transaction stays small and progress can be told. */
const PORTION = 100_000;
/** From so many orders on it pays to write tables without their indexes and to build those afterwards. */
const MANY = 20_000;

/**
 * One project with so many products, variants and orders of three lines, three years of them, most of them complete,
 * with names, customers and counterparties as uneven as in life; written set-wise. Levels, bookings, movements,
 * balances and postings agree as the self-audit wants them. Of many orders the indexes and foreign keys of their
 * tables are taken off meanwhile: a database where this was broken off is to be thrown away.
 */
export async function generate(url: string, given: Sizes, log: Logger, say: (line: string) => void): Promise<Data> {
  const sizes = { counterparties: COUNTERPARTIES, ...given };
  const user_id = await makeUser(url, log);
  const project_id = randomUUID();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select set_config('lanka.project_ids', $1, false), set_config('lanka.user_id', $2, false)`, [
      project_id,
      user_id,
    ]);
    await client.query(SETTINGS);
    for (const text of BEFORE_ORDERS) {
      await client.query(fill(text, { project_id, user_id, ...sizes }));
    }
    const putBack = sizes.orders >= MANY ? await takeOff(client) : async () => undefined;
    for (let from = 0; from < sizes.orders; from += PORTION) {
      const until = Math.min(sizes.orders, from + PORTION);
      for (const text of ORDERS) await client.query(fill(text, { project_id, user_id, ...sizes, from, until }));
      if (sizes.orders > PORTION) say(`  ${until} orders`);
    }
    await putBack();
    await client.query(`insert into order_search_pending (project_id, number) select project_id, number from orders
      where project_id = '${project_id}'`);
    await index(url, project_id, log);
    await client.query('vacuum analyze');
    const some = async (table: string): Promise<string[]> => {
      const found = await client.query<{ id: string }>(
        `select id from ${table} where project_id = $1 order by id limit 3000`,
        [project_id],
      );
      return found.rows.map(({ id }) => id);
    };
    return {
      project_id,
      user_id,
      counterparties: await some('counterparties'),
      products: await some('products'),
      variants: await some('product_variants'),
    };
  } finally {
    await client.end();
  }
}

/** Tables that get several rows for each order. */
const LARGE = ['orders', 'order_items', 'order_history', 'bookings', 'stock_movements', 'postings', 'payments'];

/**
 * Drops the indexes and foreign keys of the large tables; answers how they are put back. The keys come back `not valid`:
 * they bind what is written from then on, and what was written here agrees by itself. To check it row by row behind
 * row-level security would take longer than all the rest.
 */
async function takeOff(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ off: string; on: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
        format('alter table %s add constraint %I %s not valid', conrelid::regclass, conname, pg_get_constraintdef(oid)) as "on"
      from pg_constraint where contype = 'f' and conrelid = any($1::text[]::regclass[])
      union all
      select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
      from pg_index where indrelid = any($1::text[]::regclass[]) and not indisprimary`,
    [LARGE],
  );
  for (const { off } of rows) await client.query(off);
  return async () => {
    for (const { on } of rows) await client.query(on);
  };
}

/** As the product's own job does it. */
async function index(url: string, project_id: string, log: Logger): Promise<void> {
  const db = await openDatabase(url, { poolSize: 1, prepared: true }, log);
  try {
    await indexOrders({ db }, project_id);
  } finally {
    await db.close();
  }
}

async function makeUser(url: string, log: Logger): Promise<string> {
  const db = await openDatabase(url, { poolSize: 1, prepared: true }, log);
  try {
    return await db.transaction({}, async (tx) => {
      const user = await upsertUser(tx, EMAIL, 'Вимірювання');
      await setPasswordHash(tx, user.id, await hashPassword(PASSWORD));
      return user.id;
    });
  } finally {
    await db.close();
  }
}

/** Ids and numbers of our own, written into the text because a statement with several commands takes no parameters. */
function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/:(\w+):/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for ${name}`);
    return typeof value === 'number' ? String(value) : `'${value}'`;
  });
}

/** Part of this session alone: chance that is the same in each run, ids that grow with time, memory for the indexes. */
const SETTINGS = `
  set synchronous_commit = off;
  set maintenance_work_mem = '256MB';
  set work_mem = '64MB';
  create function pg_temp.chance(n bigint, salt bigint) returns float8 language sql immutable
    return (hashint8extended(n, salt) & 1073741823) / 1073741824.0::float8;
  create function pg_temp.grown(at timestamptz, n bigint, salt text) returns uuid language sql immutable
    return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n || salt), 1, 3)
      || '8' || substr(md5(n || salt), 4, 15))::uuid`;

const SURNAMES = `(array['Мельник', 'Шевченко', 'Бондаренко', 'Коваленко', 'Бойко', 'Ткаченко', 'Кравченко', 'Ковальчук',
  'Коваль', 'Олійник', 'Шевчук', 'Поліщук', 'Лисенко', 'Бондар', 'Мороз', 'Гончар', 'Кравець', 'Лев’як'])`;
const ROOTS = `(array['Іван', 'Петр', 'Степан', 'Василь', 'Гриц', 'Дем’ян', 'Кирил', 'Кузьм', 'Лук’ян', 'Макар', 'Мартин',
  'Матві', 'Микол', 'Назар', 'Онищ', 'Павл', 'Панас', 'Пилип', 'Прокоп', 'Роман', 'Савч', 'Семен', 'Сидор', 'Тимош',
  'Тарас', 'Федор', 'Хом', 'Юр', 'Яким', 'Яр', 'Остап', 'Данил', 'Захар', 'Гнат'])`;
const ENDINGS = `(array['енко', 'чук', 'юк', 'ишин', 'ів', 'ський', 'ович', 'ець', 'ко', 'ак'])`;
const FIRST_NAMES = `(array['Олена', 'Ірина', 'Оксана', 'Наталія', 'Марія', 'Тетяна', 'Юлія', 'Андрій', 'Олександр', 'Сергій',
  'Світлана', 'Ганна', 'Людмила', 'Катерина', 'Володимир', 'Іван', 'Віктор', 'Тарас', 'Юрій', 'Марина', 'Дмитро', 'Галина',
  'Христина', 'Богдан', 'Михайло', 'Роман', 'Соломія', 'Мар’яна', 'Зоряна', 'Остап', 'Лідія', 'Яна'])`;

/** A place in a list of so many, the first ones far oftener. */
const uneven = (count: string, n: string, salt: number): string =>
  `floor(${count} * power(pg_temp.chance(${n}, ${salt}), 2))::int`;

const BEFORE_ORDERS = [
  `insert into projects (id, friendly_id, title, legal_type)
   values (:project_id:, 'bench-' || left(:project_id:, 8), 'Велика фабрика', 'ТОВ');
   insert into memberships (project_id, user_id, role) values (:project_id:, :user_id:, 'Owner')`,

  `create temp table bench_surnames as
     select (row_number() over (order by place) - 1)::int as n, name from (
       select p as place, s as name from unnest(${SURNAMES}) with ordinality as s(s, p)
       union all
       select 100 + (a - 1) + 40 * (b - 1), r || e
       from unnest(${ROOTS}) with ordinality as r(r, a), unnest(${ENDINGS}) with ordinality as e(e, b)) all_names;
   create unique index on bench_surnames (n);
   create temp table bench_counterparties as
     select n, gen_random_uuid() as id,
       (select name from bench_surnames s where s.n = g.n) || ' ' ||
         (array['Текстиль', 'Дім', 'Стиль', 'Маркет', 'Опт', 'Затишок'])[n % 6 + 1] || ' ' || n as name
     from generate_series(0, :counterparties: - 1) g(n);
   insert into counterparties (project_id, id, name, discount, own_sales, search_text, created_at)
     select :project_id:, id, name, (n % 10) * 100, n = 0, lower(name), now() - interval '3 years' + n * interval '1 hour'
     from bench_counterparties;
   insert into counterparty_accounts (project_id, counterparty_id) select :project_id:, id from bench_counterparties`,

  `create temp table bench_products as
     select n, pg_temp.grown(at, n, 'product') as id, at,
       (array['Плаття', 'Сорочка', 'Постіль', 'Рушник', 'Куртка', 'Светр', 'Ковдра', 'Скатертина'])[n % 8 + 1]
         || ' ' || (array['Марта', 'Сатин', 'Льон', 'Зима', 'Карпати', 'Літо', 'Дует'])[n / 8 % 7 + 1] || ' ' || n as name
     from (select n, now() - interval '3 years 1 day' - (:products: - n) * interval '1 second' as at
       from generate_series(0, :products: - 1) n) made;
   insert into products (project_id, id, name, published, tags, created_at, updated_at)
     select :project_id:, id, name, n % 20 > 0, array[lower(split_part(name, ' ', 1))], at, at from bench_products`,

  `create temp table bench_variants as
     select (p.n::bigint * :variants: + v) as n, pg_temp.grown(p.at, p.n::bigint * :variants: + v, 'variant') as id,
       p.id as product_id, p.name as title, v as position, p.at,
       (array['S', 'M', 'L', 'XL', 'XXL'])[v % 5 + 1] as name, 'SKU-' || p.n || '-' || v as sku,
       '482' || lpad((p.n::bigint * :variants: + v)::text, 10, '0') as barcode,
       10000 + (p.n::bigint * 37 + v * 11) % 90000 as price
     from bench_products p cross join generate_series(0, :variants: - 1) v;
   create unique index on bench_variants (n);
   analyze bench_variants;
   insert into stock_levels (project_id, product_variant_id, actual) select :project_id:, id, 1000000 from bench_variants;
   insert into product_variants (project_id, id, product_id, name, sku, barcode, price, recommended_price, position,
       search_text, created_at, updated_at)
     select :project_id:, id, product_id, name, sku, barcode, price, price * 2, position,
       lower(title || ' ' || name || ' ' || sku || ' ' || barcode), at, at
     from bench_variants;
   insert into stock_movements (project_id, id, product_variant_id, kind, delta, before, after, ref_kind, ref_id, actor_kind, created_at)
     select :project_id:, pg_temp.grown(at, n, 'income'), id, 'income', 1000000, 0, 1000000, 'import', gen_random_uuid(),
       'system', at from bench_variants;
   create temp table bench_orders (n int, id uuid, status text, counterparty_id uuid, at timestamptz, name text, phone text, ttn text);
   create temp table bench_items (n int, order_id uuid, id uuid, position int, variant uuid, title text, name text, sku text,
     price bigint, count int)`,
];

/**
 * One portion of orders with everything that hangs on them. All but the newest fiftieth have come to an end; there are
 * more of them from year to year.
 */
const ORDERS = [
  `truncate bench_orders, bench_items;
   insert into bench_orders
     select g, pg_temp.grown(at, g, 'order'),
       case when (g + 1)::float8 / :orders: > 0.98
         then (array['Pending', 'Pending', 'Pending', 'InProduction', 'InProduction', 'Ready', 'Ready', 'Loading', 'Loaded',
           'Sent', 'Sent', 'Complete', 'Canceled', 'Draft'])[1 + floor(14 * pg_temp.chance(g, 1))::int]
         else (array['Complete', 'Canceled', 'Sent'])[case when pg_temp.chance(g, 1) < 0.93 then 1
           when pg_temp.chance(g, 1) < 0.99 then 2 else 3 end] end,
       c.id, at, s.name || ' ' || (${FIRST_NAMES})[1 + ${uneven('32', 'g', 2)}],
       '+380' || (array['67', '50', '63', '96', '97', '98', '66', '93', '73', '95'])[1 + ${uneven('10', 'g', 3)}]
         || lpad(floor(1e7 * pg_temp.chance(g, 4))::text, 7, '0'),
       '2045' || lpad(floor(1e5 * pg_temp.chance(g, 5))::text, 5, '0') || lpad(floor(1e5 * pg_temp.chance(g, 6))::text, 5, '0')
     from (select g, now() - interval '1095 days' * power(1 - (g + 0.5) / :orders:, 1.4) as at
       from generate_series(:from:, :until: - 1) g) made
     join bench_counterparties c on c.n = ${uneven(':counterparties:', 'g', 7)}
     join bench_surnames s on s.n = ${uneven('(select count(*) from bench_surnames)', 'g', 8)};
   insert into bench_items
     select o.n, o.id, pg_temp.grown(o.at, o.n * 3::bigint + k, 'item'), k, v.id, v.title, v.name, v.sku, v.price,
       (array[1, 1, 1, 1, 1, 1, 2, 3])[1 + floor(8 * pg_temp.chance(o.n * 3::bigint + k, 9))::int]
     from bench_orders o cross join generate_series(0, 2) k
     join bench_variants v on v.n = (floor(:products:::bigint * :variants: * power(pg_temp.chance(o.n, 10), 1.5))::bigint + k * 7919)
       % (:products:::bigint * :variants:);
   analyze bench_orders, bench_items`,

  `insert into orders (project_id, id, number, counterparty_id, status, sum, recommended_sum, customer_name, customer_phone,
       delivery_operator, recipient_name, recipient_phone, delivery_address, ttn, search_text, created_by,
       sent_to_manager_at, shipped_at, charged_at, created_at, updated_at)
     select :project_id:, o.id, o.n + 1, o.counterparty_id, o.status, s.sum, s.sum * 2, o.name, o.phone, 'nova_poshta',
       o.name, o.phone, 'Львів, відділення ' || o.n % 200, o.ttn,
       lower(o.name || ' ' || o.phone || ' ' || o.ttn || ' ' || s.words), :user_id:,
       case when o.status <> 'Draft' then o.at end,
       case when o.status in ('Sent', 'Complete') then o.at end,
       case when o.status in ('Sent', 'Complete') then o.at end, o.at, o.at
     from bench_orders o
     join (select n, sum(price * count) as sum, string_agg(sku || ' ' || title, ' ') as words from bench_items group by n) s
       using (n) order by o.n`,

  `insert into order_items (project_id, order_id, id, position, product_variant_id, product_title, modification_title, sku,
       count, base_price, recommended_price, amount, recommended_amount)
     select :project_id:, order_id, id, position, variant, title, name, sku, count, price, price * 2, price * count,
       price * 2 * count from bench_items order by n, position;
   insert into order_history (project_id, order_id, id, kind, "from", "to", actor_kind, actor_id, created_at)
     select :project_id:, id, pg_temp.grown(at, n, 'history'), 'moved', 'Draft', status, 'user', :user_id:, at
     from bench_orders where status <> 'Draft' order by n`,

  `insert into bookings (project_id, id, product_variant_id, count, status, ref_kind, ref_id, ref_line, user_id, created_at)
     select :project_id:, pg_temp.grown(o.at, o.n * 3::bigint + i.position, 'booking'), i.variant, i.count,
       case when o.status in ('Sent', 'Complete') then 'Completed' when o.status = 'Canceled' then 'Disabled' else 'Active' end,
       'order', o.id, i.id, :user_id:, o.at
     from bench_orders o join bench_items i using (n) where o.status <> 'Draft' order by n, i.position;
   insert into stock_movements (project_id, id, product_variant_id, kind, delta, before, after, ref_kind, ref_id, actor_kind, actor_id, created_at)
     select :project_id:, pg_temp.grown(o.at, o.n * 3::bigint + i.position, 'shipment'), i.variant, 'shipment', -i.count,
       l.actual + i.count - sum(i.count) over w, l.actual - sum(i.count) over w, 'order', o.id, 'user', :user_id:, o.at
     from bench_orders o join bench_items i using (n)
     join stock_levels l on l.project_id = :project_id: and l.product_variant_id = i.variant
     where o.status in ('Sent', 'Complete') window w as (partition by i.variant order by o.n);
   update stock_levels l set actual = l.actual - m.shipped, booked = l.booked + m.booked
     from (select i.variant, coalesce(sum(i.count) filter (where o.status in ('Sent', 'Complete')), 0) as shipped,
         coalesce(sum(i.count) filter (where o.status not in ('Sent', 'Complete', 'Canceled', 'Draft')), 0) as booked
       from bench_orders o join bench_items i using (n) group by i.variant) m
     where l.project_id = :project_id: and l.product_variant_id = m.variant`,

  `create temp table bench_postings on commit drop as
     select o.n, 0 as part, o.at, o.counterparty_id, 'charge' as purpose, -s.sum as change, 'order' as ref_kind, o.id as ref_id
     from bench_orders o join (select n, sum(price * count) as sum from bench_items group by n) s using (n)
     where o.status in ('Sent', 'Complete');
   insert into bench_postings
     select max(n), 1, max(at), counterparty_id, 'payment', -sum(change), 'payment', pg_temp.grown(max(at), max(n), 'payment')
     from bench_postings group by counterparty_id, n / 3000;
   insert into payments (project_id, id, counterparty_id, type, account, amount, date, comment, status, created_by,
       processed_by, processed_at, created_at)
     select :project_id:, ref_id, counterparty_id, 'receipt', 'bank', change, at::date, 'Безготівкова оплата ' || n,
       'confirmed', :user_id:, :user_id:, at, at from bench_postings where part = 1 order by n;
   insert into postings (project_id, id, purpose, source, destination, amount, counterparty_id, counterparty_change,
       balance_after, ref_kind, ref_id, actor_kind, actor_id, created_at)
     select :project_id:, pg_temp.grown(p.at, p.n, p.purpose), p.purpose,
       case p.part when 0 then 'counterparty' else 'bank' end, case p.part when 0 then 'sales' else 'counterparty' end,
       abs(p.change), p.counterparty_id, p.change,
       a.balance + sum(p.change) over (partition by p.counterparty_id order by p.n, p.part), p.ref_kind, p.ref_id,
       'user', :user_id:, p.at
     from bench_postings p
     join counterparty_accounts a on a.project_id = :project_id: and a.counterparty_id = p.counterparty_id
     order by p.n, p.part;
   update counterparty_accounts a set balance = a.balance + m.change
     from (select counterparty_id, sum(change) as change from bench_postings group by 1) m
     where a.project_id = :project_id: and a.counterparty_id = m.counterparty_id;
   insert into counters (project_id, name, value) values (:project_id:, 'order', :until:)
     on conflict (project_id, name) do update set value = excluded.value`,
];
