import type { ClientByPhone, ClientOrder, ClientRow, LastDelivery } from '@lanka/domain/clients/contract';
import type { KnownClient } from '@lanka/domain/clients/import';
import { COUNTED_STATUSES, clientSearchText } from '@lanka/domain/clients/rules';
import type { Page } from '@lanka/domain/kit/lists';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { awaitLock, type Locked } from '../kit/db/locked';
import {
  anyPart,
  atMost,
  type ListPlan,
  type ListQuery,
  opaque,
  readPage,
  toInstant,
  toInstantOrNull,
} from '../kit/db/paging';
import type { Searched } from '../kit/db/searched';
import { IS_REFUSED } from '../returns';
import { queueForSearch, rememberWorkspace, type Search, searchPage, wordsIn } from '../search';
import type { Owner } from './owner.store';

type Row = Record<string, unknown>;

export const CLIENTS: Searched = {
  name: 'clients',
  texts: (project_id, ids) => sql`
    select id, search_text as text, created_at from clients where project_id = ${project_id} and id = any(${ids})`,
};

const PHONES = sql`(select p.phone from client_phones p where p.project_id = c.project_id and p.client_id = c.id order by p.position)`;
const COUNTED = sql.raw(`'{${COUNTED_STATUSES.join()}}'::text[]`);

/** The card of a client. */
const CARD = sql`c.id, c.name, array${PHONES} as phones, c.email, c.discount, c.comment, c.version, c.created_at, c.updated_at`;

/** With what came of the orders with one of the client's phones: for the rows of a page alone. */
const columnsFor = ({ orders }: Owner): SQL => sql`${CARD}, (
  select json_build_object('count', count(*), 'sum', coalesce(sum(o.customer_sum), 0), 'last', max(o.created_at),
    'returns', coalesce(sum(b.returns), 0), 'refusals', coalesce(sum(b.refusals), 0))
  from orders o cross join lateral (
    select count(*) filter (where not ${IS_REFUSED}) as returns, count(*) filter (where ${IS_REFUSED}) as refusals
    from returns r where r.project_id = o.project_id and r.order_id = o.id and r.withdrawn_at is null) b
  where ${orders} and o.customer_phone = any(array${PHONES}) and o.status = any(${COUNTED})) as figures`;

function asClient(row: Row): ClientRow {
  const [phone = '', ...other_phones] = row.phones as string[];
  const figures = row.figures as Record<'count' | 'sum' | 'returns' | 'refusals', number> & { last: string | null };
  return {
    id: String(row.id),
    name: String(row.name),
    phone,
    other_phones,
    email: row.email as string | null,
    discount: Number(row.discount),
    comment: String(row.comment),
    orders_count: Number(figures.count),
    orders_sum: Number(figures.sum),
    last_order_at: toInstantOrNull(figures.last),
    returns_count: Number(figures.returns),
    refusals_count: Number(figures.refusals),
    version: Number(row.version),
    created_at: toInstant(row.created_at),
    updated_at: toInstant(row.updated_at),
  };
}

/** What is looked for; a phone is also found by its digits as people write them. */
function partsOf(q: string): string[] {
  const digits = q.replace(/[\s()+-]/g, '');
  return /^\d{3,}$/.test(digits) && digits !== q ? [q, digits] : [q];
}

const matches = (parts: readonly string[]): SQL =>
  sql`(${sql.join(
    parts.map((part) => sql`c.search_text like ${opaque(anyPart(part), 'text')}`),
    sql` or `,
  )})`;

export function listClients(
  tx: Tx,
  owner: Owner,
  query: ListQuery & { readonly q?: string | undefined },
): Promise<Page<ClientRow>> {
  const others = sql`c.project_id = ${owner.tenant}`;
  const parts = query.q ? partsOf(query.q) : [];
  const plan: ListPlan = {
    columns: columnsFor(owner),
    from: sql`clients c`,
    where: query.q ? sql`${others} and ${matches(parts)}` : others,
    id: sql`c.id`,
    sorts: {
      name: { by: sql`c.sort_name`, type: 'text' },
      created_at: { by: sql`c.created_at`, type: 'timestamptz' },
    },
  };
  if (!query.q) return readPage(tx, query, plan, asClient);
  const search: Search = {
    projects: [owner.tenant],
    ways: parts.map((part) => ({ kind: CLIENTS, words: wordsIn(part) })),
    matches: matches(parts),
    others,
    walks: ['name', 'created_at'],
  };
  return searchPage(tx, query, plan, search, asClient);
}

export async function findClient(tx: Tx, owner: Owner, id: string): Promise<ClientRow | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${columnsFor(owner)} from clients c where c.project_id = ${owner.tenant} and c.id = ${id}`);
  return row ? asClient(row) : null;
}

const phonesIn = (phones: readonly string[]): SQL => sql`${sql.param([...phones])}::text[]`;

/** The newest orders with one of these phones, whatever their status. */
export async function ordersOfPhones(
  tx: Tx,
  { orders }: Owner,
  phones: readonly string[],
  most: number,
): Promise<{ orders: ClientOrder[]; last_name: string; last_delivery: LastDelivery | null }> {
  const found = await tx.rows<Row>(sql`
    select o.project_id, o.id, o.number, o.status, o.customer_sum, o.created_at, o.customer_name, o.delivery_operator,
      o.recipient_name, o.recipient_phone, o.delivery_town, o.delivery_address,
      o.delivery_city_ref, o.delivery_branch_ref, o.delivery_door
    from orders o where ${orders} and o.customer_phone = any(${phonesIn(phones)})
    order by o.created_at desc, o.id desc ${atMost(most)}`);
  // a draft without an address says nothing of where to send
  const delivered = found.find((row) => row.delivery_address !== '' || row.delivery_operator === 'pickup');
  return {
    last_name: String(found[0]?.customer_name ?? ''),
    orders: found.map((row) => ({
      project_id: String(row.project_id),
      id: String(row.id),
      number: Number(row.number),
      status: row.status as ClientOrder['status'],
      customer_sum: Number(row.customer_sum),
      created_at: toInstant(row.created_at),
    })),
    last_delivery: delivered
      ? {
          operator: String(delivered.delivery_operator) as LastDelivery['operator'],
          recipient_name: String(delivered.recipient_name),
          recipient_phone: delivered.recipient_phone as string | null,
          town: String(delivered.delivery_town),
          address: String(delivered.delivery_address),
          city_ref: delivered.delivery_city_ref as string | null,
          branch_ref: delivered.delivery_branch_ref as string | null,
          door: delivered.delivery_door as LastDelivery['door'],
        }
      : null,
  };
}

/** Parcels for these phones that were not picked up. */
export async function countRefusals(tx: Tx, { orders }: Owner, phones: readonly string[]): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(sql`
    select count(*)::int as n from orders o
    join returns r on r.project_id = o.project_id and r.order_id = o.id and ${IS_REFUSED}
    where ${orders} and o.customer_phone = any(${phonesIn(phones)})`);
  return row?.n ?? 0;
}

type Holder = NonNullable<ClientByPhone['client']> & { readonly phones: readonly string[] };

/** Who has this phone, among the owner's. */
export async function holderOf(tx: Tx, owner: Owner, phone: string): Promise<Holder | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${CARD} from client_phones h join clients c on c.project_id = h.project_id and c.id = h.client_id
    where h.project_id = ${owner.tenant} and h.phone = ${phone}`);
  if (!row) return null;
  const phones = row.phones as string[];
  return {
    id: String(row.id),
    name: String(row.name),
    phone: phones[0] ?? '',
    phones,
    email: row.email as string | null,
    discount: Number(row.discount),
    comment: String(row.comment),
  };
}

/** The personal discount of whoever has this phone; 0 where nobody has, and where `unless` holds. */
export async function discountOf(tx: Tx, tenant: string, phone: string, unless: SQL | null): Promise<number> {
  const [row] = await tx.rows<{ discount: number }>(sql`
    select c.discount from client_phones h join clients c on c.project_id = h.project_id and c.id = h.client_id
    where h.project_id = ${tenant} and h.phone = ${phone}${unless ? sql` and not ${unless}` : sql``}`);
  return Number(row?.discount ?? 0);
}

export const isTrue = async (tx: Tx, condition: SQL): Promise<boolean> =>
  (await tx.rows(sql`select where ${condition}`)).length > 0;

/** Clients whom nobody else changes until the transaction ends. */
export type LockedClients = Locked<'clients', readonly (KnownClient & { readonly version: number })[]>;

const asKnown = (row: Row): KnownClient & { readonly version: number } => ({
  id: String(row.id),
  name: String(row.name),
  phones: row.phones as string[],
  email: row.email as string | null,
  discount: Number(row.discount),
  comment: String(row.comment),
  version: Number(row.version),
});

/** In the order of their ids, so that two who lock several never wait for each other. */
export function lockClients(tx: Tx, owner: Owner, ids: readonly string[]): Promise<LockedClients> {
  const lock = async () => {
    const list = sql`${sql.param([...ids])}::uuid[]`;
    await tx.execute(sql`
      select from clients where project_id = ${owner.tenant} and id = any(${list}) order by id for update`);
    // behind the lock: whose phones meanwhile came or went
    const found = await tx.rows<Row>(sql`
      select ${CARD} from clients c where c.project_id = ${owner.tenant} and c.id = any(${list}) order by c.id`);
    return found.map(asKnown);
  };
  return awaitLock('clients', lock());
}

/** Clients who have one of these phones, locked. */
export async function lockHolders(tx: Tx, owner: Owner, phones: readonly string[]): Promise<LockedClients> {
  const found = await tx.rows<{ client_id: string }>(sql`
    select distinct client_id from client_phones where project_id = ${owner.tenant} and phone = any(${phonesIn(phones)})`);
  return lockClients(
    tx,
    owner,
    found.map(({ client_id }) => client_id),
  );
}

export type NewClient = Omit<KnownClient, 'id'>;

/** Writes new clients with their phones; answers the phones that others have already. The caller refuses those. */
export async function insertClients(
  tx: Tx,
  owner: Owner,
  clients: readonly NewClient[],
): Promise<{ ids: string[]; taken: string[] }> {
  const rows = clients.map((client) => ({ ...client, id: newId(), search_text: clientSearchText(client) }));
  await tx.execute(sql`
    insert into clients (project_id, id, name, email, discount, comment, search_text)
    select ${owner.tenant}::uuid, r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, name text, email text, discount int, comment text, search_text text)`);
  const taken = await insertPhones(tx, owner, rows);
  await queue(
    tx,
    owner,
    rows.map(({ id }) => id),
  );
  return { ids: rows.map(({ id }) => id), taken };
}

/** In the order of the phones, as everybody writes them. */
async function insertPhones(
  tx: Tx,
  owner: Owner,
  clients: readonly { readonly id: string; readonly phones: readonly string[] }[],
): Promise<string[]> {
  const rows = clients.flatMap(({ id, phones }) =>
    phones.map((phone, position) => ({ phone, client_id: id, position })),
  );
  const written = await tx.rows<{ phone: string }>(sql`
    insert into client_phones (project_id, phone, client_id, position)
    select ${owner.tenant}::uuid, r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(phone text, client_id uuid, position int) order by r.phone
    on conflict (project_id, phone) do nothing returning phone`);
  const known = new Set(written.map(({ phone }) => phone));
  return rows.flatMap(({ phone }) => (known.has(phone) ? [] : [phone]));
}

/** Writes whole cards with their phones; answers the phones that others have. */
export async function saveClients(
  tx: Tx,
  owner: Owner,
  _locked: LockedClients,
  clients: readonly KnownClient[],
): Promise<string[]> {
  const rows = clients.map((client) => ({ ...client, search_text: clientSearchText(client) }));
  const ids = clients.map(({ id }) => id);
  await tx.execute(sql`
    update clients c set name = r.name, email = r.email, discount = r.discount, comment = r.comment,
      search_text = r.search_text, version = c.version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, name text, email text, discount int, comment text, search_text text)
    where c.project_id = ${owner.tenant} and c.id = any(${sql.param(ids)}::uuid[]) and c.id = r.id`);
  await tx.execute(sql`
    delete from client_phones where project_id = ${owner.tenant} and client_id = any(${sql.param(ids)}::uuid[])`);
  const taken = await insertPhones(tx, owner, clients);
  await queue(tx, owner, ids);
  return taken;
}

export async function deleteClient(tx: Tx, owner: Owner, id: string): Promise<boolean> {
  const gone = await tx.rows(sql`
    delete from clients where project_id = ${owner.tenant} and id = ${id} returning id`);
  return gone.length > 0;
}

async function queue(tx: Tx, owner: Owner, ids: readonly string[]): Promise<void> {
  if (owner.isDropshipper) await rememberWorkspace(tx, owner.tenant);
  await queueForSearch(tx, CLIENTS, owner.tenant, ids);
}

export async function countClients(tx: Tx, owner: Owner, upTo: number): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(sql`
    select count(*)::int as n from (select from clients where project_id = ${owner.tenant} limit ${upTo}) some_rows`);
  return row?.n ?? 0;
}

export interface ExportedClient extends Omit<KnownClient, 'phones'> {
  readonly phones: readonly string[];
  readonly created_at: string;
}

const PAGE = 1_000;

/** The next page of all clients, the oldest first. */
export async function exportPage(tx: Tx, owner: Owner, after: ExportedClient | null): Promise<ExportedClient[]> {
  const beyond = after ? sql`and (c.created_at, c.id) > (${after.created_at}::timestamptz, ${after.id}::uuid)` : sql``;
  const found = await tx.rows<Row>(sql`
    select c.id, c.name, array${PHONES} as phones, c.email, c.discount, c.comment, c.version, c.created_at::text as created_at
    from clients c where c.project_id = ${owner.tenant} ${beyond} order by c.created_at, c.id ${atMost(PAGE)}`);
  return found.map((row) => ({ ...asKnown(row), created_at: String(row.created_at) }));
}
