import { expect, it } from 'vitest';
import { offsetFileName, offsetPaper } from './offset';

const parties = {
  place: 'Львів',
  supplier: { legal_type: 'ТОВ' as const, name: 'Текстиль-Плюс', tax_code: '32855961' },
  counterparty: { legal_type: 'ФОП' as const, name: 'Гончар Микола Петрович' },
};
const act = {
  number: 3,
  day: '2026-10-31',
  debt: 500_000,
  claim: 123_456,
  amount: 123_456,
  grounds: 'Договір № 14',
  status: 'agreed' as const,
  reverses: null,
  decided_note: 'Підписано на папері',
  built_on: '2026-11-02',
  agreed_on: '2026-11-03',
  agreed_by: 'Олена Коваленко',
};

it('names both debts, what is set off and what is left, with the sums in words', () => {
  const paper = offsetPaper(act, parties);
  expect(paper.title).toBe('Акт про зарахування зустрічних однорідних вимог №\u00a03 від 31.10.2026');
  expect(paper.place).toBe('Львів, 2 листопада 2026 р.');
  expect(paper.intro).toContain(
    'ТОВ «Текстиль-Плюс» (далі – Сторона 1) та ФОП Гончар Микола Петрович (далі – Сторона 2)',
  );
  expect(paper.intro).toContain('статтею 601 Цивільного кодексу України');
  const words = paper.points.join('\n').replaceAll('\u00a0', ' ');
  expect(words).toContain('Станом на 31 жовтня 2026 р. Сторона 2 має перед Стороною 1');
  expect(words).toContain('5 000,00 грн (П’ять тисяч гривень 00 копійок)');
  expect(words).toContain(
    'на суму 1 234,56 грн (Одна тисяча двісті тридцять чотири гривні 56 копійок). На цю суму зобов’язання',
  );
  expect(words).toContain('Підстави: Договір № 14.');
  expect(words).toContain('Сторони 2 перед Стороною 1 – 3 765,44 грн');
  expect(paper.debts).toEqual([
    { who: 'Сторона 2 винна Стороні 1', sum: 500_000, less: 123_456 },
    { who: 'Сторона 1 винна Стороні 2', sum: 123_456, less: 123_456 },
  ]);
  expect(paper.decided).toBe('Погоджено 3 листопада 2026 р.: Олена Коваленко. Підписано на папері');
  expect(paper.signatures.map(({ party }) => party)).toEqual(['ТОВ «Текстиль-Плюс»', 'ФОП Гончар Микола Петрович']);
});

it('that takes another one back says which, and shows no debts', () => {
  const paper = offsetPaper({ ...act, number: 4, reverses: { id: '', number: 3 }, agreed_on: null }, parties);
  expect(paper.title).toContain('про скасування акта');
  expect(paper.debts).toEqual([]);
  expect(paper.decided).toBe('');
  const words = paper.points.join('\n').replaceAll('\u00a0', ' ');
  expect(words).toContain(
    'Сторони скасовують акт № 3 про зарахування зустрічних однорідних вимог на суму 1 234,56 грн',
  );
  expect(words).not.toContain('строк їх виконання настав');
});

it('is a file that says what it is', () => expect(offsetFileName(act)).toBe('Акт взаємозаліку № 3 від 31.10.2026.pdf'));
