import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import { hashPassword, setPasswordHash, upsertUser } from '../src/identity';
import { openDatabase } from '../src/kit/db';

export const EMAIL = 'bench@example.com';
export const PASSWORD = 'a long enough password';

export interface Sizes {
  readonly products: number;
  /** For each product. */
  readonly variants: number;
  readonly orders: number;
}

export interface Data {
  readonly project_id: string;
  readonly user_id: string;
  /** Some of each, for requests that need one. */
  readonly counterparties: readonly string[];
  readonly products: readonly string[];
  readonly variants: readonly string[];
}

const COUNTERPARTIES = 200;
/** Orders are written in portions, so that a transaction stays small and progress can be told. */
const PORTION = 200_000;

/**
 * One project with so many products, variants and orders of three lines, a year of them, most of them complete;
 * written set-wise. Levels, bookings, movements, balances and postings agree as the self-audit wants them.
 */
export async function generate(url: string, sizes: Sizes, log: Logger, say: (line: string) => void): Promise<Data> {
  const user_id = await makeUser(url, log);
  const project_id = randomUUID();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select set_config('lanka.project_ids', $1, false), set_config('lanka.user_id', $2, false)`, [
      project_id,
      user_id,
    ]);
    for (const text of BEFORE_ORDERS) {
      await client.query(fill(text, { project_id, user_id, ...sizes }));
    }
    for (let from = 0; from < sizes.orders; from += PORTION) {
      const until = Math.min(sizes.orders, from + PORTION);
      for (const text of ORDERS) await client.query(fill(text, { project_id, user_id, ...sizes, from, until }));
      if (sizes.orders > PORTION) say(`  ${until} orders`);
    }
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

const BEFORE_ORDERS = [
  `insert into projects (id, friendly_id, title, legal_type)
   values (:project_id:, 'bench-' || left(:project_id:, 8), 'Велика фабрика', 'ТОВ');
   insert into memberships (project_id, user_id, role) values (:project_id:, :user_id:, 'Owner')`,

  `create temp table bench_counterparties as
     select n, gen_random_uuid() as id from generate_series(0, ${COUNTERPARTIES - 1}) n;
   insert into counterparties (project_id, id, name, discount, own_sales, search_text)
     select :project_id:, id, 'Контрагент ' || n, (n % 10) * 100, n = 0, 'контрагент ' || n from bench_counterparties;
   insert into counterparty_accounts (project_id, counterparty_id) select :project_id:, id from bench_counterparties`,

  `create temp table bench_products as
     select n, gen_random_uuid() as id,
       (array['Плаття', 'Сорочка', 'Постіль', 'Рушник', 'Куртка', 'Светр', 'Ковдра', 'Скатертина'])[n % 8 + 1]
         || ' ' || (array['Марта', 'Сатин', 'Льон', 'Зима', 'Карпати', 'Лето', 'Дует'])[n / 8 % 7 + 1] || ' ' || n as name
     from generate_series(0, :products: - 1) n;
   insert into products (project_id, id, name, published, created_at)
     select :project_id:, id, name, true, now() - interval '400 days' + n * interval '1 second' from bench_products`,

  `create temp table bench_variants as
     select (p.n * :variants: + v) as n, gen_random_uuid() as id, p.id as product_id, p.name as title, v as position,
       (array['S', 'M', 'L', 'XL', 'XXL'])[v % 5 + 1] as name, 'SKU-' || p.n || '-' || v as sku,
       10000 + (p.n * 37 + v * 11) % 90000 as price
     from bench_products p cross join generate_series(0, :variants: - 1) v;
   create unique index on bench_variants (n);
   analyze bench_variants;
   insert into stock_levels (project_id, product_variant_id, actual) select :project_id:, id, 1000000 from bench_variants;
   insert into product_variants (project_id, id, product_id, name, sku, price, recommended_price, position, search_text)
     select :project_id:, id, product_id, name, sku, price, price * 2, position, lower(title || ' ' || name || ' ' || sku)
     from bench_variants;
   insert into stock_movements (project_id, id, product_variant_id, kind, delta, before, after, ref_kind, ref_id, actor_kind, created_at)
     select :project_id:, gen_random_uuid(), id, 'income', 1000000, 0, 1000000, 'import', gen_random_uuid(), 'system',
       now() - interval '400 days' from bench_variants;
   create temp table bench_orders (n int, id uuid, status text, counterparty_id uuid, at timestamptz);
   create temp table bench_items (n int, order_id uuid, id uuid, position int, variant uuid, title text, name text, sku text, price bigint)`,
];

/** One portion of orders with everything that hangs on them. */
const ORDERS = [
  `truncate bench_orders, bench_items;
   insert into bench_orders
     select g, gen_random_uuid(),
       (array['Pending', 'InProduction', 'Ready', 'Canceled', 'Sent'])[case when g % 50 < 5 then g % 50 + 1 else 0 end],
       c.id, now() - interval '365 days' + (g::float8 / :orders:) * interval '364 days'
     from generate_series(:from:, :until: - 1) g join bench_counterparties c on c.n = g * 7 % ${COUNTERPARTIES};
   update bench_orders set status = 'Complete' where status is null;
   insert into bench_items
     select o.n, o.id, gen_random_uuid(), k, v.id, v.title, v.name, v.sku, v.price
     from bench_orders o cross join generate_series(0, 2) k
     join bench_variants v on v.n = (o.n::bigint * 3 + k * 7919) % (:products:::bigint * :variants:);
   analyze bench_orders, bench_items`,

  `insert into orders (project_id, id, number, counterparty_id, status, sum, recommended_sum, customer_name, customer_phone,
       delivery_operator, recipient_name, recipient_phone, delivery_address, ttn, search_text, created_by,
       sent_to_manager_at, shipped_at, charged_at, created_at, updated_at)
     select :project_id:, o.id, o.n + 1, o.counterparty_id, o.status, s.sum, s.sum * 2, p.name, p.phone, 'nova_poshta',
       p.name, p.phone, 'Львів, відділення ' || o.n % 200, p.ttn, lower(p.name || ' ' || p.phone || ' ' || p.ttn || ' ' || s.words),
       :user_id:, o.at, case when o.status in ('Sent', 'Complete') then o.at end,
       case when o.status in ('Sent', 'Complete') then o.at end, o.at, o.at
     from bench_orders o
     join (select n, sum(price) as sum, string_agg(sku || ' ' || title, ' ') as words from bench_items group by n) s using (n)
     cross join lateral (select
       (array['Іваненко', 'Петренко', 'Шевчук', 'Бондар', 'Мельник', 'Коваль', 'Ткачук', 'Лисенко', 'Гончар', 'Кравець'])[o.n % 10 + 1]
         || ' ' || (array['Ірина', 'Олена', 'Марія', 'Андрій', 'Тарас', 'Оксана', 'Юрій'])[o.n / 10 % 7 + 1] as name,
       '+38067' || lpad((o.n::bigint * 7919 % 10000000)::text, 7, '0') as phone,
       '2045' || lpad((o.n::bigint * 104729 % 10000000000)::text, 10, '0') as ttn) p`,

  `insert into order_items (project_id, order_id, id, position, product_variant_id, product_title, modification_title, sku,
       count, base_price, recommended_price, amount, recommended_amount)
     select :project_id:, order_id, id, position, variant, title, name, sku, 1, price, price * 2, price, price * 2 from bench_items;
   insert into order_history (project_id, order_id, id, kind, "from", "to", actor_kind, actor_id, created_at)
     select :project_id:, id, gen_random_uuid(), 'moved', 'Draft', status, 'user', :user_id:, at from bench_orders`,

  `insert into bookings (project_id, id, product_variant_id, count, status, ref_kind, ref_id, ref_line, user_id, created_at)
     select :project_id:, gen_random_uuid(), i.variant, 1,
       case when o.status in ('Sent', 'Complete') then 'Completed' when o.status = 'Canceled' then 'Disabled' else 'Active' end,
       'order', o.id, i.id, :user_id:, o.at
     from bench_orders o join bench_items i using (n);
   insert into stock_movements (project_id, id, product_variant_id, kind, delta, before, after, ref_kind, ref_id, actor_kind, actor_id, created_at)
     select :project_id:, gen_random_uuid(), i.variant, 'shipment', -1,
       l.actual + 1 - row_number() over w, l.actual - row_number() over w, 'order', o.id, 'user', :user_id:, o.at
     from bench_orders o join bench_items i using (n)
     join stock_levels l on l.project_id = :project_id: and l.product_variant_id = i.variant
     where o.status in ('Sent', 'Complete') window w as (partition by i.variant order by o.n);
   update stock_levels l set actual = l.actual - m.shipped, booked = l.booked + m.booked
     from (select i.variant, count(*) filter (where o.status in ('Sent', 'Complete')) as shipped,
         count(*) filter (where o.status in ('Pending', 'InProduction', 'Ready')) as booked
       from bench_orders o join bench_items i using (n) group by i.variant) m
     where l.project_id = :project_id: and l.product_variant_id = m.variant`,

  `insert into postings (project_id, id, purpose, source, destination, amount, counterparty_id, counterparty_change,
       balance_after, ref_kind, ref_id, actor_kind, actor_id, created_at)
     select :project_id:, gen_random_uuid(), 'charge', 'counterparty', 'sales', s.sum, o.counterparty_id, -s.sum,
       a.balance - sum(s.sum) over (partition by o.counterparty_id order by o.n), 'order', o.id, 'user', :user_id:, o.at
     from bench_orders o join (select n, sum(price) as sum from bench_items group by n) s using (n)
     join counterparty_accounts a on a.project_id = :project_id: and a.counterparty_id = o.counterparty_id
     where o.status in ('Sent', 'Complete') order by o.n;
   update counterparty_accounts a set balance = a.balance - m.charged
     from (select o.counterparty_id, sum(i.price) as charged from bench_orders o join bench_items i using (n)
       where o.status in ('Sent', 'Complete') group by 1) m
     where a.project_id = :project_id: and a.counterparty_id = m.counterparty_id;
   insert into counters (project_id, name, value) values (:project_id:, 'order', :until:)
     on conflict (project_id, name) do update set value = excluded.value`,
];
