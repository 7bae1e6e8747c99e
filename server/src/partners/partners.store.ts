import { EXACT_TOTAL, type Page } from '@lanka/domain/kit/lists';
import type {
  Counterparty,
  CounterpartyKind,
  CounterpartyName,
  CreateCounterpartyBody,
  UpdateCounterpartyBody,
} from '@lanka/domain/partners/contract';
import { RESEND_MINUTES } from '@lanka/domain/projects/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { markGone } from '../kit/changes/record';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { awaitLock, type Locked } from '../kit/db/locked';
import { inOneStatement, type Read } from '../kit/db/one-statement';
import {
  anyPart,
  atMost,
  isFiltered,
  type ListPlan,
  type ListQuery,
  opaque,
  readPage,
  toInstant,
} from '../kit/db/paging';
import type { Searched } from '../kit/db/searched';
import { together } from '../kit/db/together';
import { openAccount, setCreditTerms } from '../ledger';
import { queueForSearch, type Search, searchIds, searchPage, wordsIn } from '../search';
import { isGrouped } from './groups.store';

type Row = Record<string, unknown>;

export const COUNTERPARTIES: Searched = {
  name: 'counterparties',
  texts: (project_id, ids) => sql`
    select id, search_text as text, created_at from counterparties where project_id = ${project_id} and id = any(${ids})`,
};

const GROUPS = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.position, g.id), '[]')
  from counterparty_group_members gm
  join counterparty_groups g on g.project_id = gm.project_id and g.id = gm.group_id and g.archived_at is null
  where gm.project_id = c.project_id and gm.counterparty_id = c.id)`;

/** A counterparty with its balance, its manager, its living access and the invitation that awaits an answer. */
const COLUMNS = sql`c.id, c.name, c.legal_name, c.email, c.phone, c.comment, c.manager_id, u.name as manager_name,
  c.discount, c.discount_group_id, c.price_level_id, pl.name as price_level_name, c.price_level_group_id,
  ${GROUPS} as groups, c.refusal_charge, coalesce(a.balance, 0) as balance,
  coalesce(a.purchases_balance, 0) as purchases_balance,
  a.closed_until::text as closed_until, a.payment_days, a.credit_limit, coalesce(a.on_limit, 'warn') as on_limit, c.own_sales, c.version,
  c.created_at, c.updated_at, m.user_id as member_id, i.id as invitation_id, i.email as invited_email, i.last_sent_at, i.expires_at`;

const BALANCE = sql`
  left join counterparty_accounts a on a.project_id = c.project_id and a.counterparty_id = c.id`;
const WITH_BALANCE = sql`counterparties c ${BALANCE}`;

const PEOPLE = sql`
  left join users u on u.id = c.manager_id
  left join price_levels pl on pl.project_id = c.project_id and pl.id = c.price_level_id
  left join memberships m on m.project_id = c.project_id and m.counterparty_id = c.id and m.ended_at is null
  left join lateral (
    select i.id, i.email, i.last_sent_at, i.expires_at from invitations i
    where i.project_id = c.project_id and i.counterparty_id = c.id and i.accepted_at is null
    order by i.last_sent_at desc limit 1
  ) i on true`;
const FROM = sql`${WITH_BALANCE} ${PEOPLE}`;

/** By the order of their balances, and who owes or has money here: by the index of the accounts. */
const BY_BALANCE = sql`counterparty_accounts a
  join counterparties c on c.project_id = a.project_id and c.id = a.counterparty_id`;

const LIVING_ACCESS = sql`exists (select 1 from memberships d
  where d.project_id = c.project_id and d.counterparty_id = c.id and d.ended_at is null)`;
const IS_DROPSHIPPER = sql`(${LIVING_ACCESS} or exists (select 1 from invitations d
  where d.project_id = c.project_id and d.counterparty_id = c.id and d.accepted_at is null))`;

function asCounterparty(row: Row): Counterparty {
  const invited = row.member_id === null && row.invitation_id !== null;
  const sent = invited ? toInstant(row.last_sent_at) : '';
  return {
    id: String(row.id),
    name: String(row.name),
    legal_name: String(row.legal_name),
    email: row.email as string | null,
    phone: row.phone as string | null,
    comment: String(row.comment),
    manager_id: row.manager_id as string | null,
    manager_name: row.manager_name as string | null,
    discount: Number(row.discount),
    discount_group_id: row.discount_group_id as string | null,
    price_level_id: row.price_level_id as string | null,
    price_level_name: row.price_level_name as string | null,
    price_level_group_id: row.price_level_group_id as string | null,
    groups: row.groups as Counterparty['groups'],
    refusal_charge: Number(row.refusal_charge),
    payment_days: row.payment_days as number | null,
    credit_limit: row.credit_limit === null ? null : Number(row.credit_limit),
    on_limit: row.on_limit as Counterparty['on_limit'],
    balance: Number(row.balance),
    purchases_balance: Number(row.purchases_balance),
    closed_until: row.closed_until as string | null,
    status: row.member_id !== null ? 'dropshipper' : invited ? 'invited' : 'ordinary',
    invitation: invited
      ? {
          email: String(row.invited_email),
          last_sent_at: sent,
          resendable_at: new Date(Date.parse(sent) + RESEND_MINUTES * 60_000).toISOString(),
          expires_at: toInstant(row.expires_at),
        }
      : null,
    own_sales: row.own_sales === true,
    version: Number(row.version),
    created_at: toInstant(row.created_at),
    updated_at: toInstant(row.updated_at),
  };
}

export interface CounterpartyFilters extends ListQuery {
  readonly q?: string | undefined;
  readonly kind?: CounterpartyKind | undefined;
  readonly manager_id?: string | undefined;
  readonly balance?: 'debt' | 'advance' | 'zero' | undefined;
  readonly price_level_id?: string | undefined;
  readonly group_id?: string | undefined;
}

/** What the search looks for; a phone is also found by its digits as people write them. */
function partsOf(q: string): string[] {
  const digits = q.replace(/[\s()+-]/g, '');
  return /^\d{3,}$/.test(digits) && digits !== q ? [q, digits] : [q];
}

const matches = (parts: readonly string[]): SQL =>
  sql`(${sql.join(
    parts.map((part) => sql`c.search_text like ${opaque(anyPart(part), 'text')}`),
    sql` or `,
  )})`;

/** Counterparties of these projects that hold the text and fulfil the other conditions. */
function searchFor(projects: readonly string[], parts: readonly string[], others: SQL): Search {
  return {
    projects,
    ways: parts.map((part) => ({ kind: COUNTERPARTIES, words: wordsIn(part) })),
    matches: matches(parts),
    others,
    walks: ['name', 'created_at'],
  };
}

function conditions(scope: ProjectScope, query: Omit<CounterpartyFilters, keyof ListQuery | 'q'>): SQL {
  const where: SQL[] = [sql`c.project_id = ${scope.project.id} and c.deleted_at is null`];
  if (query.kind === 'dropshippers') where.push(IS_DROPSHIPPER);
  if (query.kind === 'other') where.push(sql`not ${IS_DROPSHIPPER}`);
  if (query.manager_id) where.push(sql`(c.manager_id = ${query.manager_id} or c.manager_id is null)`);
  if (query.price_level_id === 'none') where.push(sql`c.price_level_id is null`);
  else if (query.price_level_id) where.push(sql`c.price_level_id = ${query.price_level_id}`);
  if (query.group_id) where.push(isGrouped(query.group_id, sql`c.project_id`, sql`c.id`));
  if (query.balance === 'debt') where.push(sql`a.balance < 0`);
  if (query.balance === 'advance') where.push(sql`a.balance > 0`);
  if (query.balance === 'zero') where.push(sql`a.balance = 0`);
  return sql.join(where, sql` and `);
}

export function listCounterparties(
  tx: Tx,
  scope: ProjectScope,
  query: CounterpartyFilters,
): Promise<Page<Counterparty>> {
  const others = conditions(scope, query);
  const byBalance = query.balance !== undefined || query.sort.endsWith('balance');
  const plan: ListPlan = {
    columns: COLUMNS,
    from: byBalance ? sql`${BY_BALANCE} ${PEOPLE}` : sql`counterparties c ${BALANCE} ${PEOPLE}`,
    // who owes is asked only where the filter wants it
    countFrom: query.balance ? BY_BALANCE : sql`counterparties c`,
    where: query.q ? sql`${others} and ${matches(partsOf(query.q))}` : others,
    // the same, from the table whose index the list goes by
    id: query.sort.endsWith('balance') && !query.q ? sql`a.counterparty_id` : sql`c.id`,
    customPlan: isFiltered(query.kind, query.balance, query.manager_id, query.price_level_id, query.group_id),
    sorts: {
      name: { by: sql`c.sort_name`, type: 'text' },
      balance: { by: sql`a.balance`, type: 'bigint' },
      discount: { by: sql`c.discount`, type: 'integer' },
      created_at: { by: sql`c.created_at`, type: 'timestamptz' },
    },
  };
  if (!query.q) return readPage(tx, query, plan, asCounterparty);
  const searched = { ...plan, countFrom: byBalance ? sql`counterparties c ${BALANCE}` : sql`counterparties c` };
  return searchPage(tx, query, searched, searchFor([scope.project.id], partsOf(query.q), others), asCounterparty);
}

/** For those who choose one and see nothing else of it. */
export function listCounterpartyNames(
  tx: Tx,
  scope: ProjectScope,
  query: ListQuery & { readonly q?: string | undefined; readonly id?: string | undefined },
): Promise<Page<CounterpartyName>> {
  const one = query.id ? sql` and c.id = ${query.id}` : sql``;
  const others = sql`${conditions(scope, {})}${one}`;
  const plan: ListPlan = {
    columns: sql`c.id, c.name, c.legal_name`,
    from: sql`counterparties c`,
    where: query.q ? sql`${others} and ${matches(partsOf(query.q))}` : others,
    id: sql`c.id`,
    customPlan: isFiltered(query.id),
    sorts: { name: { by: sql`c.sort_name`, type: 'text' } },
  };
  const asName = (row: Row): CounterpartyName => ({
    id: String(row.id),
    name: String(row.name),
    legal_name: String(row.legal_name),
  });
  if (!query.q) return readPage(tx, query, plan, asName);
  return searchPage(tx, query, plan, searchFor([scope.project.id], partsOf(query.q), others), asName);
}

/** Counterparties that hold one of these texts, deleted ones too; null when they are more than `limit`. */
export const findPartyIds = (
  tx: Tx,
  projects: readonly string[],
  parts: readonly string[],
  limit: number,
): Promise<string[] | null> =>
  searchIds(
    tx,
    { from: sql`counterparties c`, id: sql`c.id` },
    searchFor(projects, parts, sql`c.project_id = any(${idArray(projects)})`),
    limit,
  );

/** So many are looked up one by one; of more a look at all of them is no slower. */
const FEW_PARTIES = 1_000;

export interface CounterpartyCounts {
  all: number;
  dropshippers: number;
  other: number;
  debts: number;
  advances: number;
}

/** How many there are, each count up to 10,000, and the sums of their balances. */
export async function countCounterparties(
  tx: Tx,
  scope: ProjectScope,
  q: string | undefined,
): Promise<CounterpartyCounts> {
  const [counts, sums] = q
    ? await countFound(tx, scope, q)
    : await together([countAll(tx, scope), sumBalances(tx, scope)]);
  const { all, dropshippers } = counts;
  return {
    all: Math.min(all, EXACT_TOTAL),
    dropshippers: Math.min(dropshippers, EXACT_TOTAL),
    other: Math.min(all - dropshippers, EXACT_TOTAL),
    ...sums,
  };
}

type Counted = Pick<CounterpartyCounts, 'all' | 'dropshippers'>;
type Summed = Pick<CounterpartyCounts, 'debts' | 'advances'>;

/** Twice as far as is shown, so that those without access are counted as far. */
async function countAll(tx: Tx, { project }: ProjectScope): Promise<Counted> {
  const found = await tx.rows<Row>(sql`
    select (select count(*)::int from (select 1 from counterparties c where c.project_id = ${project.id}
        and c.deleted_at is null ${atMost(2 * EXACT_TOTAL)}) some_rows) as "all",
      (select count(*)::int from (select 1 from memberships m
        cross join lateral (select c.deleted_at from counterparties c
          where c.project_id = m.project_id and c.id = m.counterparty_id limit 1) c
        where m.project_id = ${project.id} and m.counterparty_id is not null and m.ended_at is null
          and c.deleted_at is null ${atMost(EXACT_TOTAL)}) some_rows) as with_access,
      (select count(distinct i.counterparty_id)::int from invitations i
        cross join lateral (select c.* from counterparties c
          where c.project_id = i.project_id and c.id = i.counterparty_id limit 1) c
        where i.project_id = ${project.id} and i.accepted_at is null and i.counterparty_id is not null
          and c.deleted_at is null and not ${LIVING_ACCESS}) as invited`);
  const row = found[0] ?? {};
  return { all: Number(row.all), dropshippers: Number(row.with_access) + Number(row.invited) };
}

async function countFound(tx: Tx, scope: ProjectScope, q: string): Promise<[Counted, Summed]> {
  const { id } = scope.project;
  const ids = await findPartyIds(tx, [id], partsOf(q), FEW_PARTIES);
  const found = await tx.rows<Row>(sql`
    select count(*)::int as "all", count(*) filter (where ${IS_DROPSHIPPER})::int as dropshippers,
      coalesce(-sum(a.balance) filter (where a.balance < 0), 0)::bigint as debts,
      coalesce(sum(a.balance) filter (where a.balance > 0), 0)::bigint as advances
    from ${WITH_BALANCE} where c.project_id = ${id} and c.deleted_at is null
      and ${ids ? sql`c.id = any(${idArray(ids)})` : matches(partsOf(q))}`);
  const row = found[0] ?? {};
  return [
    { all: Number(row.all), dropshippers: Number(row.dropshippers) },
    { debts: Number(row.debts), advances: Number(row.advances) },
  ];
}

/** A counterparty that is not deleted, and the invitation to be sent again. */
export interface Found {
  readonly counterparty: Counterparty;
  readonly invitation_id: string | null;
  readonly member_id: string | null;
}

/**
 * With `lock`, nobody else changes, invites or deletes it until the transaction ends; `whole` also keeps new orders
 * and payments out, which hold a key share of it (`partyById`).
 */
export async function findCounterparty(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  lock?: 'fields' | 'whole',
): Promise<Found | null> {
  if (lock) {
    const strength = sql.raw(lock === 'whole' ? 'update' : 'no key update');
    await tx.execute(
      sql`select from counterparties where project_id = ${scope.project.id} and id = ${id} for ${strength}`,
    );
  }
  const found = await tx.rows<Row>(sql`
    select ${COLUMNS} from ${FROM} where c.project_id = ${scope.project.id} and c.id = ${id} and c.deleted_at is null`);
  const [row] = found;
  if (!row) return null;
  return {
    counterparty: asCounterparty(row),
    invitation_id: row.invitation_id as string | null,
    member_id: row.member_id as string | null,
  };
}

function searchText(values: Pick<Counterparty, 'name' | 'legal_name' | 'email' | 'phone'>): string {
  return [values.name, values.legal_name, values.email, values.phone].filter(Boolean).join('\n').toLowerCase();
}

/** Adds a counterparty and opens its account. Answers its id. */
export async function insertCounterparty(
  tx: Tx,
  scope: Pick<ProjectScope, 'project'>,
  {
    name,
    legal_name = '',
    email = null,
    phone = null,
    comment = '',
    manager_id = null,
    discount = 0,
    price_level_id = null,
    refusal_charge = 0,
    payment_days = null,
    credit_limit = null,
    on_limit = 'warn',
  }: CreateCounterpartyBody,
): Promise<string> {
  const id = newId();
  await tx.execute(sql`
    insert into counterparties (project_id, id, name, legal_name, email, phone, comment, manager_id, discount, price_level_id,
      refusal_charge, search_text)
    values (${scope.project.id}, ${id}, ${name}, ${legal_name}, ${email}, ${phone}, ${comment}, ${manager_id},
      ${discount}, ${price_level_id}, ${refusal_charge}, ${searchText({ name, legal_name, email, phone })})`);
  await queueForSearch(tx, COUNTERPARTIES, scope.project.id, [id]);
  await openAccount(tx, scope, id);
  if (payment_days !== null || credit_limit !== null || on_limit !== 'warn')
    await setCreditTerms(tx, scope, id, { payment_days, credit_limit, on_limit });
  return id;
}

export const OWN_SALES_NAME = 'Власні продажі';

/** The counterparty of the project's own sales; made, with its account, when the project has none yet. */
export async function openOwnSales(tx: Tx, projectId: string): Promise<string> {
  const made = await tx.rows<{ id: string }>(sql`
    insert into counterparties (project_id, id, name, own_sales, search_text)
    values (${projectId}, ${newId()}, ${OWN_SALES_NAME}, true, ${OWN_SALES_NAME.toLowerCase()})
    on conflict (project_id) where own_sales do nothing returning id`);
  const found = await tx.rows<Row>(sql`select id from counterparties where project_id = ${projectId} and own_sales`);
  const id = String(found[0]?.id);
  await queueForSearch(
    tx,
    COUNTERPARTIES,
    projectId,
    made.map((row) => row.id),
  );
  await openAccount(tx, { project: { id: projectId } }, id, { named_only: true });
  return id;
}

/**
 * Writes the changed fields; the caller holds the lock. A discount or price level that is given is its own from then on;
 * `settleTerms` says what holds where it has none.
 */
export async function saveCounterparty(
  tx: Tx,
  scope: ProjectScope,
  before: Counterparty,
  changes: UpdateCounterpartyBody,
): Promise<void> {
  const after = { ...before, ...changes };
  await tx.execute(sql`
    update counterparties set name = ${after.name}, legal_name = ${after.legal_name}, email = ${after.email},
      phone = ${after.phone}, comment = ${after.comment}, manager_id = ${after.manager_id}, discount = ${after.discount},
      discount_group_id = ${changes.discount === undefined ? before.discount_group_id : null},
      price_level_id = ${after.price_level_id},
      price_level_group_id = ${changes.price_level_id === undefined ? before.price_level_group_id : null}, refusal_charge = ${after.refusal_charge},
      search_text = ${searchText(after)}, version = version + 1, updated_at = now()
    where project_id = ${scope.project.id} and id = ${before.id}`);
  if (before.discount !== after.discount || before.price_level_id !== after.price_level_id)
    markGone(tx, scope, 'terms', [scope.project.id], before.id);
  if (searchText(before) !== searchText(after)) await queueForSearch(tx, COUNTERPARTIES, scope.project.id, [before.id]);
}

export async function markDeleted(tx: Tx, scope: ProjectScope, id: string): Promise<void> {
  await tx.execute(sql`
    update counterparties set deleted_at = now(), version = version + 1, updated_at = now()
    where project_id = ${scope.project.id} and id = ${id}`);
}

/** Remembers who had access, so that his past orders stay readable to him. */
export async function rememberUser(tx: Tx, scope: ProjectScope, id: string, userId: string): Promise<void> {
  await tx.execute(sql`
    update counterparties set user_id = ${userId}, version = version + 1, updated_at = now()
    where project_id = ${scope.project.id} and id = ${id}`);
}

/**
 * Whether the user is on the staff of the project, so that he may be in charge of a counterparty. He cannot leave, nor
 * change his role, until the transaction ends: what he has in hand then is handed over with the rest.
 */
export async function isManager(tx: Tx, scope: ProjectScope, userId: string): Promise<boolean> {
  const found = await tx.rows(sql`
    select from memberships where project_id = ${scope.project.id} and user_id = ${userId} and ended_at is null
      and role in ('Owner', 'Administrator', 'Manager') for share`);
  return found.length > 0;
}

/** How many counterparties this user is in charge of. */
export async function countManaged(tx: Tx, scope: ProjectScope, userId: string): Promise<number> {
  const found = await tx.rows<{ n: number }>(sql`
    select count(*)::int as n from counterparties
    where project_id = ${scope.project.id} and manager_id = ${userId} and deleted_at is null`);
  return found[0]?.n ?? 0;
}

/** Gives all of them to another, or to all managers; in key order, as every writer of several rows locks. */
export async function handOverManaged(tx: Tx, scope: ProjectScope, userId: string, heir: string | null): Promise<void> {
  await tx.execute(sql`
    with mine as (
      select id from counterparties where project_id = ${scope.project.id} and manager_id = ${userId}
      order by id for no key update
    )
    update counterparties set manager_id = ${heir}, version = version + 1, updated_at = now()
    where project_id = ${scope.project.id} and id in (select id from mine)`);
}

/** The newest counterparty with this e-mail that has no access yet; locked for who holds it. */
export async function findOrdinaryByEmail(
  tx: Tx,
  scope: ProjectScope,
  email: string,
  { hold }: { hold: boolean },
): Promise<string | null> {
  const found = await tx.rows<{ id: string }>(sql`
    select c.id from counterparties c
    where c.project_id = ${scope.project.id} and c.email = ${email} and c.deleted_at is null and not c.own_sales
      and not exists (select from memberships m where m.project_id = c.project_id and m.counterparty_id = c.id and m.ended_at is null)
      and not exists (select from invitations i where i.project_id = c.project_id and i.counterparty_id = c.id and i.accepted_at is null)
    order by c.created_at desc, c.id limit 1 ${hold ? sql`for no key update of c` : sql``}`);
  return found[0]?.id ?? null;
}

/** What counterparties owe, and what they have with the supplier; kopecks. Those whose balance is zero are not read. */
export async function sumBalances(tx: Tx, scope: ProjectScope): Promise<Summed> {
  const sum = (condition: SQL): SQL => sql`(select coalesce(sum(a.balance), 0)::bigint from counterparty_accounts a
    where a.project_id = ${scope.project.id} and ${condition} and not exists (select 1 from counterparties c
      where c.project_id = a.project_id and c.id = a.counterparty_id and c.deleted_at is not null))`;
  const found = await tx.rows<Row>(sql`
    select -${sum(sql`a.balance < 0`)} as debts, ${sum(sql`a.balance > 0`)} as advances`);
  const row = found[0] ?? {};
  return { debts: Number(row.debts ?? 0), advances: Number(row.advances ?? 0) };
}

export interface Party {
  readonly id: string;
  readonly name: string;
  /** Hundredths of a percent. */
  readonly discount: number;
  /** By which prices it buys; null: by the price itself. */
  readonly price_level_id: string | null;
  readonly price_level_name: string | null;
  readonly manager_name: string | null;
}

/**
 * By id, or the project's own sales when there is none; null when there is no such counterparty. With `hold` it cannot
 * be deleted until the transaction ends; who writes something for it holds it.
 */
export const partyById = (scope: ProjectScope, id: string | null, hold: boolean): Read<Party | null> => ({
  select: sql`
    select c.id, c.name, c.discount, c.price_level_id, pl.name as price_level_name, m.name as manager_name
    from counterparties c left join users m on m.id = c.manager_id
      left join price_levels pl on pl.project_id = c.project_id and pl.id = c.price_level_id
    where c.project_id = ${scope.project.id} and c.deleted_at is null and ${id ? sql`c.id = ${id}` : sql`c.own_sales`}
    ${hold ? sql`for key share of c` : sql``}`,
  answer: ([party]) => (party as unknown as Party | undefined) ?? null,
});

export async function findParty(tx: Tx, scope: ProjectScope, id: string | null, hold = false): Promise<Party | null> {
  const [party] = await inOneStatement(tx, [partyById(scope, id, hold)]);
  return party;
}

/** Those of these that are there; held as `partyById` holds one, in the order of their keys. */
export async function holdParties(tx: Tx, scope: ProjectScope, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const held = await tx.rows<{ id: string }>(sql`
    select c.id from counterparties c
    where c.project_id = ${scope.project.id} and c.id = any(${idArray(ids)}) and c.deleted_at is null
    order by c.id for key share`);
  return new Set(held.map(({ id }) => id));
}

/** What a parcel costs the counterparty that was not taken; of one that is deleted meanwhile, too. */
export async function refusalChargeOf(tx: Tx, scope: ProjectScope, id: string): Promise<number> {
  const [row] = await tx.rows<{ refusal_charge: number }>(sql`
    select refusal_charge from counterparties where project_id = ${scope.project.id} and id = ${id}`);
  return Number(row?.refusal_charge ?? 0);
}

export type LockedParty = Locked<'counterparties', { readonly id: string }>;

/** Of two who decide by what this counterparty has, the second waits. New orders and payments do not. */
export const lockParty = (tx: Tx, scope: ProjectScope, id: string): Promise<LockedParty> =>
  awaitLock(
    'counterparties',
    tx
      .execute(sql`
        select from counterparties where project_id = ${scope.project.id} and id = ${id} for no key update`)
      .then(() => ({ id })),
  );
