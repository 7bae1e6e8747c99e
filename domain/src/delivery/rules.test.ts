import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { branchMeant, fixKindOf, nameFixed } from './fixes';
import { branchAsked, doorWords, isUkrainianName, splitName, streetKey, streetWords, townKey } from './places';
import { type Asked, ownReference, planProblems, weightOf, wholeHryvnias } from './rules';
import { carrierDay, deedsOf, isOver, kindOf, statesCome, trackingLink } from './tracking';

describe('towns and branches as people type them', () => {
  it.each([
    ['м. Львів', 'львів'],
    ['М.Львів', 'львів'],
    ['kmdsd', 'львів'],
    ['с. Іванівка, Київська обл.', 'іванівка'],
    ['Кам’янець-Подільський', 'камянець подільський'],
    ["Кам'янець  Подільський", 'камянець подільський'],
    ['смт Коростишів', 'коростишів'],
    ['Місто', 'місто'],
    ['Суми', 'суми'],
  ])('%s', (typed, key) => expect(townKey(typed)).toBe(key));

  it.each([
    ['вул. Соборна', 'соборна'],
    ['Просп. Миру', 'миру'],
    ['вулиця Лесі Українки', 'лесі українки'],
    ['бульвар Тараса Шевченка', 'тараса шевченка'],
    ['Вулична', 'вулична'],
    ['cj,jhyf', 'соборна'],
  ])('street %s', (typed, key) => expect(streetKey(typed)).toBe(key));
  it.each([
    ['вул. В’ячеслава Липинського', "в'ячеслава липинського", 'вячеслава липинського'],
    ['Вʼяч', "в'яч", 'вяч'],
    ['в`я', "в'я", 'вя'],
    ["Слов'", 'слов', 'слов'],
    ['вул. "Миру"', 'миру', 'миру'],
    ['‘', '', ''],
  ])('an apostrophe of %s is asked for, and not compared', (typed, words, key) =>
    expect([streetWords(typed), streetKey(typed)]).toEqual([words, key]),
  );
  it('an address reads as on an envelope', () => {
    expect(doorWords({ street: 'вул. Соборна', house: '12', flat: '5' })).toBe('вул. Соборна, 12, кв. 5');
    expect(doorWords({ street: 'вул. Соборна', house: '12', flat: '' })).toBe('вул. Соборна, 12');
  });

  it.each([
    ['5', 5],
    ['№5', 5],
    ['Відділення № 12', 12],
    ['поштомат 5001', 5001],
  ])('%s', (typed, number) => expect(branchAsked(typed)).toEqual({ number, words: [] }));
  it('other words are looked for in the address', () => {
    expect(branchAsked('вул. Соборна 7')).toEqual({ number: null, words: ['соборна', '7'] });
  });
});

it('names are Ukrainian, the surname first', () => {
  expect([isUkrainianName('Іваненко-Коваль Дар’я'), isUkrainianName('Ivanenko'), isUkrainianName('Іва2')]).toEqual([
    ...[true, false, false],
  ]);
  expect(splitName(' Іваненко  Ірина Петрівна ')).toEqual({ last: 'Іваненко', first: 'Ірина', middle: 'Петрівна' });
});

const asked = (more: Partial<Asked> = {}): Asked => ({
  ...{ recipient_name: 'Іваненко Ірина', recipient_phone: '380671234567', city_ref: 'c', city_name: 'Львів' },
  ...{
    door: null,
    branch_ref: 'b',
    branch_name: '№1',
    weight: 1_000,
    seats: 1,
    size: null,
    declared: 100,
    payer: 'sender',
  },
  ...{ cargo: 'parcel', description: 'Товари', cod_service: 'money_back', cod_sum: 0 },
  ...{ branch: { kind: 'branch', max_weight: 30 }, may_control: false },
  ...more,
});
const codes = (more: Partial<Asked>) => planProblems(asked(more)).map(({ code }) => code.replace('delivery.', ''));
const locker = { kind: 'locker', max_weight: 0 } as const;
const size = { length: 10, width: 10, height: 10 };

it.each<[Partial<Asked>, string[]]>([
  [{}, []],
  [{ recipient_name: 'Іра' }, ['name_parts']],
  [{ recipient_name: 'Ivanenko Iryna' }, ['name_letters']],
  [{ recipient_phone: null, city_ref: null }, ['no_phone', 'no_town']],
  [{ branch_ref: null, branch: null }, ['no_branch']],
  [{ branch: null }, ['branch_closed']],
  [{ weight: 30_001 }, ['too_heavy']],
  [{ branch: { kind: 'branch', max_weight: 0 }, weight: 900_000 }, []],
  [{ branch: locker, weight: 30_001, size }, ['too_heavy']],
  [{ branch: locker, seats: 2 }, ['locker_seats', 'locker_size']],
  [{ cod_service: 'payment_control', cod_sum: 100 }, ['no_control']],
  [{ cod_service: 'payment_control', cod_sum: 0 }, []],
  [{ cod_service: 'payment_control', cod_sum: 100, may_control: true, branch: locker, size }, ['control_locker']],
  [{ description: '' }, ['no_description']],
])('%j is told of by field', (more, expected) => expect(codes(more)).toEqual(expected));

it.each<[string, string | null, string | null]>([
  ['Ivanenko Iryna', null, 'Іваненко Ірина'],
  ['Zelenskyi Andrii', null, 'Зеленський Андрій'],
  ['Koval-Petrenko Mariia', null, 'Ковал-Петренко Марія'],
  ['Shevchenko Yevhen', null, 'Шевченко Євген'],
  // the keyboard was switched in the middle
  ['Iваненко Iрина', null, 'Іваненко Ірина'],
  ['Рыбак Эдуард', null, 'Рибак Едуард'],
  ['Іваненко Ірина 2', null, 'Іваненко Ірина'],
  ['Ірина', 'Іваненко Ірина', 'Іваненко Ірина'],
  ['Ірина', null, null],
  ['Ірина', 'Ірина', null],
  ['Іваненко Ірина', 'Петренко Іван', null],
  ['李 小龙', null, null],
])('%s, ordered by %s, becomes %s', (typed, customer, expected) => expect(nameFixed(typed, customer)).toBe(expected));

it('a name that is set right is one that the carrier takes', () => {
  fc.assert(
    fc.property(fc.string(), fc.option(fc.string()), (typed, customer) => {
      const found = nameFixed(typed, customer);
      expect(found === null || isUkrainianName(found)).toBe(true);
    }),
  );
});

it('an address says which branch was meant and in which street', () => {
  expect(branchMeant('Відділення №2: вул. Лесі Українки, 12')).toEqual({ number: 2, street: 'лесі українки' });
  expect(branchMeant('поштомат 5001')).toEqual({ number: 5_001, street: null });
  expect(branchMeant('просп. Миру, 5')).toEqual({ number: null, street: 'миру' });
});

it('what a carrier refuses for is set right as what we see ourselves', () => {
  expect([fixKindOf('20000400498'), fixKindOf('delivery.too_heavy'), fixKindOf('delivery.no_description')]).toEqual([
    ...['branch', 'branch', null],
  ]);
});

it('what weighs nobody knows what counts as the usual parcel, and never less than is known', () => {
  expect(weightOf([{ count: 2, weight: 300 }], 1_000)).toBe(600);
  expect(
    weightOf(
      [
        { count: 2, weight: 300 },
        { count: 1, weight: null },
      ],
      1_000,
    ),
  ).toBe(1_000);
  expect(
    weightOf(
      [
        { count: 9, weight: 300 },
        { count: 1, weight: 0 },
      ],
      1_000,
    ),
  ).toBe(2_700);
});

it('a declared value is whole hryvnias, never less than what is declared', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (kopecks) => {
      const whole = wholeHryvnias(kopecks);
      expect(whole * 100).toBeGreaterThanOrEqual(kopecks);
      expect(whole).toBeGreaterThanOrEqual(1);
    }),
  );
});

it('our reference differs by waybill and begins with the number of the order', () => {
  expect(ownReference('РФ-125', '01890a5d-ac96-774b-bcce-b302099a8057')).toBe('РФ-125-02099a8057');
});

describe('what the carrier says', () => {
  it('a code that is not known changes nothing', () => {
    expect([kindOf('107'), deedsOf('107', true), isOver('107', true)]).toEqual(['other', [], false]);
  });
  it('money is waited for where it is to be brought', () => {
    expect([isOver('9', false), isOver('10', true), isOver('11', true)]).toEqual([true, false, true]);
    expect([deedsOf('11', true), deedsOf('11', false)]).toEqual([
      ['sent', 'received', 'paid'],
      ['sent', 'received'],
    ]);
    expect(deedsOf('103', true)).toEqual(['sent', 'refused']);
  });
  it.each([
    ['06-04-2023 12:47:40', '2023-04-06'],
    ['07.04.2023 13:35:58', '2023-04-07'],
    ['2023-04-06 18:47:40', '2023-04-06'],
    ['0001-01-01 00:00:00', null],
    ['', null],
  ])('%s', (told, day) => expect(carrierDay(told)).toBe(day));
  it.each([
    ['', '1', []],
    ['1', '4', ['handed_over']],
    ['', '7', ['handed_over', 'waiting']],
    ['5', '8', ['waiting']],
    ['7', '8', []],
    ['8', '9', ['received']],
    ['9', '11', []],
    ['4', '111', ['failed']],
    ['7', '102', ['returning']],
    ['7', '107', []],
  ])('after %s by %s it is known: %j', (before, now, states) => expect(statesCome(before, now)).toEqual(states));
  it('others have their own page, and of some there is none', () => {
    expect(trackingLink('ukrposhta', '05 1')).toContain('barcode=05%201');
    expect(trackingLink('pickup', '1')).toBeNull();
  });
});
