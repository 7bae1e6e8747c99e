import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kyivDate } from '../kit/time';
import {
  afterSpan,
  automatic,
  type Known,
  type KnownOrder,
  kopecksOf,
  kyivInstant,
  MONO_ROWS,
  MONO_SPAN_SECONDS,
  nextSpan,
  numbersIn,
  type Progress,
  type RowFacts,
  suggest,
} from './rules';

describe('numbers in a purpose', () => {
  it.each([
    ['Оплата за товар, рах. 125 від 22.11.2026, без ПДВ', [['', 125, 'invoice']]],
    ['Оплата згідно рахунку №125 від 22.11.26р.', [['', 125, 'invoice']]],
    ['за рахунком-фактурою № ТП-125, в т.ч. ПДВ 20% 100,00 грн', [['ТП-', 125, 'invoice']]],
    ['Замовлення A128', [['A', 128, 'order']]],
    [
      'зам. № 17, 18 та 19',
      [
        ['', 17, 'order'],
        ['', 18, 'order'],
        ['', 19, 'order'],
      ],
    ],
    ['Оплата №42', [['', 42, 'named']]],
    ['128', [['', 128, 'bare']]],
    ['Переказ 5 000,00 грн від 05.11.2026', []],
    ['На рахунок UA213223130000026007233566001', []],
    ['', []],
  ] as const)('%s', (purpose, expected) =>
    expect(numbersIn(purpose).map(({ prefix, number, kind }) => [prefix, number, kind])).toEqual(expected),
  );
  it('never throws, and each is a number of ours', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (purpose) => {
        const found = numbersIn(purpose);
        for (const { number } of found) expect(Number.isSafeInteger(number) && number > 0).toBe(true);
        expect(new Set(found.map(({ prefix, number }) => `${prefix} ${number}`)).size).toBe(found.length);
      }),
    );
  });
});

const row = (rest: Partial<RowFacts> = {}): RowFacts => ({ amount: 50_000, day: '2026-11-20', purpose: '', ...rest });
const order = (rest: Partial<KnownOrder> = {}): KnownOrder => ({
  ...{
    id: 'o1',
    prefix: 'A',
    number: 128,
    counterparty_id: 'c1',
    counterparty_name: 'Магазин',
    left: 50_000,
    invoices: [],
  },
  ...rest,
});
const known = (rest: Partial<Known> = {}): Known => ({ parties: [], orders: [], payments: [], payouts: [], ...rest });
const shop = { id: 'c1', name: 'Магазин', by: ['code'] as const, entered: true };
const payment = {
  ...{ id: 'p1', counterparty_id: 'c1', counterparty_name: 'Магазин', amount: 50_000 },
  ...{ date: '2026-11-19', status: 'pending' as const },
};

describe('suggestions', () => {
  it.each<[string, RowFacts, Known, readonly (readonly [string, readonly string[], boolean])[]]>([
    [
      'number and sum',
      row({ purpose: 'Замовлення A128' }),
      known({ orders: [order()] }),
      [['c1', ['number', 'sum'], true]],
    ],
    [
      'a prefix of the other alphabet',
      row({ purpose: 'зам. А128' }),
      known({ orders: [order()] }),
      [['c1', ['number', 'sum'], true]],
    ],
    ['another prefix', row({ purpose: 'зам. Б128' }), known({ orders: [order()] }), []],
    [
      'number of the invoice',
      row({ purpose: 'рах. 7' }),
      known({ orders: [order({ invoices: [7] })] }),
      [['c1', ['number', 'sum'], true]],
    ],
    ['an invoice is no order', row({ purpose: 'рах. 128' }), known({ orders: [order()] }), []],
    [
      'number, another sum',
      row({ purpose: 'зам. 128', amount: 20_000 }),
      known({ orders: [order()] }),
      [['c1', ['number'], false]],
    ],
    ['a bare number alone', row({ purpose: '128', amount: 20_000 }), known({ orders: [order()] }), []],
    [
      'a bare number and the sum',
      row({ purpose: '128' }),
      known({ orders: [order()] }),
      [['c1', ['number', 'sum'], false]],
    ],
    ['paid already', row({ purpose: 'зам. 128' }), known({ orders: [order({ left: 0 })] }), []],
    ['the payer', row(), known({ parties: [shop] }), [['c1', ['code'], false]]],
    [
      'the payer and the sum of his order',
      row(),
      known({ parties: [shop], orders: [order()] }),
      [
        ['c1', ['code', 'sum'], false],
        ['c1', ['code'], false],
      ],
    ],
    [
      'the payer and the number',
      row({ purpose: 'зам. 128', amount: 70_000 }),
      known({ parties: [shop], orders: [order()] }),
      [
        ['c1', ['number', 'code'], true],
        ['c1', ['code'], false],
      ],
    ],
    ['a reported payment', row(), known({ payments: [payment] }), [['c1', ['reported', 'sum'], false]]],
    [
      'a reported payment of the payer',
      row(),
      known({ payments: [payment], parties: [shop] }),
      [
        ['c1', ['reported', 'code', 'sum'], true],
        ['c1', ['code'], false],
      ],
    ],
    [
      'a reported payment for the order that is named comes first',
      row({ purpose: 'зам. 128' }),
      known({ payments: [payment], orders: [order()] }),
      [
        ['c1', ['reported', 'number', 'sum'], true],
        ['c1', ['number', 'sum'], true],
      ],
    ],
    [
      'reported by somebody else',
      row(),
      known({ payments: [payment], parties: [{ ...shop, id: 'c2' }] }),
      [['c2', ['code'], false]],
    ],
    ['reported long ago', row(), known({ payments: [{ ...payment, date: '2026-10-01' }] }), []],
    [
      'a payout',
      row({ amount: -50_000 }),
      known({
        payouts: [
          {
            payout_id: 'r',
            row_id: 'x',
            number: 3,
            counterparty_id: 'c1',
            counterparty_name: 'М',
            amount: 50_000,
            by: ['iban'],
          },
        ],
      }),
      [['c1', ['payout', 'iban', 'sum'], true]],
    ],
    [
      'no order is paid by what went out',
      row({ amount: -50_000, purpose: 'зам. 128' }),
      known({ orders: [order()] }),
      [],
    ],
    ['nothing', row({ amount: 0 }), known({ parties: [shop] }), []],
  ])('%s', (_name, of, facts, expected) =>
    expect(suggest(of, facts).map((one) => [one.counterparty_id, one.reasons, one.sure])).toEqual(expected),
  );

  const id = fc.constantFrom('c1', 'c2', 'c3');
  const kopecks = fc.integer({ min: 1, max: 3 }).map((n) => n * 10_000);
  const facts: fc.Arbitrary<Known> = fc.record({
    parties: fc.uniqueArray(
      fc.record({
        ...{ id, name: fc.constant('М'), by: fc.subarray(['iban', 'code'] as const, { minLength: 1 }) },
        entered: fc.boolean(),
      }),
      { selector: (one) => one.id, maxLength: 3 },
    ),
    orders: fc.uniqueArray(
      fc.record({
        ...{
          id: fc.constantFrom('o1', 'o2', 'o3', 'o4'),
          prefix: fc.constantFrom('', 'A'),
          counterparty_name: fc.constant('М'),
        },
        ...{ number: fc.integer({ min: 1, max: 9 }), counterparty_id: id, left: fc.oneof(fc.constant(0), kopecks) },
        invoices: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 2 }),
      }),
      { selector: (one) => one.id, maxLength: 4 },
    ),
    payments: fc.array(
      fc.record({
        ...{
          id: fc.constantFrom('p1', 'p2'),
          counterparty_id: id,
          counterparty_name: fc.constant('М'),
          amount: kopecks,
        },
        ...{ date: fc.constant('2026-11-19'), status: fc.constantFrom('pending' as const, 'confirmed' as const) },
      }),
      { maxLength: 2 },
    ),
    payouts: fc.constant([]),
  });
  const of: fc.Arbitrary<RowFacts> = fc.record({
    amount: fc.oneof(
      kopecks,
      kopecks.map((n) => -n),
    ),
    day: fc.constant('2026-11-20'),
    purpose: fc.constantFrom('', 'зам. 3', 'рах. 4', '№ 5', '6', 'зам. № 1, 2'),
  });

  it('put no more against orders than came, nor than is left, and name who is known', () => {
    fc.assert(
      fc.property(of, facts, (one, all) => {
        for (const { orders, counterparty_id, reasons } of suggest(one, all)) {
          expect(orders.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(Math.abs(one.amount));
          for (const put of orders) {
            const meant = all.orders.find((known) => known.id === put.id);
            expect(meant?.counterparty_id).toBe(counterparty_id);
            expect(put.amount).toBeLessThanOrEqual(meant?.left ?? 0);
            expect(put.amount).toBeGreaterThan(0);
          }
          expect(reasons.length).toBeGreaterThan(0);
        }
      }),
    );
  });
  it('are entered by themselves only by a rule that is on, and never past a payer who is known', () => {
    fc.assert(
      fc.property(of, facts, fc.boolean(), fc.boolean(), (one, all, invoice, party) => {
        const made = automatic(one, all, { invoice, party });
        if (!made) return;
        expect({ invoice, party }[made.rule]).toBe(true);
        expect(one.amount).toBeGreaterThan(0);
        const before = all.parties.filter(({ entered }) => entered);
        const payers = before.length > 0 ? before : all.parties;
        if (payers.length > 0) expect(payers.map((known) => known.id)).toEqual([made.suggestion.counterparty_id]);
        if (made.rule === 'party') expect(before).toHaveLength(1);
      }),
    );
  });
  it.each([
    ['off', { invoice: false, party: false }, null],
    ['by the invoice', { invoice: true, party: false }, 'invoice'],
    ['by the payer', { invoice: false, party: true }, 'party'],
  ] as const)('rules %s', (_name, rules, expected) => {
    const all = known({ orders: [order()], parties: [shop] });
    expect(automatic(row({ purpose: 'зам. 128' }), all, rules)?.rule ?? null).toBe(expected);
  });
  it('what a profile says is suggested, makes nothing sure and enters nothing', () => {
    const rules = { invoice: true, party: true };
    const stranger = { ...shop, by: ['code', 'iban'] as const, entered: false };
    expect(suggest(row(), known({ parties: [stranger] })).map(({ sure }) => sure)).toEqual([false]);
    expect(automatic(row(), known({ parties: [stranger] }), rules)).toBeNull();
    // the number and the sum of an order of his, chosen so
    const own = known({ parties: [stranger], orders: [order()] });
    expect(suggest(row({ purpose: '128' }), own)[0]?.sure).toBe(false);
    expect(automatic(row({ purpose: '128' }), own, rules)).toBeNull();
    // nor does it keep whoever was entered before from what is his
    const payer = { ...shop, id: 'c2' };
    expect(automatic(row(), known({ parties: [stranger, payer] }), rules)).toMatchObject({
      ...{ rule: 'party', suggestion: { counterparty_id: 'c2' } },
    });
  });
  it('two that are as likely wait for a person', () => {
    const all = known({ orders: [order(), order({ id: 'o2', number: 129 })] });
    expect(automatic(row({ purpose: 'зам. 128, 129' }), all, { invoice: true, party: true })).toBeNull();
  });
});

describe('reading by spans', () => {
  const times = fc.array(fc.integer({ min: 0, max: 120 * 86_400 }), { maxLength: 60 });
  it('reads each row of any history, span by span, within the limits', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 6 }), (at, many) => {
        const start = 1_700_000_000;
        const now = start + 130 * 86_400;
        // each stands for so many rows that an answer is full soon; no second has more than fits
        const rows = [...new Set(at)].map((time) => start + time).sort((a, b) => b - a);
        const most = Math.max(2, Math.ceil(rows.length / many));
        const seen = new Set<number>();
        let progress: Progress = { from: start, read_to: null, held_since: null, rest: null };
        for (let calls = 0; calls < 400; calls += 1) {
          const span = nextSpan(progress, now);
          const to = span.to ?? now;
          expect(to - span.from).toBeLessThanOrEqual(MONO_SPAN_SECONDS);
          const answer = rows.filter((time) => time >= span.from && time <= to).slice(0, most);
          for (const time of answer) seen.add(time);
          const isFull = answer.length === most;
          const after = afterSpan(progress, span, { rows: isFull ? MONO_ROWS : 1, oldest: answer.at(-1) ?? null });
          progress = { ...progress, ...after };
          if (!progress.rest && (progress.read_to ?? 0) >= now) break;
        }
        expect(progress.read_to).toBe(now);
        expect(seen.size).toBe(rows.length);
      }),
    );
  });
  it('reads the last days again, and from the oldest hold', () => {
    const now = 1_800_000_000;
    const read = { from: 0, read_to: now - 600, held_since: null, rest: null };
    expect(nextSpan(read, now)).toEqual({ from: now - 600 - 3 * 86_400, to: null, end: now });
    expect(nextSpan({ ...read, held_since: now - 10 * 86_400 }, now).from).toBe(now - 10 * 86_400);
  });
});

describe('what the bank writes', () => {
  it.each([
    ['472.49', 47_249],
    ['-0.10', -10],
    ['1000', 100_000],
    ['0.5', 50],
    ['1.005', null],
    ['abc', null],
    ['', null],
  ] as const)('%s hryvnia', (text, expected) => expect(kopecksOf(text)).toBe(expected));
  it('sums go there and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (kopecks) => {
        const abs = Math.abs(kopecks);
        const text = `${kopecks < 0 ? '-' : ''}${Math.floor(abs / 100)}.${String(abs % 100).padStart(2, '0')}`;
        expect(kopecksOf(text) === kopecks).toBe(true);
      }),
    );
  });
  it.each([
    ['03.10.2026 10:00:00', '2026-10-03T07:00:00.000Z'],
    ['24.11.2026 10:00:00', '2026-11-24T08:00:00.000Z'],
    // the night on which clocks go back
    ['25.10.2026 02:30:00', '2026-10-24T23:30:00.000Z'],
    ['29.03.2026 00:15:00', '2026-03-28T22:15:00.000Z'],
    ['31.12.2026', '2026-12-31T10:00:00.000Z'],
    ['2026-12-31', null],
  ] as const)('%s in Kyiv', (text, expected) => expect(kyivInstant(text)).toBe(expected));
  it('keeps the day', () => {
    const days = fc.integer({ min: 0, max: 3_000 }).map((n) => new Date(Date.UTC(2024, 0, 1 + n)));
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 23 }), (day, hour) => {
        const iso = day.toISOString().slice(0, 10);
        const text = `${iso.split('-').reverse().join('.')} ${String(hour).padStart(2, '0')}:30:00`;
        expect(kyivDate(new Date(kyivInstant(text) ?? ''))).toBe(iso);
      }),
    );
  });
});
