import type { Page } from 'playwright-core';

/** What the page asked for before it was painted, if it notes when: address and compressed bytes of each file. */
export const loaded = async (page: Page, kind: 'js' | 'css') =>
  (await page.evaluate(
    `performance.getEntriesByType('resource').filter(({ name, startTime }) => name.endsWith('.${kind}') && startTime <= (window.paintedAt ?? Infinity)).map(({ name, encodedBodySize }) => [name, encodedBodySize])`,
  )) as [string, number][];
