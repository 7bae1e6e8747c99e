import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { testApp } from '../harness';
import { fuzz, type Report } from './fuzz';

/** The short run of `npm test`; `npm run fuzz` asks more, from a seed of its own. */
const CALLS = Number(process.env.FUZZ_CALLS ?? 1_500);
const SEED = Number(process.env.FUZZ_SEED ?? 20_250);

it(`bears ${CALLS} calls made from the contract, from seed ${SEED}`, { timeout: 60_000 + CALLS * 60 }, async () => {
  const app = await testApp({
    TRUST_PROXY: 'on',
    OPEN_SIGN_UP: 'on',
    LOG_LEVEL: process.env.FUZZ_LOG ?? 'silent',
    API_CALLS_PER_MINUTE: '1000000',
  });
  try {
    const report = await fuzz(app, { calls: CALLS, seed: SEED });
    if (process.env.FUZZ_REPORT) writeFileSync(process.env.FUZZ_REPORT, `${JSON.stringify(plain(report), null, 2)}\n`);
    expect(report.failures.map(told), `seed ${SEED}`).toEqual([]);
  } finally {
    await app.close();
  }
});

const plain = ({ byStatus, ...rest }: Report) => ({
  ...rest,
  byStatus: Object.fromEntries([...byStatus].sort(([a], [b]) => a - b)),
});

const told = ({ why, route, call, status, answer }: Report['failures'][number]): string =>
  `${route} ${why} (${status}) to ${JSON.stringify(call).slice(0, 1_500)}: ${answer}`;
