export interface Figures {
  /** How many were done. */
  readonly done: number;
  readonly per_second: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly failed: number;
}

/** There is nothing left to do the work on: the round ends, what was done until then counts. */
export class Exhausted extends Error {}

/** A round in which so much fails says nothing any more. */
const MOST_FAILURES = 100;

/**
 * Does the work again and again on so many connections at once, for so many seconds. What throws counts as failed, not
 * as done; the first such error is printed.
 */
export async function measure(
  connections: number,
  seconds: number,
  work: (lane: number) => Promise<void>,
): Promise<Figures> {
  const times: number[] = [];
  let failed = 0;
  let over = false;
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async (_, lane) => {
      while (!over && performance.now() < end) {
        const before = performance.now();
        try {
          await work(lane);
          times.push(performance.now() - before);
        } catch (error) {
          over ||= error instanceof Exhausted || failed >= MOST_FAILURES;
          if (error instanceof Exhausted) break;
          failed += 1;
          if (failed === 1) console.error(error);
        }
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return { done: times.length, per_second: times.length / elapsed, p50: at(0.5), p95: at(0.95), p99: at(0.99), failed };
}

/** The middle one of several rounds, figure by figure. */
export function middle(rounds: readonly Figures[]): Figures {
  const of = (name: keyof Figures): number => {
    const sorted = rounds.map((round) => round[name]).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  };
  return {
    done: of('done'),
    per_second: of('per_second'),
    p50: of('p50'),
    p95: of('p95'),
    p99: of('p99'),
    failed: of('failed'),
  };
}
