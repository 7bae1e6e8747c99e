import pg from 'pg';
import type { Logger } from 'pino';
import * as slices from '../src/app';
import { openApp } from '../src/kit/app';
import type { Config } from '../src/kit/platform/config';
import type { Captured } from './floor';
import type { Job } from './jobs';

/**
 * The select of its own that the page of each single thing makes: the product is asked inside this process, and what it
 * sends to the database is written down. It is asked twice, because the first time it learns what it does not ask again, as that
 * a list is longer than is counted: the floor shall not do more than ours. The longest statement is the page's; the
 * others find out who asks.
 */
export async function capture(
  config: Config,
  url: string,
  log: Logger,
  token: string,
  jobs: readonly Job[],
): Promise<Map<string, Captured>> {
  const found = new Map<string, Captured>();
  const app = await openApp(slices, config, url, log, 'bench');
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  try {
    for (const { path } of jobs) {
      if (!path) continue;
      const seen: Captured[] = [];
      (pg.Client.prototype as { query: unknown }).query = function query(this: pg.Client, ...args: unknown[]) {
        const [statement, given] = args as [{ text?: string; values?: unknown[] } | string, unknown[] | undefined];
        const values = (typeof statement === 'object' && statement.values) || given;
        if (typeof statement === 'object' && statement.text && values) seen.push({ text: statement.text, values });
        return original.apply(this, args);
      };
      for (let time = 0; time < 2; time += 1) {
        seen.length = 0;
        const answer = await app.server.inject({ url: path, headers: { authorization: `Bearer ${token}` } });
        if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
      }
      const own = seen.filter(({ text }) => !text.includes('from sessions s'));
      const longest = own.sort((a, b) => b.text.length - a.text.length)[0];
      if (longest) found.set(path, longest);
    }
  } finally {
    (pg.Client.prototype as { query: unknown }).query = original;
    await app.close();
  }
  return found;
}
