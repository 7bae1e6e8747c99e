import type { CommentVisibility, HistoryEntry, OrderComment } from '@lanka/domain/orders/contract';
import { withNames } from '@lanka/domain/orders/mentions';
import { canSeeComment } from '@lanka/domain/orders/rules';
import { and, desc, eq, ne, or, sql } from 'drizzle-orm';
import { filesOf } from '../attachments';
import { users } from '../identity/tables';
import type { ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import { actorOrKey } from '../kit/db/by-key';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { readMentions } from './mentions.store';
import { orderComments, orderFiles, orderHistory } from './tables';

/** More than any order gathers; a list without pages must still have an end. Of more the newest are shown. */
const MOST = 500;

export async function readHistory(tx: Tx, scope: ProjectScope, orderId: string): Promise<HistoryEntry[]> {
  const rows = await tx
    .select({ entry: orderHistory, name: users.name })
    .from(orderHistory)
    .leftJoin(users, eq(users.id, orderHistory.actor_id))
    .where(and(eq(orderHistory.project_id, scope.project.id), eq(orderHistory.order_id, orderId)))
    .orderBy(desc(orderHistory.id))
    .limit(MOST);
  const isClient = scope.role === 'Client';
  // what the supplier calls his rules, and that one has run, is his own affair
  const shown = isClient ? rows.filter(({ entry }) => entry.kind !== 'automated') : rows;
  return shown.reverse().map(({ entry, name }) => ({
    id: entry.id,
    kind: entry.kind,
    from: entry.from,
    to: entry.to,
    reason: entry.reason,
    effects: entry.effects,
    changes: entry.changes,
    actor: actorOrKey(entry.by_key, { kind: entry.actor_kind, id: entry.actor_id, name }),
    rule: isClient ? null : entry.rule,
    created_at: entry.created_at,
  }));
}

/** The comments that the asker may see (specification §6). */
export async function listComments(tx: Tx, scope: ProjectScope, orderId: string): Promise<OrderComment[]> {
  const rows = await tx
    .select({ comment: orderComments, name: users.name })
    .from(orderComments)
    .innerJoin(users, eq(users.id, orderComments.user_id))
    .where(and(eq(orderComments.project_id, scope.project.id), eq(orderComments.order_id, orderId)))
    .orderBy(desc(orderComments.id))
    .limit(MOST);
  const mentions = await readMentions(tx, scope, [orderId]);
  return rows
    .reverse()
    .filter(({ comment }) => canSeeComment(comment, { id: scope.user.id, role: scope.role }))
    .map(({ comment, name }) => ({
      id: comment.id,
      text: named(comment, mentions),
      visibility: comment.visibility,
      author: actorOrKey(comment.by_key, { kind: 'user', id: comment.user_id, name }),
      mine: comment.user_id === scope.user.id,
      mentions: mentions.get(comment.id) ?? [],
      created_at: comment.created_at,
    }));
}

/** The text of a comment with the names of whom it mentions. */
const named = (
  comment: { readonly id: string; readonly text: string },
  mentions: Awaited<ReturnType<typeof readMentions>>,
) => withNames(comment.text, new Map(mentions.get(comment.id)?.map(({ id, name }) => [id, name])));

/** So many of the last comments of an order are looked at. */
const LATEST = 20;

/** What was said of these orders lately, oldest first, as far as the asker may see it. */
export async function commentsOf(
  tx: Tx,
  scope: ProjectScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await tx.rows<{
    id: string;
    order_id: string;
    user_id: string;
    visibility: CommentVisibility;
    text: string;
  }>(sql`
    select c.id, c.order_id, c.user_id, c.visibility, c.text
    from unnest(${idArray(ids)}) as asked(id)
    cross join lateral (select * from order_comments c where c.project_id = ${scope.project.id} and c.order_id = asked.id
      order by c.id desc limit ${LATEST}) c
    order by c.id`);
  const mentions = await readMentions(tx, scope, ids);
  const comments = new Map<string, string[]>();
  for (const said of found)
    if (canSeeComment(said, { id: scope.user.id, role: scope.role }))
      comments.set(said.order_id, [...(comments.get(said.order_id) ?? []), named(said, mentions)]);
  return comments;
}

export async function insertComment(
  tx: Tx,
  scope: ProjectScope,
  orderId: string,
  { text, visibility }: { text: string; visibility: CommentVisibility },
): Promise<OrderComment> {
  const [row] = await tx
    .insert(orderComments)
    .values({ project_id: scope.project.id, order_id: orderId, id: newId(), user_id: scope.user.id, text, visibility })
    .returning();
  if (!row) throw new Error('insert returns its row');
  return {
    id: row.id,
    text,
    visibility,
    author: actorOrKey(row.by_key, { kind: 'user', id: scope.user.id, name: scope.user.name }),
    mine: true,
    mentions: [],
    created_at: row.created_at,
  };
}

export const files = filesOf(orderFiles, 'order_id');

/** A dropshipper's receipts of what his customers have prepaid are his alone. */
export const filesInSight = ({ role }: ProjectScope) =>
  role === 'Client' ? undefined : or(ne(orderFiles.purpose, 'prepayment'), eq(orderFiles.by_client, false));
