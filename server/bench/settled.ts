import { setTimeout as sleep } from 'node:timers/promises';
import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import pg from 'pg';
import type { Data } from './data';
import type { Captured, Floor } from './floor';
import type { HttpClient } from './http-client';
import type { Job } from './jobs';
import { any } from './pick';
import type { Product } from './product';
import { type Whole, watch } from './watch';

/** Papers and payouts as they lie there after years: what is asked for is drawn anew each time. */

const PAPERS = 100_000;
const TYPES = ['order', 'invoice', 'delivery_note'] as const;
const REGISTERS = 500;
/** Of these the newest wait to be paid. */
const WAITING = 5;
const ROWS = 200;
const PAID_AT_ONCE = 20;
/** So many new words are a portion of the index. */
const FEW = 256;
const BANK = { recipient_name: 'ФОП Іваненко Ірина', iban: 'UA213223130000026007233566001', code: '3184710691' };

const NAMES = {
  papersOfMonth: 'papers of a type and a month, 50',
  papersOfParty: 'papers of a counterparty, 50',
  searchOfParty: 'paper search: kind and party',
  searchOfNumber: 'paper search: number',
  payouts: 'payout registers, 50',
  payout: `payout register of ${ROWS}`,
  candidates: 'who may be paid out after years, 50',
  ownPayouts: 'payouts to a dropshipper, 50',
  pay: `make a payout register of ${PAID_AT_ONCE} and pay it`,
  archive: 'archive of papers',
} as const;

/** Where it is asked for by name: a hundred thousand payments more would weigh on the other rows. */
export const isOfSettled = (isWanted: (name: string) => boolean): boolean =>
  !isWanted('') && Object.values(NAMES).some(isWanted);

/** What requests name. */
interface Drawn {
  /** Counterparties that have papers, with the words that they are found by. */
  readonly parties: readonly { readonly id: string; readonly name: string }[];
  readonly payouts: readonly string[];
  /** The day of the oldest paper. */
  readonly oldest: string;
  /** Of the dropshipper who asks for his own. */
  readonly own: string | undefined;
}

/** A hundred thousand of each, unless an earlier run has left them; answers what of them may be asked for. */
export async function fillSettled(url: string, http: HttpClient, { project_id, user_id }: Data): Promise<Drawn> {
  const client = new pg.Client({ connectionString: url, options: `-c lanka.project_ids=${project_id}` });
  await client.connect();
  try {
    const some = async <T extends pg.QueryResultRow>(text: string): Promise<T[]> =>
      (await client.query<T>(text, [project_id])).rows;
    const { rowCount } = await client.query(
      `select 1 from documents where project_id = $1 and sequence_key = 'bench invoice' limit 1`,
      [project_id],
    );
    if (!rowCount) {
      await issueOneOfEach(http, project_id);
      await client.query('begin');
      for (const statement of MADE) await client.query(statement, [project_id, user_id]);
      await client.query('commit');
      await client.query('vacuum analyze');
    }
    // the product puts their words into its index, and looks at the last few one by one as long as they are few
    while (
      (await some(`select 1 from search_pending where project_id = $1 and kind = 'papers' limit ${FEW}`)).length >= FEW
    )
      await sleep(1_000);
    const [own] = await some<{ id: string }>(
      `select counterparty_id as id from memberships where project_id = $1 and role = 'Client' and ended_at is null limit 1`,
    );
    const [first] = await some<{ day: string }>(`select min(date)::text as day from papers where project_id = $1`);
    return {
      oldest: first?.day ?? kyivDate(new Date()),
      parties: await some(`select id, name from counterparties where project_id = $1 and not own_sales
        and id in (select counterparty_id from papers where project_id = $1) limit 1000`),
      payouts: (await some<{ id: string }>(`select id from payouts where project_id = $1 and rows = ${ROWS}`)).map(
        ({ id }) => id,
      ),
      own: own?.id,
    };
  } finally {
    await client.end();
  }
}

/** Those that are made by SQL say what these say, so that they can be opened and drawn. */
async function issueOneOfEach(http: HttpClient, project_id: string): Promise<void> {
  const root = `/api/projects/${project_id}`;
  // an invoice names whose account is paid, and the bank's file whose account pays
  const { recipient_name, iban: account_number, code: ipn } = BANK;
  await http.ask('POST', `${root}/payment_details`, { recipient_name, account_number, ipn, main: true }, 201);
  const { text } = await http.ask('GET', `${root}/orders?status=Complete&limit=1`, undefined, 200);
  const [order] = (JSON.parse(text) as { items: { id: string }[] }).items;
  for (const type of TYPES) await http.ask('POST', `${root}/orders/${order?.id}/documents`, { type }, 201);
}

const MADE = [
  `insert into documents (project_id, id, order_id, counterparty_id, type, issuer, sequence_key, number, date, user_id, frozen, created_at)
     select $1::uuid, gen_random_uuid(), o.id, o.counterparty_id, t.type, 'manufacturer', 'bench ' || t.type, o.n,
       (o.created_at at time zone 'Europe/Kyiv')::date, $2::uuid,
       f.frozen || jsonb_build_object('title', t.name || ' № ' || o.n || ' від ' || to_char(o.created_at at time zone 'Europe/Kyiv', 'DD.MM.YYYY'),
         'number', o.n, 'date', (o.created_at at time zone 'Europe/Kyiv')::date, 'total', o.sum,
         'lines', jsonb_build_array(f.frozen #> '{lines,0}' || jsonb_build_object('amount', o.sum))), o.created_at
     from (select *, row_number() over (order by created_at, id)::int as n from (
       select * from orders where project_id = $1 and status in ('Sent', 'Complete') order by created_at desc, id
       limit ${Math.ceil(PAPERS / TYPES.length)}) newest) o
     cross join (values ('order', 'Замовлення'), ('invoice', 'Рахунок на оплату'), ('delivery_note', 'Видаткова накладна')) t(type, name)
     join (select distinct on (type) type, frozen from documents where project_id = $1 and issuer = 'manufacturer'
       and type in ('order', 'invoice', 'delivery_note') order by type, created_at desc) f on f.type = t.type
     order by o.n limit ${PAPERS}`,
  `insert into papers (project_id, id, type, issuer, shared, number, date, title, counterparty_id, party_name, total, source,
       source_id, subject_kind, subject_id, user_id, search_text, created_at)
     select d.project_id, gen_random_uuid(), d.type, d.issuer, true, d.number, d.date, d.frozen->>'title', d.counterparty_id,
       c.name, (d.frozen->>'total')::bigint, 'document', d.id, 'order', d.order_id, $2::uuid,
       lower(concat(d.frozen->>'title', ' ', c.name)), d.created_at
     from documents d join counterparties c on c.project_id = d.project_id and c.id = d.counterparty_id
     where d.project_id = $1 and d.sequence_key like 'bench %' order by d.created_at, d.number`,
  // who gets what in which register; what is paid out came in before, and something of it is left
  `create temp table bench_payouts on commit drop as
     select gen_random_uuid() as id, g, (now() at time zone 'Europe/Kyiv')::date - 2 * (${REGISTERS} - g) as day,
       (select coalesce(max(value), 0) from counters where project_id = $1 and name = 'payout') + g as number
     from generate_series(1, ${REGISTERS}) g where $2::uuid is not null`,
  `create temp table bench_rows on commit drop as
     select p.id as payout_id, p.day, p.number, gen_random_uuid() as id, gen_random_uuid() as payment_id, r as position,
       c.id as counterparty_id, 100 + (p.g * 7 + r * 13) % 900 as amount, p.g <= ${REGISTERS - WAITING} as paid
     from bench_payouts p cross join generate_series(1, ${ROWS}) r
     join (select id, row_number() over (order by id) - 1 as k, count(*) over () as parties from counterparties
       where project_id = $1 and not own_sales and deleted_at is null) c on c.k = (p.g * ${ROWS} + r) % c.parties
     where $2::uuid is not null and r <= c.parties`,
  `create temp table bench_moves on commit drop as
     select payment_id, counterparty_id, day, -amount::bigint as change, 'withdrawal' as type, 'Реєстр виплат № ' || number || ', рядок ' || position as comment
     from bench_rows where paid and $1::uuid is not null and $2::uuid is not null
     union all
     select gen_random_uuid(), counterparty_id, min(day) - 1, sum(amount) + 1000000, 'receipt', 'Післяплата за три роки'
     from bench_rows group by counterparty_id`,
  `insert into payments (project_id, id, counterparty_id, type, account, amount, date, comment, status, created_by, processed_by,
       processed_at, created_at)
     select $1, payment_id, counterparty_id, type, 'bank', abs(change), day, comment, 'confirmed', $2::uuid, $2::uuid,
       day + time '12:00', day + time '12:00' from bench_moves order by day, change desc`,
  `insert into postings (project_id, id, purpose, source, destination, amount, counterparty_id, counterparty_change, balance_after,
       ref_kind, ref_id, comment, actor_kind, actor_id, day, created_at)
     select $1, gen_random_uuid(), case type when 'receipt' then 'payment' else 'withdrawal' end,
       case type when 'receipt' then 'bank' else 'counterparty' end, case type when 'receipt' then 'counterparty' else 'bank' end,
       abs(m.change), m.counterparty_id, m.change, a.balance + sum(m.change) over (
         partition by m.counterparty_id order by m.day, m.payment_id), 'payment', m.payment_id, m.comment, 'user', $2::uuid, m.day, now()
     from bench_moves m join counterparty_accounts a on a.project_id = $1 and a.counterparty_id = m.counterparty_id
     order by m.day, m.payment_id`,
  `update counterparty_accounts a set balance = a.balance + m.change
     from (select counterparty_id, sum(change) as change from bench_moves group by 1) m
     where a.project_id = $1 and a.counterparty_id = m.counterparty_id and $2::uuid is not null`,
  `insert into account_sums as s (project_id, counterparty_id, account, counterparty_change, postings)
     select $1, counterparty_id, 'bank', sum(change), count(*) from bench_moves where $2::uuid is not null group by counterparty_id
     on conflict (project_id, counterparty_id, account) do update
       set counterparty_change = s.counterparty_change + excluded.counterparty_change, postings = s.postings + excluded.postings`,
  `insert into account_days as s (project_id, account, day, counterparty_id, counterparty_change, postings, orders_change, orders)
     select $1, 'bank', day, counterparty_id, sum(change), count(*), 0, 0 from bench_moves where $2::uuid is not null
     group by day, counterparty_id
     on conflict (project_id, account, day, counterparty_id) do update
       set counterparty_change = s.counterparty_change + excluded.counterparty_change, postings = s.postings + excluded.postings`,
  `insert into payouts (project_id, id, number, date, purpose, payer, hash, rows, total, waiting_rows, waiting, paid, created_by, created_at)
     select $1, p.id, p.number, p.day, 'Виплата за взаєморозрахунками, реєстр ' || p.number,
       jsonb_build_object('recipient_name', 'ТОВ «Мануфактура»', 'iban', '${BANK.iban}', 'code', '32855961', 'bank_name', 'Банк'),
       md5(p.id::text), count(*), sum(r.amount), count(*) filter (where not r.paid),
       coalesce(sum(r.amount) filter (where not r.paid), 0), coalesce(sum(r.amount) filter (where r.paid), 0), $2::uuid, p.day + time '11:00'
     from bench_payouts p join bench_rows r on r.payout_id = p.id group by p.id, p.number, p.day order by p.number`,
  `insert into payout_rows (project_id, payout_id, id, position, counterparty_id, recipient_name, iban, code, amount, date, status,
       paid_on, payment_id, decided_by, decided_at)
     select $1, payout_id, id, position, counterparty_id, '${BANK.recipient_name}', '${BANK.iban}', '${BANK.code}', amount, day,
       case when paid then 'paid' else 'waiting' end, case when paid then day end, case when paid then payment_id end,
       case when paid then $2::uuid end, case when paid then day + time '12:00' end
     from bench_rows order by number, position`,
  `insert into counters (project_id, name, value) select $1, 'payout', max(number) from bench_payouts where $2::uuid is not null
     on conflict (project_id, name) do update set value = excluded.value`,
  `insert into search_pending (project_id, kind, id)
     select $1::uuid, 'papers', p.id from papers p join documents d on d.project_id = $1 and d.id = p.source_id
     where p.project_id = $1 and d.sequence_key like 'bench %' and $2::uuid is not null
     union all select $1, 'payments', payment_id from bench_moves
     on conflict do nothing`,
];

const PAPER = `p.id, p.type, p.issuer, p.number, p.revision, p.date, p.title, p.counterparty_id, p.party_name, p.total,
  p.subject_kind, p.subject_id, p.created_at, pr.title as project_title, u.name as issued_by
  from papers p join projects pr on pr.id = $1 left join users u on u.id = p.user_id where p.project_id = $1`;

/** The floors: the rows of the page alone, through the index that has them in their order (`pages.ts`). */
const least = {
  papersOf: `select ${PAPER} and p.issuer = 'manufacturer' and p.type = $2 and p.date between $3 and $4
    order by p.date desc, p.id desc limit 51`,
  papersOfParty: `select ${PAPER} and p.counterparty_id = $2 and p.issuer = 'manufacturer' order by p.date desc, p.id desc limit 51`,
  papersOfPartyAndType: `select ${PAPER} and p.counterparty_id = $2 and p.type = $3 order by p.date desc, p.id desc limit 51`,
  papersByNumber: `select ${PAPER} and p.number = $2 and p.issuer = 'manufacturer' order by p.date desc, p.id desc limit 51`,
  payouts: `select p.id, p.number, p.date, p.rows, p.total, p.waiting_rows, p.waiting, p.paid, p.created_by, p.created_at, u.name as author
    from payouts p join users u on u.id = p.created_by where p.project_id = $1 order by p.number desc limit 51`,
  // that a payment was taken back would stand in the row
  payout: `select p.*, r.*, c.name as counterparty_name, u.name as decider, false as reversed
    from payouts p join payout_rows r on r.project_id = $1 and r.payout_id = p.id
    join counterparties c on c.project_id = $1 and c.id = r.counterparty_id left join users u on u.id = r.decided_by
    where p.project_id = $1 and p.id = $2 order by r.position`,
  // what waits for each, and to which account he was paid last, would stand beside his balance
  candidates: `select c.id, c.name, a.balance, a.reserved, 0 as waiting, c.legal_name, 'ФОП' as recipient_name, '' as iban, '' as code
    from counterparty_accounts a join counterparties c on c.project_id = $1 and c.id = a.counterparty_id
    where a.project_id = $1 and a.balance > 0 order by a.balance desc, a.counterparty_id desc limit 51`,
  ownPayouts: `select r.id, r.project_id, pr.title, p.number, r.date, r.amount, r.iban, r.status, r.paid_on, false as reversed
    from payout_rows r join payouts p on p.project_id = $1 and p.id = r.payout_id join projects pr on pr.id = $1
    where r.project_id = $1 and r.counterparty_id = $2 order by r.date desc, r.id desc limit 51`,
} as const;

/** Thirty days of those that have papers. */
function someMonth(oldest: string): { from: string; to: string } {
  const today = kyivDate(new Date());
  const days = Math.round((Date.parse(today) - Date.parse(oldest)) / 86_400_000);
  const from = daysAfter(oldest, Math.floor(Math.random() * Math.max(1, days - 30)));
  return { from, to: daysAfter(from, 30) };
}

export function settledJobs(http: HttpClient, { project_id, user_id }: Data, drawn: Drawn, client?: HttpClient): Job[] {
  const root = `/api/projects/${project_id}`;
  const page = (text: string, ...values: unknown[]): Captured => ({ text, values: [project_id, ...values] });
  /** The floor and ours draw for themselves. */
  const list = <T>(
    name: string,
    draw: () => T,
    path: (of: T) => string,
    floor: (of: T) => Captured,
    asker = http,
  ): Job => ({
    name,
    kind: 'list',
    least: () => floor(draw()),
    ours: () => asker.ask('GET', path(draw()), undefined, 200),
  });
  const party = () => any(drawn.parties);
  const nothing = () => undefined;
  const { own } = drawn;
  return [
    list(
      NAMES.papersOfMonth,
      () => ({ type: any(TYPES), ...someMonth(drawn.oldest) }),
      ({ type, from, to }) => `${root}/papers?limit=50&type=${type}&from=${from}&to=${to}`,
      ({ type, from, to }) => page(least.papersOf, type, from, to),
    ),
    list(
      NAMES.papersOfParty,
      party,
      ({ id }) => `${root}/papers?limit=50&counterparty_id=${id}`,
      ({ id }) => page(least.papersOfParty, id),
    ),
    list(
      NAMES.searchOfParty,
      party,
      ({ name }) => `${root}/papers?limit=50&q=${encodeURIComponent(`рахунок ${name}`)}`,
      ({ id }) => page(least.papersOfPartyAndType, id, 'invoice'),
    ),
    list(
      NAMES.searchOfNumber,
      () => 1 + Math.floor((Math.random() * PAPERS) / TYPES.length),
      (number) => `${root}/papers?limit=50&q=${number}`,
      (number) => page(least.papersByNumber, number),
    ),
    list(
      NAMES.payouts,
      nothing,
      () => `${root}/payouts?limit=50`,
      () => page(least.payouts),
    ),
    list(
      NAMES.payout,
      () => any(drawn.payouts),
      (id) => `${root}/payouts/${id}`,
      (id) => page(least.payout, id),
    ),
    list(
      NAMES.candidates,
      nothing,
      () => `${root}/payout_candidates?limit=50`,
      () => page(least.candidates),
    ),
    ...(client && own
      ? [
          list(
            NAMES.ownPayouts,
            nothing,
            () => '/api/dropshipping/payouts?limit=50',
            () => page(least.ownPayouts, own),
            client,
          ),
        ]
      : []),
    {
      name: NAMES.pay,
      kind: 'money',
      floor: (floor) => payStraight(floor, project_id, user_id, someParties(drawn)),
      async ours() {
        const rows = someParties(drawn).map((counterparty_id) => ({ ...BANK, counterparty_id, amount: 1 }));
        const { text } = await http.ask('POST', `${root}/payouts`, { rows }, 201);
        const made = JSON.parse(text) as { id: string; items: { id: string }[] };
        const body = { row_ids: made.items.map(({ id }) => id), date: kyivDate(new Date()) };
        return http.ask('POST', `${root}/payouts/${made.id}/pay`, body, 200);
      },
    },
  ];
}

let turn = 0;
/** One after another have the next twenty: registers at once are of others, as in life, and do not wait for each other. */
function someParties({ parties }: Drawn): string[] {
  turn = (turn + 1) % Math.max(1, Math.floor(parties.length / PAID_AT_ONCE));
  const from = turn * PAID_AT_ONCE;
  return parties.slice(from, from + PAID_AT_ONCE).map(({ id }) => id);
}

/** The accounts locked in the order of their keys, then the register, its rows, their payments and postings, set-wise. */
async function payStraight({ pool }: Floor, project_id: string, user_id: string, parties: string[]): Promise<void> {
  const client = await pool.connect();
  const ask = (name: string, text: string, ...values: unknown[]) =>
    client.query({ name: `floor-payout-${name}`, text, values: [project_id, ...values] });
  try {
    await client.query('begin');
    await ask(
      'lock',
      `select balance from counterparty_accounts where project_id = $1 and counterparty_id = any($2::uuid[])
       order by counterparty_id for update`,
      parties,
    );
    await ask(
      'pay',
      `with made as (
         insert into payouts (project_id, id, number, date, purpose, hash, rows, total, waiting_rows, waiting, paid, created_by)
         select $1, gen_random_uuid(), next_number($1, 'payout'), (now() at time zone 'Europe/Kyiv')::date, 'Виплата', 'h', n, n, 0, 0, n, $2::uuid
         from cardinality($3::uuid[]) n returning id, date
       ), drawn as (
         select party, n, gen_random_uuid() as payment_id, made.* from made, unnest($3::uuid[]) with ordinality p(party, n)
       ), paid as (
         insert into payments (project_id, id, counterparty_id, type, account, amount, date, status, created_by, processed_by, processed_at)
         select $1, payment_id, party, 'withdrawal', 'bank', 1, date, 'confirmed', $2, $2, now() from drawn
       ), accounts as (
         update counterparty_accounts a set balance = a.balance - 1 from drawn d
         where a.project_id = $1 and a.counterparty_id = d.party returning a.counterparty_id, a.balance
       ), posted as (
         insert into postings (project_id, id, purpose, source, destination, amount, counterparty_id, counterparty_change,
           balance_after, ref_kind, ref_id, actor_kind, actor_id, day)
         select $1, gen_random_uuid(), 'withdrawal', 'counterparty', 'bank', 1, d.party, -1, a.balance, 'payment', d.payment_id,
           'user', $2, d.date from drawn d join accounts a on a.counterparty_id = d.party
       ), summed as (
         insert into account_sums as s (project_id, counterparty_id, account, counterparty_change, postings)
         select $1, party, 'bank', -1, 1 from drawn on conflict (project_id, counterparty_id, account) do update
           set counterparty_change = s.counterparty_change - 1, postings = s.postings + 1
       ), by_day as (
         insert into account_days as s (project_id, account, day, counterparty_id, counterparty_change, postings, orders_change, orders)
         select $1, 'bank', date, party, -1, 1, 0, 0 from drawn on conflict (project_id, account, day, counterparty_id) do update
           set counterparty_change = s.counterparty_change - 1, postings = s.postings + 1
       )
       insert into payout_rows (project_id, payout_id, id, position, counterparty_id, recipient_name, iban, code, amount, date, status,
         paid_on, payment_id, decided_by, decided_at)
       select $1, id, gen_random_uuid(), n, party, '${BANK.recipient_name}', '${BANK.iban}', '${BANK.code}', 1, date, 'paid', date,
         payment_id, $2, now() from drawn`,
      user_id,
      parties,
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const ARCHIVED = 200;

/** What somebody waits for when a month is over: a register of two hundred with its files, and papers in one archive. */
export async function measureSettled(http: HttpClient, product: Product, data: Data, drawn: Drawn): Promise<Whole[]> {
  const root = `/api/projects/${data.project_id}`;
  const ask = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> =>
    JSON.parse((await http.ask(method, `${root}/${path}`, body)).text) as T;
  const rows = drawn.parties.slice(0, ROWS).map(({ id }) => ({ ...BANK, counterparty_id: id, amount: 1 }));
  const { done, timed } = watch(product, rows.length);
  const title = NAMES.payout;
  const made = await timed(`${title}, made`, () =>
    ask<{ id: string; items: { id: string }[] }>('POST', 'payouts', { rows }),
  );
  for (const kind of ['ibank', 'xlsx', 'pdf'])
    await timed(`${title}, ${kind}`, () => http.ask('GET', `${root}/payouts/${made.id}/${kind}`, undefined, 200));
  const body = { row_ids: made.items.map(({ id }) => id), date: kyivDate(new Date()) };
  await timed(`${title}, paid`, () => ask('POST', `payouts/${made.id}/pay`, body));
  return [...done, ...(await measureArchive(http, product, root))];
}

/** Papers that nobody has drawn yet. */
async function measureArchive(http: HttpClient, product: Product, root: string): Promise<Whole[]> {
  const ask = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> =>
    JSON.parse((await http.ask(method, `${root}/${path}`, body)).text) as T;
  const { items } = await ask<{ items: { id: string }[] }>('GET', `orders?status=Complete&limit=${ARCHIVED}`);
  const { done, timed } = watch(product, items.length);
  const type = 'delivery_note';
  await timed('delivery notes of an archive, issued', async () => {
    for (const { id } of items) await ask('POST', `orders/${id}/documents`, { type });
  });
  const today = kyivDate(new Date());
  const papers = await ask<{ items: { id: string }[] }>('GET', `papers?type=${type}&from=${today}&limit=${ARCHIVED}`);
  await timed(NAMES.archive, async () => {
    const { id } = await ask<{ id: string }>('POST', 'paper_archives', { ids: papers.items.map((one) => one.id) });
    for (;;) {
      const { status } = await ask<{ status: string }>('GET', `paper_archives/${id}`);
      if (status === 'failed') throw new Error('the archive was not made');
      if (status === 'done') return;
      await sleep(100);
    }
  });
  return done;
}
