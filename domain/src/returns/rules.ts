import type { DomainError } from '../kit/errors';
import { can } from '../kit/permissions';
import type { Role } from '../kit/roles';
import type { CodState } from '../orders/cod';
import type { OrderStatus } from '../orders/contract';
import { isFinal } from '../orders/rules';
import {
  type CreateReturnBody,
  type DecideReturnBody,
  type ReturnItemStatus,
  type ReturnOrigin,
  type ReturnReason,
  type ReturnStatus,
  returnErrors,
} from './contract';

/**
 * The status of a return follows from its lines. Approved or rejected: all are. Partially approved: something was
 * approved, the rest is rejected or pending. Partially rejected: something was rejected, the rest is pending.
 */
export function statusOf(items: readonly ReturnItemStatus[]): ReturnStatus {
  const has = (status: ReturnItemStatus) => items.includes(status);
  if (!has('approved') && !has('rejected')) return 'pending';
  if (!has('pending') && !has('rejected')) return 'approved';
  if (!has('pending') && !has('approved')) return 'rejected';
  return has('approved') ? 'partially_approved' : 'partially_rejected';
}

/** A line of an order with the pieces of it that came back, or are about to. */
export interface SentLine {
  readonly order_item_id: string;
  /** Pieces sent, and what was charged for them together. */
  readonly shipped: number;
  readonly amount: number;
  readonly approved: number;
  readonly pending: number;
  /** What was credited for those that are approved. */
  readonly credit: number;
}

/** Rejected pieces stay with who has them, so they may be asked for again. */
export const leftOf = ({ shipped, approved, pending }: Pick<SentLine, 'shipped' | 'approved' | 'pending'>): number =>
  shipped - approved - pending;

/** Pieces of lines of an order: what a parcel brought, or what came back of it. */
export type Pieces = ReadonlyMap<string, number>;

/**
 * What may still come back of a parcel, line by line: what it brought less what came back in its name, and no more than
 * what is left of the line, of which some may have come back in no parcel's name.
 */
export const leftOfParcel = (
  brought: Pieces,
  returned: Pieces,
  lines: readonly Pick<SentLine, 'order_item_id' | 'shipped' | 'approved' | 'pending'>[],
): Map<string, number> =>
  new Map(
    lines.flatMap((line) => {
      const { order_item_id: id } = line;
      const left = Math.min(leftOf(line), (brought.get(id) ?? 0) - (returned.get(id) ?? 0));
      return left > 0 ? [[id, left] as const] : [];
    }),
  );

/**
 * What is credited for `count` pieces of a line when `approved` of them came to `credit` before: their share of what was
 * charged. Rounded down over all that has come back so far, so the last pieces take the rounding, and all of them
 * together are exactly the line, in whatever parts they come, and however many parcels brought it. BigInt: 10^12 kopecks × 10^6 pieces leave the safe integers.
 */
export function creditOf(
  { shipped, amount, approved, credit }: Omit<SentLine, 'pending' | 'order_item_id'>,
  count: number,
): number {
  const share = Number((BigInt(amount) * BigInt(approved + count)) / BigInt(shipped));
  return Math.max(0, share - credit);
}

/** What is damaged does not go back to the shelf unless somebody says so. */
export const goesBack = (reason: ReturnReason): boolean => reason !== 'damaged';

/** Why a return of these pieces cannot be made, or null; of one parcel by what it brought and what came back of it. */
export function refuseReturn(
  { items, reason, comment }: Pick<CreateReturnBody, 'items' | 'reason' | 'comment'>,
  sent: readonly SentLine[],
  parcel?: { readonly brought: Pieces; readonly returned: Pieces },
): DomainError | null {
  if (items.length === 0) return returnErrors.no_items({ path: 'items' });
  if (reason === 'other' && comment === '') return returnErrors.comment_required({ path: 'comment' });
  const lines = new Map(sent.map((line) => [line.order_item_id, line]));
  const ofParcel = parcel && leftOfParcel(parcel.brought, parcel.returned, sent);
  const seen = new Set<string>();
  const bad = [];
  for (const [index, { order_item_id, count }] of items.entries()) {
    const path = `items.${index}.order_item_id`;
    if (seen.has(order_item_id)) return returnErrors.duplicate_item({ path });
    seen.add(order_item_id);
    const line = lines.get(order_item_id);
    if (!line) return returnErrors.unknown_item({ path });
    const left = ofParcel ? (ofParcel.get(order_item_id) ?? 0) : leftOf(line);
    if (count > left) {
      const shipped = parcel ? (parcel.brought.get(order_item_id) ?? 0) : line.shipped;
      bad.push({
        path: `items.${index}.count`,
        order_item_id,
        wanted: count,
        left,
        shipped,
        returned: shipped - left,
      });
    }
  }
  return bad.length > 0 ? returnErrors.bad_count(...bad) : null;
}

/**
 * Whether that a parcel was not taken may still be told: while it is under way, and as long as the carrier owes its money
 * also of an order that was called Complete. `inParcels`: one parcel of several.
 */
export const mayRefuse = (status: OrderStatus, inParcels: boolean, cod_state: CodState | null): boolean =>
  (inParcels ? !isFinal(status) : status === 'Sent') || (status === 'Complete' && cod_state === 'awaited');

/** Who decides may take back any return; others what they asked for themselves, and a refused parcel nobody asked for. */
export const mayWithdraw = (
  { origin, created_by }: { readonly origin: ReturnOrigin; readonly created_by: string },
  asker: { readonly id: string; readonly role: Role },
): boolean => can(asker.role, 'returns.decide') || (origin === 'request' && created_by === asker.id);

/** A line of a return as decisions need it. */
export interface KnownItem {
  readonly id: string;
  readonly status: ReturnItemStatus;
  readonly to_warehouse: boolean;
}

export interface Decided<T extends KnownItem> {
  readonly item: T;
  readonly status: 'approved' | 'rejected';
  readonly to_warehouse: boolean;
}

/**
 * Which lines are decided now, and how. A decision that was made before is not made again, so that a second identical
 * request does nothing; another one is refused.
 */
export function planDecision<T extends KnownItem>(
  items: readonly T[],
  { items: wanted = [], others }: Pick<DecideReturnBody, 'items' | 'others'>,
): { decided: readonly Decided<T>[] } | { refused: DomainError } {
  if (wanted.length === 0 && !others) return { refused: returnErrors.nothing_to_decide({ path: 'items' }) };
  const known = new Map(items.map((item) => [item.id, item]));
  const named = new Set<string>();
  const decided: Decided<T>[] = [];
  for (const [index, { id, status, to_warehouse }] of wanted.entries()) {
    const path = `items.${index}.id`;
    const item = known.get(id);
    if (!item) return { refused: returnErrors.not_in_return({ path }) };
    if (named.has(id)) return { refused: returnErrors.duplicate_item({ path }) };
    named.add(id);
    if (item.status === 'pending') decided.push({ item, status, to_warehouse: to_warehouse ?? item.to_warehouse });
    else if (item.status !== status) return { refused: returnErrors.decided({ path, status: item.status }) };
  }
  if (others)
    for (const item of items)
      if (item.status === 'pending' && !named.has(item.id))
        decided.push({ item, status: others, to_warehouse: item.to_warehouse });
  return { decided };
}
