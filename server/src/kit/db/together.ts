type Answers<Statements extends readonly unknown[]> = {
  -readonly [Index in keyof Statements]: Awaited<Statements[Index]>;
};

/**
 * Sends statements of one transaction without waiting for each answer before the next leaves: one round trip instead
 * of many, by the driver's pipeline mode.
 *
 * Only for what is independent: none may need another to have been done, and the result is the same in whatever order
 * they are done. A lock is never among those that it protects; it is awaited before them (kit/db/locked.ts).
 *
 * Answers in the order of the list, when all are answered. Where one fails, the error is that of the first in the list
 * that failed, and PostgreSQL's own reason also for those that were only behind it; nothing goes on by then that could
 * still ask the connection.
 */
export async function together<const Statements extends readonly unknown[]>(
  statements: Statements,
): Promise<Answers<Statements>> {
  const settled = await Promise.allSettled(statements);
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  }) as Answers<Statements>;
}
