import pg from 'pg';
import { connectionOptions } from './db';

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
  const pool = new pg.Pool({ ...(await connectionOptions(url, '-c synchronous_commit=off')), max: 2 });
  pool.on('error', () => undefined);
  return {
    async next(projectId, name) {
      const drawn = await pool.query<{ value: number }>('select next_number($1, $2) as value', [projectId, name]);
      return drawn.rows[0]?.value ?? 1;
    },
    close: () => pool.end(),
  };
}
