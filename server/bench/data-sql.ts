/** Part of a session alone: memory for sorting, commits that do not wait for the disk. */
export const SESSION = `
  set synchronous_commit = off;
  set maintenance_work_mem = '256MB';
  set work_mem = '64MB'`;

/** What is written for generating alone stands here and goes at the end; sessions share it, so it is not temporary. */
export const WORKSHOP = 'bench_workshop';

/**
 * Chance that is the same in each run, and ids that grow with time: version 7 of RFC 9562 with a serial number in
 * place of chance, because eight microseconds for each hashed id were most of the time that generating took.
 */
export const OPEN = `
  drop schema if exists ${WORKSHOP} cascade;
  create schema ${WORKSHOP};
  create function ${WORKSHOP}.chance(n bigint, salt bigint) returns float8 language sql immutable
    return (hashint8extended(n, salt) & 1073741823) / 1073741824.0::float8;
  create function ${WORKSHOP}.grown(at timestamptz, n bigint, kind int) returns uuid language sql immutable
    return (lpad(to_hex((date_part('epoch', at) * 1000)::bigint), 12, '0') || '7000a' || lpad(to_hex(n * 16 + kind), 15, '0'))::uuid`;

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
  `floor(${count} * power(${WORKSHOP}.chance(${n}, ${salt}), 2))::int`;

/** Each product has one picture, which all its variants show. There is no file behind it, and so nothing that counts. */
const PICTURE = `:project_id: || '/' || p.id || '/picture.webp'`;
const THUMBNAIL = `:project_id: || '/' || p.id || '/small.webp'`;

/** A value of each additional field: every fourth a text, which search looks in, the others numbers. */
const FIELDS = (n: string): string => `(select coalesce(jsonb_object_agg('key' || k, case when k % 4 = 0
    then to_jsonb('льон ' || (${n} + k) % 50) else to_jsonb((${n} * 7 + k) % 1000) end), '{}')
  from generate_series(1, :fields:) k)`;
const FIELD_WORDS = (n: string): string => `(select coalesce(string_agg(' льон ' || (${n} + k) % 50, ''), '')
  from generate_series(4, :fields:, 4) k)`;

/** What a piece costs by each level, and by the price itself in a line of many. */
const PRICES = `(select coalesce(jsonb_agg(jsonb_build_object('price_level_id', l.id, 'from_count', s.from_count, 'price',
    v.price * (100 - 5 * coalesce(l.position + 1, 0) - s.less) / 100) order by l.id::text nulls first, s.from_count), '[]')
  from (select id, position from price_levels where project_id = :project_id: union all select null, null) l
  join (values (1, 0), (10, 3)) s(from_count, less) on l.id is not null or s.from_count > 1
  where :levels: > 0)`;

/** Of income and outcome: some years of a warehouse. */
const DOCUMENTS = 10_000;

export const BEFORE_ORDERS = [
  `insert into projects (id, friendly_id, title, legal_type)
   values (:project_id:, 'bench-' || left(:project_id:, 8), 'Велика фабрика', 'ТОВ');
   insert into memberships (project_id, user_id, role) values (:project_id:, :user_id:, 'Owner')`,

  `insert into price_levels (project_id, id, name, position)
     select :project_id:, gen_random_uuid(), name, place - 1 from unnest(array['Дроп', 'Опт', 'VIP']) with ordinality as l(name, place)
     where place <= :levels:`,

  `create unlogged table ${WORKSHOP}.surnames as
     select (row_number() over (order by place) - 1)::int as n, name from (
       select p as place, s as name from unnest(${SURNAMES}) with ordinality as s(s, p)
       union all
       select 100 + (a - 1) + 40 * (b - 1), r || e
       from unnest(${ROOTS}) with ordinality as r(r, a), unnest(${ENDINGS}) with ordinality as e(e, b)) all_names;
   create unique index on ${WORKSHOP}.surnames (n);
   create unlogged table ${WORKSHOP}.counterparties as
     select n, gen_random_uuid() as id,
       (select name from ${WORKSHOP}.surnames s where s.n = g.n) || ' ' ||
         (array['Текстиль', 'Дім', 'Стиль', 'Маркет', 'Опт', 'Затишок'])[n % 6 + 1] || ' ' || n as name
     from generate_series(0, :counterparties: - 1) g(n);
   insert into counterparties (project_id, id, name, discount, own_sales, price_level_id, search_text, created_at)
     select :project_id:, c.id, c.name, (n % 10) * 100, n = 0, l.id, lower(c.name), now() - :years: * interval '1 year' + n * interval '1 hour'
     from ${WORKSHOP}.counterparties c left join price_levels l on l.project_id = :project_id: and l.position = n % 6 - 1;
   insert into counterparty_accounts (project_id, counterparty_id) select :project_id:, id from ${WORKSHOP}.counterparties;
   insert into memberships (project_id, user_id, role, counterparty_id)
     select :project_id:, :client_id:, 'Client', id from ${WORKSHOP}.counterparties where n = 1 and :levels: > 0`,

  `create unlogged table ${WORKSHOP}.products as
     select n, ${WORKSHOP}.grown(at, n, 0) as id, at,
       (array['Плаття', 'Сорочка', 'Постіль', 'Рушник', 'Куртка', 'Светр', 'Ковдра', 'Скатертина'])[n % 8 + 1]
         || ' ' || (array['Марта', 'Сатин', 'Льон', 'Зима', 'Карпати', 'Літо', 'Дует'])[n / 8 % 7 + 1] || ' ' || n as name
     from (select n, now() - :years: * interval '1 year' - interval '1 day' - (:products: - n) * interval '1 second' as at
       from generate_series(0, :products: - 1) n) made;
   insert into template_fields (project_id, id, set, key, name, type, position)
     select :project_id:, gen_random_uuid(), s, 'key' || k, 'Поле ' || k, case when k % 4 = 0 then 'text' else 'number' end, k
     from unnest(array['product', 'product_modification']) s, generate_series(1, :fields:) k;
   insert into products (project_id, id, name, published, tags, fields, thumbnail, created_at, updated_at)
     select :project_id:, id, name, n % 20 > 0, array[lower(split_part(name, ' ', 1))], ${FIELDS('n')}, ${THUMBNAIL}, at, at
     from ${WORKSHOP}.products p;
   insert into product_images (project_id, id, product_id, file_name, thumbnail, bytes, is_thumbnail, position)
     select :project_id:, gen_random_uuid(), id, ${PICTURE}, ${THUMBNAIL}, 0, true, 0 from ${WORKSHOP}.products p`,

  `create unlogged table ${WORKSHOP}.variants as
     select (p.n::bigint * :variants: + v) as n, ${WORKSHOP}.grown(p.at, p.n::bigint * :variants: + v, 1) as id,
       p.id as product_id, p.n % 20 > 0 as published, p.name as title, v as position, p.at,
       (array['S', 'M', 'L', 'XL', 'XXL'])[v % 5 + 1] as name, 'SKU-' || p.n || '-' || v as sku,
       '482' || lpad((p.n::bigint * :variants: + v)::text, 10, '0') as barcode,
       10000 + (p.n::bigint * 37 + v * 11) % 90000 as price
     from ${WORKSHOP}.products p cross join generate_series(0, :variants: - 1) v;
   create unique index on ${WORKSHOP}.variants (n);
   analyze ${WORKSHOP}.variants;
   insert into stock_levels (project_id, product_variant_id, product_id, price, actual)
     select :project_id:, id, product_id, price, 1000000 from ${WORKSHOP}.variants;
   insert into product_variants (project_id, id, product_id, name, sku, barcode, price, recommended_price, prices, position,
       published, search_text, fields, thumbnail, created_at, updated_at)
     select :project_id:, v.id, product_id, v.name, sku, barcode, price, price * 2, ${PRICES}, position, published,
       lower(title || ' ' || v.name || ' ' || sku || ' ' || barcode) || ${FIELD_WORDS('v.n')}, ${FIELDS('v.n')}, ${THUMBNAIL}, v.at, v.at
     from ${WORKSHOP}.variants v join ${WORKSHOP}.products p on p.id = v.product_id;
   insert into stock_movements (project_id, id, product_variant_id, kind, delta, before, after, ref_kind, ref_id, actor_kind, created_at)
     select :project_id:, ${WORKSHOP}.grown(at, n, 2), id, 'income', 1000000, 0, 1000000, 'import', gen_random_uuid(),
       'system', at from ${WORKSHOP}.variants;`,

  // with purchases nine of ten have been bought once, each hundred of them by one document, and so have a cost
  `create unlogged table ${WORKSHOP}.purchases as
     select ${DOCUMENTS} + 1 + n / 100 as number, n, id as variant, at, price / 2 as price from ${WORKSHOP}.variants
     where n % 10 > 0 and :purchases: > 0;
   create unlogged table ${WORKSHOP}.purchase_documents as
     select number, gen_random_uuid() as id, max(at) as at, sum(price) as sum, count(*) as count,
       (array_agg(variant order by n))[1] as first_variant from ${WORKSHOP}.purchases group by number;
   insert into turnover_documents (project_id, id, number, flow, type, status, date, sum, count, items_count, first_variant_id,
       created_by, posted_by, posted_at, created_at)
     select :project_id:, id, number, 'income', 'purchase', 'posted', at::date, sum, count, count, first_variant, :user_id:, :user_id:,
       at, at from ${WORKSHOP}.purchase_documents;
   insert into turnover_items (project_id, document_id, product_variant_id, position, count, transaction_item_price,
       transaction_amount, arrived)
     select :project_id:, d.id, p.variant, p.n % 100, 1, p.price, p.price, 1
     from ${WORKSHOP}.purchases p join ${WORKSHOP}.purchase_documents d using (number);
   insert into stock_movements (project_id, id, product_variant_id, kind, delta, before, after, ref_kind, ref_id, actor_kind, actor_id, created_at)
     select :project_id:, ${WORKSHOP}.grown(d.at, p.n, 12), p.variant, 'income', 1, 1000000, 1000001, 'turnover', d.id, 'user', :user_id:, d.at
     from ${WORKSHOP}.purchases p join ${WORKSHOP}.purchase_documents d using (number);
   update stock_levels l set actual = 1000001 from ${WORKSHOP}.purchases p
     where l.project_id = :project_id: and l.product_variant_id = p.variant;
   insert into cost_steps (project_id, id, product_variant_id, document_id, count, price, pieces_before, cost_after, created_at)
     select :project_id:, ${WORKSHOP}.grown(d.at, p.n, 13), p.variant, d.id, 1, p.price, 1000000, p.price, d.at
     from ${WORKSHOP}.purchases p join ${WORKSHOP}.purchase_documents d using (number);
   insert into variant_costs (project_id, product_variant_id, cost)
     select :project_id:, variant, price from ${WORKSHOP}.purchases`,

  // what few goods are made of, and nearly all others
  `insert into attribute_columns (project_id, id, name, key)
     select :project_id:, gen_random_uuid(), 'Матеріал', 'матеріал' where :attributes: > 0;
   create unlogged table ${WORKSHOP}.made_of as
     select p.id as product_id, c.id as column_id, gen_random_uuid() as option_id, gen_random_uuid() as value_id,
       case when p.n % 1000 = 7 then 'Шовк' else 'Бавовна' end as value
     from ${WORKSHOP}.products p cross join attribute_columns c where c.project_id = :project_id:;
   insert into product_variant_options (project_id, id, product_id, column_id, name, show_in_name, position)
     select :project_id:, option_id, product_id, column_id, 'Матеріал', false, 0 from ${WORKSHOP}.made_of;
   insert into product_values (project_id, id, option_id, value, position)
     select :project_id:, value_id, option_id, value, 0 from ${WORKSHOP}.made_of;
   update product_variants v set value_ids = array[m.value_id] from ${WORKSHOP}.made_of m
     where v.project_id = :project_id: and v.product_id = m.product_id`,

  // documents that are not posted have moved nothing, so there is nothing to make beside them
  `create unlogged table ${WORKSHOP}.turnover as
     select n, gen_random_uuid() as id from generate_series(1, ${DOCUMENTS}) g(n);
   insert into turnover_documents (project_id, id, number, flow, type, status, counterparty_id, date, sum, count,
       items_count, first_variant_id, created_by, created_at)
     select :project_id:, t.id, t.n, case when t.n % 3 = 0 then 'outcome' else 'income' end,
       case when t.n % 3 = 0 then 'sale' else 'purchase' end, 'draft', c.id, current_date - (t.n / 30), 300000, 30, 3,
       v.id, :user_id:, now() - (${DOCUMENTS} - t.n) * interval '40 minutes'
     from ${WORKSHOP}.turnover t join ${WORKSHOP}.counterparties c on c.n = t.n % :counterparties:
     join ${WORKSHOP}.variants v on v.n = (t.n * 3) % (:products:::bigint * :variants:);
   insert into turnover_items (project_id, document_id, product_variant_id, position, count, transaction_item_price,
       transaction_amount)
     select :project_id:, t.id, v.id, p.position, 10, 10000, 100000
     from ${WORKSHOP}.turnover t cross join generate_series(0, 2) p(position)
     join ${WORKSHOP}.variants v on v.n = (t.n * 3 + p.position) % (:products:::bigint * :variants:);
   insert into turnover_totals (project_id, flow, documents)
     select project_id, flow, count(*) from turnover_documents where project_id = :project_id: group by project_id, flow;
   insert into counters (project_id, name, value)
     select project_id, 'turnover', max(number) from turnover_documents where project_id = :project_id: group by project_id`,
];

/** What a portion is made of; two of them, so that one is filled while the other is read. */
export const SLOTS = 2;
export const OPEN_SLOT = `
  create unlogged table ${WORKSHOP}.orders_:slot: (n int, id uuid, status text, counterparty_id uuid, at timestamptz, name text, phone text, ttn text);
  create unlogged table ${WORKSHOP}.items_:slot: (n int, order_id uuid, id uuid, position int, variant uuid, title text, name text, sku text,
     price bigint, count int)`;

/**
 * One portion of orders with everything that hangs on them. All but the newest fiftieth have come to an end; there are
 * more of them from year to year.
 */
export const ORDERS = [
  `truncate ${WORKSHOP}.orders_:slot:, ${WORKSHOP}.items_:slot:;
   insert into ${WORKSHOP}.orders_:slot:
     select g, ${WORKSHOP}.grown(at, g, 3),
       case when (g + 1)::float8 / :orders: > 0.98
         then (array['Pending', 'Pending', 'Pending', 'InProduction', 'InProduction', 'Ready', 'Ready', 'Loading', 'Loaded',
           'Sent', 'Sent', 'Complete', 'Canceled', 'Draft'])[1 + floor(14 * ${WORKSHOP}.chance(g, 1))::int]
         else (array['Complete', 'Canceled', 'Sent'])[case when ${WORKSHOP}.chance(g, 1) < 0.93 then 1
           when ${WORKSHOP}.chance(g, 1) < 0.99 then 2 else 3 end] end,
       c.id, at, s.name || ' ' || (${FIRST_NAMES})[1 + ${uneven('32', 'g', 2)}],
       '+380' || (array['67', '50', '63', '96', '97', '98', '66', '93', '73', '95'])[1 + ${uneven('10', 'g', 3)}]
         || lpad(floor(1e7 * ${WORKSHOP}.chance(g, 4))::text, 7, '0'),
       '2045' || lpad(floor(1e5 * ${WORKSHOP}.chance(g, 5))::text, 5, '0') || lpad(floor(1e5 * ${WORKSHOP}.chance(g, 6))::text, 5, '0')
     from (select g, now() - :years: * interval '365 days' * power(1 - (g + 0.5) / :orders:, 1.4) as at
       from generate_series(:from:, :until: - 1) g) made
     join ${WORKSHOP}.counterparties c on c.n = ${uneven(':counterparties:', 'g', 7)}
     join ${WORKSHOP}.surnames s on s.n = ${uneven(`(select count(*) from ${WORKSHOP}.surnames)`, 'g', 8)};
   insert into ${WORKSHOP}.items_:slot:
     select o.n, o.id, ${WORKSHOP}.grown(o.at, o.n * 3::bigint + k, 4), k, v.id, v.title, v.name, v.sku, v.price,
       (array[1, 1, 1, 1, 1, 1, 2, 3])[1 + floor(8 * ${WORKSHOP}.chance(o.n * 3::bigint + k, 9))::int]
     from ${WORKSHOP}.orders_:slot: o cross join generate_series(0, 2) k
     join ${WORKSHOP}.variants v on v.n = (floor(:products:::bigint * :variants: * power(${WORKSHOP}.chance(o.n, 10), 1.5))::bigint + k * 7919)
       % (:products:::bigint * :variants:);
   analyze ${WORKSHOP}.orders_:slot:, ${WORKSHOP}.items_:slot:`,

  `insert into orders (project_id, id, number, counterparty_id, status, sum, recommended_sum, customer_name, customer_phone,
       delivery_operator, recipient_name, recipient_phone, delivery_town, delivery_address, tags, source, ttn, search_text, created_by,
       sent_to_manager_at, first_sent_on, queue_key, shipped_at, charged_at, created_at, updated_at)
     select :project_id:, o.id, o.n + 1, o.counterparty_id, o.status, s.sum, s.sum * 2, o.name, o.phone,
       (array['nova_poshta', 'nova_poshta', 'nova_poshta', 'ukrposhta'])[1 + :marks: * floor(4 * ${WORKSHOP}.chance(o.n, 11))::int],
       o.name, o.phone, case when :marks: > 0 then 'Місто ' || ${uneven('400', 'o.n', 12)} else '' end, 'Відділення ' || o.n % 200,
       case when :marks: > 0 and ${WORKSHOP}.chance(o.n, 13) < 0.4 then array['мітка ' || ${uneven('20', 'o.n', 14)}] else '{}' end,
       (array['', 'Instagram', 'Prom', 'Rozetka', 'сайт', 'телефон'])[1 + :marks: * ${uneven('6', 'o.n', 15)}], o.ttn,
       lower(o.name || ' ' || o.phone || ' ' || o.ttn || ' ' || s.words), :user_id:,
       case when o.status <> 'Draft' then o.at end,
       case when o.status <> 'Draft' then (o.at at time zone 'Europe/Kyiv')::date end,
       case when o.status <> 'Draft' then floor(extract(epoch from o.at)) + (o.n + 1)::numeric / 10000000000000 end,
       case when o.status in ('Sent', 'Complete') then o.at end,
       case when o.status in ('Sent', 'Complete') then o.at end, o.at, o.at
     from ${WORKSHOP}.orders_:slot: o
     join (select n, sum(price * count) as sum, string_agg(sku || ' ' || title, ' ') as words from ${WORKSHOP}.items_:slot: group by n) s
       using (n) order by o.n`,

  `insert into order_items (project_id, order_id, id, position, product_variant_id, product_title, modification_title, sku,
       count, base_price, recommended_price, amount, recommended_amount)
     select :project_id:, order_id, id, position, variant, title, name, sku, count, price, price * 2, price * count,
       price * 2 * count from ${WORKSHOP}.items_:slot: order by n, position;
   insert into order_history (project_id, order_id, id, kind, "from", "to", actor_kind, actor_id, created_at)
     select :project_id:, id, ${WORKSHOP}.grown(at, n, 5), 'moved', 'Draft', status, 'user', :user_id:, at
     from ${WORKSHOP}.orders_:slot: where status <> 'Draft' order by n`,
];

/** What hangs on the orders of the portion in the stock and in the ledger; portions come one after another. */
export const EFFECTS = [
  `insert into bookings (project_id, id, product_variant_id, count, status, ref_kind, ref_id, ref_line, user_id, created_at)
     select :project_id:, ${WORKSHOP}.grown(o.at, o.n * 3::bigint + i.position, 6), i.variant, i.count,
       case when o.status in ('Sent', 'Complete') then 'Completed' when o.status = 'Canceled' then 'Disabled' else 'Active' end,
       'order', o.id, i.id, :user_id:, o.at
     from ${WORKSHOP}.orders_:slot: o join ${WORKSHOP}.items_:slot: i using (n) where o.status <> 'Draft' order by n, i.position;
   insert into stock_movements (project_id, id, product_variant_id, kind, delta, before, after, ref_kind, ref_id, actor_kind, actor_id, created_at)
     select :project_id:, ${WORKSHOP}.grown(o.at, o.n * 3::bigint + i.position, 7), i.variant, 'shipment', -i.count,
       l.actual + i.count - sum(i.count) over w, l.actual - sum(i.count) over w, 'order', o.id, 'user', :user_id:, o.at
     from ${WORKSHOP}.orders_:slot: o join ${WORKSHOP}.items_:slot: i using (n)
     join stock_levels l on l.project_id = :project_id: and l.product_variant_id = i.variant
     where o.status in ('Sent', 'Complete') window w as (partition by i.variant order by o.n);
   update stock_levels l set actual = l.actual - m.shipped, booked = l.booked + m.booked
     from (select i.variant, coalesce(sum(i.count) filter (where o.status in ('Sent', 'Complete')), 0) as shipped,
         coalesce(sum(i.count) filter (where o.status not in ('Sent', 'Complete', 'Canceled', 'Draft')), 0) as booked
       from ${WORKSHOP}.orders_:slot: o join ${WORKSHOP}.items_:slot: i using (n) group by i.variant) m
     where l.project_id = :project_id: and l.product_variant_id = m.variant`,

  `create temp table bench_postings on commit drop as
     select o.n, 0 as part, o.at, o.counterparty_id, 'charge' as purpose, -s.sum as change, 'order' as ref_kind, o.id as ref_id
     from ${WORKSHOP}.orders_:slot: o join (select n, sum(price * count) as sum from ${WORKSHOP}.items_:slot: group by n) s using (n)
     where o.status in ('Sent', 'Complete');
   insert into bench_postings
     select max(n), 1, max(at), counterparty_id, 'payment', -sum(change), 'payment', ${WORKSHOP}.grown(max(at), max(n), 8)
     from bench_postings group by counterparty_id, n / 3000;
   insert into payments (project_id, id, counterparty_id, type, account, amount, date, comment, status, created_by,
       processed_by, processed_at, created_at)
     select :project_id:, ref_id, counterparty_id, 'receipt', 'bank', change, at::date, 'Безготівкова оплата ' || n,
       'confirmed', :user_id:, :user_id:, at, at from bench_postings where part = 1 order by n;
   insert into postings (project_id, id, purpose, source, destination, amount, counterparty_id, counterparty_change,
       balance_after, ref_kind, ref_id, actor_kind, actor_id, day, created_at)
     select :project_id:, ${WORKSHOP}.grown(p.at, p.n, 9 + p.part), p.purpose,
       case p.part when 0 then 'counterparty' else 'bank' end, case p.part when 0 then 'sales' else 'counterparty' end,
       abs(p.change), p.counterparty_id, p.change,
       a.balance + sum(p.change) over (partition by p.counterparty_id order by p.n, p.part), p.ref_kind, p.ref_id,
       'user', :user_id:, (p.at at time zone 'Europe/Kyiv')::date, p.at
     from bench_postings p
     join counterparty_accounts a on a.project_id = :project_id: and a.counterparty_id = p.counterparty_id
     order by p.n, p.part;
   insert into account_sums as s (project_id, counterparty_id, account, counterparty_change, postings)
     select :project_id:, counterparty_id, case part when 0 then 'sales' else 'bank' end, sum(change), count(*)
     from bench_postings group by counterparty_id, part
     on conflict (project_id, counterparty_id, account) do update
       set counterparty_change = s.counterparty_change + excluded.counterparty_change, postings = s.postings + excluded.postings;
   insert into account_days as s (project_id, account, day, counterparty_id, counterparty_change, postings, orders_change, orders)
     select :project_id:, case part when 0 then 'sales' else 'bank' end, (at at time zone 'Europe/Kyiv')::date, counterparty_id,
       sum(change), count(*), coalesce(sum(change) filter (where part = 0), 0), count(*) filter (where part = 0)
     from bench_postings group by part, 3, counterparty_id
     on conflict (project_id, account, day, counterparty_id) do update
       set counterparty_change = s.counterparty_change + excluded.counterparty_change, postings = s.postings + excluded.postings,
         orders_change = s.orders_change + excluded.orders_change, orders = s.orders + excluded.orders;
   insert into order_days as s (project_id, day, counterparty_id, orders)
     select :project_id:, (at at time zone 'Europe/Kyiv')::date, counterparty_id, count(*) from ${WORKSHOP}.orders_:slot:
     where status <> 'Draft' and (at at time zone 'Europe/Kyiv')::date < (now() at time zone 'Europe/Kyiv')::date group by 2, 3
     on conflict (project_id, day, counterparty_id) do update set orders = s.orders + excluded.orders;
   insert into order_days_until (project_id, until) values (:project_id:, (now() at time zone 'Europe/Kyiv')::date - 1)
     on conflict (project_id) do nothing;
   update counterparty_accounts a set balance = a.balance + m.change
     from (select counterparty_id, sum(change) as change from bench_postings group by 1) m
     where a.project_id = :project_id: and a.counterparty_id = m.counterparty_id;
   -- all of it is paid, by the payment of each portion; without statistics each posting would be looked for among all
   analyze bench_postings, postings;
   insert into charges (project_id, order_id, counterparty_id, sequence, charged, charged_on, due_on)
     select :project_id:, p.ref_id, p.counterparty_id, p.sequence, p.amount, p.day, p.day + 14
     from bench_postings b join postings p on p.project_id = :project_id: and p.ref_kind = 'order' and p.ref_id = b.ref_id
     where b.part = 0;
   insert into counters (project_id, name, value) values (:project_id:, 'order', :until:)
     on conflict (project_id, name) do update set value = excluded.value`,
];

/** What waits for the index of search. */
export const TO_INDEX_ORDERS = `insert into search_pending (project_id, kind, id)
  select project_id, 'orders', id from orders where project_id = :project_id:`;
export const TO_INDEX_WORDS = `insert into search_pending (project_id, kind, id)
  select project_id, 'products', id from products where project_id = :project_id:
  union all select project_id, 'counterparties', id from counterparties where project_id = :project_id:
  union all select project_id, 'payments', id from payments where project_id = :project_id:`;

const array = (words: string): string => `array['${words.split(' ').join("', '")}']`;
/** The first of these are the most frequent, far more than the last. */
const one = (words: string, n: string, salt: number): string =>
  `(${array(words)})[1 + ${uneven(String(words.split(' ').length), n, salt)}]`;
const THINGS =
  'Сорочка Сукня Футболка Куртка Светр Штани Джинси Худі Спідниця Шкарпетки Піжама Халат Рушник Ковдра Подушка Скатертина ' +
  'Штори Килим Лампа Світильник Стілець Стіл Полиця Кошик Чашка Тарілка Ваза Свічка Мило Шампунь Крем Олія Мед Чай Кава ' +
  'Шоколад Рюкзак Сумка Гаманець Ремінь Рукавички Шапка Шарф Кросівки Черевики Сандалі Іграшка Лялька Пазл Конструктор Олівці ' +
  'Блокнот Календар Листівка Ножиці Молоток Викрутка Дриль Ліхтар Термос';
const KINDS =
  'лляна бавовняна вовняна шкіряна дерев’яна скляна керамічна вишита в’язана плетена чоловіча жіноча дитяча літня зимова ' +
  'тепла легка велика мала святкова домашня дорожня кухонна садова ароматна лавандова медова м’ятна шовкова оксамитова';
const COLOURS =
  'Чорний Білий Сірий Синій Червоний Зелений Бежевий Рожевий Жовтий Коричневий Бузковий Бірюзовий Бордовий Хакі Золотий Срібний';
const TRADES =
  'Одяг Дім Взуття Дитяче Їжа Косметика Меблі Іграшки Посуд Текстиль Канцтовари Інструмент Сад Подарунки Прикраси Спорт ' +
  'Зоотовари Авто Освітлення Сумки';
const SHELVES = 'Нове Сезонне Класика Подарункове Преміум Дитяче Спортивне Домашнє Офісне Дорожнє Ремісниче Розпродаж';

/** Listed suppliers of other trades, and a dropshipper whose plan lets him see them. */
export const MARKET = [
  `insert into projects (id, friendly_id, title, legal_type, listed)
     select ${WORKSHOP}.grown(now(), n, 14), 'supplier-' || n, 'Фабрика ' || n, 'ТОВ', true from generate_series(1, :suppliers:) n`,
  `update users set subscription_plan = 'dropshipper-standard-monthly' where id = :client_id:`,
  `insert into catalogue_listings (supplier_id, verification, requested_at, decided_at)
     select id, 'verified', now(), now() from projects where friendly_id like 'supplier-%'`,
  `insert into catalogue_suppliers (id, friendly_id, title, category, city, minimum_order_sum, goods, in_stock, verified_at)
     select p.id, p.friendly_id, p.title, (array['Одяг', 'Меблі та інтер’єр', 'Взуття та аксесуари'])[1 + n % 3],
       'Місто ' || n % 100, n * 1000, :supplier_goods:, :supplier_goods: * 3 / 4, now() - n * interval '1 hour'
     from projects p, substr(p.friendly_id, 10) as s(text), cast(s.text as int) as n where p.friendly_id like 'supplier-%'`,
  `create unlogged table ${WORKSHOP}.suppliers as
     select id, title, cast(substr(friendly_id, 10) as bigint) as n from catalogue_suppliers`,
];

/**
 * Goods of the suppliers from one to another: what they are, of which some words are frequent and some are not, a name
 * of two hundred and an article that nobody else has; values of three levels of commonness; in categories of two levels.
 */
export const MARKET_GOODS = `
  insert into catalogue_goods (supplier_id, id, title, supplier_title, category_path, value_words, recommended_from, in_stock, created_at)
    select s.id, ${WORKSHOP}.grown(now(), t.n, 15),
      ${one(THINGS, 't.n', 21)} || ' ' || ${one(KINDS, 't.n', 22)} || ' ' || w.name || ' '
        || chr(1040 + (t.n % 30)::int) || chr(1040 + (t.n / 30 % 30)::int) || '-' || lpad((t.n * 7919 % 10000000)::text, 7, '0'),
      s.title, t.trade || ' > ' || ${one(SHELVES, 't.n', 24)}, ${one(COLOURS, 't.n', 25)} || ' ' || ${one(COLOURS, 't.n', 26)}
        || (array['', ' S M L', ' M L XL XXL', ' 38 39 40 41'])[1 + (t.n / 7 % 4)::int],
      5000 + (floor(1000 * power(${WORKSHOP}.chance(t.n, 27), 3)) * 900)::bigint, t.n % 4 > 0,
      now() - (${WORKSHOP}.chance(t.n, 28) * 3 * 365 * 86400) * interval '1 second'
    from ${WORKSHOP}.suppliers s cross join generate_series(0, :supplier_goods: - 1) g(place)
    cross join lateral (select g.place + :supplier_goods: * s.n as n, (${array(TRADES)})[1 + s.n % 20] as trade) t
    join ${WORKSHOP}.surnames w on w.n = t.n * 31 % 358
    where s.n >= :from: and s.n < :until:`;

/** Ids and numbers of our own, written into the text because a statement with several commands takes no parameters. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/:(\w+):/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for ${name}`);
    return typeof value === 'number' ? String(value) : `'${value}'`;
  });
}
