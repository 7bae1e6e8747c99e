import { type Known, type KnownOrder, numbersIn } from '@lanka/domain/banking/rules';
import { sql } from 'drizzle-orm';
import type { ActingIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';

type Row = Record<string, unknown>;

/** A row of a statement as what may belong to it is looked for. */
export interface Sought {
  readonly id: string;
  readonly amount: number;
  readonly counter_code: string;
  readonly counter_iban: string;
  readonly purpose: string;
}

/** Of one account or code so many rows are looked at, the newest: whoever paid by it lately. */
const LATEST = 20;
const UNPAID_ORDERS = 20;
const SAME_AMOUNT = 20;

/**
 * What the project knows that may have to do with these rows, each with its own: four statements, however many they are.
 * A payer is known by what was entered for him before. What whoever has access writes in his profile is a hint, and no more:
 * codes are public, and he may write another's.
 */
export async function findKnown(tx: Tx, scope: ActingIn, rows: readonly Sought[]): Promise<ReadonlyMap<string, Known>> {
  const incoming = rows.filter(({ amount }) => amount > 0);
  const parties = await findParties(tx, scope, rows);
  const numbers = new Map(incoming.map(({ id, purpose }) => [id, numbersIn(purpose).map(({ number }) => number)]));
  const payers = new Set(incoming.flatMap(({ id }) => (parties.get(id) ?? []).map((party) => party.id)));
  const orders = await findOrders(tx, scope, [...new Set([...numbers.values()].flat())], [...payers]);
  const payments = await findPayments(tx, scope, rows);
  const payouts = await findPayouts(tx, scope, rows);
  return new Map(
    rows.map((row): [string, Known] => {
      const { id, amount } = row;
      const mine = parties.get(id) ?? [];
      const named = new Set(numbers.get(id) ?? []);
      const ids = new Set(mine.map((party) => party.id));
      const isMeant = ({ number, invoices, counterparty_id }: KnownOrder): boolean =>
        named.has(number) || invoices.some((one) => named.has(one)) || ids.has(counterparty_id);
      return [
        id,
        {
          parties: mine,
          orders: amount > 0 ? orders.filter(isMeant) : [],
          payments: payments.get(amount) ?? [],
          payouts: (payouts.get(amount) ?? []).map(({ iban, code, ...one }) => ({
            ...one,
            by: [
              ...(iban !== '' && iban === row.counter_iban ? (['iban'] as const) : []),
              ...(code !== '' && code === row.counter_code ? (['code'] as const) : []),
            ],
          })),
        },
      ];
    }),
  );
}

async function findParties(
  tx: Tx,
  { project }: ActingIn,
  rows: readonly Sought[],
): Promise<Map<string, Known['parties']>> {
  const asked = rows
    .filter(({ counter_code, counter_iban }) => counter_code !== '' || counter_iban !== '')
    .map(({ id, counter_code: code, counter_iban: iban }) => ({ id, code, iban }));
  const made = new Map<string, Known['parties'][number][]>();
  if (asked.length === 0) return made;
  const before = (column: 'counter_iban' | 'counter_code', value: 'iban' | 'code') => sql`
    select p.counterparty_id, ${sql.raw(`'${value}'`)} as by, true as entered from (
      select b.id from bank_rows b
      where b.project_id = ${project.id} and b.state = 'matched' and b.${sql.raw(column)} <> ''
        and b.${sql.raw(column)} = r.${sql.raw(value)} and b.id <> r.id
      order by b.at desc limit ${sql.raw(String(LATEST))}) b
    cross join lateral (
      select p.counterparty_id from bank_row_parts p
      where p.project_id = ${project.id} and p.row_id = b.id and p.undone_at is null limit 50) p`;
  const profile = (column: 'edropoy_code' | 'iban', value: 'iban' | 'code') => sql`
    select m.counterparty_id, ${sql.raw(`'${value}'`)} as by, false as entered from users u
    join memberships m on m.project_id = ${project.id} and m.user_id = u.id and m.counterparty_id is not null and m.ended_at is null
    where u.${sql.raw(column)} = r.${sql.raw(value)} and r.${sql.raw(value)} <> ''`;
  const found = await tx.rows<Row>(sql`
    select r.id as row_id, c.id, c.name, bool_or(f.by = 'iban') as by_iban, bool_or(f.by = 'code') as by_code,
      bool_or(f.entered) as entered
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as r(id uuid, iban text, code text)
    cross join lateral (
      ${before('counter_iban', 'iban')} union all ${before('counter_code', 'code')}
      union all ${profile('iban', 'iban')} union all ${profile('edropoy_code', 'code')}
    ) f
    join counterparties c on c.project_id = ${project.id} and c.id = f.counterparty_id and c.deleted_at is null and not c.own_sales
    group by r.id, c.id, c.name order by c.id`);
  for (const row of found) {
    const by = [...(row.by_iban ? (['iban'] as const) : []), ...(row.by_code ? (['code'] as const) : [])];
    const key = String(row.row_id);
    const party = { id: String(row.id), name: String(row.name), by, entered: row.entered === true };
    made.set(key, [...(made.get(key) ?? []), party]);
  }
  return made;
}

/** Orders of these numbers, those that invoices of these numbers are for, and what these counterparties owe for. */
async function findOrders(
  tx: Tx,
  { project }: ActingIn,
  numbers: readonly number[],
  parties: readonly string[],
): Promise<KnownOrder[]> {
  if (numbers.length === 0 && parties.length === 0) return [];
  const wanted = sql`any(array(select unnest(${sql.param([...numbers])}::int[])))`;
  const found = await tx.rows<Row>(sql`
    with invoiced as (
      select p.subject_id as order_id, array_agg(p.number order by p.number) as numbers from papers p
      where p.project_id = ${project.id} and p.number = ${wanted} and p.type = 'invoice' and p.issuer = 'manufacturer'
        and p.subject_kind = 'order'
      group by p.subject_id
    ), wanted as (
      select o.id from orders o where o.project_id = ${project.id} and o.number = ${wanted}
      union select order_id from invoiced
      union select h.order_id from unnest(${sql.param([...parties])}::uuid[]) as k(id) cross join lateral (
        select c.order_id from charges c where c.project_id = ${project.id} and c.counterparty_id = k.id and c.unpaid > 0
        order by c.sequence limit ${sql.raw(String(UNPAID_ORDERS))}) h
    )
    select o.id, o.prefix, o.number, o.counterparty_id, c.name as counterparty_name, coalesce(i.numbers, '{}') as invoices,
      case when h.sequence is not null then h.unpaid else greatest(o.sum - coalesce(h.put, 0), 0) end as left_to_pay
    from wanted w
    cross join lateral (select * from orders o where o.project_id = ${project.id} and o.id = w.id limit 1) o
    join counterparties c on c.project_id = ${project.id} and c.id = o.counterparty_id and c.deleted_at is null
    left join charges h on h.project_id = ${project.id} and h.order_id = o.id
    left join invoiced i on i.order_id = o.id
    where o.status not in ('Draft', 'Canceled')
    order by o.number`);
  return found.map((row) => ({
    id: String(row.id),
    prefix: String(row.prefix),
    number: Number(row.number),
    counterparty_id: String(row.counterparty_id),
    counterparty_name: String(row.counterparty_name),
    left: Number(row.left_to_pay),
    invoices: (row.invoices as number[]).map(Number),
  }));
}

const abs = (rows: readonly Sought[], sign: 1 | -1): number[] => [
  ...new Set(rows.flatMap(({ amount }) => (amount * sign > 0 ? [Math.abs(amount)] : []))),
];

/** Payments of the same amount that have no row: reported ones, and those that stand on the account bank. By the amount. */
async function findPayments(
  tx: Tx,
  { project }: ActingIn,
  rows: readonly Sought[],
): Promise<Map<number, Known['payments'][number][]>> {
  const made = new Map<number, Known['payments'][number][]>();
  const asked = [
    ...abs(rows, 1).map((amount) => ({ amount, type: 'receipt' })),
    ...abs(rows, -1).map((amount) => ({ amount, type: 'withdrawal' })),
  ];
  if (asked.length === 0) return made;
  const found = await tx.rows<Row>(sql`
    select p.*, c.name as counterparty_name
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(amount bigint, type text)
    cross join lateral (
      select p.id, p.type, p.counterparty_id, p.amount, p.date::text as day, p.status from payments p
      where p.project_id = ${project.id} and p.amount = a.amount and p.type = a.type and p.bank_row_id is null
        and (p.status = 'pending' or p.status = 'confirmed' and p.account = 'bank')
        and not exists (select from postings l join postings r on r.project_id = l.project_id and r.ref_kind = 'posting'
            and r.ref_id = l.id and r.purpose = 'reversal'
          where l.project_id = p.project_id and l.ref_kind = 'payment' and l.ref_id = p.id
            and l.purpose in ('payment', 'withdrawal'))
      order by p.id desc limit ${sql.raw(String(SAME_AMOUNT))}) p
    join counterparties c on c.project_id = ${project.id} and c.id = p.counterparty_id`);
  for (const row of found) {
    const amount = Number(row.amount);
    const signed = row.type === 'receipt' ? amount : -amount;
    const one = {
      ...{ id: String(row.id), counterparty_id: String(row.counterparty_id), amount, date: String(row.day) },
      ...{ counterparty_name: String(row.counterparty_name), status: row.status as 'pending' | 'confirmed' },
    };
    made.set(signed, [...(made.get(signed) ?? []), one]);
  }
  return made;
}

type FoundPayout = Omit<Known['payouts'][number], 'by'> & { readonly iban: string; readonly code: string };

/** Rows of payout registers that wait, of the amounts that went out. By the amount with its sign. */
async function findPayouts(
  tx: Tx,
  { project }: ActingIn,
  rows: readonly Sought[],
): Promise<Map<number, FoundPayout[]>> {
  const made = new Map<number, FoundPayout[]>();
  const amounts = abs(rows, -1);
  if (amounts.length === 0) return made;
  const found = await tx.rows<Row>(sql`
    select r.payout_id, r.id, p.number, r.counterparty_id, c.name as counterparty_name, r.amount, r.iban, r.code
    from payout_rows r join payouts p on p.project_id = r.project_id and p.id = r.payout_id
    join counterparties c on c.project_id = r.project_id and c.id = r.counterparty_id
    where r.project_id = ${project.id} and r.status = 'waiting'
      and r.amount = any(array(select unnest(${sql.param(amounts)}::bigint[])))
    order by p.number, r.position`);
  for (const row of found) {
    const amount = Number(row.amount);
    const one = {
      ...{ payout_id: String(row.payout_id), row_id: String(row.id), number: Number(row.number), amount },
      ...{ counterparty_id: String(row.counterparty_id), counterparty_name: String(row.counterparty_name) },
      ...{ iban: String(row.iban), code: String(row.code) },
    };
    made.set(-amount, [...(made.get(-amount) ?? []), one]);
  }
  return made;
}

/** Whose row of a register it is, while it waits; null where it does not. */
export async function findWaitingPayout(
  tx: Tx,
  { project }: ActingIn,
  { payout_id, row_id }: { readonly payout_id: string; readonly row_id: string },
): Promise<{ readonly counterparty_id: string; readonly amount: number } | null> {
  const [row] = await tx.rows<Row>(sql`
    select counterparty_id, amount from payout_rows
    where project_id = ${project.id} and payout_id = ${payout_id} and id = ${row_id} and status = 'waiting'`);
  return row ? { counterparty_id: String(row.counterparty_id), amount: Number(row.amount) } : null;
}
