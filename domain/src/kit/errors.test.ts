import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { common, DomainError, errors } from './errors';
import { commaList, listQuery, MAX_LIMIT, page, QueryFlag } from './lists';

describe('coded errors', () => {
  const table = errors('orders', {
    short: { status: 409, ua: 'Бракує {wanted} з {available}', en: '{wanted} of {available} missing' },
  });

  it('carries code, status, details and text in both languages', () => {
    const error = table.short({ wanted: 3, available: 1 }, { wanted: 9, available: 0 });
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toBeInstanceOf(Error);
    expect([error.code, error.status, error.details.length]).toEqual(['orders.short', 409, 2]);
    expect(error.message_in('ua')).toBe('Бракує 3 з 1');
    expect(error.message_in('en')).toBe('3 of 1 missing');
    expect(table.short.code).toBe('orders.short');
  });

  it('tells of each field what is wrong there, with its own values', () => {
    const said = { path: 'name', message: 'Own words' };
    const error = table.short({ path: 'items.0.count', wanted: 3, available: 1 }, { wanted: 9, available: 0 }, said);
    expect(error.details_in('ua')).toEqual([
      { path: 'items.0.count', wanted: 3, available: 1, message: 'Бракує 3 з 1' },
      { wanted: 9, available: 0 },
      said,
    ]);
  });

  it('leaves a placeholder without a value, also one named like a member of Object', () => {
    expect(table.short().message_in('en')).toBe('{wanted} of {available} missing');
    const odd = errors('x', { y: { status: 400, ua: '{toString}', en: '{toString}' } });
    expect(odd.y({}).message_in('ua')).toBe('{toString}');
  });

  it('common errors have both texts', () => {
    for (const factory of Object.values(common)) {
      expect(factory.text.ua).toMatch(/[а-яіїє]/);
      expect(factory.text.en).toMatch(/^[\x20-\x7e]+$/);
    }
  });
});

describe('lists', () => {
  const Query = listQuery(['-created_at', 'sum'], {
    status: commaList(z.enum(['Draft', 'Sent'])),
    mine: QueryFlag.optional(),
  });

  it('fills the defaults in', () => expect(Query.parse({})).toEqual({ limit: 50, sort: '-created_at' }));
  it('reads what a query string carries', () => {
    expect(Query.parse({ limit: '200', sort: '-sum', status: 'Draft,Sent', mine: 'false', q: ' а ' })).toEqual({
      limit: MAX_LIMIT,
      sort: '-sum',
      status: ['Draft', 'Sent'],
      mine: false,
      q: 'а',
    });
  });
  it.each([
    [{ limit: '0' }],
    [{ limit: '201' }],
    [{ limit: 'x' }],
    [{ limit: '1.5' }],
    [{ sort: 'price' }],
    [{ sort: '--sum' }],
    [{ status: 'Lost' }],
    [{ mine: 'yes' }],
  ])('refuses %j', (query) => expect(Query.safeParse(query).success).toBe(false));
  it('a page says where the next one begins', () => {
    expect(page(z.int()).parse({ items: [1], next_cursor: null, total: 1 })).toEqual({
      items: [1],
      next_cursor: null,
      total: 1,
    });
  });
});
