import { messageOf } from '../overlay/notify';

export interface Refused<T> {
  readonly row: T;
  readonly message: string;
}

/**
 * Does it to one chosen row after another: each is a transaction of its own, and the refused ones, which are answered,
 * hold nobody up.
 */
export async function oneByOne<T>(
  rows: readonly T[],
  deed: (row: T) => Promise<unknown>,
): Promise<readonly Refused<T>[]> {
  const refused: Refused<T>[] = [];
  for (const row of rows) {
    try {
      await deed(row);
    } catch (error) {
      refused.push({ row, message: messageOf(error) });
    }
  }
  return refused;
}
