import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Phone } from '../kit/phone';
import { customerDiscount } from '../orders/rules';
import { type KnownClient, MAX_OTHER_PHONES, planImport, readClientColumns, readClientRow } from './import';
import { firstDouble, merged } from './rules';

it.each([
  ['0671234567'],
  ['067 123 45 67'],
  ['067-123-45-67'],
  ['(067) 123 45 67'],
  ['80671234567'],
  ['380671234567'],
  ['+380671234567'],
  ['+38 (067) 123-45-67'],
  ['00380671234567'],
  ['\u00a0067\u202f1234567 '],
])('%s is the one phone that identifies a client', (typed) => {
  expect(Phone.parse(typed)).toBe('380671234567');
});

describe('a row of a table', () => {
  const columns = readClientColumns([
    '№',
    'Прізвище, ім’я',
    'Моб.',
    'Інші телефони',
    'E-mail',
    'Знижка (%)',
    'Примітка',
  ]);
  it('finds its columns by what people call them', () => {
    expect(columns).toEqual({ name: 1, phone: 2, other_phones: 3, email: 4, discount: 5, comment: 6 });
    const nowhere = { other_phones: null, email: null, comment: null };
    expect(readClientColumns(['Name', 'Phone', 'Discount, %'])).toEqual({ ...nowhere, name: 0, phone: 1, discount: 2 });
  });
  it.each([
    [['1', 'Марта', '671234567', '', '', '', ''], { row: { name: 'Марта', phones: ['380671234567'] } }],
    [
      ['1', 'Марта', '0671234567', '0501234567; 067 123 45 67', 'M@Example.com', '7,5 %', 'Так'],
      {
        row: {
          ...{ name: 'Марта', phones: ['380671234567', '380501234567'], email: 'm@example.com' },
          ...{ discount: 750, comment: 'Так' },
        },
      },
    ],
    [['1', '', '0671234567'], { problem: 'no_name' }],
    [['1', 'М'.repeat(201), '0671234567'], { problem: 'name_long' }],
    [['1', 'Марта', ''], { problem: 'no_phone' }],
    [['1', 'Марта', '+48 600 100 200'], { problem: 'phone_wrong' }],
    [['1', 'Марта', '0671234567', '12'], { problem: 'phone_wrong' }],
    [['1', 'Марта', '0671234567', '', 'немає'], { problem: 'email_wrong' }],
    [['1', 'Марта', '0671234567', '', '', '100,01'], { problem: 'discount_wrong' }],
    [['1', 'Марта', '0671234567', '', '', '-5'], { problem: 'discount_wrong' }],
  ])('%j', (cells, read) => {
    expect(readClientRow(cells, columns)).toEqual(read);
  });
});

const phone = fc.integer({ min: 0, max: 14 }).map((n) => `38067000000${n.toString(16)}`);
const phones = fc.uniqueArray(phone, { minLength: 1, maxLength: 3 });
const row = fc.record({ name: fc.constantFrom('А', 'Б'), phones }, { requiredKeys: ['name', 'phones'] });

it('an import never gives a phone to two clients, takes none away, and changes nothing the second time', () => {
  const known = fc.uniqueArray(phone, { maxLength: 6 }).map((all) =>
    all.map(
      (one, place): KnownClient => ({
        id: `${place}`,
        name: 'В',
        phones: [one],
        email: null,
        discount: 0,
        comment: '',
      }),
    ),
  );
  fc.assert(
    fc.property(known, fc.array(row, { maxLength: 8 }), (before, rows) => {
      const read = rows.map((one, number) => ({ number, read: { row: one } }));
      const plan = planImport(read, before);
      expect(plan.created.length + plan.changed.length + plan.unchanged + plan.refused.length).toBe(rows.length);
      const after: KnownClient[] = [
        ...before.map((one) => plan.changed.find(({ id }) => id === one.id) ?? one),
        ...plan.created.map((one, place) => ({ id: `new${place}`, email: null, discount: 0, comment: '', ...one })),
      ];
      const all = after.flatMap((one) => one.phones);
      expect(new Set(all).size).toBe(all.length);
      for (const one of before)
        expect(after.find(({ id }) => id === one.id)?.phones).toEqual(expect.arrayContaining([...one.phones]));
      const taken = read.filter(({ number }) => !plan.refused.some((refused) => refused.number === number));
      const again = planImport(taken, after);
      expect([again.created, again.changed, again.refused]).toEqual([[], [], []]);
    }),
  );
});

describe('two cards of one person', () => {
  const card = { name: 'Марта', phones: ['1'], email: null, discount: 300, comment: 'Перша' };
  it('become one: phones of both, the larger discount, what the first does not say', () => {
    expect(
      merged(card, { ...card, name: 'М.', phones: ['2'], email: 'm@x.ua', discount: 200, comment: 'Друга' }),
    ).toEqual({
      ...{ name: 'Марта', phones: ['1', '2'], email: 'm@x.ua', discount: 300 },
      comment: 'Перша\nДруга',
    });
    expect(merged(card, { ...card, phones: ['2'] })?.comment).toBe('Перша');
  });
  it('do not become one with more phones than a client has', () => {
    const many = Array.from({ length: MAX_OTHER_PHONES + 1 }, (_, n) => `${n + 5}`);
    expect(merged(card, { ...card, phones: many })).toBeNull();
  });
});

it.each([
  [['1', '2'], null],
  [['1', '2', '1'], 2],
])('of %j the first double is %s', (given, at) => expect(firstDouble(given)).toBe(at));

it.each([
  [0, 500, 500],
  [700, 500, 700],
])('of %d and %d the larger discount holds', (ofOrder, personal, holds) => {
  expect(customerDiscount(ofOrder, personal)).toBe(holds);
});
