import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/harness';
import { Importing } from '../../test/importing';
import { generateYml } from './fixtures/generate';

const OFFERS = 1_000;
/** Refused of these: every tenth. */
const REFUSED = OFFERS / 10;
/** So long that all of them together are far more than what may be held. */
const DESCRIPTION = 12_000;
const MOST_HELD_MB = 24;
const SAMPLED_EVERY_MS = 400;

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ IMPORT_ALLOW_PRIVATE_ADDRESSES: 'on' }, { jobs: true });
});
afterAll(() => app.close());

/** The figures are printed, not judged: machines differ. What must not happen is that memory grows with the file. */
it(`imports ${OFFERS} offers in a stream`, async () => {
  const site = createServer(
    (_request, response) => void generateYml(OFFERS, { descriptionLength: DESCRIPTION }).pipe(response),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/feed.xml`;
  const importing = new Importing(app, await app.project());
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // what is held, not what waits to be collected
  const held = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  let peak = 0;
  let samples = 0;
  const before = held();
  let watching: ReturnType<typeof setTimeout> | undefined;
  // to collect takes a while, too: where it takes long, the import still gets most of the time
  const watch = (pause: number) => {
    watching = setTimeout(() => {
      const started = performance.now();
      peak = Math.max(peak, held());
      samples += 1;
      watch(Math.max(SAMPLED_EVERY_MS, 4 * (performance.now() - started)));
    }, pause);
  };
  watch(SAMPLED_EVERY_MS);
  const timed = async (what: string, body: { url: string; dry_run?: boolean }) => {
    const started = performance.now();
    const done = await importing.run(body);
    console.log(`${what}: ${OFFERS} offers in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    return done;
  };
  try {
    const dry = await timed('dry run', { url, dry_run: true });
    expect(dry.counts).toMatchObject({ created: OFFERS - REFUSED, refused: REFUSED });
    const first = await timed('import', { url });
    expect(first.counts).toMatchObject({ created: OFFERS - REFUSED, refused: REFUSED });
    const second = await timed('second run', { url });
    expect(second.counts).toMatchObject({ created: 0, changed: 0, unchanged: OFFERS - REFUSED, refused: REFUSED });
  } finally {
    clearTimeout(watching);
    site.closeAllConnections();
    site.close();
  }
  const megabytes = Math.round((peak - before) / 1_048_576);
  console.log(`heap above the start: at most ${megabytes} MB`);
  // a quick machine must not be done before anybody looked
  expect(samples).toBeGreaterThan(5);
  expect(megabytes).toBeLessThan(MOST_HELD_MB);
});
