import { describe, expect, it } from 'vitest';
import { beginOfKyivDay, dayAfter, formatDate, formatDateInWords, formatDateTime, kyivDate, parseDay } from './time';

describe('the calendar of Kyiv', () => {
  it.each([
    ['2026-11-20T21:59:59Z', '2026-11-20', '20.11.2026', '20.11.2026 23:59'],
    ['2026-11-20T22:00:00Z', '2026-11-21', '21.11.2026', '21.11.2026 00:00'],
    ['2026-07-31T20:59:00Z', '2026-07-31', '31.07.2026', '31.07.2026 23:59'],
    ['2026-07-31T21:00:00Z', '2026-08-01', '01.08.2026', '01.08.2026 00:00'],
    ['2026-12-31T22:00:00Z', '2027-01-01', '01.01.2027', '01.01.2027 00:00'],
    // Clocks go forward on 29 March 2026 at 01:00 UTC and back on 25 October 2026 at 01:00 UTC.
    ['2026-03-29T00:59:00Z', '2026-03-29', '29.03.2026', '29.03.2026 02:59'],
    ['2026-03-29T01:00:00Z', '2026-03-29', '29.03.2026', '29.03.2026 04:00'],
    ['2026-10-25T01:00:00Z', '2026-10-25', '25.10.2026', '25.10.2026 03:00'],
  ])('%s', (instant, day, date, time) => {
    const at = new Date(instant);
    expect([kyivDate(at), formatDate(at), formatDateTime(at)]).toEqual([day, date, time]);
  });

  it('prints months in the genitive', () => {
    expect(formatDateInWords('2026-11-20')).toBe('20 листопада 2026 р.');
    const months = Array.from(
      { length: 12 },
      (_, i) => formatDateInWords(`2026-${String(i + 1).padStart(2, '0')}-01`).split(' ')[1],
    );
    expect(months.join(' ')).toBe(
      'січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня',
    );
  });
});

it.each([
  ['05.11.2026', '2026-11-05'],
  [' 5.1.2026 ', '2026-01-05'],
  ['05/11/2026', '2026-11-05'],
  ['29.02.2028', '2028-02-29'],
  ['29.02.2026', null],
  ['31.11.2026', null],
  ['05.11', null],
  ['11-05-2026', null],
])('reads «%s», typed in the order of this country, as %s', (typed, day) => expect(parseDay(typed)).toBe(day));

it.each([
  ['2026-12-31', '2027-01-01'],
  ['2028-02-28', '2028-02-29'],
  ['2026-10-25', '2026-10-26'],
])('knows the day after %s', (day, next) => expect(dayAfter(day)).toBe(next));

it.each([
  ['2026-01-01', '2025-12-31T22:00:00.000Z'],
  ['2026-03-29', '2026-03-28T22:00:00.000Z'],
  ['2026-03-30', '2026-03-29T21:00:00.000Z'],
  ['2026-10-25', '2026-10-24T21:00:00.000Z'],
  ['2026-10-26', '2026-10-25T22:00:00.000Z'],
])('begins %s at %s, also around the change of clocks', (day, at) => {
  expect(beginOfKyivDay(day).toISOString()).toBe(at);
});
