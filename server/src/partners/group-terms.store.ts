import type { GroupTerms, TermsInEffect } from '@lanka/domain/partners/group_terms';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { markGone } from '../kit/changes/record';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';

export interface KnownTerms extends TermsInEffect {
  readonly id: string;
  /** Those of its groups that are not archived, in their order. */
  readonly groups: readonly GroupTerms[];
}

export async function readTerms(
  tx: Tx,
  { project }: Pick<ProjectScope, 'project'>,
  ids: readonly string[],
): Promise<KnownTerms[]> {
  const rows = await tx.rows<Record<string, unknown>>(sql`
    select c.id, c.discount, c.discount_group_id, c.price_level_id, c.price_level_group_id,
      (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'discount', g.discount, 'price_level_id', g.price_level_id)
          order by g.position, g.id), '[]')
        from counterparty_group_members gm
        join counterparty_groups g on g.project_id = gm.project_id and g.id = gm.group_id and g.archived_at is null
        where gm.project_id = c.project_id and gm.counterparty_id = c.id) as groups
    from counterparties c where c.project_id = ${project.id} and c.id = any(${idArray(ids)})`);
  return rows as unknown as KnownTerms[];
}

type Given = TermsInEffect & { readonly id: string };

const rowsOf = (all: readonly Given[]) => sql`jsonb_to_recordset(${JSON.stringify(
  all.map(({ id, discount, discount_group_id, price_level_id, price_level_group_id }) => ({
    ...{ id, discount, discount_group_id, price_level_id, price_level_group_id },
    entry_id: newId(),
  })),
)}::jsonb)
  as n(id uuid, entry_id uuid, discount smallint, discount_group_id uuid, price_level_id uuid, price_level_group_id uuid)`;

/** Says of those who will buy otherwise what they bought by until now, and which groups give it; before it is written. */
export async function writeGroupTerms(tx: Tx, { project, user }: ProjectScope, all: readonly Given[]): Promise<void> {
  if (all.length === 0) return;
  await tx.execute(sql`
    insert into counterparty_terms (project_id, counterparty_id, id, discount_from, discount_to, level_from, level_to,
      discount_group, level_group, actor_id)
    select ${project.id}, c.id, n.entry_id, c.discount, n.discount, was.name, becomes.name, dg.name, lg.name, ${user.id}::uuid
    from ${rowsOf(all)}
    join counterparties c on c.project_id = ${project.id} and c.id = n.id
    left join price_levels was on was.project_id = c.project_id and was.id = c.price_level_id
    left join price_levels becomes on becomes.project_id = c.project_id and becomes.id = n.price_level_id
    left join counterparty_groups dg on dg.project_id = c.project_id and dg.id = n.discount_group_id
    left join counterparty_groups lg on lg.project_id = c.project_id and lg.id = n.price_level_group_id
    where c.project_id = ${project.id} and c.id = any(${idArray(all.map(({ id }) => id))})
      and (c.discount <> n.discount or c.price_level_id is distinct from n.price_level_id)`);
}

export async function saveTerms(
  tx: Tx,
  { project }: Pick<ProjectScope, 'project'>,
  all: readonly Given[],
): Promise<void> {
  if (all.length === 0) return;
  for (const { id } of all) markGone(tx, { project }, 'terms', [project.id], id);
  await tx.execute(sql`
    update counterparties c set discount = n.discount, discount_group_id = n.discount_group_id,
      price_level_id = n.price_level_id, price_level_group_id = n.price_level_group_id, version = c.version + 1,
      updated_at = now()
    from ${rowsOf(all)}
    where c.project_id = ${project.id} and c.id = n.id and c.id = any(${idArray(all.map(({ id }) => id))})`);
}
