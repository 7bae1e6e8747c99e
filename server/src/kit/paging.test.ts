import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toInstant } from './paging';

it('writes every moment as the wire wants it, however PostgreSQL wrote it', () => {
  const years = { min: new Date('1970-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true };
  fc.assert(
    fc.property(fc.date(years), fc.integer({ min: 0, max: 999 }), (moment, micros) => {
      const iso = moment.toISOString();
      const digits = `${iso.slice(20, 23)}${String(micros).padStart(3, '0')}`.replace(/0+$/, '');
      const text = `${iso.slice(0, 10)} ${iso.slice(11, 19)}${digits ? `.${digits}` : ''}`;
      expect(toInstant(`${text}+00`)).toBe(iso);
    }),
  );
  expect(toInstant('2026-11-21 14:13:00.5+02')).toBe('2026-11-21T12:13:00.500Z');
  expect(toInstant('2026-11-21 12:13:00+00')).toBe('2026-11-21T12:13:00.000Z');
});
