import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { address, query } from '../../../test/setup';
import { startPooler } from '../../../test/simulators/pooler';
import * as slices from '../../app';
import { type App, openApp } from '../app';
import { readConfig } from '../platform/config';
import { APPLICATION_ROLE } from './connections';
import { openDatabase } from './db';
import { migrate } from './migrate';

/** DATABASE_URL often names a superuser, whom row-level security does not bind. */
const database = `lanka_super_${randomBytes(4).toString('hex')}`;
const dataDir = mkdtempSync(join(tmpdir(), 'lanka-super-'));
let url: string;
let app: App;

beforeAll(async () => {
  const { adminUrl } = inject('cluster');
  await query(adminUrl, `create database ${database}`);
  url = address(adminUrl, { database });
  await migrate(url);
  // a second start finds everything in place
  await migrate(url);
  app = await openApp(
    slices,
    readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }),
    url,
    pino({ level: 'silent' }),
    'test',
  );
  await app.server.ready();
  await app.startJobs();
});
afterAll(async () => {
  await app.close();
  await query(
    inject('cluster').adminUrl,
    `drop database ${database} with (force)`,
    `drop role if exists ${APPLICATION_ROLE}`,
  );
  rmSync(dataDir, { recursive: true, force: true });
});

it('takes a lesser role in every transaction, and the walls hold', async () => {
  const { db, numbers } = app.services;
  const project_id = crypto.randomUUID();
  const seen = await db.transaction({ projectIds: [project_id] }, async (tx) => {
    const { rows } = await tx.execute('select current_user as name');
    return rows[0]?.name;
  });
  expect(seen).toBe(APPLICATION_ROLE);
  expect(await numbers.next(project_id, 'order')).toBe(1);
  expect(await numbers.next(project_id, 'order')).toBe(2);
  const rows = (projectIds: string[]) =>
    db.transaction({ projectIds }, async (tx) => (await tx.execute('select * from counters')).rows.length);
  expect(await rows([project_id])).toBe(1);
  expect(await rows([])).toBe(0);
  expect(await rows([crypto.randomUUID()])).toBe(0);
});

it('takes it behind a transaction pooler too, which lets no start parameters through', async () => {
  const pooler = await startPooler(url, { connections: 1, prepared: true });
  const db = await openDatabase(pooler.url, { poolSize: 2, prepared: true }, pino({ level: 'silent' }));
  const names = await Promise.all(
    [1, 2, 3].map(() =>
      db.transaction({}, async (tx) => {
        const { rows } = await tx.execute('select current_user as name, (select count(*)::int from counters) as rows');
        return rows[0];
      }),
    ),
  );
  expect(names).toEqual(names.map(() => ({ name: APPLICATION_ROLE, rows: 0 })));
  expect(pooler.violations).toEqual([]);
  await db.close();
  await pooler.close();
});

it('queues jobs in the transaction', async () => {
  const { db, jobs } = app.services;
  await db.transaction({}, (tx) =>
    jobs.send(tx, { name: 'stock.end_booking' }, { project_id: crypto.randomUUID(), booking_id: crypto.randomUUID() }),
  );
  const found = await query(url, `select count(*)::int as n from pgboss.job where name = 'stock.end_booking'`);
  expect(found?.rows[0]?.n).toBe(1);
});
