import pg from 'pg';
import pino from 'pino';
import { generate, takeOff } from '../../bench/data';
import { indexSearch } from '../../src/search';
import { collected } from '../collected';
import { settleFigures } from '../figures';
import { type TestApp, type TestUser, testApp } from '../harness';

/** One project with so much in it that a plan which reads everything shows. */
export interface LargeWorld {
  readonly app: TestApp;
  readonly project_id: string;
  /** Of the application's role, with the project entered: what is explained goes through row-level security. */
  readonly client: pg.Client;
  readonly owner: TestUser;
  /** A dropshipper with a counterparty that has many orders. */
  readonly dropshipper: TestUser;
  readonly staff: TestUser;
  /** Ids for the parameters of paths and queries, by name. */
  readonly ids: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** More than a list counts, so that one which reads to the end shows. */
const SIZES = { products: 5_000, variants: 3, orders: 18_000, years: 1 };
/** The same again as other tenants: to read a whole table is then never the shortest way to one tenant's rows. */
const NEIGHBOURS = 3;
/** More people than one project has, so that to read them all is never the shortest way to its members. */
const PEOPLE = 40_000;
/** Rows of the lists that the generator of the bench leaves empty. */
const ROWS = 12_000;

/** What the generator of the bench leaves out: rows of every other list, by the thousand. */
const MORE = [
  `insert into users (id, email, name, phone_number, created_at, last_sign_in_at, blocked_at, platform_role)
     select pg_temp.key('user' || n), 'large' || n || '@example.com', 'Людина ' || n, '+38067' || 1000000 + n,
       now() - n * interval '1 hour', case when n % 4 > 0 then now() - n * interval '7 minutes' end,
       case when n % 500 = 0 then now() end, case when n % 3000 = 0 then 'Staff' end
     from generate_series(1, ${PEOPLE}) n`,
  `insert into projects (id, friendly_id, title, legal_type, subscription_plan, created_at, deleted_at)
     select pg_temp.key('project' || n), 'large-' || n, 'Фабрика ' || n, 'ФОП',
       case when n % 400 = 0 then 'manufacturer-premium-monthly' else 'manufacturer-basic-monthly' end,
       now() - n * interval '1 hour', case when n % 100 = 0 then now() end
     from generate_series(1, ${ROWS}) n`,
  `insert into counterparties (project_id, id, name, search_text, created_at)
     select :project:, pg_temp.key('party' || n), 'Крамниця ' || n, 'крамниця ' || n, now() - n * interval '1 hour'
     from generate_series(1, ${ROWS}) n`,
  `insert into counterparty_accounts (project_id, counterparty_id, balance)
     select :project:, pg_temp.key('party' || n), (n % 3 - 1) * n from generate_series(1, ${ROWS}) n`,
  `insert into memberships (project_id, user_id, role, counterparty_id)
     select :project:, pg_temp.key('user' || n), case when n <= 30 then 'Manager' else 'Client' end,
       case when n > 30 then pg_temp.key('party' || n) end from generate_series(1, 3000) n`,
  `insert into sessions (id, user_id, family_hash, refresh_hash, expires_at)
     select pg_temp.key('session' || n), pg_temp.key('user' || n), 'hash' || n, 'hash' || n, now() + interval '1 day'
     from generate_series(1, ${PEOPLE}) n`,
  `insert into messages (id, kind, name, email_phone, comment, status, created_at)
     select pg_temp.key('message' || n), 'feedback', 'Людина ' || n, 'large' || n || '@example.com', 'Звернення ' || n,
       case when n % 50 = 0 then 'new' else 'done' end, now() - n * interval '1 hour' from generate_series(1, ${ROWS}) n`,
  `insert into access_requests (id, email, name, audience, status, created_at)
     select pg_temp.key('request' || n), 'asker' || n || '@example.com', 'Людина ' || n, 'manufacturer',
       case when n % 50 = 0 then 'pending' else 'approved' end, now() - n * interval '1 hour' from generate_series(1, ${ROWS}) n`,
  `insert into operator_actions (id, user_id, deed, subject, created_at)
     select pg_temp.key('deed' || n), pg_temp.key('user1'), 'user_blocked', 'Людина ' || n, now() - n * interval '1 hour'
     from generate_series(1, ${ROWS}) n`,
  `insert into promotions (project_id, id, title, promo_code, discount, discount_type, created_at)
     select :project:, pg_temp.key('promotion' || n), 'Акція ' || n, 'CODE' || n, 500, 'percent', now() - n * interval '1 hour'
     from generate_series(1, ${ROWS}) n`,
  `insert into promotion_uses (project_id, promotion_id, counterparty_id, ref_id)
     select :project:, pg_temp.key('promotion' || 1 + n % 1000), pg_temp.key('party' || n), pg_temp.key('use' || n)
     from generate_series(1000, ${ROWS}) n`,
  // of a promotion by itself many lines, and it is the one whose results are asked for
  `update order_items set discount_source = 'promotion', promotion_id = pg_temp.key('promotion1')
     where project_id = :project: and order_id in (select id from orders where project_id = :project: and number % 20 = 0)`,
  `insert into manufacture_requests (project_id, id, number, status, deadline, finished_at, comment, created_by, created_at)
     select :project:, pg_temp.key('manufacture' || n), n, case when n % 50 = 0 then 'new' else 'done' end,
       case when n % 4 > 0 then date '2026-06-01' - n % 900 end,
       case when n % 50 > 0 then timestamptz '2026-06-03' - n % 900 * interval '1 day' - n % 5 * interval '1 day' end,
       'Партія ' || n, :user:, now() - n * interval '1 hour' from generate_series(1, ${ROWS}) n`,
  `insert into manufacture_lines (project_id, request_id, product_variant_id, position, count)
     select :project:, pg_temp.key('manufacture' || n), v.id, 0, 5 from generate_series(1, ${ROWS}) n
     join (select id, row_number() over (order by id) as place from product_variants where project_id = :project:) v
       on v.place = n`,
  `insert into imports (project_id, id, user_id, status, dry_run, counts, options, created_at)
     select :project:, pg_temp.key('import' || n), :user:, 'done', false, '{}', '{}', now() - n * interval '1 hour'
     from generate_series(1, ${ROWS}) n`,
  `insert into import_rows (project_id, import_id, id, number, external_id, title, outcome)
     select :project:, pg_temp.key('import1'), pg_temp.key('row' || n), n, 'e' || n, 'Рядок ' || n,
       case when n % 100 = 0 then 'failed' else 'unchanged' end from generate_series(1, ${ROWS}) n`,
  `insert into order_comments (project_id, order_id, id, user_id, visibility, text)
     select :project:, id, pg_temp.key('comment' || number), :user:, 'all', 'Так' from orders where project_id = :project:
     and number % 5 = 0`,
  `insert into documents (project_id, id, order_id, counterparty_id, type, issuer, sequence_key, number, date, user_id, frozen)
     select :project:, pg_temp.key('document' || number), id, counterparty_id, 'invoice', 'supplier', 'invoice', number,
       created_at::date, :user:, '{"title":"Рахунок","seller":{"name":"А"},"buyer":{"name":"Б"},"total":1}'
     from orders where project_id = :project: and number % 5 = 0`,
  `insert into product_images (project_id, id, product_id, file_name, thumbnail, is_thumbnail, position)
     select :project:, pg_temp.key('image' || n), p.id, p.project_id || '/' || p.id || '/image.png', p.project_id || '/' || p.id || '/thumb.png', true, 0 from generate_series(1, 5000) n
     join (select project_id, id, row_number() over (order by id) as place from products where project_id = :project:) p on p.place = n`,
  `insert into attribute_columns (project_id, id, name, key)
     select :project:, pg_temp.key('column' || n), 'Параметр ' || n, 'параметр ' || n from generate_series(1, 300) n`,
  `insert into product_variant_options (project_id, id, product_id, column_id, name, position)
     select project_id, pg_temp.key('option' || id), id, pg_temp.key('column1'), 'Параметр 1', 0 from products
     where project_id = :project:`,
  `insert into product_values (project_id, id, option_id, value, position)
     select project_id, pg_temp.key('value' || id), id, 'M', 0 from product_variant_options where project_id = :project:`,
  `insert into invitations (project_id, id, email, role, token_hash, invited_by, last_sent_at, expires_at, accepted_at)
     select :project:, pg_temp.key('invitation' || n), 'guest' || n || '@example.com', 'Manager', 'token' || n, :user:, now(),
       now(), case when n > 100 then now() end from generate_series(1, ${ROWS}) n`,
  `insert into import_pictures (project_id, import_id, product_id, id, url)
     select :project:, pg_temp.key('import1'), p.id, pg_temp.key('picture' || p.id), 'https://example.com/' || p.id
     from products p where p.project_id = :project:`,
  `insert into order_files (project_id, order_id, id, user_id, file_name, original_name)
     select project_id, id, pg_temp.key('file' || number), :user:, project_id || '/' || id || '/f.png', 'f' || number from orders
     where project_id = :project: and number % 5 = 0`,
  `insert into plan_changes (project_id, id, user_id, to_plan, created_at)
     select :project:, pg_temp.key('plan' || n), :user:, 'manufacturer-basic-monthly', now() - n * interval '1 hour'
     from generate_series(1, 3000) n`,
  // of every hundredth modification nothing is left, of another little
  `update stock_levels l set actual = l.booked + case n % 100 when 0 then 0 else 3 end
     from (select id, row_number() over (order by id) as n from product_variants where project_id = :project:) v
     where l.project_id = :project: and l.product_variant_id = v.id and n % 100 in (0, 50)`,
  // what is rare among its like
  `update products set tags = array['рідкісний'] where project_id = :project: and id = (select id from products
     where project_id = :project: order by created_at limit 1)`,
  `update payments set status = 'declined' where project_id = :project: and id = (select id from payments
     where project_id = :project: order by created_at limit 1)`,
  `insert into exports (project_id, id, user_id, kind, filters, status, created_at)
     select :project:, pg_temp.key('export' || n), :user:, 'products_csv', '{}', 'done', now() - n * interval '1 hour'
     from generate_series(1, 3000) n`,
  `insert into counters (project_id, name, value) values (:project:, 'manufacture', ${ROWS})`,
  `update projects set legal_name = 'ТОВ Велика фабрика', edropoy_code = '3184710691' where id = :project:`,
  `insert into stock_waits (project_id, id, product_variant_id, count, filled, status, ref_kind, ref_id, ref_line, created_at)
     select i.project_id, pg_temp.key('wait' || i.id), i.product_variant_id, 1, 1, 'Filled', 'order', i.order_id, i.id, now()
     from order_items i where i.project_id = :project: and i.position = 0`,
  `insert into search_pending (project_id, kind, id)
     select project_id, 'products', id from products where project_id = :project:
     union all select project_id, 'counterparties', id from counterparties where project_id = :project:
     union all select project_id, 'payments', id from payments where project_id = :project:
     union all select project_id, 'manufacture', id from manufacture_requests where project_id = :project:
     on conflict do nothing`,
  `insert into account_sums (project_id, counterparty_id, account, counterparty_change, postings)
     select project_id, counterparty_id, case when source = 'counterparty' then destination else source end,
       sum(counterparty_change), count(*) from postings where project_id = :project: group by 1, 2, 3 on conflict do nothing`,
];

/** The same trade under other projects: as every key of a tenant's table begins with the tenant, only that has to differ. */
async function addNeighbours(client: pg.Client, project_id: string): Promise<void> {
  const tables = await client.query<{ name: string; columns: string }>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ', ') as columns from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attidentity = ''
       and a.attname <> 'project_id' and a.attgenerated = ''
     where c.relname = any($1) group by c.relname order by array_position($1, c.relname::text)`,
    [COPIED],
  );
  const off = await takeOff(client, COPIED);
  for (let n = 1; n <= NEIGHBOURS; n += 1) {
    const neighbour = `pg_temp.key('project${n}')`;
    await client.query(`select set_config('lanka.project_ids', '${project_id},' || ${neighbour}, false)`);
    for (const { name, columns } of tables.rows)
      await client.query(
        `insert into ${name} (project_id, ${columns}) select ${neighbour}, ${columns} from ${name} where project_id = '${project_id}'`,
      );
  }
  for (const { on } of [...off.filter(({ is_index }) => is_index), ...off.filter(({ is_index }) => !is_index)])
    await client.query(on);
  await addSmallOnes(client);
  await client.query(`select set_config('lanka.project_ids', '${project_id}', false)`);
}

/** What waits to be indexed is of many projects, a little of each; nothing is of ours. So are people. */
async function addSmallOnes(client: pg.Client): Promise<void> {
  const projects = `select pg_temp.key('project' || n) as id, n from generate_series(100, 400) n`;
  await client.query(
    `select set_config('lanka.project_ids', (select string_agg(id::text, ',') from (${projects}) p), false)`,
  );
  await client.query(`insert into search_pending select p.id, kind, pg_temp.key(kind || m)
    from (${projects}) p cross join unnest(array['products', 'payments', 'orders']) kind cross join generate_series(1, 50) m`);
  // and each has its people
  await client.query(`insert into memberships (project_id, user_id, role, created_at)
    select p.id, pg_temp.key('user' || (p.n * 90 + m)), case m when 1 then 'Owner' when 2 then 'Manager' else 'Client' end,
      now() - m * interval '1 hour' from (${projects}) p cross join generate_series(1, 120) m`);
}

/**
 * Parents first. Left out are the sums of goods up to each week and month: 1.7 million rows of ours are long enough, and
 * with three times as many more they were half of all that the world took to make.
 */
const COPIED = [
  'counterparty_groups',
  'counterparties',
  'counterparty_group_members',
  'counterparty_accounts',
  'products',
  'attribute_columns',
  'product_variant_options',
  'product_values',
  'product_images',
  'product_history',
  'stock_levels',
  'product_figures',
  'stock_totals',
  'product_variants',
  'promotions',
  'promotion_uses',
  'orders',
  'order_items',
  'order_history',
  'order_comments',
  'order_files',
  'bookings',
  'stock_waits',
  'stock_movements',
  'postings',
  'account_sums',
  'account_days',
  'order_days',
  'sale_days',
  'sale_months',
  'goods_days',
  'goods_months',
  'party_days',
  'party_goods',
  'party_days_until',
  'move_days',
  'search_segments',
  'search_entries',
  'search_marks',
  'search_grams',
  'payments',
  'documents',
  'manufacture_requests',
  'manufacture_lines',
  'turnover_documents',
  'turnover_items',
  'turnover_arrivals',
  'variant_costs',
  'cost_steps',
  'imports',
  'exports',
  'import_rows',
  'import_pictures',
  'memberships',
  'invitations',
  'plan_changes',
  'clients',
  'client_phones',
  'join_links',
  'applications',
  'application_events',
  'application_messages',
  'application_message_files',
];

export async function makeLargeWorld(): Promise<LargeWorld> {
  const app = await testApp();
  const { project_id, user_id } = await generate(app.url, SIZES, pino({ level: 'silent' }), () => undefined);
  const client = new pg.Client({ connectionString: app.url });
  await client.connect();
  await client.query(`select set_config('lanka.project_ids', $1, false), set_config('lanka.user_id', $2, false)`, [
    project_id,
    user_id,
  ]);
  await client.query(`create function pg_temp.key(name text) returns uuid language sql immutable
    return (substr(md5(name), 1, 12) || '7' || substr(md5(name), 14, 3) || '8' || substr(md5(name), 18))::uuid`);
  const text = (template: string) =>
    template.replaceAll(':project:', `'${project_id}'`).replaceAll(':user:', `'${user_id}'`);
  const growths = [...collected.values()].flatMap(({ growth }) => growth ?? []);
  for (const statement of [...MORE, ...growths.flatMap(({ rows = [] }) => rows)]) await client.query(text(statement));
  // what is made of all this is looked up by statistics: by guesses it takes a minute
  await client.query('analyze');
  await indexSearch(app.app.services, project_id);
  await settleFigures(app, project_id);
  await addNeighbours(client, project_id);
  await client.query(`select set_config('lanka.user_id', $1, false)`, [user_id]);
  const id = async (from: string): Promise<string> =>
    (await client.query<{ id: string }>(text(`select id from ${from} limit 1`))).rows[0]?.id ?? '';
  // the busiest after the project's own sales
  const busy = text(`(select counterparty_id as id from orders where project_id = :project: and counterparty_id not in
    (select id from counterparties where project_id = :project: and own_sales) group by 1 order by count(*) desc) busy`);
  const ids: Record<string, string> = {
    counterparty: await id(busy),
    order: await id('orders where project_id = :project: and number = 9000'),
    pending: await id(`orders where project_id = :project: and status = 'Pending'`),
    loaded: await id(`orders where project_id = :project: and status = 'Loaded'`),
    party: await id(`counterparties where project_id = :project: and id = pg_temp.key('party5002')`),
    hidden: await id(`products where project_id = :project: and not published`),
    product: await id('products where project_id = :project:'),
    variant: await id('product_variants where project_id = :project: order by id'),
    payment: await id('payments where project_id = :project:'),
    manufacture: await id('manufacture_requests where project_id = :project:'),
    promotion: await id(`promotions where project_id = :project: and id = pg_temp.key('promotion1')`),
    import: await id(`imports where project_id = :project: and id = pg_temp.key('import1')`),
    message: await id('messages'),
    request: await id('access_requests'),
    manager: await id(`users where id = pg_temp.key('user1')`),
    user: user_id,
  };
  for (const [name, from] of growths.flatMap((growth) => Object.entries(growth.ids ?? {}))) ids[name] = await id(from);
  const anybody = await app.user();
  const place = { id: project_id, friendly_id: '', owner: anybody };
  const owner = await app.member(place, 'Owner');
  // he looks through the catalogue of suppliers as well
  await client.query(`update users set subscription_plan = 'dropshipper-business-monthly' where id = $1`, [owner.id]);
  const dropshipper = await app.member(place, 'Client', ids.counterparty);
  // he has as many goods of his own as one may have
  await client.query(
    text(`update my_goods set user_id = '${dropshipper.id}'
    where project_id = :project: and user_id = pg_temp.key('user1')`),
  );
  const staff = await app.user('Оператор');
  await client.query(`update users set platform_role = 'Staff' where id = $1`, [staff.id]);
  await client.query('vacuum analyze');
  return {
    app,
    project_id,
    client,
    owner,
    dropshipper,
    staff,
    ids,
    async close() {
      await client.end();
      await app.close();
    },
  };
}
