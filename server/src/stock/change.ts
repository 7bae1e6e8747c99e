import type { DomainError } from '@lanka/domain/kit/errors';
import type { Ref } from '@lanka/domain/kit/ids';
import { type MovementKind, type StockLevel, stockErrors } from '@lanka/domain/stock/contract';
import { availableOf, type Level, planStockChange, type StockChange } from '@lanka/domain/stock/rules';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { planFilling } from './fill';
import { lockLevels, type StockScope } from './levels.store';
import { type MovementInput, writeFills, writeMovements } from './stock.store';

export type VariantChange = StockChange & {
  readonly product_variant_id: string;
  /** Its own cause, where those of one call have several. */
  readonly ref?: Ref;
};

export interface ChangeOptions {
  readonly kind?: MovementKind | undefined;
  readonly comment: string;
  /** The cause; a change by hand is its own cause. */
  readonly ref?: Ref;
}

export interface ChangedStock {
  readonly levels: Map<string, StockLevel>;
  readonly refused: Map<string, DomainError>;
  /** The causes whose waiting lines got what arrived. */
  readonly filled: readonly Ref[];
}

/**
 * Changes the stock of many variants, each standing once; those that cannot be changed are told, the others are.
 * What arrives goes to the lines that wait for it, oldest first (domain.md, Stock).
 */
export async function changeMany(
  tx: Tx,
  scope: StockScope,
  changes: readonly VariantChange[],
  { kind, comment, ref }: ChangeOptions,
): Promise<ChangedStock> {
  const locked = await lockLevels(
    tx,
    scope,
    changes.map(({ product_variant_id }) => product_variant_id),
  );
  const deltas = new Map<string, number>();
  const refused = new Map<string, DomainError>();
  const movements: MovementInput[] = [];
  for (const change of changes) {
    const { product_variant_id } = change;
    const level = locked.get(product_variant_id);
    const plan = level ? planStockChange(level, change) : { refused: stockErrors.unknown_variant() };
    if (!level || 'refused' in plan) {
      refused.set(product_variant_id, 'refused' in plan ? plan.refused : stockErrors.unknown_variant());
      continue;
    }
    const { delta } = plan;
    const guessed = 'delta' in change ? (delta > 0 ? 'income' : 'write_off') : 'correction';
    movements.push({
      product_variant_id,
      delta,
      kind: kind ?? guessed,
      comment,
      ref: change.ref ?? ref ?? { kind: 'manual', id: newId() },
    });
    deltas.set(product_variant_id, delta);
  }
  const filling = await planFilling(tx, scope, freed(locked, deltas));
  const given = filling?.plan.deltas;
  await writeMovements(
    tx,
    scope,
    locked,
    movements.map((movement) => ({ ...movement, filled: given?.get(movement.product_variant_id) ?? 0 })),
  );
  if (filling) await writeFills(tx, scope, locked, filling.plan);
  const levels = new Map(
    [...deltas].map(([id, delta]) => [id, after(id, locked.get(id), delta, given?.get(id) ?? 0)] as const),
  );
  return { levels, refused, filled: filling?.filled ?? [] };
}

/** What becomes available of variants that somebody waits for. */
function freed(levels: ReadonlyMap<string, Level>, deltas: ReadonlyMap<string, number>): Map<string, number> {
  const free = new Map<string, number>();
  for (const [id, delta] of deltas) {
    const level = levels.get(id);
    if (!level?.waiting) continue;
    const available = availableOf(level) + delta;
    if (available > 0) free.set(id, available);
  }
  return free;
}

function after(product_variant_id: string, level: Level | undefined, delta: number, filled: number): StockLevel {
  const actual = (level?.actual ?? 0) + delta;
  const booked = (level?.booked ?? 0) + filled;
  const waiting = (level?.waiting ?? 0) - filled;
  return { product_variant_id, actual, booked, available: actual - booked, waiting };
}

/** Changes the stock of one variant, or throws why not. */
export async function changeStock(
  tx: Tx,
  scope: StockScope,
  change: VariantChange,
  options: ChangeOptions,
): Promise<{ level: StockLevel; filled: readonly Ref[] }> {
  const { levels, refused, filled } = await changeMany(tx, scope, [change], options);
  const level = levels.get(change.product_variant_id);
  if (!level) throw refused.get(change.product_variant_id) ?? stockErrors.unknown_variant();
  return { level, filled };
}
