import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from './db';

/** A select, and what its rows mean. It can be asked alone or beside others in one statement (`inOneStatement`). */
export interface Read<Answer> {
  readonly select: SQL;
  /** Its rows came as JSON: a timestamp or a date is a text here, an amount is a number. */
  readonly answer: (rows: readonly Record<string, unknown>[]) => Answer;
}

type Answers<Reads extends readonly Read<unknown>[]> = {
  -readonly [Index in keyof Reads]: Reads[Index] extends Read<infer Answer> ? Answer : never;
};

/**
 * Asks several reads as one statement, which sees the database at one moment. For what is asked very often: a statement
 * of its own costs the server some 0.1 ms, and more of the database than most of these selects
 * (docs/performance.md, The driver). A select may lock its rows (`lockingRead`).
 */
export async function inOneStatement<const Reads extends readonly Read<unknown>[]>(
  tx: Tx,
  reads: Reads,
): Promise<Answers<Reads>> {
  const columns = reads.map(
    ({ select }, index) => sql`(select json_agg(r) from (${select}) r) as ${sql.raw(`read_${index}`)}`,
  );
  const [row] = await tx.rows(sql`select ${sql.join(columns, sql`, `)}`);
  return reads.map(({ answer }, index) =>
    answer((row?.[`read_${index}`] as Record<string, unknown>[] | null) ?? []),
  ) as Answers<Reads>;
}
