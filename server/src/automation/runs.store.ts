import type { AutomationRun, NoticeTo } from '@lanka/domain/automation/contract';
import type { Locale } from '@lanka/domain/kit/errors';
import type { Page } from '@lanka/domain/kit/lists';
import { PERMISSIONS } from '@lanka/domain/kit/permissions';
import { type SQL, sql } from 'drizzle-orm';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import { idArray, textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { type ListQuery, readPage, toInstant } from '../kit/db/paging';
import type { StoredRule } from './rules.store';

type Row = Record<string, unknown>;

export interface RunOrder {
  readonly id: string;
  readonly prefix: string;
  readonly number: number;
  readonly sum: number;
  readonly counterparty_id: string;
  readonly tags: readonly string[];
}

/** What the conditions ask of the order; null when it is gone: drafts are deleted. */
export async function readRunOrder(tx: Tx, scope: ActingIn, id: string): Promise<RunOrder | null> {
  const [row] = await tx.rows<Row>(sql`
    select o.prefix, o.number, o.sum, o.counterparty_id, o.tags from orders o where o.project_id = ${scope.project.id} and o.id = ${id}`);
  if (!row) return null;
  return {
    id,
    prefix: String(row.prefix),
    number: Number(row.number),
    sum: Number(row.sum),
    counterparty_id: String(row.counterparty_id),
    tags: row.tags as string[],
  };
}

/** What these orders cost; those that are gone are left out. */
export async function readSums(tx: Tx, scope: ActingIn, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = await tx.rows<{ id: string; sum: number }>(sql`
    select o.id, o.sum from orders o where o.project_id = ${scope.project.id} and o.id = any(${idArray(ids)})`);
  return new Map(found.map(({ id, sum }) => [id, Number(sum)]));
}

/** Writes the run down and answers whether it is the first of this rule for this event. */
export async function claimRun(
  tx: Tx,
  scope: ActingIn,
  rule: Pick<StoredRule, 'id' | 'name'>,
  of: { readonly event_id: string; readonly order: RunOrder },
  reason: Readonly<Record<Locale, string>> | null,
): Promise<boolean> {
  const found = await tx.rows(sql`
    insert into automation_runs (project_id, id, rule_id, rule_name, event_id, order_id, order_number, outcome, reason)
    values (${scope.project.id}, ${newId()}, ${rule.id}, ${rule.name}, ${of.event_id}, ${of.order.id}, ${of.order.number},
      ${reason ? 'failed' : 'done'}, ${reason ? JSON.stringify(reason) : null}::jsonb)
    on conflict do nothing returning id`);
  return found.length > 0;
}

export function listRuns(
  tx: Tx,
  scope: ProjectScope,
  query: ListQuery & { rule_id?: string | undefined; failed?: boolean | undefined },
): Promise<Page<AutomationRun>> {
  const ofRule = query.rule_id ? sql` and n.rule_id = ${query.rule_id}` : sql``;
  const ofOutcome = query.failed ? sql` and n.outcome = 'failed'` : sql``;
  return readPage(
    tx,
    query,
    {
      columns: sql`n.id, n.rule_id, n.rule_name, n.order_id, n.order_number, n.outcome, n.reason, n.created_at`,
      from: sql`automation_runs n`,
      where: sql`n.project_id = ${scope.project.id}${ofRule}${ofOutcome}`,
      id: sql`n.id`,
      sorts: { created_at: { by: sql`n.created_at`, type: 'timestamptz' } },
    },
    (row) => ({
      id: String(row.id),
      rule_id: String(row.rule_id),
      rule_name: String(row.rule_name),
      order_id: String(row.order_id),
      order_number: Number(row.order_number),
      outcome: row.outcome as AutomationRun['outcome'],
      reason: (row.reason as Record<Locale, string> | null)?.[scope.locale] ?? null,
      at: toInstant(row.created_at),
    }),
  );
}

/** Members of the project alone: nobody else is told. The same that the kinds of `notices.ts` reach. */
const REACHED: Record<NoticeTo, (counterpartyId: string) => SQL> = {
  leaders: () => sql`m.role = any(${textArray(PERMISSIONS['automation.read'].roles)})`,
  dropshipper: (counterpartyId) => sql`m.role = 'Client' and m.counterparty_id = ${counterpartyId}`,
  manager: (counterpartyId) => sql`m.role <> 'Client' and exists (select from counterparties c
    where c.project_id = m.project_id and c.id = ${counterpartyId}
      and (c.manager_id = m.user_id or c.manager_id is null and m.role = 'Owner'))`,
};

export async function isAnybodyThere(
  tx: Tx,
  scope: ProjectScope,
  to: NoticeTo,
  counterpartyId: string,
): Promise<boolean> {
  const found = await tx.rows(sql`
    select from memberships m join users u on u.id = m.user_id
    where m.project_id = ${scope.project.id} and m.ended_at is null and u.blocked_at is null
      and ${REACHED[to](counterpartyId)} limit 1`);
  return found.length > 0;
}
