import { join } from 'node:path';
import { kyivDate } from '@lanka/domain/kit/time';
import { eq, sql } from 'drizzle-orm';
import type { Meter, Use } from '../auth/api-keys';
import { meterJournals } from '../db/tables';
import { openJournal } from '../platform/journal';
import type { Services } from '../services';
import { apiKeys } from './api-keys';

const SETTLE_MS = 1_000;
/** What processes that were killed have left is looked for so often. */
const LEFT_MS = 60_000;
/** A journal that was read to its end is begun anew at this length. */
const LONG_BYTES = 8 * 1024 * 1024;
const PATIENCE_MS = 20_000;

export const monthOf = (at: Date): string => `${kyivDate(at).slice(0, 7)}-01`;

export function openMeter({ config, log, db }: Pick<Services, 'config' | 'log' | 'db'>, app: () => Services): Meter {
  const journal = openJournal(join(config.dataDir, 'api-use'));
  /** How far a journal was read, as far as this process knows. */
  const known = new Map<string, number>();
  /** Calls that could not be written: a full disk must not stop the product. */
  const unwritten: Use[] = [];
  let written = 0;
  let month = { until: 0, name: '' };
  let leftAt = 0;

  const monthNow = (now: number): string => {
    // what a clock of Kyiv says is dear to ask, and the same for a whole minute
    if (now >= month.until) month = { until: (Math.floor(now / 60_000) + 1) * 60_000, name: monthOf(new Date(now)) };
    return month.name;
  };

  async function settleOne(name: string): Promise<void> {
    for (;;) {
      const done = await db.transaction({ patienceMs: PATIENCE_MS }, async (tx) => {
        await tx.insert(meterJournals).values({ name, read_to: 0 }).onConflictDoNothing();
        const [row] = await tx.select().from(meterJournals).where(eq(meterJournals.name, name)).for('update');
        const from = row?.read_to ?? 0;
        const { lines, end } = await journal.read(name, from);
        if (end === from) return { end, more: false };
        const uses = added(lines.map(asUse));
        await keep(tx, uses);
        await tx
          .update(meterJournals)
          .set({ read_to: end, updated_at: sql`now()` })
          .where(eq(meterJournals.name, name));
        return { end, more: true };
      });
      known.set(name, done.end);
      if (!done.more) return;
    }
  }

  async function keep(tx: Parameters<Parameters<Services['db']['transaction']>[1]>[0], uses: readonly Use[]) {
    const ids = [...new Set(uses.map(({ project_id }) => project_id))];
    await tx.execute(sql`select set_config('lanka.project_ids', ${ids.join(',')}, true)`);
    for (const slice of app().hooks.all(apiKeys)) await slice.keep(tx, app(), uses);
  }

  async function settleLeft(): Promise<void> {
    for (const name of journal.names()) {
      if (!journal.isLeft(name)) continue;
      await settleOne(name);
      // first the file: a row that is left over counts nothing, a file would be counted again
      journal.remove(name);
      known.delete(name);
      await db.transaction({ patienceMs: PATIENCE_MS }, (tx) =>
        tx.delete(meterJournals).where(eq(meterJournals.name, name)),
      );
    }
  }

  async function work(): Promise<void> {
    if (unwritten.length > 0) {
      const uses = unwritten.splice(0);
      await db
        .transaction({ patienceMs: PATIENCE_MS }, (tx) => keep(tx, added(uses)))
        .catch((error: unknown) => {
          unwritten.unshift(...uses);
          throw error;
        });
    }
    const { name } = journal;
    if (written > (known.get(name) ?? 0)) await settleOne(name);
    if ((known.get(name) ?? 0) >= LONG_BYTES && written === known.get(name)) {
      journal.turn();
      written = 0;
      leftAt = 0;
    }
    if (Date.now() - leftAt >= LEFT_MS) {
      leftAt = Date.now();
      await settleLeft();
    }
  }

  let working = Promise.resolve();
  // one after another: a slow one is not overtaken
  const settle = (): Promise<void> => {
    const next = working.then(work);
    working = next.catch((error: unknown) => log.warn({ err: error }, 'the use of keys waits to be added up'));
    return next;
  };
  let waits = 0;
  const timer = setInterval(() => {
    if (waits > 0) return;
    waits += 1;
    void settle()
      .catch(() => undefined)
      .finally(() => {
        waits -= 1;
      });
  }, SETTLE_MS).unref();

  return {
    count({ project_id, id }, bytes) {
      const now = Date.now();
      const line = `${project_id} ${id} ${monthNow(now)} ${bytes} ${now}`;
      try {
        journal.append(line);
        written += line.length + 1;
      } catch (error) {
        log.error({ err: error }, 'a call of a key could not be written down');
        unwritten.push(asUse(line));
      }
    },
    settle,
    async stop() {
      clearInterval(timer);
      await settle().catch(() => undefined);
      journal.close();
    },
  };
}

const asUse = (line: string): Use => {
  const [project_id = '', key_id = '', month = '', bytes = '0', at = '0'] = line.split(' ');
  return { project_id, key_id, month, requests: 1, bytes: Number(bytes), last_at: Number(at) };
};

/** One for each key and month, always in the same order, so that two processes never wait for each other in a circle. */
function added(uses: readonly Use[]): Use[] {
  const sums = new Map<string, Use>();
  for (const use of uses) {
    const name = `${use.project_id} ${use.key_id} ${use.month}`;
    const sum = sums.get(name);
    sums.set(
      name,
      sum
        ? {
            ...sum,
            requests: sum.requests + use.requests,
            bytes: sum.bytes + use.bytes,
            last_at: Math.max(sum.last_at, use.last_at),
          }
        : use,
    );
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, use]) => use);
}
