import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, runNode } from './lib.mjs';
import { SLICES, slicesOfJourney, testsOf } from './slices.mjs';

it('knows the tests of a slice in all three places', () => {
  const { unit, server, e2e, alone, own } = testsOf(['orders']);
  expect(unit).toContain('domain/src/orders/rules.test.ts');
  expect(unit.some((path) => path.startsWith('web/src/orders/'))).toBe(true);
  expect(server).toContain('server/src/orders/routes.test.ts');
  expect(e2e).toContain('e2e/selling.test.ts');
  expect(own).toEqual(['e2e/main-job.test.ts']);
  expect([...unit, ...server].filter((path) => !path.includes('/src/orders/'))).toEqual([]);
  expect(e2e).not.toContain('e2e/workers.test.ts');
  expect(alone).toEqual([]);
  expect(testsOf(['site'])).toMatchObject({
    e2e: ['e2e/landing.test.ts', 'e2e/people.test.ts'],
    alone: ['e2e/weight.test.ts'],
  });
});

it('knows the slices of every journey, and only those that there are', () => {
  for (const name of readdirSync(join(ROOT, 'e2e')).filter((file) => file.endsWith('.test.ts'))) {
    const slices = slicesOfJourney(readFileSync(join(ROOT, 'e2e', name), 'utf8'));
    expect(slices.length, `e2e/${name} says in a comment which «Slices: …» it goes through`).toBeGreaterThan(0);
    expect(
      slices.filter((slice) => !SLICES.includes(slice)),
      name,
    ).toEqual([]);
  }
});

it('npm test with a name that is none lists what there is', async () => {
  const { code, output } = await runNode([join(ROOT, 'scripts', 'test.mjs'), 'ordres'], { capture: true });
  expect([code, output]).toEqual([1, expect.stringContaining('ordres')]);
  for (const slice of SLICES) expect(output).toContain(slice);
});
