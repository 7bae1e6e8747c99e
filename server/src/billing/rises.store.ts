import type { PaidPlan } from '@lanka/domain/kit/plan_prices';
import type { Audience } from '@lanka/domain/kit/plans';
import { sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import type { PayerRef } from './payers';

/** A higher price of a plan from a month on, and in few letters what it is. */
export interface Rise {
  readonly plan: PaidPlan;
  readonly from: string;
  readonly told: string;
}

/** Whoever is on the plan and has not heard of this price. */
export async function listUntold(tx: Tx, { plan, from, told }: Rise): Promise<PayerRef[]> {
  const heard = sql`select 1 from plan_price_told t
    where t.payer_id = p.id and t.plan = ${plan} and t.since = ${from}::date and t.told = ${told}`;
  const isOfProjects = plan.startsWith('manufacturer-');
  const audience: Audience = isOfProjects ? 'manufacturer' : 'dropshipper';
  const rows = await tx.rows<{ id: string }>(
    isOfProjects
      ? sql`select id from projects p where subscription_plan = ${plan} and deleted_at is null and not exists (${heard}) order by id`
      : sql`select id from users p where subscription_plan = ${plan} and blocked_at is null and not exists (${heard}) order by id`,
  );
  return rows.map(({ id }) => ({ audience, id }));
}

/** False when he has heard of it. */
export async function noteRise(tx: Tx, { audience, id }: PayerRef, { plan, from, told }: Rise): Promise<boolean> {
  const rows = await tx.rows(sql`
    insert into plan_price_told as t (payer_id, audience, plan, since, told) values (${id}, ${audience}, ${plan}, ${from}::date, ${told})
    on conflict (payer_id, plan, since) do update set told = excluded.told, at = now() where t.told <> excluded.told
    returning 1 as one`);
  return rows.length > 0;
}

export type Told = PayerRef & Omit<Rise, 'told'>;

/** What was told of months that are still to come. */
export async function listTold(tx: Tx, month: string): Promise<Told[]> {
  return tx.rows<Told & Record<string, unknown>>(sql`
    select audience, payer_id as id, plan, since::text as from from plan_price_told where since > ${month}::date order by since, payer_id`);
}

/** False when another process was there before. */
export async function forgetTold(tx: Tx, { id, plan, from }: Told): Promise<boolean> {
  const rows = await tx.rows(sql`
    delete from plan_price_told where payer_id = ${id} and plan = ${plan} and since = ${from}::date returning 1 as one`);
  return rows.length > 0;
}

/** Of months that have come nothing is to be told any more. */
export async function forgetOver(tx: Tx, month: string): Promise<void> {
  await tx.execute(sql`delete from plan_price_told where since <= ${month}::date`);
}
