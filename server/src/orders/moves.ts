import { DomainError } from '@lanka/domain/kit/errors';
import { creditProblem } from '@lanka/domain/ledger/charges';
import { ledgerErrors } from '@lanka/domain/ledger/rules';
import type { Effect, EffectKind, Move } from '@lanka/domain/orders/contract';
import { possibleMoves, pricesAreFrozen } from '@lanka/domain/orders/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { readCredit } from '../ledger';
import { heldPieces, readLevels } from '../stock';
import { readTemplates } from '../templates';
import { waitingPieces } from './backorder';
import { readComing } from './coming.store';
import { withWaiting } from './effects';
import { lackingFields } from './fields';
import { factsOf, type ItemRecord, type OrderRecord } from './orders.store';
import { lineOf, priceNow } from './price';
import { hearsNumbers } from './told';

/** What may follow, each with its effects in figures or the reason why not. Nothing is changed. */
export async function listMoves(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  order: OrderRecord,
  items: readonly ItemRecord[],
): Promise<Move[]> {
  const count = items.reduce((total, item) => total + (item.count ?? 0), 0) - order.sent_pieces;
  let amount = (order.sum ?? 0) - order.sent_sum;
  const waiting = await waitingPieces(tx, scope, order);
  const possible = possibleMoves({ ...factsOf(order, items.length), waiting }, scope.role);
  let priceRefusal: DomainError | null = null;
  if (possible.some(({ plan }) => 'effects' in plan && plan.effects.includes('freeze_prices'))) {
    try {
      amount = (await priceNow(tx, scope, order, items.map(lineOf), { hold: false })).sums.sum;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      priceRefusal = error;
    }
  }
  const credit = await creditOf(tx, app, scope, order, amount);
  const templates = pricesAreFrozen(order.status) ? {} : await readTemplates(tx, scope, ['order', 'order_item']);
  const lacking = lackingFields(templates, { fields: order.fields, items }, scope.locale);
  const beyond = possible.some(({ plan }) => 'effects' in plan && plan.effects.includes('book'))
    ? await beyondStock(tx, scope, items)
    : 0;
  return possible.map(({ to, needs_reason, final, plan }) => {
    const effects = 'refused' in plan ? [] : plan.effects;
    const charges = effects.includes('charge');
    const stopped = charges && credit?.on_limit === 'refuse' ? credit.problem : null;
    const refused = 'refused' in plan ? plan.refused : to === 'Pending' ? (priceRefusal ?? lacking) : (stopped ?? null);
    const warned = !refused && (charges || effects.includes('freeze_prices')) ? credit?.problem : null;
    return {
      to,
      needs_reason,
      final,
      allowed: refused === null,
      effects: effects.map((kind) => figures(kind, { count, amount, waiting, beyond, numbers: hearsNumbers(scope) })),
      refusal: refused ? told(refused, scope) : null,
      warning: warned ? told(warned, scope) : null,
    };
  });
}

const told = (error: DomainError, { locale }: ProjectScope) => ({
  code: error.code,
  message: error.message_in(locale),
});

/** What charging the order would meet, and whether that stops it. An order is sent to the manager all the same: it may be paid ahead. */
async function creditOf(tx: Tx, app: Services, scope: ProjectScope, order: OrderRecord, amount: number) {
  if (order.charged_at !== null) return null;
  const credit = await readCredit(tx, scope, order);
  const problem = credit && creditProblem(credit, { amount, put: credit.put }, await readComing(tx, app, scope, order));
  return problem ? { on_limit: credit.on_limit, problem: ledgerErrors[problem]() } : null;
}

interface Figures {
  readonly count: number;
  readonly amount: number;
  /** Pieces that wait now, and those that would wait if the order were sent now. */
  readonly waiting: number;
  readonly beyond: number;
  /** Whether the asker may know how much there is. */
  readonly numbers: boolean;
}

function figures(kind: EffectKind, { count, amount, waiting, beyond, numbers }: Figures): Effect {
  if (kind === 'freeze_prices' || kind === 'charge') return { kind, amount };
  if (kind === 'ship') return { kind, count };
  if (kind === 'book' && beyond > 0 && !numbers) return { kind, count, short: true };
  return withWaiting(kind, count, kind === 'book' ? beyond : waiting);
}

/** What would have to wait of an order that is sent now; temporary bookings of its own count as available to it. */
async function beyondStock(tx: Tx, scope: ProjectScope, items: readonly ItemRecord[]): Promise<number> {
  if (!scope.project.allow_backorders) return 0;
  const ids = items.map(({ product_variant_id }) => product_variant_id);
  const [order] = items;
  const levels = new Map((await readLevels(tx, scope, ids)).map((level) => [level.product_variant_id, level]));
  const held = order ? await heldPieces(tx, scope, { kind: 'order', id: order.order_id }) : new Map<string, number>();
  return items.reduce((total, { product_variant_id: id, count }) => {
    const available = (levels.get(id)?.available ?? 0) + (held.get(id) ?? 0);
    return total + Math.max(0, (count ?? 0) - available);
  }, 0);
}
