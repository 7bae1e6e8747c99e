import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ActDeed, ActSide, ActStatus } from './contract';
import {
  awaitedSide,
  changesBetween,
  daysOfMonth,
  deedsOf,
  documentOf,
  monthBefore,
  openDaysOf,
  refuseDeed,
  refusePeriod,
} from './rules';

const code = (error: { code: string } | null) => error?.code.replace('reconciliations.', '') ?? null;

describe('who may do what', () => {
  it.each([
    ['draft', ['send', 'withdraw'], []],
    ['sent', ['send', 'comment', 'withdraw'], ['dispute', 'comment', 'agree']],
    ['disputed', ['send', 'comment', 'withdraw'], ['dispute', 'comment', 'agree']],
    ['agreed', [], []],
    ['withdrawn', [], []],
  ] as const)('%s offers its sender %j and the other side %j', (status, own, other) => {
    for (const built_by of ActSide.options) {
      const act = { status, built_by, on_paper: false };
      expect(deedsOf(act, built_by)).toEqual(own);
      expect(deedsOf(act, built_by === 'supplier' ? 'counterparty' : 'supplier')).toEqual(other);
    }
  });

  it('says why not', () => {
    const sent = { status: 'sent', built_by: 'supplier', on_paper: false } as const;
    expect(code(refuseDeed(sent, 'agree', 'supplier'))).toBe('own');
    expect(code(refuseDeed(sent, 'dispute', 'supplier'))).toBe('own');
    expect(code(refuseDeed(sent, 'send', 'counterparty'))).toBe('not_yours');
    expect(code(refuseDeed({ ...sent, status: 'draft' }, 'agree', 'counterparty'))).toBe('not_sent');
    for (const deed of ActDeed.options)
      expect(code(refuseDeed({ ...sent, status: 'agreed' }, deed, 'supplier'))).toBe('agreed');
  });

  it('lets staff agree for a counterparty without access, and nobody else for himself', () => {
    const act = { status: 'sent', built_by: 'supplier', on_paper: true } as const;
    expect(refuseDeed(act, 'agree', 'supplier')).toBeNull();
    expect(code(refuseDeed({ ...act, built_by: 'counterparty' }, 'agree', 'counterparty'))).toBe('own');
  });

  it('waits for exactly the side that has something to do', () => {
    for (const status of ActStatus.options)
      for (const built_by of ActSide.options) {
        const side = awaitedSide({ status, built_by });
        expect(side === null).toBe(status !== 'sent' && status !== 'disputed');
        const next = status === 'sent' ? 'agree' : 'send';
        if (side) expect(refuseDeed({ status, built_by, on_paper: false }, next, side)).toBeNull();
      }
  });
});

const line = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  date: fc.constantFrom('2026-10-01', '2026-10-02'),
  debit: fc.integer({ min: 0, max: 2 }),
  credit: fc.constant(0),
});
const state = fc.record({
  opening: fc.integer({ min: 0, max: 1 }),
  lines: fc.uniqueArray(line, { selector: ({ id }) => id, maxLength: 5 }),
});

it('finds exactly what differs: put right, it is the same', () => {
  fc.assert(
    fc.property(state, state, (sent, now) => {
      const changes = changesBetween(sent, now);
      expect(changesBetween(sent, sent)).toBeNull();
      if (!changes) {
        expect(now.opening).toBe(sent.opening);
        expect(new Set(now.lines.map((one) => JSON.stringify(one)))).toEqual(
          new Set(sent.lines.map((one) => JSON.stringify(one))),
        );
        return;
      }
      const gone = new Set(changes.gone.map(({ id }) => id));
      const repaired = {
        opening: changes.opening?.is ?? sent.opening,
        lines: [...sent.lines.filter(({ id }) => !gone.has(id)), ...changes.added],
      };
      expect(changesBetween(repaired, now)).toBeNull();
    }),
  );
});

describe('periods', () => {
  it.each([
    ['2026-10-01', '2026-10-31', null, null],
    ['2026-10-01', '2026-11-21', null, null],
    ['2026-10-01', '2026-11-22', null, 'not_over'],
    ['2026-10-01', '2026-10-31', '2026-09-30', null],
    ['2026-10-01', '2026-10-31', '2026-10-01', 'closed_days'],
  ])('%s–%s with days closed up to %s: %s', (from, to, closed, expected) =>
    expect(code(refusePeriod({ from, to }, '2026-11-22', closed))).toBe(expected),
  );

  it('knows the days of a month, and which are left', () => {
    expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(daysOfMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    expect([monthBefore('2026-01-01'), monthBefore('2026-11-30')]).toEqual(['2025-12', '2026-10']);
    expect(openDaysOf('2026-10', null)).toEqual(daysOfMonth('2026-10'));
    expect(openDaysOf('2026-10', '2026-09-30')).toEqual(daysOfMonth('2026-10'));
    expect(openDaysOf('2026-10', '2026-10-15')).toEqual({ from: '2026-10-16', to: '2026-10-31' });
    expect(openDaysOf('2026-10', '2026-10-31')).toBeNull();
  });
});

it.each([
  ['charge', 'order', '№ 12', 'Відвантаження, замовлення № 12'],
  ['sale', 'turnover', '№ 7', 'Продаж, документ № 7'],
  ['payment', 'payment', '', 'Оплата'],
  ['payment', 'payment', 'за рахунком № 5', 'Оплата'],
  ['reversal', 'posting', 'помилка', 'Сторно'],
] as const)('calls a %s of %s with «%s» %s', (purpose, kind, comment, expected) =>
  expect(documentOf({ purpose, ref: { kind }, comment, orders: [] })).toBe(expected),
);

it.each([
  [1, 'Оплата, замовлення № РФ-1'],
  [2, 'Оплата, замовлення № РФ-1, РФ-2'],
  [12, 'Оплата, замовлення № РФ-1, РФ-2, РФ-3, РФ-4, РФ-5, РФ-6, РФ-7, РФ-8, РФ-9, РФ-10 та ще 2'],
])('names the orders of a payment for %i', (count, expected) => {
  const orders = Array.from({ length: count }, (_, nth) => ({ prefix: 'РФ-', number: nth + 1 }));
  expect(documentOf({ purpose: 'payment', ref: { kind: 'payment' }, comment: 'рахунок', orders })).toBe(expected);
});
