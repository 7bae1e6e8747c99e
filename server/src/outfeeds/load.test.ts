import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createFeed, readFeed } from '@lanka/domain/outfeeds/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/harness';
import { fillFigures } from '../catalog';
import { buildJob } from './build';
import { settingsOf } from './settings';

const OFFERS = 2_000;
/** All of them together are far more than what may be held. */
const DESCRIPTION = 9_000;
const MOST_HELD_MB = 32;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** The time is printed, not judged: machines differ. What must not happen is that memory grows with the goods. */
it(`builds a feed of ${OFFERS} offers and holds a page of them`, async () => {
  const project = await app.project();
  await app.sql(
    project.id,
    `with goods as (
       insert into products (project_id, id, name, description, vendor, published)
       select $1, gen_random_uuid(), 'Товар ' || n, repeat('Опис ', $3::int / 5), 'Майстерня', true
       from generate_series(1, $2::int) n returning id, name),
     made as (select id as product_id, name, gen_random_uuid() as id from goods),
     levels as (
       insert into stock_levels (project_id, product_variant_id, product_id, actual)
       select $1, id, product_id, 5 from made)
     insert into product_variants (project_id, id, product_id, name, sku, price, recommended_price, published)
     select $1, id, product_id, name, name, 10000, 15000, true from made`,
    [project.id, OFFERS, DESCRIPTION],
  );
  await app.app.services.db.transaction({ projectIds: [project.id] }, (tx) => fillFigures(tx, project.id));
  const token = project.owner.token;
  const params = { project_id: project.id };
  const made = await app.call(createFeed, { token, params, body: settingsOf('rozetka') });
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = held();
  let peak = 0;
  const watching = setInterval(() => {
    peak = Math.max(peak, held());
  }, 400);
  const started = performance.now();
  await buildJob.run(app.app.services, { project_id: project.id, feed_id: made.body.id } as never);
  const seconds = (performance.now() - started) / 1000;
  clearInterval(watching);
  const { body } = await app.call(readFeed, { token, params: { ...params, id: made.body.id } });
  const megabytes = Math.round(Math.max(0, peak - before) / 1_048_576);
  console.log(
    `${OFFERS} offers, ${Math.round(body.bytes / 1_048_576)} MB: ${seconds.toFixed(1)} s, heap +${megabytes} MB`,
  );
  expect(body).toMatchObject({ offers: OFFERS, available: OFFERS, left_out: 0 });
  expect(body.bytes).toBeGreaterThan(OFFERS * DESCRIPTION);
  expect(megabytes).toBeLessThan(MOST_HELD_MB);
});
