import type { Counterparty } from '@lanka/domain/partners/contract';
import type { OtherTerms, TermsChange } from '@lanka/domain/partners/terms';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { actorOrKey } from '../kit/db/by-key';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { type ListQuery, readPage, toInstant } from '../kit/db/paging';

const OTHERS = ['refusal_charge', 'payment_days', 'credit_limit', 'on_limit'] as const;

function othersOf(before: Counterparty, after: Counterparty): OtherTerms | null {
  const changed = OTHERS.filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }]));
}

/** Writes what is agreed anew; nothing where all stayed. The counterparty is locked. */
export async function writeTerms(
  tx: Tx,
  { project, user }: ProjectScope,
  before: Counterparty,
  after: Counterparty,
): Promise<void> {
  const others = othersOf(before, after);
  if (before.discount === after.discount && before.price_level_id === after.price_level_id && !others) return;
  const group = (id: string | null) => after.groups.find((one) => one.id === id)?.name ?? null;
  await tx.execute(sql`
    insert into counterparty_terms (project_id, counterparty_id, id, discount_from, discount_to, level_from, level_to,
      discount_group, level_group, others, actor_id)
    values (${project.id}, ${after.id}, ${newId()}, ${before.discount}, ${after.discount}, ${before.price_level_name},
      ${after.price_level_name}, ${group(after.discount_group_id)}, ${group(after.price_level_group_id)},
      ${others && JSON.stringify(others)}::jsonb, ${user.id})`);
}

/** The same for all that have a level which goes, and get that one or none. They are locked. */
export async function writeLevelTerms(
  tx: Tx,
  { project, user }: ProjectScope,
  ids: readonly string[],
  from: string,
  to: string | null,
): Promise<void> {
  const nameOf = (level: string | null) =>
    sql`(select l.name from price_levels l where l.project_id = ${project.id} and l.id = ${level})`;
  const rows = JSON.stringify(ids.map((counterparty_id) => ({ counterparty_id, id: newId() })));
  await tx.execute(sql`
    insert into counterparty_terms (project_id, counterparty_id, id, discount_from, discount_to, level_from, level_to, actor_id)
    select ${project.id}, n.counterparty_id, n.id, c.discount, c.discount, ${nameOf(from)}, ${nameOf(to)}, ${user.id}::uuid
    from jsonb_to_recordset(${rows}::jsonb) as n(counterparty_id uuid, id uuid)
    join counterparties c on c.project_id = ${project.id} and c.id = n.counterparty_id`);
}

export function listTermsChanges(tx: Tx, { project }: ProjectScope, counterpartyId: string, query: ListQuery) {
  return readPage(
    tx,
    query,
    {
      columns: sql`t.*, u.name as actor_name`,
      from: sql`counterparty_terms t left join users u on u.id = t.actor_id`,
      countFrom: sql`counterparty_terms t`,
      where: sql`t.project_id = ${project.id} and t.counterparty_id = ${counterpartyId}`,
      sorts: { created_at: { by: sql`t.created_at`, type: 'timestamptz' } },
      id: sql`t.id`,
    },
    (row): TermsChange => {
      const [discount_from, discount_to] = [Number(row.discount_from), Number(row.discount_to)];
      const [level_from, level_to] = [row.level_from as string | null, row.level_to as string | null];
      return {
        id: String(row.id),
        discount: discount_from === discount_to ? null : { from: discount_from, to: discount_to },
        price_level: level_from === level_to ? null : { from: level_from, to: level_to },
        discount_group: row.discount_group as string | null,
        price_level_group: row.level_group as string | null,
        others: row.others as OtherTerms | null,
        actor: actorOrKey(row.by_key, {
          kind: row.actor_id === null ? 'system' : 'user',
          id: row.actor_id as string | null,
          name: row.actor_name as string | null,
        }),
        created_at: toInstant(row.created_at),
      };
    },
  );
}
