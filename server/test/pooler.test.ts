import { readAudit } from '@lanka/domain/audit/contract';
import { createPayment } from '@lanka/domain/payments/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../src/kit/db/db';
import { type TestApp, testApp } from './harness';
import { type Pooler, startPooler } from './simulators/pooler';
import { balanceOf, makeDropshipper, makeVariants, move, orderBody, placeOrder, stockOf } from './trade';

/** Connections to PostgreSQL; the product's own pool has twelve. */
const CONNECTIONS = 3;

/** Holds those who come until so many have come. */
function meeting(size: number): () => Promise<void> {
  let open = (): void => undefined;
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  let came = 0;
  return () => {
    came += 1;
    if (came === size) open();
    return all;
  };
}

describe.each([
  ['that keeps prepared statements', true, 'on'],
  ['that keeps none, with DB_PREPARED=off', false, 'off'],
])('behind a transaction pooler %s', (_name, prepared, DB_PREPARED) => {
  let app: TestApp;
  let pooler: Pooler;

  beforeAll(async () => {
    const through = async (url: string) => {
      pooler = await startPooler(url, { connections: CONNECTIONS, prepared });
      return pooler.url;
    };
    app = await testApp({ DB_PREPARED, LOG_LEVEL: 'silent' }, { jobs: true, through });
  });
  afterAll(async () => {
    await app.close();
    await pooler.close();
  });

  it('two projects trade at once: place, send, ship, pay, and the books agree', async () => {
    const trade = async (title: string, count: number, price: number) => {
      const project = await app.project(title);
      const client = await makeDropshipper(app, project);
      const [variant = ''] = await makeVariants(app, project, [{ price, stock: 100 }]);
      const orders = await Promise.all(
        Array.from({ length: 20 }, () => placeOrder(app, project, client.token, orderBody({ [variant]: count }))),
      );
      expect(orders.map(({ status }) => status)).toEqual(orders.map(() => 201));
      const steps = [
        ['Pending', client.token],
        ['Sent', project.owner.token],
      ] as const;
      for (const [to, token] of steps) {
        const moved = await Promise.all(orders.map(({ body }) => move(app, project, token, body.id, to)));
        expect(moved.map(({ body }) => body.status)).toEqual(moved.map(() => to));
      }
      const paid = await app.call(createPayment, {
        params: { project_id: project.id },
        token: project.owner.token,
        body: { counterparty_id: client.counterparty_id, type: 'receipt', amount: 700, date: '2026-11-01' },
      });
      expect(paid.status).toBe(201);
      const left = 100 - 20 * count;
      expect(await stockOf(app, project, variant)).toEqual({ actual: left, booked: 0, movements: left, bookings: 0 });
      expect(await balanceOf(app, project, client.counterparty_id)).toBe(700 - 20 * count * price);
      const audit = await app.call(readAudit, { params: { project_id: project.id }, token: project.owner.token });
      expect(audit.body.ok).toBe(true);
    };
    await Promise.all([trade('Мережа', 2, 33_333), trade('Вишивка', 3, 1_005)]);
    expect(pooler.mostWaiting()).toBeGreaterThan(0);
  });

  it('transactions that go on side by side see their own project alone, and leave nothing behind', async () => {
    const projects = await Promise.all([app.project('Перший'), app.project('Другий')]);
    for (const project of projects) await makeVariants(app, project, [{ stock: 1 }]);
    const { db } = app.app.services;
    const seen = async (tx: Tx) => {
      const { rows } = await tx.execute(
        sql`select distinct project_id, current_setting('lanka.project_ids') as entered from products`,
      );
      return rows;
    };
    const together = meeting(projects.length);
    const found = await Promise.all(
      projects.map(({ id }) =>
        db.transaction({ projectIds: [id] }, async (tx) => {
          const before = await seen(tx);
          await together();
          return [before, await seen(tx)];
        }),
      ),
    );
    expect(found).toEqual(
      projects.map(({ id }) => {
        const own = [{ project_id: id, entered: id }];
        return [own, own];
      }),
    );
    // whichever connection comes, before a project is entered it shows nothing
    const nobody = meeting(CONNECTIONS);
    const later = await Promise.all(
      Array.from({ length: CONNECTIONS }, () =>
        db.transaction({}, async (tx) => {
          const rows = await seen(tx);
          await nobody();
          return rows;
        }),
      ),
    );
    expect(later).toEqual(later.map(() => []));
  });

  it('hears of changes and asks the pooler for nothing that needs a session', async () => {
    const { live } = app.app.services;
    const heard: string[] = [];
    const silence = live.subscribe('a-project', ({ id }) => heard.push(id));
    live.publish('a-project', { kind: 'orders', id: 'one' });
    await expect.poll(() => heard).toEqual(['one']);
    silence();
    expect(pooler.violations).toEqual([]);
  });
});
