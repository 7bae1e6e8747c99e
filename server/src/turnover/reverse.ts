import { hook } from '@lanka/domain/kit/hooks';
import type { Ref } from '@lanka/domain/kit/ids';
import { kyivDate } from '@lanka/domain/kit/time';
import { reversalOf } from '@lanka/domain/ledger/rules';
import { turnoverErrors } from '@lanka/domain/turnover/contract';
import { moneyOf, oppositeOf, type Pieces, sumOf } from '@lanka/domain/turnover/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { post } from '../ledger';
import { takeFromCosts } from './costs.store';
import { type Done, levelsOf } from './document';
import { moveGoods } from './goods';
import { insertDocument, lockDocument, writeReversed } from './turnover.store';

/** What stands above and caused a document by what was made hears that it is taken back. Its levels are locked. */
export type MadeTakenBack = (tx: Tx, scope: ProjectScope, ref: Ref, pieces: readonly Pieces[]) => Promise<void>;
export const madeTakenBack = hook<MadeTakenBack>('turnover.made_taken_back');

/**
 * Takes a posted document back by one that goes the other way: what came leaves again, the money goes back, the cost is
 * what it would be without it, and nothing of it is expected any more. A second time it does nothing.
 */
export async function reverse(tx: Tx, app: Services, scope: ProjectScope, id: string, comment: string): Promise<Done> {
  const document = await lockDocument(tx, scope, id);
  if (!document) throw turnoverErrors.not_found();
  if (document.status === 'draft') throw turnoverErrors.is_draft();
  if (document.reverses !== null) throw turnoverErrors.not_reversible();
  if (document.status === 'reversed') return { id, filled: [] };
  const { flow, type, counterparty_id, items } = document;
  const levels = await levelsOf(tx, scope, items);
  const came = items.flatMap(({ product_variant_id, arrived }) =>
    arrived > 0 ? [{ product_variant_id, count: arrived }] : [],
  );
  // before the number is drawn: whoever makes locks levels, his request, and then draws one
  if (document.ref) for (const hear of app.hooks.all(madeTakenBack)) await hear(tx, scope, document.ref, came);
  const day = kyivDate(new Date());
  const counter = await insertDocument(tx, scope, {
    flow: oppositeOf(flow),
    type,
    counterparty_id,
    date: day,
    in_stock: true,
    expected_on: null,
    reason: document.reason,
    comment,
    items: items.map((item) => ({ ...item, expected: 0 })),
    posted: true,
    reverses: id,
  });
  const ref = { kind: 'turnover', id: counter.id };
  const filled = await moveGoods(tx, scope, levels, counter, came, ref);
  await takeFromCosts(tx, scope, levels, { document_id: counter.id, reverses: id });
  await writeReversed(tx, scope, document);
  const money = counterparty_id === null ? null : moneyOf(flow, type, sumOf(items));
  if (money && counterparty_id !== null)
    await post(tx, scope, {
      ...reversalOf(money),
      purpose: 'reversal',
      counterparty_id,
      ref,
      day,
      comment: `№ ${counter.number}`,
    });
  return { id, filled };
}
