import { setTimeout as sleep } from 'node:timers/promises';
import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import pg from 'pg';
import type { Logger } from 'pino';
import { novaPoshta } from '../simulators/nova_poshta';
import { refOf, TOWNS } from '../simulators/nova_poshta/directory';
import { startSimulators } from '../simulators/start';
import { countSalesOf } from '../src/statistics';
import { type Data, withDatabase } from './data';
import type { Captured } from './floor';
import type { HttpClient } from './http-client';
import type { Job } from './jobs';
import type { Supply } from './waiting';

/** Services of others, as people wait for them: the carrier is played beside the bench, in its process. */

const KEY = 'a'.repeat(32);
const townRef = (name: string): string => TOWNS.find((town) => town.name === name)?.ref ?? '';
const [FROM, TO] = [townRef('Київ'), townRef('Львів')];
/** More than a core makes in a second. */
const WAYBILLS_A_SECOND = { floor: 2_500, ours: 800 };
const ROWS = 20_000;

export interface Carrier {
  readonly address: string;
  close(): Promise<void>;
}

export async function openCarrier(): Promise<Carrier> {
  const played = await startSimulators([novaPoshta]);
  return { address: played.addresses.nova_poshta ?? '', close: () => played.close() };
}

/** The project is connected, and the directory of the carrier read. */
export async function connectCarrier(http: HttpClient, data: Data): Promise<void> {
  const path = `/api/projects/${data.project_id}/delivery/nova_poshta`;
  await http.ask('PUT', path, { key: KEY }, 200);
  for (;;) {
    const { text } = await http.ask('GET', path, undefined, 200);
    if ((JSON.parse(text) as { directory: { branches: number } }).directory.branches > 0) break;
    await sleep(100);
  }
  await http.ask('PUT', path, { city_ref: FROM, branch_ref: refOf('branch', FROM, 1) }, 200);
}

/** Waybills and receipts of orders that are sent, rows of a bank, and a chat, unless an earlier run has left them. */
export async function fillServices(url: string, { project_id, user_id }: Data, log: Logger): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: `-c lanka.project_ids=${project_id}` });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from delivery_waybills where project_id = $1 limit 1', [
      project_id,
    ]);
    if (rowCount) return;
    for (const statement of MADE) await client.query(statement, [project_id, user_id]);
    await client.query('analyze');
    // what dropshippers earned was counted before customers paid anything
    for (const table of ['party_days', 'party_goods', 'party_days_until'])
      await client.query(`delete from ${table} where project_id = $1`, [project_id]);
    await withDatabase(url, log, (db) => countSalesOf({ db }, project_id, daysAfter(kyivDate(new Date()), -1)));
  } finally {
    await client.end();
  }
}

const SENT = `(select *, row_number() over (order by created_at desc, id)::int as n from orders
  where project_id = $1 and status = 'Complete' and ttn is not null order by created_at desc, id limit ${ROWS}) o`;
const MADE = [
  `insert into delivery_waybills (project_id, id, order_id, owner_id, state, own_ref, plan, ref, ttn, cost, created_by, created_at)
     select $1, gen_random_uuid(), o.id, '00000000-0000-0000-0000-000000000000', 'made', 'own ' || o.n,
       jsonb_build_object('recipient_name', o.recipient_name, 'recipient_phone', o.recipient_phone, 'city_ref', 'city',
         'city_name', 'Львів', 'branch_ref', 'branch', 'branch_name', 'Відділення №1', 'door', null, 'weight', 1000, 'seats', 1,
         'size', null, 'declared', o.recommended_sum, 'payer', 'recipient', 'cargo', 'parcel', 'description', 'Товари',
         'cod_service', 'money_back', 'cod_sum', 0), 'ref ' || o.n, o.ttn, 7000, $2::uuid, o.created_at from ${SENT}`,
  `insert into delivery_tracks (project_id, order_id, part_id, ttn, code, kind, status)
     select $1, o.id, o.id, o.ttn, '9', 'received', 'Відправлення отримано' from ${SENT} where $2::uuid is not null`,
  `update order_items i set customer_amount = i.recommended_amount from ${SENT}
     where i.project_id = $1 and i.order_id = o.id and $2::uuid is not null`,
  `update orders c set customer_sum = c.recommended_sum from ${SENT} where c.project_id = $1 and c.id = o.id and $2::uuid is not null`,
  `insert into cash_registers (project_id, id, name, pin, license_key, created_by)
     values ($1::uuid, gen_random_uuid(), 'Каса', 'sealed', 'sealed', $2::uuid)`,
  `insert into fiscal_receipts (project_id, id, register_id, kind, status, cause, order_id, lines, payments, total, cash, card,
       fiscal_code, fiscal_date, day, created_by, created_at)
     select $1, gen_random_uuid(), r.id, 'sell', 'issued', 'order ' || o.id, o.id, l.lines,
       jsonb_build_array(jsonb_build_object('method', 'cash', 'amount', l.total)), l.total, l.total, 0, 'CODE-' || o.n, o.created_at,
       (o.created_at at time zone 'Europe/Kyiv')::date, $2::uuid, o.created_at
     from ${SENT} cross join (select id from cash_registers where project_id = $1 limit 1) r
     cross join lateral (
       select sum(i.customer_amount) as total, jsonb_agg(jsonb_build_object('order_item_id', i.id, 'code', i.sku, 'name',
         i.product_title, 'price', i.customer_amount, 'count', 1)) as lines
       from order_items i where i.project_id = $1 and i.order_id = o.id) l
     where l.total > 0`,
  `insert into bank_connections (project_id, bank, sealed_token, owner_name, rules)
     select $1, 'monobank', 'sealed', 'ФОП Мельник Андрій', '{"invoice":false,"party":false}' where $2::uuid is not null`,
  `insert into bank_accounts (project_id, bank, account, title, currency, chosen, balance, balance_at)
     select $1, 'monobank', 'account', 'ФОП', 'UAH', true, 100000, now() where $2::uuid is not null`,
  // what was set aside, and one in forty that waits for somebody
  `insert into bank_rows (project_id, id, bank, account, bank_row_id, at, day, amount, counter_name, counter_code, purpose,
       search_text, state, ignored_reason, decided_by, decided_at)
     select $1, gen_random_uuid(), 'monobank', 'account', 'row ' || n, t.at, (t.at at time zone 'Europe/Kyiv')::date, 10000 + n,
       'Платник ' || n % 900, '31847' || n % 900, 'Оплата за товар № ' || n, 'платник ' || n % 900 || ' оплата за товар № ' || n,
       case when n % 40 = 0 then 'open' else 'ignored' end, case when n % 40 = 0 then '' else 'Не наше' end,
       case when n % 40 = 0 then null else $2::uuid end, case when n % 40 = 0 then null else now() end
     from generate_series(1, ${ROWS}) n cross join lateral (select now() - n * interval '11 minutes' as at) t`,
  `insert into bot_links (project_id, user_id, status, username, chat_id, chat_name, linked_at)
     values ($1, $2::uuid, 'active', 'person', '5501', 'Олена', now())`,
];

/** The floors of the lists, as those of the others (`pages.ts`). */
const least = ({ project_id }: Data): Readonly<Record<'waybills' | 'receipts' | 'bankRows', Captured>> => ({
  waybills: {
    text: `select w.id, w.order_id, w.parcel_id, w.owner_id, w.state, w.plan, w.tried_at, w.ttn, w.error, w.cost, w.arrives_on,
        w.register_id, w.created_by, w.created_at, o.number, o.prefix, u.name as author, t.code, t.status
      from delivery_waybills w join orders o on o.project_id = $1 and o.id = w.order_id
      join delivery_tracks t on t.project_id = $1 and t.order_id = w.order_id and t.part_id = w.order_id
      join users u on u.id = w.created_by
      where w.project_id = $1 and w.state <> 'removed' order by w.created_at desc, w.id desc limit 51`,
    values: [project_id],
  },
  receipts: {
    text: `select f.*, o.number, o.prefix, o.customer_name, r.name as register_name, u.name as author
      from fiscal_receipts f join orders o on o.project_id = $1 and o.id = f.order_id
      join cash_registers r on r.project_id = $1 and r.id = f.register_id join users u on u.id = f.created_by
      where f.project_id = $1 order by f.created_at desc, f.id desc limit 51`,
    values: [project_id],
  },
  bankRows: {
    text: `select b.*, a.title as account_title, u.name as decided_name from bank_rows b
      left join bank_accounts a on a.project_id = $1 and a.bank = b.bank and a.account = b.account
      left join users u on u.id = b.decided_by
      where b.project_id = $1 order by b.at desc, b.id desc limit 51`,
    values: [project_id],
  },
});

const drawn = (from: number, to: number): number => from + Math.floor(Math.random() * (to - from));

/** What the carrier himself takes for a price and a day, without us between: the floor of ours. */
async function askedStraight(address: string, weight: number, declared: number): Promise<void> {
  const common = { CitySender: FROM, CityRecipient: TO, ServiceType: 'WarehouseWarehouse' };
  const price = {
    ...common,
    Weight: String(weight / 1_000),
    Cost: declared / 100,
    CargoType: 'Parcel',
    SeatsAmount: '1',
  };
  for (const [calledMethod, methodProperties] of [
    ['getDocumentPrice', price],
    ['getDocumentDeliveryDate', common],
  ] as const) {
    const body = JSON.stringify({ apiKey: KEY, modelName: 'InternetDocument', calledMethod, methodProperties });
    const answer = await fetch(`${address}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const { success } = (await answer.json()) as { success: boolean };
    if (!success) throw new Error(`the carrier that is played refuses ${calledMethod}`);
  }
}

export function serviceJobs(http: HttpClient, data: Data, supply: Supply, { address }: Carrier): Job[] {
  const root = `/api/projects/${data.project_id}`;
  const pages = least(data);
  return [
    {
      name: 'price of a delivery',
      kind: 'one',
      floor: () => askedStraight(address, drawn(100, 30_000), drawn(100, 1_000_000)),
      async ours() {
        const asked = `weight=${drawn(100, 30_000)}&declared=${drawn(100, 1_000_000)}`;
        const place = `city=${TO}&branch=${refOf('branch', TO, 1)}`;
        const reply = await http.ask('GET', `${root}/delivery/price?${place}&${asked}`, undefined, 200);
        if (!reply.body.includes('"problem":null')) throw new Error(`no price: ${reply.text.slice(0, 300)}`);
        return reply;
      },
    },
    {
      name: 'waybill of an order',
      kind: 'move',
      uses: WAYBILLS_A_SECOND,
      floor: (floor) => floor.waybill(supply.take()),
      ours: () => http.ask('POST', `${root}/orders/${supply.take().id}/waybill`, {}, 200),
    },
    {
      name: 'waybills, 50',
      kind: 'list',
      least: pages.waybills,
      ours: () => http.ask('GET', `${root}/delivery/waybills?limit=50`, undefined, 200),
    },
    {
      name: 'fiscal receipts, 50',
      kind: 'list',
      least: pages.receipts,
      ours: () => http.ask('GET', `${root}/fiscal_receipts?limit=50`, undefined, 200),
    },
    {
      name: 'rows of banks, 50',
      kind: 'list',
      least: pages.bankRows,
      ours: () => http.ask('GET', `${root}/bank_rows?limit=50`, undefined, 200),
    },
    ...[
      { name: 'banks of a project', path: `${root}/banking` },
      { name: 'chats of a person', path: '/api/users/me/telegram_integrations' },
    ].map(({ name, path }): Job => ({ name, kind: 'one', path, ours: () => http.ask('GET', path, undefined, 200) })),
  ];
}
