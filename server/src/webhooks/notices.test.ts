import { expect, it } from 'vitest';
import { webhookPaused } from './notices';

it.each(['failures', 'gone', 'plan', 'access'] as const)(
  'has words for what stands in notices, also of earlier: %s',
  (by) => {
    const facts = { host: 'shop.example', by };
    for (const { title, text } of [webhookPaused.ua(facts), webhookPaused.en(facts)])
      expect([title, text]).toEqual([expect.stringContaining('shop.example'), expect.stringMatching(/30/)]);
  },
);
