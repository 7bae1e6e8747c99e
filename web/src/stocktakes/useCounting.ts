import {
  addStocktakeCounts,
  type CountInput,
  type CountResult,
  MAX_AGE_MS,
  MAX_COUNTS,
  type StocktakeLine,
} from '@lanka/domain/stocktakes/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../kit/http/call';
import { serverNow } from '../kit/http/clock';
import { refreshTopics } from '../kit/http/query';
import { type Answers, type Queued, type Scan, useScanQueue } from '../kit/scan/queue';
import { signal } from '../kit/scan/signal';

/** An entry of a count, with what it is called until it is answered. Its id is drawn by the queue. */
type Entry = Omit<CountInput, 'id' | 'age_ms'> & Scan;

interface Kept extends Entry {
  /** When it was counted, by the clock here; of entries that were kept before this was written nobody knows. */
  readonly at?: number;
}

type Choice = NonNullable<CountResult['choices']>[number];

/** Several goods have the code. */
class Ambiguous extends Error {
  constructor(
    message: string,
    readonly choices: readonly Choice[],
  ) {
    super(message);
  }
}

interface Asked {
  readonly entry: Queued<Kept>;
  readonly choices: readonly Choice[];
}

/** So many of the latest are shown. */
const SHOWN = 30;

/** Counts one after another; `done` are the lines that were counted here, newest first, each goods once. */
export function useCounting(project_id: string, id: string) {
  const client = useQueryClient();
  const [done, setDone] = useState<readonly StocktakeLine[]>([]);
  const [ambiguous, setAmbiguous] = useState<readonly Asked[]>([]);
  const queue = useScanQueue<Kept, StocktakeLine>(
    `count.${id}`,
    {
      send: async (batch, stop) => {
        const counts = batch.map((entry) => sentOf(entry, Date.now()));
        const sent_at = serverNow();
        const { results } = await call(addStocktakeCounts, {
          params: { project_id, id },
          body: { counts, ...(sent_at === undefined ? {} : { sent_at }) },
          signal: stop,
        });
        void refreshTopics(client, ['stocktake']);
        return answersOf(batch, results);
      },
      onSent(line) {
        const isOther = (one: StocktakeLine) => one.product_variant_id !== line.product_variant_id;
        setDone((before) => [line, ...before.filter(isOther)].slice(0, SHOWN));
      },
      // it stays in the queue until it is said which: after a reload it is asked again
      isQuestion: (error) => error instanceof Ambiguous,
      onRefused(error, entry) {
        signal('wrong');
        if (!(error instanceof Ambiguous)) return;
        const isOther = (one: Asked) => one.entry.id !== entry.id;
        setAmbiguous((before) => [...before.filter(isOther), { entry, choices: error.choices }]);
      },
    },
    MAX_COUNTS,
  );
  // answered in another tab, it is no question here any more
  const asked = ambiguous.filter(({ entry }) => queue.scans.some(({ id }) => id === entry.id));
  const isAsked = (id: string) => asked.some(({ entry }) => entry.id === id);
  return {
    /** Without those that it is asked about which goods they are. */
    scans: queue.scans.filter(({ id }) => !isAsked(id)),
    waiting: queue.scans.filter(({ refused }) => refused === null),
    done,
    remove: queue.remove,
    ambiguous: asked,
    /** It is these goods, or none of them; counted when it was scanned. */
    settle(scan: string, choice: Choice | null) {
      const one = asked.find(({ entry }) => entry.id === scan);
      setAmbiguous((before) => before.filter(({ entry }) => entry.id !== scan));
      if (!one) return;
      if (choice) {
        const { mode, count, at } = one.entry;
        const { product_variant_id, name: label } = choice;
        queue.add({ product_variant_id, label, mode, count, ...(at === undefined ? {} : { at }) });
      }
      queue.remove(scan);
    },
    add(entry: Entry) {
      signal('ok');
      queue.add({ ...entry, at: Date.now() });
    },
  };
}

/** An entry as it is sent: how long it has waited is told each time anew, because clocks differ and pauses do not. */
export function sentOf({ label: _, refused: __, isAsked: ___, at, ...entry }: Queued<Kept>, now: number): CountInput {
  return { ...entry, age_ms: at === undefined ? 0 : Math.min(Math.max(0, now - at), MAX_AGE_MS) };
}

function answersOf(batch: readonly Queued<Kept>[], results: readonly CountResult[]): Answers<StocktakeLine> {
  const byId = new Map(results.map((result) => [result.id, result]));
  return batch.map(({ id }) => {
    const { line, error, choices } = byId.get(id) ?? {};
    const message = error?.message ?? '–';
    return line ?? (choices?.length ? new Ambiguous(message, choices) : new Error(message));
  });
}
