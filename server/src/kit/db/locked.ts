import type { Read } from './one-statement';

declare const lockedRows: unique symbol;

/**
 * A value that was read with the rows named `Rows` locked until the transaction ends. What may only be done behind that
 * lock takes such a value, so that doing it without the lock, or before the lock was awaited, does not compile.
 */
export type Locked<Rows extends string, Value extends object> = Value & { readonly [lockedRows]: Rows };

/** Awaits the statement that locks. For the one function of a store that takes this lock. */
export async function awaitLock<Rows extends string, Value extends object>(
  _rows: Rows,
  lock: Promise<Value>,
): Promise<Locked<Rows, Value>> {
  return (await lock) as Locked<Rows, Value>;
}

/** The same for a statement that locks several rows: each of them is locked. */
export async function awaitLocks<Rows extends string, Value extends object>(
  _rows: Rows,
  lock: Promise<readonly Value[]>,
): Promise<Locked<Rows, Value>[]> {
  return (await lock) as Locked<Rows, Value>[];
}

/**
 * The same for a select that locks and is asked beside others in one statement: it has an answer only when all of the
 * statement was awaited. Besides these two the only maker.
 */
export const lockingRead = <Rows extends string, Value extends object>(
  _rows: Rows,
  read: Read<Value>,
): Read<Locked<Rows, Value>> => read as Read<Locked<Rows, Value>>;
