import type { CommentVisibility } from '@lanka/domain/orders/contract';
import { type MentionedPerson, rolesThatSee } from '@lanka/domain/orders/mentions';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { inUkrainianOrder } from '../kit/db/paging';
import type { OrderRecord } from './orders.store';
import { orderMentions } from './tables';

/**
 * Who beside the asker sees this order and a comment of this visibility: people of the project, and of its dropshippers
 * the one whose order it is. With `ids`, only of these.
 */
export function readMentionable(
  tx: Tx,
  scope: ProjectScope,
  { counterparty_id }: Pick<OrderRecord, 'counterparty_id'>,
  visibility: CommentVisibility,
  ids?: readonly string[],
): Promise<MentionedPerson[]> {
  const roles = rolesThatSee(visibility);
  const ofProject = sql`m.role = any(${sql.param(roles.filter((role) => role !== 'Client'))}::text[])`;
  const some = roles.includes('Client')
    ? sql`(${ofProject} or m.counterparty_id = ${counterparty_id})`
    : sql`${ofProject}`;
  const named = ids ? sql` and m.user_id = any(${idArray(ids)})` : sql``;
  return tx.rows<MentionedPerson & Record<string, unknown>>(sql`
    select u.id, u.name, m.role
    from memberships m cross join lateral (select u.* from users u where u.id = m.user_id limit 1) u
    where m.project_id = ${scope.project.id} and m.ended_at is null and m.user_id <> ${scope.user.id} and ${some}${named}
    order by ${inUkrainianOrder(sql`u.name`)}, u.id limit 200`);
}

export async function insertMentions(
  tx: Tx,
  { project }: ProjectScope,
  order_id: string,
  comment_id: string,
  people: readonly { readonly id: string }[],
): Promise<void> {
  const rows = people.map(({ id }) => ({ project_id: project.id, order_id, comment_id, user_id: id }));
  if (rows.length > 0) await tx.insert(orderMentions).values(rows);
}

/** Who is mentioned in the comments of these orders, by the comment. */
export async function readMentions(
  tx: Tx,
  { project }: ProjectScope,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, { id: string; name: string }[]>> {
  const found = await tx.rows<{ comment_id: string; id: string; name: string }>(sql`
    select mn.comment_id, u.id, u.name from order_mentions mn join users u on u.id = mn.user_id
    where mn.project_id = ${project.id} and mn.order_id = any(${idArray(orderIds)})
    order by mn.comment_id, u.name, u.id`);
  const mentions = new Map<string, { id: string; name: string }[]>();
  for (const { comment_id, ...person } of found)
    mentions.set(comment_id, [...(mentions.get(comment_id) ?? []), person]);
  return mentions;
}
