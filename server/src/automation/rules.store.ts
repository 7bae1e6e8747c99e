import type { AutomationRule, RuleBody } from '@lanka/domain/automation/contract';
import type { Trigger } from '@lanka/domain/automation/rules';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { toInstant } from '../kit/db/paging';
import { automationRules } from './tables';

type Row = Record<string, unknown>;
type Tenant = Pick<ProjectScope, 'project'> | { readonly project: { readonly id: string } };

export type StoredRule = typeof automationRules.$inferSelect;

const byId = ({ project }: Tenant, id: string) =>
  and(eq(automationRules.project_id, project.id), eq(automationRules.id, id));

/** Rules of one project are saved one after another, so that two together can neither make a circle nor pass the limit. */
export async function lockRules(tx: Tx, scope: ProjectScope): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`automation ${scope.project.id}`}, 0))`);
}

/** All of a project, as they are stored: fifty at most. */
export async function readStored(tx: Tx, scope: Tenant): Promise<StoredRule[]> {
  return tx.select().from(automationRules).where(eq(automationRules.project_id, scope.project.id));
}

const SHOWN = sql`r.id, r.name, r.enabled, r.trigger, r.statuses, r.paid_states, r.delivery_states, r.sum_from, r.sum_to, r.tags, r.move_to, r.paper, r.comment,
  r.comment_visibility, r.notice_to, r.notice_text, r.version, r.created_at,
  json_build_object('id', u.id, 'name', u.name) as author,
  coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name, c.id) from counterparties c
    where c.project_id = r.project_id and c.id = any(r.counterparty_ids)), '[]') as counterparties,
  (select json_build_object('at', n.created_at, 'outcome', n.outcome) from automation_runs n
    where n.project_id = r.project_id and n.rule_id = r.id order by n.created_at desc, n.id desc limit 1) as last_run`;

const select = (scope: ProjectScope, more: SQL): SQL => sql`
  select ${SHOWN} from automation_rules r join users u on u.id = r.author_id
  where r.project_id = ${scope.project.id} ${more}`;

const sumOf = (value: unknown): number | null => (value === null ? null : Number(value));

function asRule(row: Row): AutomationRule {
  const { created_at, last_run, sum_from, sum_to, version, ...rest } = row;
  const run = last_run as { at: string; outcome: 'done' | 'failed' } | null;
  return {
    ...(rest as Omit<AutomationRule, 'created_at' | 'last_run' | 'sum_from' | 'sum_to' | 'version'>),
    sum_from: sumOf(sum_from),
    sum_to: sumOf(sum_to),
    version: Number(version),
    created_at: toInstant(created_at),
    last_run: run && { ...run, at: toInstant(run.at) },
  };
}

export async function listRules(tx: Tx, scope: ProjectScope): Promise<AutomationRule[]> {
  return (await tx.rows<Row>(select(scope, sql`order by r.created_at, r.id`))).map(asRule);
}

export async function findRule(tx: Tx, scope: ProjectScope, id: string): Promise<AutomationRule | null> {
  const [row] = await tx.rows<Row>(select(scope, sql`and r.id = ${id}`));
  return row ? asRule(row) : null;
}

export async function insertRule(tx: Tx, scope: ProjectScope, values: RuleBody): Promise<string> {
  const id = newId();
  await tx.insert(automationRules).values({ ...values, project_id: scope.project.id, id, author_id: scope.user.id });
  return id;
}

/** All fields; from now on it acts in the name of who saves it. */
export async function saveRule(tx: Tx, scope: ProjectScope, id: string, values: RuleBody): Promise<void> {
  await tx
    .update(automationRules)
    .set({ ...values, author_id: scope.user.id, version: sql`${automationRules.version} + 1` })
    .where(byId(scope, id));
}

export async function removeRule(tx: Tx, scope: ProjectScope, id: string): Promise<boolean> {
  return (await tx.delete(automationRules).where(byId(scope, id)).returning({ id: automationRules.id })).length > 0;
}

/** Whether anything waits for this: asked at each move of an order. */
export async function isAnyAsked(tx: Tx, scope: Tenant, trigger: Trigger): Promise<boolean> {
  const found = await tx.rows(sql`
    select from automation_rules where project_id = ${scope.project.id} and trigger = ${trigger} and enabled limit 1`);
  return found.length > 0;
}

/** A rule that is on, held on: whoever switches it off waits until this transaction ends, and then it runs no more. */
export async function holdEnabled(tx: Tx, scope: Tenant, id: string): Promise<StoredRule | null> {
  const [row] = await tx
    .select()
    .from(automationRules)
    .where(and(byId(scope, id), eq(automationRules.enabled, true)))
    .for('share');
  return row ?? null;
}

/** Which of these counterparties the project does not have. */
export async function missingCounterparties(
  tx: Tx,
  scope: ProjectScope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await tx.rows<{ id: string }>(sql`
    select w.id from unnest(${sql.param([...ids])}::uuid[]) w(id) where not exists (
      select from counterparties c where c.project_id = ${scope.project.id} and c.id = w.id and c.deleted_at is null)`);
  return new Set(found.map(({ id }) => id));
}
