import { setMaxListeners } from 'node:events';
import { hooksOf } from '@lanka/domain/kit/hooks';
import type { Logger } from 'pino';
import { openTokenKeys } from './auth/keys';
import { openSecrets } from './auth/secrets';
import { openDatabase } from './db/db';
import { openNumbers } from './db/numbers';
import { openMaintenance } from './http/maintenance';
import { openMeter } from './http/meter';
import { type PublicDocument, publicOpenApi } from './http/openapi-public';
import { type FastifyInstance, openServer } from './http/server';
import { openJobs } from './jobs/jobs';
import { CHANGES, openLive } from './live/live';
import { openMail } from './mail/mail';
import { openNotices } from './notices/notices';
import { openTracing } from './observe/tracing';
import { openOutbound } from './outbound/outbound';
import type { Config } from './platform/config';
import { openThreads } from './platform/threads';
import { part } from './platform/workers';
import type { Services } from './services';
import { authoriserOf, bottomUp, changeKindsOf, noticesOf, routesOf, type Slices, searchesOf, topicsOf } from './slice';
import { openStorage } from './storage/storage';

export interface App {
  readonly server: FastifyInstance;
  readonly services: Services;
  /** Fills an empty database and answers what the start has to tell: links of the first people, sign-ins of the demo. */
  greeting(): Promise<string[]>;
  /** Jobs begin to run; separate, so that the first answer need not wait for them. */
  startJobs(): Promise<void>;
  /** Requests under way finish, then jobs, then the connections close. */
  close(): Promise<void>;
}

/**
 * Opens everything over a migrated database; the server does not listen yet.
 * @param listed what `app.ts` exports
 * @param databaseUrl for transactions; what needs a session goes past a pooler, by DIRECT_DATABASE_URL
 */
export async function openApp(
  listed: Slices,
  config: Config,
  databaseUrl: string,
  log: Logger,
  version: string,
): Promise<App> {
  const slices = bottomUp(listed);
  const directUrl = config.directDatabaseUrl ?? databaseUrl;
  const endTracing = await openTracing(config, version, log);
  const { dbPoolSize: poolSize, dbPrepared: prepared, slowQueryMs: slowMs, readDatabaseUrl: readUrl } = config;
  const db = await openDatabase(databaseUrl, { poolSize, ...(readUrl ? { readUrl } : {}), prepared, slowMs }, log);
  const [jobs, live, numbers, keys, secrets] = await Promise.all([
    openJobs(directUrl, log, { works: part() !== 'http' }),
    openLive(directUrl, log),
    openNumbers(directUrl),
    openTokenKeys(db),
    openSecrets(config),
  ]);
  // a hint for whoever waits for something to change; lost when the process dies, and so no record
  db.onChanges((ids) => {
    for (const id of ids) live.publish(id, { kind: CHANGES, id });
  });
  const mail = openMail(db, jobs, config, log);
  const maintenance = await openMaintenance(db, live, log);
  const closing = new AbortController();
  // each call that waits listens
  setMaxListeners(0, closing.signal);
  const meter = openMeter({ config, log, db }, () => services);
  const routes = routesOf(listed);
  let document: PublicDocument | undefined;
  const services: Services = {
    ...{ config, log, db, jobs, mail, live, maintenance, keys, meter, secrets, numbers, version },
    notices: openNotices(noticesOf(listed), jobs, log),
    storage: openStorage(config),
    outbound: openOutbound(log),
    threads: openThreads(log),
    routes,
    searches: searchesOf(listed),
    publicDocument: () => (document ??= publicOpenApi(routes.map(({ route }) => route))),
    changeKinds: changeKindsOf(listed),
    closing: closing.signal,
    hooks: hooksOf(slices.flatMap((slice) => slice.hooks ?? [])),
  };
  for (const { job, run, cron } of slices.flatMap((slice) => slice.jobs ?? [])) {
    jobs.handle(job, (data) => run(services, data as never));
    if (cron) jobs.every(job, cron, {});
  }
  await jobs.open();
  const server = await openServer(services, routes, authoriserOf(listed), topicsOf(listed));
  let jobsStarted: Promise<void> | undefined;
  return {
    server,
    services,
    async greeting() {
      const lines: string[] = [];
      for (const { fill } of slices) lines.push(...((await fill?.(services, routes)) ?? []));
      for (const { greet } of slices) lines.push(...((await greet?.(services)) ?? []));
      return lines;
    },
    startJobs: () => (jobsStarted ??= jobs.start()),
    async close() {
      closing.abort();
      await server.close();
      await jobsStarted?.catch(() => undefined);
      services.notices.stop();
      await meter.stop();
      await jobs.stop();
      await services.threads.stop();
      await services.outbound.close();
      maintenance.stop();
      await live.stop();
      await numbers.close();
      await db.close();
      await endTracing();
    },
  };
}
