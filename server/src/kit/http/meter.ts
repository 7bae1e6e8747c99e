import { join } from 'node:path';
import { kyivDate } from '@lanka/domain/kit/time';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AnsweredCall, KeyCall, Meter, Use } from '../auth/api-keys';
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

/** Sums by key and month. */
type Sums = Map<string, Use>;

export function openMeter({ config, log, db }: Pick<Services, 'config' | 'log' | 'db'>, app: () => Services): Meter {
  const journal = openJournal(join(config.dataDir, 'api-use'));
  /** How far a journal was read, as far as this process knows. */
  const known = new Map<string, number>();
  /** Calls that could not be written: a full disk must not stop the product. */
  let unwritten: Sums = new Map();
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
        const { sums, calls } = readLines(name, lines);
        await keep(tx, inOrder(sums), calls);
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

  /** What is no call is told and left out: it would stop all that stands behind it. */
  function readLines(name: string, lines: readonly string[]): { sums: Sums; calls: KeyCall[] } {
    const sums: Sums = new Map();
    const calls: KeyCall[] = [];
    for (const line of lines) {
      const known = readLine(line);
      if (!known) log.error({ journal: name, line }, 'a line of the use of keys cannot be read');
      if (known?.use) addTo(sums, known.use);
      if (known?.call) calls.push(known.call);
    }
    return { sums, calls };
  }

  async function keep(
    tx: Parameters<Parameters<Services['db']['transaction']>[1]>[0],
    uses: readonly Use[],
    calls: readonly KeyCall[],
  ) {
    const ids = [...new Set([...uses, ...calls].map(({ project_id }) => project_id))];
    await tx.execute(sql`select set_config('lanka.project_ids', ${ids.join(',')}, true)`);
    for (const slice of app().hooks.all(apiKeys)) await slice.keep(tx, app(), uses, calls);
  }

  /** Nobody writes it any more, and it was read to its end. */
  async function forget(name: string): Promise<void> {
    // first the file: a row that is left over counts nothing, a file would be counted again
    journal.remove(name);
    known.delete(name);
    await db.transaction({ patienceMs: PATIENCE_MS }, (tx) =>
      tx.delete(meterJournals).where(eq(meterJournals.name, name)),
    );
  }

  /**
   * Journals of those who are gone, and of those of whom that cannot be known: reading one beside its writer does no
   * harm, whoever reads holds its row.
   */
  async function settleLeft(): Promise<void> {
    for (const name of journal.names()) {
      const writer = journal.writerOf(name);
      if (writer === 'this_process' || writer === 'a_neighbour') continue;
      try {
        if (writer === 'nobody' || journal.sizeOf(name) > (known.get(name) ?? 0)) await settleOne(name);
        if (writer === 'nobody' || !journal.has(name)) await forget(name);
      } catch (error) {
        // one that cannot be read holds up no other
        log.error({ err: error, journal: name }, 'the use of keys that a process has left waits to be added up');
      }
    }
  }

  async function work(): Promise<void> {
    if (unwritten.size > 0) {
      const uses = unwritten;
      unwritten = new Map();
      await db
        .transaction({ patienceMs: PATIENCE_MS }, (tx) => keep(tx, inOrder(uses), []))
        .catch((error: unknown) => {
          for (const use of uses.values()) addTo(unwritten, use);
          throw error;
        });
    }
    const { name } = journal;
    if (journal.length > (known.get(name) ?? 0)) await settleOne(name);
    if (journal.name === name && journal.length >= LONG_BYTES && journal.length === known.get(name)) {
      journal.turn();
      leftAt = 0;
    }
    if (Date.now() - leftAt >= LEFT_MS) {
      leftAt = Date.now();
      journal.touch();
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
    count({ project_id, id }, call, isLetIn) {
      const now = Date.now();
      const use = { project_id, key_id: id, month: monthNow(now), requests: 1, bytes: call.bytes, last_at: now };
      try {
        journal.append(asLine(use, call, isLetIn));
      } catch (error) {
        log.error({ err: error }, 'a call of a key could not be written down');
        // what it cost is kept; how it went is not
        if (isLetIn) addTo(unwritten, use);
      }
    },
    settle,
    async stop() {
      clearInterval(timer);
      const { name } = journal;
      const isRead = await settle().then(
        () => journal.name === name && journal.length > 0 && journal.length === known.get(name),
        () => false,
      );
      journal.close();
      // whoever starts next has nothing to look for
      if (isRead)
        await forget(name).catch((error: unknown) => log.warn({ err: error }, 'a journal that was read stays'));
    },
  };
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** How it went stands behind what it cost; lines of an older version have that alone. */
const WENT = '(?: ([01]) (\\d{3}) (\\d{1,9}) (\\{.*\\}))?';
const LINE = new RegExp(`^(${UUID}) (${UUID}) (\\d{4}-(?:0[1-9]|1[0-2])-01) (\\d{1,12}) (\\d{13})${WENT}$`, 's');

const asLine = (
  { project_id, key_id, month, bytes, last_at }: Use,
  { operation, status, ms, bytes: _, ...told }: AnsweredCall,
  isLetIn: boolean,
): string =>
  `${project_id} ${key_id} ${month} ${bytes} ${last_at} ${isLetIn ? 1 : 0} ${status} ${ms} ${JSON.stringify({ operation, ...told })}`;

function readLine(line: string): { use: Use | null; call: KeyCall | null } | null {
  const [, project_id, key_id, month, bytes, at, isLetIn, status, ms, rest] = LINE.exec(line) ?? [];
  if (!project_id || !key_id || !month) return null;
  const last_at = Number(at);
  const use = { project_id, key_id, month, requests: 1, bytes: Number(bytes), last_at };
  if (!rest) return { use, call: null };
  const told = parse(rest);
  if (!told) return null;
  const call = {
    project_id,
    key_id,
    at: last_at,
    status: Number(status),
    ms: Number(ms),
    bytes: Number(bytes),
    ...told,
  };
  return { use: isLetIn === '1' ? use : null, call };
}

/** What cannot be stored must not hold up what stands behind it. */
const Told = z.object({
  operation: z.string().transform(storable),
  after: z.string().transform(storable).optional(),
  kinds: z.array(z.string().transform(storable)).optional(),
  waits: z.boolean().optional(),
  failed: z
    .object({
      path: z.string().transform(storable),
      request: z.string().transform(storable).nullable(),
      answer: z.string().transform(storable).nullable(),
    })
    .optional(),
});

function parse(json: string): z.output<typeof Told> | null {
  try {
    return Told.parse(JSON.parse(json));
  } catch {
    return null;
  }
}

/** Text as PostgreSQL takes it: what was cut may end with half a letter. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

function addTo(sums: Sums, use: Use): void {
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

/** Always in the same order, so that two processes never wait for each other in a circle. */
const inOrder = (sums: Sums): Use[] => [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, use]) => use);
