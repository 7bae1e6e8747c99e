import { expect, it } from 'vitest';
import { actFileName, actPaper } from './act';

const parties = {
  place: 'Львів',
  supplier: { legal_type: 'ТОВ' as const, name: 'Текстиль-Плюс', tax_code: '32855961' },
  counterparty: { legal_type: 'ФОП' as const, name: 'Шевчук Оксана Ігорівна' },
};
const ref = { kind: 'order', id: '018f0000-0000-7000-8000-000000000001' };
const line = { id: ref.id, ref, comment: '', orders: [], disputed: false };
const act = {
  number: 12,
  from: '2026-10-01',
  to: '2026-10-31',
  opening: 10_000,
  debit: 150_000,
  credit: 16_544,
  closing: -123_456,
  status: 'agreed' as const,
  agreed_note: '',
  sent_on: '2026-11-02',
  agreed_on: '2026-11-03',
  agreed_by: 'Оксана Шевчук',
  lines: [
    {
      ...line,
      date: '2026-10-05',
      purpose: 'charge' as const,
      document: 'Відвантаження, замовлення № 7',
      comment: '№ 7',
      debit: 150_000,
      credit: 0,
    },
    {
      ...line,
      date: '2026-10-09',
      purpose: 'payment' as const,
      document: 'Оплата',
      comment: 'за рахунком',
      debit: 0,
      credit: 16_544,
    },
  ],
};

it('says what Ukrainian accountants expect of it', () => {
  const paper = actPaper(act, parties);
  expect(paper.title).toBe('Акт звірки взаєморозрахунків №\u00a012 за період з 01.10.2026 по 31.10.2026');
  expect(paper.place).toBe('Львів, 2 листопада 2026 р.');
  expect(paper.halves).toEqual(['ТОВ «Текстиль-Плюс»', 'ФОП Шевчук Оксана Ігорівна']);
  expect([paper.opening, paper.turnover, paper.closing]).toEqual([
    { debit: 0, credit: 10_000 },
    { debit: 150_000, credit: 16_544 },
    { debit: 123_456, credit: 0 },
  ]);
  expect(paper.rows.map(({ date, document }) => [date, document])).toEqual([
    ['05.10.2026', 'Відвантаження, замовлення № 7'],
    ['09.10.2026', 'Оплата: за рахунком'],
  ]);
  expect(paper.conclusion).toBe(
    'Станом на 31 жовтня 2026 р. заборгованість на користь ТОВ «Текстиль-Плюс» становить 1\u00a0234,56\u00a0грн. (Одна тисяча двісті тридцять чотири гривні 56 копійок).',
  );
  expect(paper.agreed).toBe('Погоджено 3 листопада 2026 р.: Оксана Шевчук');
  expect(actFileName(act)).toBe('Акт звірки № 12 за 01.10.2026–31.10.2026');
});

it('says whom the money belongs to, and that nothing is owed', () => {
  expect(actPaper({ ...act, closing: 500 }, parties).conclusion).toContain('на користь ФОП Шевчук');
  expect(actPaper({ ...act, closing: 0 }, parties).conclusion).toContain('заборгованість відсутня');
  expect(actPaper({ ...act, agreed_on: null }, parties).agreed).toBe('');
});
