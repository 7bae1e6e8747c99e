/** Which moves the screens offer, and in what order. What is allowed is the domain's to say. */
import type { Role } from '@lanka/domain/kit/roles';
import type { EffectKind, Move, OrderRow, OrderStatus } from '@lanka/domain/orders/contract';
import { isFinal, isOpen, planMove, TRANSITIONS } from '@lanka/domain/orders/rules';
import { NEXT } from './status';

/** A move that gives up or steps back is never the first thing offered. */
const isForward = (to: OrderStatus): boolean => to !== 'Canceled' && to !== 'Blocked';

/** The move of the page's one button; null when nothing leads on for this person. */
export function primaryMove(status: OrderStatus, moves: readonly Move[]): Move | null {
  const usual = moves.find(({ to }) => to === NEXT[status]);
  return usual ?? moves.find(({ to, allowed }) => allowed && isForward(to)) ?? null;
}

/** The rest, for the menu: ways on first, giving up last. */
export function otherMoves(status: OrderStatus, moves: readonly Move[]): Move[] {
  const first = primaryMove(status, moves);
  const rest = moves.filter((move) => move !== first);
  return [...rest.filter(({ to }) => isForward(to)), ...rest.filter(({ to }) => !isForward(to))];
}

export interface BulkPlan<R> {
  /** Rows that the machine lets go there. */
  able: readonly R[];
  /** Rows that stay where they are, for instance because their status does not lead there. */
  unable: readonly R[];
  effects: readonly EffectKind[];
  needs_reason: boolean;
  final: boolean;
  /** Kopecks that the move charges to counterparties. */
  charge: number;
}

type Row = Pick<OrderRow, 'status' | 'sum'>;

/**
 * What moving many orders does. A row of a list does not tell everything (a draft may lack an address), so the server
 * may still refuse one; its reason then stands in the result.
 */
export function planBulk<R extends Row>(rows: readonly R[], to: OrderStatus, role: Role): BulkPlan<R> {
  const plans = rows.map((row) => ({ row, plan: planRow(row, to, role) }));
  const able = plans.flatMap(({ row, plan }) => (plan ? [{ row, plan }] : []));
  return {
    able: able.map(({ row }) => row),
    unable: plans.flatMap(({ row, plan }) => (plan ? [] : [row])),
    effects: [...new Set(able.flatMap(({ plan }) => plan.effects))],
    needs_reason: able.some(({ plan }) => plan.needs_reason),
    final: isFinal(to),
    charge: able.reduce((total, { row, plan }) => total + (plan.effects.includes('charge') ? row.sum : 0), 0),
  };
}

function planRow(row: Row, to: OrderStatus, role: Role) {
  const done = !isOpen(row.status);
  const plan = planMove(
    {
      status: row.status,
      item_count: 1,
      shipped: done,
      charged: done,
      customer_name: '?',
      delivery: { operator: 'pickup', recipient_name: '', recipient_phone: null, address: '' },
    },
    to,
    role,
  );
  return 'refused' in plan ? null : plan;
}

/** Where at least one of these orders can go, in the order of the machine. */
export const bulkTargets = (rows: readonly Row[], role: Role): OrderStatus[] =>
  [...new Set(TRANSITIONS.map(({ to }) => to))].filter((to) => planBulk(rows, to, role).able.length > 0);
