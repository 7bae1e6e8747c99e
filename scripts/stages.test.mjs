import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './lib.mjs';
import { failuresOf } from './stages.mjs';

test('what failed is named with its file, the first lines of its message, and a file that did not load', () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n');
  const testResults = [
    {
      name: join(ROOT, 'e2e/orders.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [
        { status: 'passed', fullName: 'places', failureMessages: [] },
        { status: 'failed', fullName: 'pays', failureMessages: [lines] },
      ],
    },
    { name: join(ROOT, 'domain/src/money.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] },
    { name: join(ROOT, 'domain/src/stock.test.ts'), status: 'passed', message: '', assertionResults: [] },
  ];
  const [order, money, ...others] = failuresOf({ testResults });
  expect(order.split('\n')[0]).toBe('e2e/orders.test.ts > pays');
  expect(order.split('\n').slice(1)).toEqual(Array.from({ length: 12 }, (_, index) => `    line ${index}`));
  expect(money).toBe('domain/src/money.test.ts\n    no such module');
  expect(others).toEqual([]);
});
