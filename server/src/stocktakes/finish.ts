import type { Ref } from '@lanka/domain/kit/ids';
import { stocktakeErrors } from '@lanka/domain/stocktakes/contract';
import { differenceOf, doubtOf } from '@lanka/domain/stocktakes/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { changeMany, lockLevels } from '../stock';
import { readKnown, variantsOf, writeClosed } from './lines.store';
import { readSetAside } from './set-aside';
import { lockStocktake, writeEnded } from './stocktakes.store';

/** A refusal names so many lines; the list shows the rest. */
const NAMED = 100;

export interface Finished {
  /** The modifications whose stock was corrected. */
  readonly corrected: readonly string[];
  /** The causes whose waiting lines got what was found. */
  readonly filled: readonly Ref[];
}

const NOTHING: Finished = { corrected: [], filled: [] };

/**
 * Closes the stocktake: each difference becomes a correction, all in one statement and one transaction, caused by the
 * stocktake. A second time it is closed already and nothing happens.
 */
export async function finish(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  { uncounted, skip_refused }: { readonly uncounted: 'keep' | 'zero'; readonly skip_refused: boolean },
): Promise<Finished> {
  const stocktake = await lockStocktake(tx, scope, id, 'update');
  if (!stocktake) throw stocktakeErrors.not_found();
  if (stocktake.status === 'closed') return NOTHING;
  if (stocktake.status === 'canceled') throw stocktakeErrors.canceled();
  const which = uncounted === 'zero' ? 'all' : 'counted';
  const levels = await lockLevels(tx, scope, await variantsOf(tx, scope, stocktake, which));
  const known = await readKnown(tx, scope, stocktake, levels, which);
  const doubtful = known.flatMap(({ product_variant_id, line, shelf, name }) => {
    const doubt = line && doubtOf(line, shelf);
    return doubt ? [{ product_variant_id, name, doubt }] : [];
  });
  if (doubtful.length > 0) throw stocktakeErrors.count_again(...doubtful.slice(0, NAMED));
  const empty = known.flatMap(({ product_variant_id, line }) =>
    line ? [] : [{ id: product_variant_id, product_variant_id, age_ms: 0 }],
  );
  const aside = await readSetAside(tx, app, scope, levels, empty);
  // nothing was found where nobody counted and that is what he says who closes it; what is picked lies elsewhere
  const lines = known.map(({ product_variant_id, line, shelf, cost, name }) => {
    const set_aside = line?.set_aside ?? aside.get(product_variant_id)?.count ?? 0;
    const { counted, expected } = line ?? { counted: 0, expected: shelf.actual - set_aside };
    return { product_variant_id, counted, expected, set_aside, cost, name, delta: differenceOf({ counted, expected }) };
  });
  const changes = lines.filter(({ delta }) => delta !== 0);
  const { refused, filled } = await changeMany(tx, scope, changes, {
    kind: 'correction',
    comment: `№ ${stocktake.number}`,
    ref: { kind: 'stocktake', id },
  });
  if (refused.size > 0 && !skip_refused)
    throw stocktakeErrors.refused(
      ...changes
        .flatMap(({ product_variant_id, name, counted }) => {
          const why = refused.get(product_variant_id);
          if (!why) return [];
          const { path: _, ...facts } = why.details[0] ?? {};
          return [
            { ...facts, product_variant_id, name, counted, code: why.code, message: why.message_in(scope.locale) },
          ];
        })
        .slice(0, NAMED),
    );
  await writeClosed(
    tx,
    scope,
    stocktake,
    lines.map(({ product_variant_id, counted, expected, set_aside, cost }) => ({
      product_variant_id,
      counted,
      expected,
      set_aside,
      cost,
      refused: refused.has(product_variant_id),
    })),
  );
  const done = changes.filter(({ product_variant_id }) => !refused.has(product_variant_id));
  const sum = (sign: 1 | -1) => done.reduce((total, { delta }) => total + Math.max(0, sign * delta), 0);
  await writeEnded(tx, scope, stocktake, { surplus: sum(1), shortage: sum(-1) });
  return { corrected: done.map(({ product_variant_id }) => product_variant_id), filled };
}

/** Nothing is corrected. Given up already, it stays so. */
export async function cancel(tx: Tx, scope: ProjectScope, id: string): Promise<void> {
  const stocktake = await lockStocktake(tx, scope, id, 'update');
  if (!stocktake) throw stocktakeErrors.not_found();
  if (stocktake.status === 'closed') throw stocktakeErrors.closed();
  if (stocktake.status === 'open') await writeEnded(tx, scope, stocktake, null);
}
