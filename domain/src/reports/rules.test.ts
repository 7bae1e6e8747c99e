import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kyivDate, kyivHour } from '../kit/time';
import { CreateReportBody, ScheduleBody } from './contract';
import { daysToldOn, lastDayUntil, nextAfter, RHYTHMS, type Rhythmic } from './rules';

const daily: Rhythmic = { rhythm: 'daily', weekday: null, month_day: null, hour: 8 };
const weekly = (weekday: number): Rhythmic => ({ ...daily, rhythm: 'weekly', weekday });
const monthly = (month_day: number): Rhythmic => ({ ...daily, rhythm: 'monthly', month_day });

describe('the next moment', () => {
  it.each([
    ['of a day: later on it', daily, '2026-11-27T05:00:00Z', '2026-11-27T06:00:00.000Z'],
    ['of a day: the next one', daily, '2026-11-27T06:00:00Z', '2026-11-28T06:00:00.000Z'],
    ['over the change of the clock', daily, '2026-10-24T12:00:00Z', '2026-10-25T06:00:00.000Z'],
    ['and back', daily, '2026-03-28T12:00:00Z', '2026-03-29T05:00:00.000Z'],
    ['of a week', weekly(1), '2026-11-27T12:00:00Z', '2026-11-30T06:00:00.000Z'],
    ['of a month', monthly(5), '2026-11-27T12:00:00Z', '2026-12-05T06:00:00.000Z'],
    ['the 31st of a month of 30 days', monthly(31), '2026-11-27T12:00:00Z', '2026-11-30T06:00:00.000Z'],
    ['the 30th of February', monthly(30), '2028-02-01T12:00:00Z', '2028-02-29T06:00:00.000Z'],
  ])('%s', (_, of, at, next) => expect(nextAfter(of, new Date(at)).toISOString()).toBe(next));

  it('is after the moment, at its hour, and none lies between', () => {
    const rhythmic = fc.record({
      rhythm: fc.constantFrom(...RHYTHMS),
      weekday: fc.integer({ min: 1, max: 7 }),
      month_day: fc.integer({ min: 1, max: 31 }),
      // at three in the night the clocks are put
      hour: fc.integer({ min: 4, max: 23 }),
    });
    const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2029-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(rhythmic, moment, (of, at) => {
        const next = nextAfter(of, at);
        expect(next > at).toBe(true);
        expect(kyivHour(next)).toBe(of.hour);
        expect(lastDayUntil(of, next)).toBe(kyivDate(next));
        expect(lastDayUntil(of, new Date(next.getTime() - 1)) < kyivDate(next)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

it.each([
  ['daily', '2026-03-01', { from: '2026-02-28', to: '2026-02-28' }],
  ['weekly', '2026-11-30', { from: '2026-11-23', to: '2026-11-29' }],
  ['monthly', '2026-01-15', { from: '2025-12-01', to: '2025-12-31' }],
  ['monthly', '2028-03-31', { from: '2028-02-01', to: '2028-02-29' }],
] as const)('a %s report of %s tells of %o', (rhythm, day, days) => expect(daysToldOn(rhythm, day)).toEqual(days));

const complaints = (schema: typeof CreateReportBody | typeof ScheduleBody, body: object): string[] => {
  const found = schema.safeParse(body);
  return found.success ? [] : found.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
};

const VARIANT = '01890a5d-ac96-774b-bcce-b302099a8057';
it.each([
  // specification §5: a detailed report needs a modification and a period
  [{ kind: 'movement' }, ['product_variant_id reports.modification', 'from reports.period', 'to reports.period']],
  [{ kind: 'movement', product_variant_id: VARIANT, from: '2026-11-01', to: '2026-11-30' }, []],
  [{ kind: 'sales', from: '2026-11-02', to: '2026-11-01' }, ['to reports.ends_before']],
  [{ kind: 'sales', from: '2022-11-02', to: '2026-11-01' }, ['from reports.too_long']],
  [{ kind: 'stock' }, ['on reports.day']],
  [
    { kind: 'stock', on: '2026-11-01', from: '2026-11-01', counterparty_id: VARIANT },
    ['counterparty_id reports.not_asked', 'from reports.not_asked'],
  ],
])('%j is complained of by field', (body, wanted) => expect(complaints(CreateReportBody, body)).toEqual(wanted));

it.each([
  [{ kind: 'sales', rhythm: 'weekly', recipients: [VARIANT] }, ['weekday reports.weekday']],
  [{ kind: 'sales', rhythm: 'monthly', recipients: [VARIANT] }, ['month_day reports.month_day']],
  [{ kind: 'sales', rhythm: 'daily', recipients: [] }, ['recipients reports.recipients']],
  [{ kind: 'movement', rhythm: 'daily', recipients: [VARIANT] }, ['product_variant_id reports.modification']],
  [{ kind: 'sales', rhythm: 'daily', recipients: [VARIANT] }, []],
])('a schedule %j is complained of by field', (body, wanted) => expect(complaints(ScheduleBody, body)).toEqual(wanted));
