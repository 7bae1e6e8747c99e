import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeFor,
  directionOf,
  excerptOf,
  isDue,
  mayDo,
  NEWS_DEEDS,
  NEWS_STATUSES,
  type Prices,
  type StoredChange,
} from './rules';

describe('what may be done with a news item', () => {
  it.each([
    ['draft', ['edit', 'publish', 'remove']],
    ['scheduled', ['edit', 'publish', 'unschedule', 'remove']],
    ['published', ['edit', 'withdraw']],
    ['withdrawn', ['edit', 'publish']],
  ] as const)('%s', (status, deeds) => {
    expect(NEWS_DEEDS.filter((deed) => mayDo(status, deed))).toEqual(deeds);
  });

  it('deletes nothing that somebody has read', () => {
    expect(NEWS_STATUSES.filter((status) => mayDo(status, 'remove'))).toEqual(['draft', 'scheduled']);
  });
});

const price: StoredChange = {
  ...{ product_id: 'a', kind: 'price', name: 'Плаття' },
  before: { base: [10_000, 20_000], vip: [8_000, 16_000] },
  after: { base: [11_000, 20_000], vip: [8_000, 16_000] },
};
const terms = { price_level_id: null, discount: 0, tells: true };

describe('what a change is for its reader', () => {
  it('goes by his level and his discount', () => {
    expect(changeFor(price, { ...terms, discount: 1_000 })).toEqual({
      ...{ product_id: 'a', kind: 'price', name: 'Плаття' },
      cost_before: { from: 9_000, to: 18_000 },
      cost: { from: 9_900, to: 18_000 },
    });
    // of his level nothing is other
    expect(changeFor(price, { ...terms, price_level_id: 'vip' })).toBeNull();
    // a level that has no price here buys by the price itself
    expect(changeFor(price, { ...terms, price_level_id: 'gone' })?.cost).toEqual({ from: 11_000, to: 20_000 });
  });

  it('tells nobody of stock whom the supplier tells none', () => {
    const ran: StoredChange = { ...price, kind: 'ran_out' };
    expect(changeFor(ran, { ...terms, tells: false })).toBeNull();
    expect(changeFor(ran, terms)).toMatchObject({ kind: 'ran_out', cost_before: null });
    expect(changeFor(ran, null)).toMatchObject({ kind: 'ran_out' });
  });

  it('names no price but his own', () => {
    const range = fc.tuple(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 1e6 }));
    fc.assert(
      fc.property(range, range, range, range, (base, vip, base2, vip2) => {
        const stored = { ...price, before: { base, vip } as Prices, after: { base: base2, vip: vip2 } as Prices };
        const seen = changeFor(stored, { ...terms, price_level_id: 'vip' });
        if (base[0] === vip[0] && base[1] === vip[1]) return;
        expect(seen === null || (seen.cost?.from === vip2[0] && seen.cost_before?.from === vip[0])).toBe(true);
      }),
    );
  });

  it('is dearer or cheaper by the cheapest modification, else by the dearest', () => {
    const at = (from: number, to: number) => ({ from, to });
    expect(directionOf({ cost_before: at(1, 5), cost: at(2, 4) })).toBe('up');
    expect(directionOf({ cost_before: at(2, 5), cost: at(2, 4) })).toBe('down');
    expect(directionOf({ cost_before: null, cost: at(2, 4) })).toBeNull();
  });
});

describe('what writes itself is due', () => {
  it.each([
    ['off', '2026-11-20T07:00:00Z', '2026-11-24T07:00:00Z', false],
    ['daily', '2026-11-24T06:55:00Z', '2026-11-24T07:00:00Z', false],
    ['daily', '2026-11-23T06:55:00Z', '2026-11-24T07:00:00Z', true],
    // midnight in Kyiv is ten in the evening before
    ['daily', '2026-11-23T22:30:00Z', '2026-11-24T07:00:00Z', false],
    ['weekly', '2026-11-23T06:55:00Z', '2026-11-29T07:00:00Z', false],
    ['weekly', '2026-11-23T06:55:00Z', '2026-11-30T07:00:00Z', true],
    // an outage on Monday
    ['weekly', '2026-11-23T06:55:00Z', '2026-12-01T07:00:00Z', true],
  ] as const)('%s, last %s, at %s', (rhythm, last, now, due) => {
    expect(isDue(rhythm, new Date(last), new Date(now))).toBe(due);
  });
});

describe('how a text begins', () => {
  it('is told without its marks', () => {
    const body =
      '## Відпустка\n\nМи *відпочиваємо* до [5 січня](https://example.com):\n\n- склад зачинено\n1. оплати приймаємо';
    expect(excerptOf(body)).toBe('Відпустка Ми відпочиваємо до 5 січня: склад зачинено оплати приймаємо');
    expect(excerptOf('а'.repeat(500))).toHaveLength(200);
  });
});
