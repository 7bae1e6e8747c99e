import { EXACT_TOTAL } from '@lanka/domain/kit/lists';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness';
import { type ListPlan, readPage, type SortField, toInstant } from './paging';

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

describe('a list', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app.close());

  const AT = sql`timestamptz '2026-01-01' + x.n / 7 * interval '1 microsecond'`;
  const SORTS: Record<string, SortField> = {
    at: { by: AT, type: 'timestamptz' },
    big: { by: sql`(x.n / 7)::bigint`, type: 'bigint' },
    whole: { by: sql`(x.n / 7)`, type: 'integer' },
    text: { by: sql`(x.n / 7)::text`, type: 'text' },
    flag: { by: sql`(x.n % 2 = 0)`, type: 'boolean' },
    day: { by: sql`(date '2026-01-01' + x.n / 7)`, type: 'date' },
  };
  /** Numbers from 1 on: so many as `there`, of those no more than `wanted`. */
  const plan = (wanted: number): ListPlan => ({
    columns: sql`x.n`,
    from: sql`generate_series(1, current_setting('paging.there')::integer) as x(n)`,
    where: sql`x.n <= ${wanted}`,
    sorts: SORTS,
    id: sql`md5(x.n::text)::uuid`,
  });
  const read = (there: number, wanted: number, query: { sort: string; cursor?: string; limit?: number }) =>
    app.app.services.db.transaction({ readOnly: true }, async (tx) => {
      await tx.execute(sql`select set_config('paging.there', ${String(there)}, true)`);
      return readPage(tx, { limit: 20, ...query }, plan(wanted), ({ n }) => Number(n));
    });

  it.each(Object.keys(SORTS).flatMap((name) => [name, `-${name}`]))('by %s shows each row once', async (sort) => {
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await read(90, 90, { sort, ...(cursor ? { cursor } : {}) });
      expect(page.total).toBe(90);
      seen.push(...page.items);
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 90 }, (_, index) => index + 1));
  });

  it('that was longer than is counted is believed to be so, and no other is', async () => {
    const long = { total: EXACT_TOTAL, total_is_estimate: true };
    expect(await read(EXACT_TOTAL + 5, EXACT_TOTAL + 4, { sort: 'big' })).toMatchObject(long);
    expect(await read(3, EXACT_TOTAL + 4, { sort: '-big' })).toMatchObject({ ...long, next_cursor: null });
    const counted = await read(3, EXACT_TOTAL + 3, { sort: 'big' });
    expect(counted.total).toBe(3);
    expect(counted.total_is_estimate).toBeUndefined();
    const exact = await read(EXACT_TOTAL, EXACT_TOTAL, { sort: 'big' });
    expect(exact.total).toBe(EXACT_TOTAL);
    expect(exact.total_is_estimate).toBeUndefined();
  });
});
