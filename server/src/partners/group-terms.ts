import { ownTerms, termsInEffect } from '@lanka/domain/partners/group_terms';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type KnownTerms, readTerms, saveTerms, writeGroupTerms } from './group-terms.store';

/**
 * The one place where what counterparties buy by is made of their own terms and those of their groups: after either has
 * changed. They are locked, and so is whichever group changed. Answers whose terms are others now.
 *
 * @param write says in their histories what changed; who writes more into that entry says false and does it
 */
export async function settleTerms(
  tx: Tx,
  scope: ProjectScope,
  ids: readonly string[],
  { write = true } = {},
): Promise<string[]> {
  if (ids.length === 0) return [];
  const known = await readTerms(tx, scope, ids);
  const changed = known.flatMap((before) => {
    const after = { id: before.id, ...termsInEffect(ownTerms(before), before.groups) };
    return isSame(before, after) ? [] : [after];
  });
  if (write) await writeGroupTerms(tx, scope, changed);
  await saveTerms(tx, scope, changed);
  return changed.map(({ id }) => id);
}

const isSame = (a: KnownTerms, b: Omit<KnownTerms, 'groups'>): boolean =>
  a.discount === b.discount &&
  a.discount_group_id === b.discount_group_id &&
  a.price_level_id === b.price_level_id &&
  a.price_level_group_id === b.price_level_group_id;
