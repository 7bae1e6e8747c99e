/** The moves of the order's page: what may follow, the question before it, and what the server says to it. */
import * as contract from '@lanka/domain/orders/contract';
import { useState } from 'react';
import { useAction, useCall } from '../kit/http/query';
import { type Confirmation, useConfirm } from '../kit/overlay/confirm';
import type { MenuEntry } from '../kit/page/page';
import { hasFirstAnswer } from '../kit/page/together';
import { useLocale, useText } from '../kit/text';
import { consequencesOf, irreversibleOf, isOnlyStatus } from './effects';
import { type Shortage, shortageOf } from './lines';
import { otherMoves, primaryMove } from './moves';
import { numberOf } from './number';
import { orderStatus } from './status';
import { type OrderText, text } from './text';
import type { OrderPlace } from './where';

export interface Moves {
  /** The server has told what may follow; not that anything may. */
  isKnown: boolean;
  primary: MenuEntry | undefined;
  others: MenuEntry[];
  /** Lines for which there was not enough when the last move was tried. */
  shortage: Shortage;
  setShortage: (shortage: Shortage) => void;
}

export function useMoves({ project_id, role }: OrderPlace, order: contract.Order): Moves {
  const t = useText(text);
  const { locale } = useLocale();
  const confirm = useConfirm();
  const [shortage, setShortage] = useState<Shortage>({});
  const [asking, setAsking] = useState<contract.OrderStatus | null>(null);
  const params = { project_id, id: order.id };
  const moves = useCall(contract.listMoves, { params });
  const move = useAction(contract.moveOrder, {
    success: ({ status }) => t.moved(orderStatus[status][locale]),
    onSuccess: () => setShortage({}),
    onError: (error) => setShortage(shortageOf(error)),
  });
  const ask = async (to: contract.OrderStatus) => {
    // What was shown a while ago may have changed; the consequences are read at the moment of the question.
    setAsking(to);
    const fresh = (await moves.refetch()).data?.items.find((one) => one.to === to);
    setAsking(null);
    const known = fresh ?? moves.data?.items.find((one) => one.to === to);
    if (!known) return;
    // nothing but the status changes, and it can be changed again: there is nothing to ask
    const asked = isOnlyStatus(known, order, t)
      ? { reason: '' }
      : await confirm(question(known, order, role === 'Client', t, locale));
    if (!asked) return;
    move.mutate({ params, body: asked.reason ? { to, reason: asked.reason } : { to } });
  };
  const entry = (one: contract.Move): MenuEntry => ({
    label: t.moveNames[one.to],
    onClick: () => void ask(one.to),
    loading: asking === one.to || (move.isPending && move.variables?.body.to === one.to),
    disabledReason: one.allowed ? null : one.refusal?.message,
    danger: one.to === 'Canceled',
  });
  // after a move, those from before stay until the new ones have come
  const { status = order.status, items = [] } = moves.data ?? {};
  const first = primaryMove(status, items);
  return {
    isKnown: hasFirstAnswer(moves),
    primary: first ? entry(first) : undefined,
    others: otherMoves(status, items).map(entry),
    shortage,
    setShortage,
  };
}

function question(
  move: contract.Move,
  order: contract.Order,
  mine: boolean,
  t: OrderText,
  locale: 'ua' | 'en',
): Confirmation {
  const ships = move.effects.some(({ kind }) => kind === 'ship');
  const irreversible = irreversibleOf(move.to, ships, t);
  // A cancelled draft hurts nobody, but why an order was given up is worth a word even where it is not demanded.
  const wantsReason = move.needs_reason || move.to === 'Canceled';
  return {
    title: `${t.moveNames[move.to]} · № ${numberOf(order)}`,
    effects: consequencesOf(move, order, mine, t, locale),
    ...(irreversible ? { irreversible } : {}),
    ...(wantsReason ? { reason: { label: t.reason, hint: t.reasonHint, required: move.needs_reason } } : {}),
    confirmLabel: t.moveNames[move.to],
    danger: move.to === 'Canceled',
  };
}
