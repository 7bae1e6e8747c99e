import { addStocktakeCounts, type CountResult, type StocktakeLine } from '@lanka/domain/stocktakes/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { CallError, call } from '../kit/http/call';
import { refreshTopics } from '../kit/http/query';
import { notifyError } from '../kit/overlay/notify';
import { remember, remembered } from '../kit/storage';
import { openQueue, pauseAfter, type Waiting } from './queue';

/** What the screen shows of an entry: it waits, it is counted, or it was refused. */
export interface Shown {
  readonly id: string;
  readonly label: string;
  readonly line: StocktakeLine | null;
  readonly error: string | null;
}

/** So many of the latest are shown. */
const SHOWN = 30;

/** Felt in the hand where the phone can: once for a count, long for a refusal. */
const feel = (isFine: boolean): void => void navigator.vibrate?.(isFine ? 40 : [200, 80, 200]);

/**
 * Counts one after another: an entry is shown at once, kept in the browser and sent as soon as there is a network, in
 * the order in which it was made.
 */
export function useCounting(project_id: string, id: string) {
  const client = useQueryClient();
  const queue = useMemo(() => {
    const key = `counts:${id}` as const;
    return openQueue({ read: () => remembered(key), write: (value) => remember(key, value) });
  }, [id]);
  const [waiting, setWaiting] = useState<readonly Waiting[]>(() => queue.all());
  const [done, setDone] = useState<readonly Shown[]>([]);
  const failures = useRef(0);
  const sending = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const stopped = useRef(false);

  const settle = useCallback(
    (results: readonly CountResult[]) => {
      const labels = new Map(queue.all().map((entry) => [entry.id, entry.label]));
      queue.answered(results.map((result) => result.id));
      setWaiting(queue.all());
      const shown = results.map(({ id: entry, line, error }) => {
        return { id: entry, label: labels.get(entry) ?? '', line, error: error?.message ?? null };
      });
      feel(shown.every(({ error }) => error === null));
      // of goods that were counted again only the newest entry stands
      setDone((before) => {
        const newest = [...shown].reverse();
        const counted = new Set<string>();
        return [...newest, ...before]
          .filter(({ line }) => {
            if (!line) return true;
            const isFirst = !counted.has(line.product_variant_id);
            counted.add(line.product_variant_id);
            return isFirst;
          })
          .slice(0, SHOWN);
      });
    },
    [queue],
  );

  const send = useCallback(async () => {
    if (sending.current || stopped.current) return;
    sending.current = true;
    clearTimeout(timer.current);
    try {
      for (let counts = queue.next(); counts.length > 0; counts = queue.next()) {
        const { results } = await call(addStocktakeCounts, { params: { project_id, id }, body: { counts } });
        failures.current = 0;
        settle(results);
      }
      void refreshTopics(client, ['stocktake']);
    } catch (error) {
      if (error instanceof CallError && !error.outcomeUnknown && error.status !== 429) {
        // the stocktake has ended, or access to it has: what waits stays to be seen, and is not tried again
        stopped.current = true;
        notifyError(error);
      } else {
        failures.current += 1;
        timer.current = setTimeout(() => void send(), pauseAfter(failures.current));
      }
    } finally {
      sending.current = false;
    }
  }, [client, queue, project_id, id, settle]);

  useEffect(() => {
    const again = () => void send();
    again();
    window.addEventListener('online', again);
    return () => {
      window.removeEventListener('online', again);
      clearTimeout(timer.current);
    };
  }, [send]);

  return {
    waiting,
    done,
    add(entry: Omit<Waiting, 'id'>) {
      queue.add(entry);
      setWaiting(queue.all());
      void send();
    },
    dismiss: (entry: string) => setDone((before) => before.filter((one) => one.id !== entry)),
  };
}
