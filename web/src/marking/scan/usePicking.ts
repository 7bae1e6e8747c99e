import * as contract from '@lanka/domain/orders/contract';
import { addPicks, MAX_PICKS, pickingErrors, readPicks } from '@lanka/domain/picking/contract';
import { MAX_AGE_MS } from '@lanka/domain/stocktakes/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError, call } from '../../kit/http/call';
import { serverNow } from '../../kit/http/clock';
import { callKey, refreshTopics, useWritten } from '../../kit/http/query';
import { notifyError, notifySuccess } from '../../kit/overlay/notify';
import { type Queued, type Scan, useScanQueue } from '../../kit/scan/queue';
import { signal } from '../../kit/scan/signal';
import { useProjectId } from '../../kit/session';
import { useText } from '../../kit/text';
import { text } from './text';

interface Tick extends Scan {
  readonly order: string;
  /** Of the order when it was ticked. */
  readonly status: contract.OrderStatus;
  readonly product_variant_id: string;
  /** So many more are picked, or fewer. */
  readonly count: number;
  /** So many were picked by what was shown to who typed the number. */
  readonly seen?: number;
  /** When it was ticked, by the clock here. */
  readonly at?: number;
}
interface MoveOn extends Scan {
  readonly order: string;
  readonly to: contract.OrderStatus;
}
type Step = Tick | MoveOn;

const isTick = <S extends Step>(step: S): step is S & Tick => 'count' in step;

/** What the server did not take of an order, to be shown where it is picked. */
export interface Refused {
  readonly order: string;
  readonly message: string;
}

/**
 * Pieces are ticked and orders moved on one after another, each once, also when the network comes back later. What is
 * ticked is kept with the order, so that who picks it beside sees it.
 */
export function usePicking() {
  const t = useText(text);
  const project_id = useProjectId();
  const client = useQueryClient();
  const written = useWritten();
  const [refused, setRefused] = useState<Refused | null>(null);

  async function tick(ticks: readonly Queued<Tick>[], first: Tick, stop: AbortSignal) {
    const params = { project_id, id: first.order };
    const now = Date.now();
    const sent_at = serverNow();
    const picks = ticks.map(({ id, product_variant_id, count, seen, at = now }) => ({
      ...{ id, product_variant_id, count, age_ms: Math.min(Math.max(0, now - at), MAX_AGE_MS) },
      ...(seen === undefined ? {} : { seen }),
    }));
    const { results, ...picked } = await call(addPicks, {
      params,
      body: { status: first.status, picks, ...(sent_at === undefined ? {} : { sent_at }) },
      signal: stop,
    });
    const queryKey = callKey(readPicks, { params });
    client.setQueryData(queryKey, picked);
    // what was picked beside meanwhile is read when nothing waits here
    void client.invalidateQueries({ queryKey });
    return results.map(({ error }) => (error ? new Error(error.message) : null));
  }

  const queue = useScanQueue<Step, contract.Order | null>(
    `pick.${project_id}`,
    {
      async send(batch, stop) {
        const [first] = batch;
        if (!first) return [];
        if (isTick(first)) return tick(batch.filter(isTick), first, stop);
        const { id: idempotency_key, order: id, to } = first;
        return [
          await call(contract.moveOrder, { params: { project_id, id }, body: { to }, idempotency_key, signal: stop }),
        ];
      },
      together: (a, b) => isTick(a) && isTick(b) && a.order === b.order && a.status === b.status,
      onSent(order) {
        if (!order) return;
        notifySuccess((t.movedTo[order.status] ?? t.moved)(order.number));
        void written(contract.moveOrder, { params: { project_id, id: order.id } }, order);
      },
      onRefused(error, { id, order, ...step }) {
        queue.remove(id);
        const isLate = error instanceof CallError && error.code === pickingErrors.moved_on.code;
        // who picked it beside has moved it on: the order shows that itself
        if (isLate) return void refreshTopics(client, ['order']);
        signal('wrong');
        if ('to' in step) notifyError(error);
        else setRefused({ order, message: error.message });
      },
    },
    MAX_PICKS,
  );
  const moves = queue.scans.filter((step) => !isTick(step));
  return {
    /** Orders that are picked, and wait for the network to move on. */
    moving: moves.map(({ order }) => order),
    /** Pieces of an order that are ticked here and not sent yet. */
    waitingOf(order: string, variant: string): number {
      const own = queue.scans.filter(isTick).filter((one) => one.order === order && one.product_variant_id === variant);
      return own.reduce((sum, { count }) => sum + count, 0);
    },
    /** Of all orders. */
    waiting: queue.scans.length - moves.length,
    refused,
    dismiss: () => setRefused(null),
    /** Does any tick of this order wait? What is read meanwhile may know it already, and it would be counted twice. */
    isTicking: (order: string): boolean => queue.scans.some((one) => isTick(one) && one.order === order),
    tick(order: contract.Order, item: { product_variant_id: string; label: string }, count: number, seen?: number) {
      void client.cancelQueries({ queryKey: callKey(readPicks, { params: { project_id, id: order.id } }) });
      queue.add({
        ...{ ...item, order: order.id, status: order.status, count, at: Date.now() },
        ...(seen === undefined ? {} : { seen }),
      });
    },
    move: ({ id, number }: contract.Order, to: contract.OrderStatus) =>
      queue.add({ label: t.order(number), order: id, to }),
  };
}
export type Picking = ReturnType<typeof usePicking>;
