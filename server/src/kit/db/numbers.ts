import pg from 'pg';
import { connectionOptions } from './connections';

export const NUMBER_CONNECTIONS = 2;
/** A draw takes a moment; where it is not answered by now the connection is lost, and the next draw gets another. */
const DRAW_PATIENCE_MS = 5_000;

export interface Numbers {
  /** The next number of this counter in the project, from 1. */
  next(projectId: string, name: string): Promise<number>;
  close(): Promise<void>;
}

/**
 * Numbers of orders. They are drawn outside the transaction that uses them: inside, the counter's row would be
 * locked until commit, and the orders of one project would be placed one after another. A refused order leaves a
 * gap. The commit need not wait for the disk: whatever is committed later and uses the number flushes the log
 * beyond it, so a number can be lost by a crash but never given twice.
 * It has connections of its own, so that requests that hold one and want a number cannot starve each other.
 * Documents, whose numbers may have no gaps, count inside their transaction instead.
 */
export async function openNumbers(url: string): Promise<Numbers> {
  const pool = new pg.Pool({
    ...(await connectionOptions(url, '-c synchronous_commit=off')),
    max: NUMBER_CONNECTIONS,
    query_timeout: DRAW_PATIENCE_MS,
  });
  pool.on('error', () => undefined);
  const queues = new Map<string, Waiting[]>();

  /** Draws for all who wait for this counter at the moment, in one statement, until nobody waits. */
  const draw = async (key: string, queue: Waiting[], projectId: string, name: string): Promise<void> => {
    while (queue.length > 0) {
      const waiting = queue.splice(0);
      try {
        const { rows } = await pool.query<{ value: number }>({
          name: 'draw',
          text: 'select next_number($1, $2) as value from generate_series(1, $3)',
          values: [projectId, name, waiting.length],
        });
        waiting.forEach(({ resolve }, index) => {
          resolve(rows[index]?.value ?? 1);
        });
      } catch (error) {
        for (const { reject } of waiting) reject(error);
      }
    }
    queues.delete(key);
  };

  return {
    next: (projectId, name) =>
      new Promise<number>((resolve, reject) => {
        const key = `${projectId} ${name}`;
        const queue = queues.get(key);
        if (queue) queue.push({ resolve, reject });
        else {
          const started: Waiting[] = [{ resolve, reject }];
          queues.set(key, started);
          void draw(key, started, projectId, name);
        }
      }),
    close: () => pool.end(),
  };
}

interface Waiting {
  readonly resolve: (value: number) => void;
  readonly reject: (error: unknown) => void;
}
