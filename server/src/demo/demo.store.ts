import { monthOf } from '@lanka/domain/billing/rules';
import type { DemoMail, DemoMailRow } from '@lanka/domain/demo/contract';
import type { Page } from '@lanka/domain/kit/lists';
import type { DropshipperPlan, ManufacturerPlan } from '@lanka/domain/kit/plans';
import { KYIV, kyivDate } from '@lanka/domain/kit/time';
import { eq, type SQL, sql } from 'drizzle-orm';
import { users } from '../identity/tables';
import type { Tx } from '../kit/db/db';
import { type ListQuery, readPage, toInstant } from '../kit/db/paging';
import { deployment, mails } from '../kit/db/tables';
import { recountDays } from '../ledger';
import { enterProjects } from '../projects';
import { projects as projectRows } from '../projects/tables';

const KEY = 'demo';
/** Letters to anybody else are his own, also while somebody tries the product on demo data. */
const DEMO_ADDRESSES = '@demo.lanka.test';

/** Whether the data are the demo's, and whether there are users at all. */
export async function readState(tx: Tx): Promise<{ demo: boolean; empty: boolean }> {
  const found = await tx.rows<{ demo: boolean; empty: boolean }>(sql`
    select exists (select 1 from ${deployment} where ${deployment.key} = ${KEY}) as demo,
      not exists (select 1 from ${users}) as empty`);
  return found[0] ?? { demo: false, empty: false };
}

/**
 * Lets only one process load at a time; the others wait and then find the data there. However long it takes: on a slow
 * machine longer than one waits for a row of somebody else's.
 */
export async function lockLoading(tx: Tx): Promise<void> {
  await tx.execute(sql`set local lock_timeout = 0`);
  await tx.execute(sql`select pg_advisory_xact_lock(7305002)`);
}

/** Some orders of the large project that can be sent by the carrier now, the newest first; null when it is not there. */
export async function findToSend(tx: Tx): Promise<{ project_id: string; order_ids: string[] } | null> {
  const [project] = await tx.rows<{ id: string }>(sql`
    select id from ${projectRows} where title = 'Текстиль-Плюс' order by created_at limit 1`);
  if (!project) return null;
  await enterProjects(tx, [project.id]);
  const rows = await tx.rows<{ id: string }>(sql`
    select id from orders where project_id = ${project.id} and status in ('Ready', 'Loading') and parcels = 0 and ttn is null
      and delivery_operator = 'nova_poshta' order by number desc limit 15`);
  return { project_id: project.id, order_ids: rows.map(({ id }) => id) };
}

/** Who the demo's dropshipper is for this project: a key of his own is connected for him. */
export async function findSellerOf(tx: Tx, project_id: string, email: string): Promise<string | null> {
  await enterProjects(tx, [project_id]);
  const [row] = await tx.rows<{ counterparty_id: string }>(sql`
    select m.counterparty_id from memberships m join users u on u.id = m.user_id
    where m.project_id = ${project_id} and m.role = 'Client' and u.email = ${email} limit 1`);
  return row?.counterparty_id ?? null;
}

export interface ToChat {
  readonly project_id: string;
  readonly owner_id: string;
  /** Who has sent the newest of these orders. */
  readonly seller_id: string;
  readonly orders: readonly { id: string; number: string; who: string; sum: number }[];
}

/** Whom the bot writes to in the demo, and orders of the large project that wait to be confirmed. */
export async function findToChat(tx: Tx): Promise<ToChat | null> {
  const [project] = await tx.rows<{ id: string }>(sql`
    select id from ${projectRows} where title = 'Текстиль-Плюс' order by created_at limit 1`);
  if (!project) return null;
  await enterProjects(tx, [project.id]);
  const [owner] = await tx.rows<{ user_id: string }>(sql`
    select user_id from memberships where project_id = ${project.id} and role = 'Owner'`);
  const rows = await tx.rows<{ id: string; number: string; who: string; sum: string; user_id: string }>(sql`
    select o.id, concat(o.prefix, o.number) as number, u.name as who, o.sum, m.user_id from orders o
    join memberships m on m.project_id = o.project_id and m.counterparty_id = o.counterparty_id and m.role = 'Client'
      and m.ended_at is null
    join users u on u.id = m.user_id
    where o.project_id = ${project.id} and o.status = 'Pending' order by o.number desc limit 3`);
  const [newest] = rows;
  if (!owner || !newest) return null;
  const orders = rows.map(({ id, number, who, sum }) => ({ id, number, who, sum: Number(sum) }));
  return { project_id: project.id, owner_id: owner.user_id, seller_id: newest.user_id, orders: orders.reverse() };
}

export async function rememberDemo(tx: Tx): Promise<void> {
  await tx.insert(deployment).values({ key: KEY, value: { loaded_at: new Date().toISOString() } });
}

export async function listMails(tx: Tx, query: ListQuery): Promise<Page<DemoMailRow>> {
  return readPage(
    tx,
    query,
    {
      columns: sql`m.recipient, m.subject, m.created_at`,
      from: sql`${mails} m`,
      where: sql`m.status = 'kept' and m.recipient like ${`%${DEMO_ADDRESSES}`}`,
      sorts: { created_at: { by: sql`m.created_at`, type: 'timestamptz' } },
      id: sql`m.id`,
    },
    (row) => ({
      id: String(row.cursor_id),
      recipient: String(row.recipient),
      subject: String(row.subject),
      created_at: toInstant(row.created_at),
    }),
  );
}

export async function readMail(tx: Tx, id: string): Promise<DemoMail | null> {
  const [row] = await tx.select().from(mails).where(eq(mails.id, id));
  if (row?.status !== 'kept' || !row.recipient.endsWith(DEMO_ADDRESSES)) return null;
  const { recipient, subject, plain, created_at } = row;
  return { id, recipient, subject, plain, created_at };
}

/** What no call of the product gives: addresses that nobody proves, the operator's role, plans that nobody pays. */
export async function settlePeople(tx: Tx, operatorId: string): Promise<void> {
  await tx.update(users).set({ email_confirmed_at: sql`now()`, onboarded: true });
  await tx.update(users).set({ platform_role: 'Staff' }).where(eq(users.id, operatorId));
}

/** The plan somebody chose when he came. */
export async function choosePlans(
  tx: Tx,
  {
    projects,
    users: people,
  }: { projects: Readonly<Record<string, ManufacturerPlan>>; users: Readonly<Record<string, DropshipperPlan>> },
  since: string,
): Promise<void> {
  const billed_from = monthOf(kyivDate(new Date(since)));
  for (const [id, subscription_plan] of Object.entries(projects))
    await tx
      .update(projectRows)
      .set({ subscription_plan, subscription_plan_since: since, billed_from, restricted_from: null })
      .where(eq(projectRows.id, id));
  for (const [id, subscription_plan] of Object.entries(people))
    await tx
      .update(users)
      .set({ subscription_plan, subscription_plan_since: since, billed_from })
      .where(eq(users.id, id));
}

/** As `actAs`, in a project where he has been let in. */
export const actIn = (tx: Tx, userId: string, projectId: string): Promise<unknown> =>
  tx.rows(sql`
    select set_config('lanka.user_id', ${userId}, true), set_config('lanka.project_ids', ${projectId}, true)`);

/** Row-level security shows this user's memberships, as at the start of a request of his (`kit/db/db.ts`). */
export async function actAs(tx: Tx, userId: string): Promise<void> {
  await tx.rows(sql`select set_config('lanka.user_id', ${userId}, true)`);
}

/** What is read most here grows from nothing in one transaction, which no automatic vacuum sees: it is counted in between. */
export async function countRows(tx: Tx): Promise<void> {
  await tx.execute(sql`
    analyze users, memberships, counterparties, products, product_variants, product_images, product_values,
      product_variant_options, stock_levels, orders, order_items, bookings, stock_movements, postings, payments, notice_events`);
}

/**
 * For this transaction: a statement that comes again keeps the plan it has. PostgreSQL would plan it anew five times, and
 * those with lists for ever, which takes longer than to run them over the little that is here.
 */
export const keepPlans = (tx: Tx): Promise<unknown> =>
  tx.execute(sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`);

/** From the row with this id on, everything happened at this moment of the demo's story. */
export interface Mark {
  readonly id: string;
  readonly at: Date;
}

/** When an entry that was made earlier was settled. */
export interface Settled {
  readonly id: string;
  readonly at: Date;
}

const uuids = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`;
const instants = (dates: readonly Date[]): SQL =>
  sql`${sql.param(dates.map((date) => date.toISOString()))}::timestamptz[]`;

const TOLD = [
  'notice_events',
  'mails',
  'invitations',
  'payment_details',
  'stock_movements',
  'bookings',
  'postings',
  'products',
  'product_variants',
  'product_images',
  'counterparties',
  'promotions',
  'orders',
  'order_history',
  'order_comments',
  'parcels',
  'purchases',
  'payments',
  'manufacture_requests',
  'turnover_documents',
  'turnover_arrivals',
  'cost_steps',
  'stocktakes',
  'returns',
  'return_history',
  'application_events',
  'counterparty_access',
  'application_messages',
] as const;

/**
 * Spreads what was made within seconds over the weeks of the story. Ids grow with time, so each row belongs to the
 * last mark before its id; the order of everything stays as it came about. Times that follow from others (when an
 * order was shipped) are taken from its history. Nothing but times is touched.
 */
export async function spreadOverTime(
  tx: Tx,
  projects: readonly string[],
  marks: readonly Mark[],
  processed: readonly Settled[],
): Promise<void> {
  await tx.execute(sql`select set_config('lanka.project_ids', ${projects.join(',')}, true)`);
  const told = [...marks].sort((a, b) => (a.id < b.id ? -1 : 1));
  const since = uuids(told.map(({ id }) => id));
  const at = sql`(${instants(told.map((mark) => mark.at))})[width_bucket(t.id, ${since})]`;
  for (const table of TOLD) {
    const updated = [
      'bookings',
      'products',
      'product_variants',
      'counterparties',
      'orders',
      'manufacture_requests',
      'turnover_documents',
      'returns',
    ].includes(table);
    await tx.execute(sql`
      update ${sql.identifier(table)} t set created_at = ${at} ${updated ? sql`, updated_at = ${at}` : sql``}
      where t.id >= ${told[0]?.id}::uuid`);
  }
  // documents are posted at once, or are drafts still
  await tx.execute(sql`
    update turnover_documents set date = (created_at at time zone ${KYIV})::date,
      posted_at = case when posted_at is null then null else created_at end`);
  await tx.execute(sql`
    update stocktakes set closed_at = case when closed_at is null then null else created_at + interval '2 hours' end`);
  await tx.execute(sql`
    update stocktake_lines l set counted_at = s.created_at + interval '40 minutes' from stocktakes s
    where s.project_id = l.project_id and s.id = l.stocktake_id and l.counted_at is not null and s.status = 'closed'`);
  // a payment names its day itself; anything else belongs to the day on which it came about
  await tx.execute(sql`
    update postings set day = (created_at at time zone ${KYIV})::date where ref_kind <> 'payment'`);
  await recountDays(tx, projects);
  await tx.execute(sql`
    update charges c set charged_on = p.day, due_on = p.day + (c.due_on - c.charged_on) from postings p
    where p.project_id = c.project_id and p.ref_kind = 'order' and p.ref_id = c.order_id and p.purpose = 'charge'`);
  const start = sql`${marks[0]?.at.toISOString()}::timestamptz`;
  await tx.execute(
    sql`update users set created_at = ${start} where exists (select 1 from memberships m where m.user_id = users.id)
      or exists (select 1 from applications a where a.user_id = users.id)`,
  );
  await tx.execute(sql`update projects set created_at = ${start}`);
  await tx.execute(
    sql`update memberships set created_at = ${start} + case role when 'Owner' then interval '0' when 'Client' then interval '26 hours' else interval '2 hours' end`,
  );
  await tx.execute(sql`update invitations set last_sent_at = created_at, expires_at = created_at + interval '14 days',
    accepted_at = case when accepted_at is null then null else created_at + interval '1 hour' end`);
  await tx.execute(sql`
    update payments p set processed_at = coalesce(s.at, p.created_at)
    from payments own left join unnest(${uuids(processed.map(({ id }) => id))},
      ${instants(processed.map(({ at }) => at))}) as s(id, at) on s.id = own.id
    where own.project_id = p.project_id and own.id = p.id and p.processed_at is not null`);
  await tx.execute(sql`
    update orders o set updated_at = h.last_at,
      sent_to_manager_at = case when o.sent_to_manager_at is null then null else h.pending_at end,
      first_sent_on = case when o.first_sent_on is null then null else (h.first_at at time zone ${KYIV})::date end,
      shipped_at = case when o.shipped_at is null then null else h.shipped_at end,
      charged_at = case when o.charged_at is null then null else h.shipped_at end
    from (
      select project_id, order_id, max(created_at) as last_at, max(created_at) filter (where "to" = 'Pending') as pending_at,
        min(created_at) filter (where "to" = 'Pending') as first_at,
        max(created_at) filter (where effects @> '[{"kind":"ship"}]') as shipped_at
      from order_history group by project_id, order_id
    ) h where h.project_id = o.project_id and h.order_id = o.id`);
  await tx.execute(sql`
    update applications a set created_at = e.applied_at, applied_at = e.applied_at,
      decided_at = case when a.decided_at is null then null else e.decided_at end
    from (
      select project_id, application_id, min(created_at) as applied_at, max(created_at) as decided_at
      from application_events group by project_id, application_id
    ) e where e.project_id = a.project_id and e.application_id = a.id`);
  await tx.execute(sql`
    update memberships m set created_at = a.decided_at from applications a
    where a.project_id = m.project_id and a.user_id = m.user_id and a.status = 'approved'`);
  // the history tells of each parcel by its number; the last one went with the order
  await tx.execute(sql`
    update parcels p set sent_at = coalesce((select h.created_at from order_history h where h.project_id = p.project_id
        and h.order_id = p.order_id and h.kind = 'parcel' and h.reason = '№ ' || p.number),
      (select o.shipped_at from orders o where o.project_id = p.project_id and o.id = p.order_id))
    where p.sent_at is not null`);
  await tx.execute(sql`
    update bookings b set updated_at = case b.status when 'Completed' then coalesce(o.shipped_at, o.updated_at) else o.updated_at end
    from orders o where o.project_id = b.project_id and o.id = b.ref_id and b.status <> 'Active'`);
  // a request that is done is finished when its goods came onto the shelf
  await tx.execute(sql`
    update manufacture_requests r set started_at = r.created_at + interval '20 hours',
      finished_at = case when r.finished_at is null then null else m.at end,
      updated_at = coalesce(m.at, r.created_at + interval '20 hours')
    from manufacture_requests own left join lateral (
      select max(created_at) as at from turnover_documents d where d.project_id = own.project_id and d.ref_id = own.id
    ) m on true
    where own.project_id = r.project_id and own.id = r.id and r.started_at is not null`);
}

/** The day until which an order is reserved was yesterday. */
export const letDayPass = (tx: Tx, projectId: string, id: string) =>
  tx.execute(sql`update orders set reserved_until = reserved_until - 1 where project_id = ${projectId} and id = ${id}`);
