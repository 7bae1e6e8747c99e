import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Checks } from '../chaos/checks';
import { Http } from '../chaos/http';
import { Journal } from '../chaos/journal';
import { runKills } from '../chaos/kills';
import { Load } from '../chaos/load';
import type { Killed } from '../chaos/product';
import { DYING, runServices } from '../chaos/services';
import { makeStage, type Stage } from '../chaos/stage';
import { seeded } from '../src/demo/random';
import { type TestApp, testApp } from './harness';

/** The short version of `npm run chaos`: the built product, its own database, kill -9. */
describe('the product and its database under kill -9', () => {
  const survive = async (kinds: readonly Killed[], workers: number): Promise<void> => {
    const dataDir = mkdtempSync(join(tmpdir(), 'lanka-chaos-'));
    // the system user of PostgreSQL must get in when we are root, else its data would lie elsewhere
    chmodSync(dataDir, 0o755);
    try {
      const report = await runKills({
        ...{ dataDir, kinds, workers, rounds: kinds.length, seed: 20_261, actors: 6, imports: false },
        say: () => undefined,
      });
      expect(report.problems).toEqual([]);
      expect(report.rounds).toBe(kinds.length);
      expect(report.acknowledged.order).toBeGreaterThan(0);
      expect(report.outbox?.letters).toBe(report.acknowledged.invitation);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  };

  it('lose nothing that was acknowledged, and leave nothing half done', () =>
    survive(['server', 'both', 'database'], 1));

  it('nor do several processes, of which one answering, that of the jobs and the one that minds them are killed', () =>
    survive(['worker', 'jobs', 'server'], 2));
});

/** The same with services that are asked of others. */
it('the product and its services die while they are asked: one receipt and one waybill for each order', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lanka-chaos-'));
  chmodSync(dataDir, 0o755);
  try {
    const report = await runServices({ dataDir, seed: 20_261, kinds: DYING, orders: 4, say: () => undefined });
    expect(report.problems).toEqual([]);
    expect(report.orders).toBe(12);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** The comparison itself: what it must notice. */
describe('the comparison with what was acknowledged', () => {
  let app: TestApp;
  let http: Http;
  let stage: Stage;
  let checks: Checks;
  const journal = new Journal();

  beforeAll(async () => {
    app = await testApp();
    await app.app.server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.app.server.server.address() as AddressInfo;
    http = new Http(`http://127.0.0.1:${port}`);
    stage = await makeStage(http, app.url);
    checks = new Checks(http, stage, journal, () => app.url);
    const load = new Load(http, stage, journal, seeded(5), { actors: 4, imports: false });
    load.resume();
    const isEnough = (): boolean =>
      journal.of('confirm').length >= 3 &&
      journal.of('stock').length >= 3 &&
      journal.of('move').length >= 10 &&
      journal.of('comment').length > 0 &&
      order() !== undefined;
    while (!isEnough()) {
      expect(journal.violations).toEqual([]);
      await sleep(20);
    }
    await load.end();
  });
  afterAll(async () => {
    http.close();
    await app.close();
  });

  it('finds nothing when all is well', async () => {
    expect(journal.violations).toEqual([]);
    expect(await checks.all()).toEqual([]);
    expect(await checks.sameAnswers(journal.of('order').slice(0, 3))).toEqual([]);
  });

  const order = () => [...journal.orders.values()].find(({ statuses }) => statuses.includes('Sent'))?.id;
  it.each<[string, string, () => unknown, RegExp]>([
    [
      'a lost comment',
      'delete from order_comments where project_id = $1 and text = $2',
      () => journal.of('comment')[0]?.marker,
      /comment “.*” was acknowledged and is there 0 times/,
    ],
    [
      'a lost history row',
      `delete from order_history where project_id = $1 and order_id = $2 and "to" = 'Sent'`,
      order,
      /moves/,
    ],
    [
      'a line that was lost',
      'delete from order_items where project_id = $1 and order_id = $2',
      order,
      /an order without lines/,
    ],
    [
      'another amount',
      'update payments set amount = amount + 1 where project_id = $1 and id = $2',
      () => journal.of('payment')[0]?.answer?.id,
      /payment .* acknowledged, .* found/,
    ],
    [
      'a lost posting',
      `delete from postings where project_id = $1 and ref_id = $2`,
      () => journal.of('confirm')[0]?.marker,
      /is confirmed and posted 0 times/,
    ],
    [
      'a stock change of another size',
      'update stock_movements set delta = delta + 1, after = after + 1 where project_id = $1 and comment = $2',
      () => journal.of('stock')[0]?.marker,
      /acknowledged, .* found/,
    ],
    [
      'a level that was not kept',
      'update stock_levels set actual = actual + 1 where project_id = $1 and product_variant_id = $2',
      () => stage.variants[0],
      /the self-check/,
    ],
    [
      'a lost key',
      'update idempotency_keys set status = null where project_id = $1 and key = $2',
      () => journal.of('order')[0]?.key,
      /a key without an answer/,
    ],
  ])('notices %s', async (_what, text, value, expected) => {
    const what = value();
    expect(what).toBeDefined();
    await app.sql(stage.project_id, text, [stage.project_id, what]);
    expect((await checks.all()).join('\n')).toMatch(expected);
  });
});
