import type { Logger } from 'pino';
import { registerAudit } from './audit';
import { auditRoutes } from './audit/routes';
import { billingRoutes } from './billing/routes';
import { catalogRoutes } from './catalog/routes';
import { demoSignIns, loadDemoIfEmpty } from './demo';
import { demoRoutes } from './demo/routes';
import { registerDocumentGuards } from './documents';
import { documentRoutes } from './documents/routes';
import { registerImports } from './feeds';
import { feedRoutes } from './feeds/routes';
import { registerFileJobs } from './files';
import { fileRoutes } from './files/routes';
import { firstUserLink, letInInvitedBy, operatorLink, registerIdentitySweep } from './identity';
import { identityRoutes } from './identity/routes';
import { openTokenKeys } from './kit/auth/keys';
import { openDatabase } from './kit/db/db';
import { openNumbers } from './kit/db/numbers';
import { openMaintenance } from './kit/http/maintenance';
import type { Served } from './kit/http/serve';
import { type FastifyInstance, openServer } from './kit/http/server';
import { openJobs } from './kit/jobs/jobs';
import { openLive } from './kit/live/live';
import { openMail } from './kit/mail/mail';
import { openTracing } from './kit/observe/tracing';
import type { Config } from './kit/platform/config';
import { part } from './kit/platform/workers';
import type { Services } from './kit/services';
import { openStorage } from './kit/storage/storage';
import { registerProducers } from './manufacture';
import { manufactureRoutes } from './manufacture/routes';
import { operatorRoutes } from './operator/routes';
import { registerOrderGuards, registerOrderIndex } from './orders';
import { orderRoutes } from './orders/routes';
import { registerMembers, registerOwnSales } from './partners';
import { partnerRoutes } from './partners/routes';
import { paymentRoutes } from './payments/routes';
import { authorise, isInvited, listProjectIds, registerSweep } from './projects';
import { projectRoutes } from './projects/routes';
import { promotionRoutes } from './promotions/routes';
import { registerSearchIndex } from './search';
import { registerSendingsSweep } from './site';
import { siteRoutes } from './site/routes';
import { registerExpiry } from './stock';
import { stockRoutes } from './stock/routes';

/** The slices: the only place where they are listed. */
export const ROUTES: readonly Served[] = [
  ...identityRoutes,
  ...fileRoutes,
  ...projectRoutes,
  ...stockRoutes,
  ...catalogRoutes,
  ...partnerRoutes,
  ...promotionRoutes,
  ...manufactureRoutes,
  ...orderRoutes,
  ...paymentRoutes,
  ...auditRoutes,
  ...documentRoutes,
  ...feedRoutes,
  ...siteRoutes,
  ...billingRoutes,
  ...operatorRoutes,
  ...demoRoutes,
];

const REGISTER: readonly ((app: Services) => void)[] = [
  () => letInInvitedBy(isInvited),
  registerDocumentGuards,
  (app) => registerFileJobs(app, listProjectIds),
  registerIdentitySweep,
  registerSweep,
  registerSendingsSweep,
  registerSearchIndex,
  registerExpiry,
  registerOwnSales,
  registerMembers,
  registerProducers,
  registerAudit,
  registerOrderGuards,
  registerOrderIndex,
  registerImports,
];

export interface App {
  readonly server: FastifyInstance;
  readonly services: Services;
  /** Fills an empty database with the demo; `kept` when that was done before, `not_empty` when there are users. */
  loadDemoIfEmpty(): Promise<'loaded' | 'not_empty' | 'kept'>;
  /** Lines that tell who may sign in to the demo; none on other data. */
  demoSignIns(): Promise<string[]>;
  /** What a start looks after in the data, and what it has to tell: links of the first people, sign-ins of the demo. */
  greeting(): Promise<string[]>;
  /** Jobs begin to run; separate, so that the first answer need not wait for them. */
  startJobs(): Promise<void>;
  /** Requests under way finish, then jobs, then the connections close. */
  close(): Promise<void>;
}

/**
 * Opens everything over a migrated database; the server does not listen yet.
 * @param databaseUrl for transactions; what needs a session goes past a pooler, by DIRECT_DATABASE_URL
 */
export async function openApp(config: Config, databaseUrl: string, log: Logger, version: string): Promise<App> {
  const directUrl = config.directDatabaseUrl ?? databaseUrl;
  const endTracing = await openTracing(config, version, log);
  const { dbPoolSize: poolSize, dbPrepared: prepared, slowQueryMs: slowMs, readDatabaseUrl: readUrl } = config;
  const db = await openDatabase(databaseUrl, { poolSize, ...(readUrl ? { readUrl } : {}), prepared, slowMs }, log);
  const [jobs, live, numbers, keys] = await Promise.all([
    openJobs(directUrl, log, { works: part() !== 'http' }),
    openLive(directUrl, log),
    openNumbers(directUrl),
    openTokenKeys(db),
  ]);
  const mail = openMail(db, jobs, config, log);
  const maintenance = await openMaintenance(db, live, log);
  const storage = openStorage(config);
  const services: Services = { config, log, db, jobs, mail, storage, live, maintenance, keys, numbers, version };
  for (const register of REGISTER) register(services);
  await jobs.open();
  const server = await openServer(services, ROUTES, authorise);
  let jobsStarted: Promise<void> | undefined;
  return {
    server,
    services,
    loadDemoIfEmpty: () => loadDemoIfEmpty(services, ROUTES),
    demoSignIns: () => demoSignIns(services),
    greeting: () => greeting(services),
    startJobs: () => (jobsStarted ??= jobs.start()),
    async close() {
      await server.close();
      await jobsStarted?.catch(() => undefined);
      await jobs.stop();
      maintenance.stop();
      await live.stop();
      await numbers.close();
      await db.close();
      await endTracing();
    },
  };
}

async function greeting(app: Services): Promise<string[]> {
  const { config } = app;
  // before the demo, which keeps away from a database that has a user
  const link = await firstUserLink(app);
  if (config.demo) await loadDemoIfEmpty(app, ROUTES);
  const operator = await operatorLink(app);
  return [
    ...(link ? [`Перший користувач ${config.firstUserEmail} задає пароль тут: ${link}`] : []),
    ...(operator ? [`Оператор ${config.operatorEmail} задає пароль тут: ${operator}`] : []),
    ...(await demoSignIns(app)),
  ];
}
