import type { Bank } from '@lanka/domain/banking/contract';
import { afterSpan, MONO_PAUSE_MS, MONO_ROWS, nextSpan, type Progress } from '@lanka/domain/banking/rules';
import { dayAfter, daysAfter, kyivDate, parseDay } from '@lanka/domain/kit/time';
import { ServiceError, type Task, type TaskHandler, type TaskResult } from '../integrations';
import { systemIn } from '../kit/auth/scope';
import { SecretUnreadableError } from '../kit/auth/secrets';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import { tellLater } from '../kit/notices/notices';
import { OutboundError } from '../kit/outbound/errors';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { authoriseSystem, inHundreds } from '../projects';
import type { BankStatementRow } from './answers';
import * as client from './client';
import { isTokenWrong, openToken } from './connections';
import * as store from './connections.store';
import { matchByRules } from './match';
import { rowTakenBack } from './notices';
import { queueReading, READING } from './queue';
import { heldSince, saveRows } from './rows.store';

/** An account is read so often by itself. */
const EVERY_MS = 10 * 60_000;
/** While older days are missing: as soon as the bank allows the next call. */
const NEXT_MS = MONO_PAUSE_MS + 1_000;
/** PrivatBank closes its day at night: it says so, and is asked again. */
const CLOSED_MS = 5 * 60_000;
/** Days of PrivatBank that are read again, because rows come and are reversed late. */
const AGAIN_DAYS = 3;
const SPAN_DAYS = 31;
/** A reading counts as lost after so long. */
const LEASE_MS = 5 * 60_000;
/** What a bank refuses it will refuse in a minute too. */
const REFUSED_MS = 3_600_000;
const MOST_PAGES = 200;

const iso = (at: number): string => new Date(at).toISOString();

const within = <T>(app: Services, project_id: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.db.transaction({ projectIds: [project_id] }, work);

/** Every minute: which accounts are due each of them says itself. */
export const readByClock = byClock(job('banking.read'), '* * * * *', (app) => queueDue(app));
export const queueDue = (app: Services): Promise<void> =>
  inHundreds(app, async (projectIds) => {
    const due = await app.db.transaction({ readOnly: true, projectIds }, (tx) => store.listDue(tx, projectIds));
    for (const one of due) await within(app, one.project_id, (tx) => queueReading(tx, app, one));
  });

interface Reading {
  readonly account: store.StoredAccount;
  readonly connection: store.StoredConnection;
  readonly as: client.Account;
  /** Until then nobody else reads it. */
  lease: string;
}

/** What a task reads; or what ends it at once. The moment of asking is written down before, for whoever asks next. */
async function begin(app: Services, { project_id, payload }: Task, bank: Bank): Promise<Reading | TaskResult> {
  const found = await within(app, project_id, async (tx) => {
    const connection = await store.findConnection(tx, systemIn(project_id), bank);
    const { found: account } = await store.lockAccount(tx, project_id, bank, String(payload.account));
    // disconnected meanwhile, not chosen any more, or read by another task that was asked for the same
    if (!connection || connection.is_refused || !account?.chosen || !account.next_read_at) return null;
    if (Date.parse(account.next_read_at) > Date.now() + 500) return null;
    const pause =
      bank === 'monobank' && account.asked_at ? Date.parse(account.asked_at) + MONO_PAUSE_MS - Date.now() : 0;
    if (pause > 0) return { pause };
    const now = Date.now();
    const lease = iso(now + LEASE_MS);
    // nobody else reads it meanwhile; where this process dies it is read again
    await store.saveAccount(tx, account, { asked_at: iso(now), next_read_at: lease });
    return { connection, account, lease };
  });
  if (!found) return { done: true };
  if ('pause' in found)
    return {
      retry: {
        ua: 'Банк дозволяє читати виписку рахунку раз на хвилину',
        en: 'The bank lets the statement of an account be read once a minute',
      },
      afterMs: found.pause,
    };
  try {
    return { ...found, as: await openToken(app, found.connection) };
  } catch (error) {
    if (!(error instanceof SecretUnreadableError)) throw error;
    return {
      failed: {
        ua: 'Токен більше не читається: введіть його знову',
        en: 'The token cannot be read any more: enter it again',
      },
    };
  }
}

const reading = (bank: Bank, read: (app: Services, of: Reading) => Promise<TaskResult>): TaskHandler => ({
  service: bank,
  kind: READING,
  async run(app, task) {
    const begun = await begin(app, task, bank);
    if (!('account' in begun)) return begun;
    const { project_id } = task;
    try {
      const result = await read(app, begun);
      await matchByRules(app, project_id, bank);
      return result;
    } catch (error) {
      return await later(app, begun, error);
    } finally {
      app.live.publish(project_id, { kind: 'bank_account', id: project_id });
    }
  },
});

/**
 * A statement is read again and again anyway, so what fails for now waits for its next time and for no task of its own. A
 * token that is wrong is asked with no more.
 */
async function later(app: Services, { account, connection, lease }: Reading, error: unknown): Promise<TaskResult> {
  const { project_id } = account;
  const isRefused = error instanceof ServiceError && error.outcome === 'refused';
  const isPassing = error instanceof ServiceError || error instanceof OutboundError;
  const pause = (error instanceof ServiceError && error.given.retryAfterMs) || (isRefused ? REFUSED_MS : MONO_PAUSE_MS);
  await within(app, project_id, async (tx) => {
    if (isTokenWrong(error)) await store.saveRefused(tx, connection);
    await store.saveNextRead(tx, account, lease, iso(Date.now() + pause));
  });
  if (isRefused) return { failed: error.reason };
  if (!isPassing) throw error;
  return { done: true };
}

/** Writes rows down, each once, and tells of those that the bank has taken back from the ledger. */
async function keep(
  tx: Tx,
  account: store.StoredAccount,
  rows: readonly BankStatementRow[],
  held?: { readonly from: number; readonly to: number | null },
): Promise<void> {
  const { project_id, bank } = account;
  const takenBack = await saveRows(tx, account, rows, held);
  if (takenBack.length === 0) return;
  const scope = await authoriseSystem(tx, project_id);
  if (!scope) return;
  const facts = takenBack.map(({ id, amount, day, counter_name }) => ({ id, bank, amount, day, who: counter_name }));
  await tellLater(tx, scope, rowTakenBack, {}, facts);
}

const seconds = (at: string): number => Math.floor(Date.parse(at) / 1_000);
const instant = (at: number): string => new Date(at * 1_000).toISOString();

/** The first second of a day in Kyiv, or somewhat before: a row more is no harm. */
const startOf = (day: string): number => seconds(`${day}T00:00:00Z`) - 3 * 3_600;

/** One call: the newest rows of a span; where there are more, the rest of it is next. */
async function readMono(app: Services, { account, as, lease }: Reading): Promise<TaskResult> {
  const { project_id, bank } = account;
  const held = await within(app, project_id, (tx) => heldSince(tx, account));
  const now = Math.floor(Date.now() / 1_000);
  const progress: Progress = {
    from: startOf(account.read_from ?? kyivDate(new Date())),
    read_to: account.read_to === null ? null : seconds(account.read_to),
    held_since: held === null ? null : seconds(held),
    rest: account.rest,
  };
  const span = nextSpan(progress, now);
  const rows = await client.readStatement(app, as, { account: account.account, ...span });
  const oldest = rows.reduce<number | null>((least, { at }) => Math.min(least ?? seconds(at), seconds(at)), null);
  const after = afterSpan(progress, span, { rows: rows.length, oldest });
  const newest = rows.reduce<BankStatementRow | null>((last, row) => (!last || row.at > last.at ? row : last), null);
  // a full answer holds all that is newer than its last row; what is older comes in the next
  const told = { from: rows.length < MONO_ROWS || oldest === null ? span.from : oldest + 1, to: span.to };
  await within(app, project_id, async (tx) => {
    const { found } = await store.lockAccount(tx, project_id, bank, account.account);
    // chosen anew since: what was read belongs to another beginning
    if (!found?.chosen || found.read_from !== account.read_from) return;
    await keep(
      tx,
      account,
      rows.filter(({ day }) => day >= (account.read_from ?? '')),
      told,
    );
    const isDone = after.rest === null && (after.read_to ?? 0) >= now;
    await store.saveAccount(tx, account, {
      ...{ read_to: after.read_to === null ? null : instant(after.read_to), rest: after.rest },
      ...{ last_read_at: new Date().toISOString(), ...balanceOf(found, newest) },
    });
    await store.saveNextRead(tx, account, lease, iso(Date.now() + (isDone ? EVERY_MS : NEXT_MS)));
  });
  return { done: true };
}

/** A row that is older than what was seen last says nothing of the balance of today. */
function balanceOf(account: store.StoredAccount, newest: BankStatementRow | null): Partial<store.StoredAccount> {
  if (newest?.balance == null || (account.balance_at !== null && newest.at < account.balance_at)) return {};
  return { balance: newest.balance, balance_at: newest.at };
}

/** Nobody else reads it for as long again. */
async function renew(app: Services, reading: Reading): Promise<void> {
  const { account, lease } = reading;
  const next = iso(Date.now() + LEASE_MS);
  await within(app, account.project_id, (tx) => store.saveNextRead(tx, account, lease, next));
  reading.lease = next;
}

/**
 * The rows of a month from this day, or of fewer days where there are more than can be read at once: half of them, and half
 * again. @returns the last day that was read
 */
async function readDays(
  app: Services,
  reading: Reading,
  { from, since, today }: { readonly from: string; readonly since: string; readonly today: string },
): Promise<string> {
  const { account, as } = reading;
  for (let days = SPAN_DAYS; ; days = Math.floor(days / 2)) {
    const [to = today] = [daysAfter(from, days), today].sort();
    let follow: string | null = null;
    for (let nth = 0; nth < MOST_PAGES; nth += 1) {
      if (nth > 0) {
        await client.pause(app);
        await renew(app, reading);
      }
      const page = await client.readTransactions(app, as, {
        ...{ account: account.account, from, follow },
        to: to < today ? to : null,
      });
      const rows = (page.transactions ?? []).flatMap((row) => (row && row.day >= since ? [row] : []));
      if (rows.length > 0) await within(app, account.project_id, (tx) => keep(tx, account, rows));
      follow = page.exist_next_page === true ? (page.next_page_id ?? null) : null;
      if (!follow) return to;
    }
    // what was read is kept; of one day alone it is too much
    if (days === 0) throw new ServiceError('failed', { ua: 'Виписка завелика', en: 'The statement is too long' });
  }
}

/** Days are read page by page, each written at once: what breaks in the middle is read again and written once. */
async function readPrivat(app: Services, reading: Reading): Promise<TaskResult> {
  const { account, as } = reading;
  const { project_id, bank } = account;
  const { settings } = await client.readSettings(app, as);
  if (settings.phase !== 'WRK' || settings.work_balance === 'Y') {
    await within(app, project_id, (tx) => store.saveNextRead(tx, account, reading.lease, iso(Date.now() + CLOSED_MS)));
    return { done: true };
  }
  // by the bank's clock it may be yesterday still: of a day that has not come it answers nothing
  const ours = kyivDate(new Date());
  const [today = ours] = [ours, parseDay(settings.today.slice(0, 10)) ?? ours].sort();
  const since = account.read_from ?? today;
  const again = account.read_to ? daysAfter(kyivDate(new Date(account.read_to)), -AGAIN_DAYS) : since;
  const next = account.rest ? instant(account.rest.from).slice(0, 10) : again;
  const [, from = today] = [since, next, today].sort();
  const to = await readDays(app, reading, { from, since, today });
  await client.pause(app);
  const { balances } = await client.readBalances(app, as, {
    account: account.account,
    ...{ from: today, to: null, follow: null },
  });
  const balance = balances?.find(({ acc }) => acc === account.account)?.balanceOut;
  const isDone = to >= today;
  const now = new Date().toISOString();
  await within(app, project_id, async (tx) => {
    const { found } = await store.lockAccount(tx, project_id, bank, account.account);
    if (!found?.chosen || found.read_from !== account.read_from) return;
    await store.saveAccount(tx, account, {
      // how far older days were read is kept by itself: none of them is read again on the way
      ...(isDone
        ? { read_to: now, rest: null }
        : { rest: { from: seconds(`${dayAfter(to)}T00:00:00Z`), to: 0, end: 0 } }),
      last_read_at: now,
      ...(balance === undefined ? {} : { balance, balance_at: now }),
    });
    await store.saveNextRead(tx, account, reading.lease, iso(Date.now() + (isDone ? EVERY_MS : 1_000)));
  });
  return { done: true };
}

export const readings: readonly TaskHandler[] = [reading('monobank', readMono), reading('privatbank', readPrivat)];
