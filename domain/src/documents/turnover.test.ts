import { describe, expect, it } from 'vitest';
import { DomainError } from '../kit/errors';
import { freezeTurnoverPaper, type TurnoverPaperInput, withoutRequisites } from './turnover';

const input = (change: Partial<TurnoverPaperInput['document']> = {}): TurnoverPaperInput => ({
  document: {
    number: 12,
    date: '2026-11-20',
    flow: 'income',
    type: 'purchase',
    reverses: null,
    comment: 'Накладна ЛФ-1184',
    reason: '',
    in_stock: true,
    expected_on: null,
    count: 5,
    posted_by: 'Олена Коваленко',
    ...change,
  },
  lines: [
    {
      sku: 'PL-01',
      product_title: 'Плаття «Марта»',
      modification_title: 'чорний, M',
      count: 2,
      unit: 'шт',
      transaction_item_price: 79_900,
      notes: ['Склад: льон'],
    },
    {
      sku: '',
      product_title: 'Пояс',
      modification_title: '',
      unit: 'шт',
      count: 3,
      transaction_item_price: 10_000,
      notes: [],
    },
  ],
  project: { legal_type: 'ТОВ', name: 'Текстиль-Плюс', tax_code: '32855961' },
  counterparty: { legal_type: 'ФОП', name: 'Коваленко Олена Петрівна', tax_code: '1759013776' },
  notes: ['Товар повертається протягом 14 днів'],
  replaces: null,
});
const paperOf = (told: TurnoverPaperInput) => freezeTurnoverPaper(told).paper;
const codeOf = (call: () => unknown): string | null => {
  try {
    call();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return null;
};

describe('the paper of a document of turnover', () => {
  it.each([
    ['income', 'purchase', 'Прибуткова накладна', ['Постачальник', 'Одержувач'], ['Здав(ла)', 'Прийняв(ла)']],
    ['outcome', 'sale', 'Видаткова накладна', ['Постачальник', 'Покупець'], ['Від постачальника', 'Отримав(ла)']],
    ['outcome', 'write_off', 'Акт списання', ['Організація', ''], ['Списав(ла)', 'Затвердив(ла)']],
    [
      'income',
      'return',
      'Накладна на повернення від покупця',
      ['Покупець', 'Одержувач'],
      ['Повернув(ла)', 'Прийняв(ла)'],
    ],
    [
      'outcome',
      'return',
      'Накладна на повернення постачальнику',
      ['Покупець', 'Постачальник'],
      ['Повернув(ла)', 'Прийняв(ла)'],
    ],
  ] as const)('of %s %s is called «%s» and names who gives and who takes', (flow, type, name, parties, signatures) => {
    const paper = paperOf(input({ flow, type }));
    expect(paper.title).toBe(`${name} №\u00a012 від 20 листопада 2026 р.`);
    expect(paper.parties.map(({ label }) => label)).toEqual(parties);
    expect(paper.signatures.map(({ label }) => label)).toEqual(signatures);
    expect(freezeTurnoverPaper(input({ flow, type })).file_name).toBe(`${name} № 12 від 20.11.2026.pdf`);
  });

  it('says what each costs, the sum in figures and in words, and what fields say of the goods', () => {
    const paper = paperOf(input());
    expect(paper.lines).toMatchObject([
      { number: 1, title: 'Плаття «Марта», чорний, M\nСклад: льон', price: 79_900, amount: 159_800 },
      { number: 2, title: 'Пояс', price: 10_000, amount: 30_000 },
    ]);
    expect(paper.totals).toEqual([{ label: 'Разом, грн', value: '1\u00a0898,00', strong: true }]);
    expect(paper.count_text).toBe('Всього найменувань 2, 5\u00a0шт., на суму 1\u00a0898,00\u00a0грн.');
    expect(paper.sum_in_words).toBe('Одна тисяча вісімсот девʼяносто вісім гривень 00 копійок'.replace('ʼ', '’'));
  });

  it('keeps what is said for the own people off what is given to others, and the terms off the own papers', () => {
    const sale = paperOf(input({ flow: 'outcome', type: 'sale' }));
    expect(sale.particulars).toEqual([]);
    expect(sale.notes).toEqual(['Товар повертається протягом 14 днів']);
    const income = paperOf(input());
    expect(income.particulars).toEqual([{ label: 'Коментар', value: 'Накладна ЛФ-1184' }]);
    expect(income.notes).toEqual([]);
  });

  it('of what is written off, or was made, has a reason and no money', () => {
    const { lines, ...rest } = input({ flow: 'outcome', type: 'write_off', reason: 'Пошкоджено водою', comment: '' });
    const unpriced = lines.map((line) => ({ ...line, transaction_item_price: null }));
    const paper = paperOf({ ...rest, counterparty: null, lines: unpriced });
    expect(paper.particulars).toEqual([{ label: 'Причина', value: 'Пошкоджено водою' }]);
    expect(paper.lines.every(({ price, amount }) => price === null && amount === null)).toBe(true);
    expect([paper.totals, paper.sum_in_words, paper.parties.length]).toEqual([[], '', 1]);
    expect(paper.count_text).toBe('Всього найменувань 2, 5\u00a0шт.');
  });

  it('tells when it is to come, whatever has come since, what it takes back, and which paper it stands for', () => {
    expect(paperOf(input({ in_stock: false, expected_on: '2026-12-01' })).particulars).toContainEqual({
      label: 'Надходження',
      value: 'очікується 1 грудня 2026 р.',
    });
    expect(paperOf({ ...input(), replaces: '2026-11-21T12:03:00.000Z' }).particulars).toContainEqual({
      label: 'Замінює',
      value: 'папір, виданий 21.11.2026 14:03',
    });
    const back = paperOf(input({ flow: 'outcome', reverses: { id: 'x', number: 9 } }));
    expect(back.title).toContain('Сторно: прибуткова накладна №\u00a012');
    expect(back.particulars[0]).toEqual({ label: 'Сторнує', value: 'документ №\u00a09' });
  });

  it.each([
    ['income', 'purchase', 0],
    ['outcome', 'sale', 1],
  ] as const)('tells who may not see them nothing of the requisites of the counterparty: %s %s', (flow, type, at) => {
    const seen = withoutRequisites(freezeTurnoverPaper(input({ flow, type }))).parties;
    expect(seen.map(({ requisites }) => requisites.length > 0)).toEqual([at !== 0, at !== 1]);
    expect(seen[at]?.name).toBe('ФОП Коваленко Олена Петрівна');
  });

  it('asks for the legal name and the tax code where goods leave the house by it', () => {
    const nameless = { legal_type: null, name: '', tax_code: null };
    for (const [flow, type, code] of [
      ['outcome', 'sale', 'documents.no_seller_name'],
      ['outcome', 'return', 'documents.no_seller_name'],
      ['income', 'purchase', null],
      ['outcome', 'write_off', null],
    ] as const)
      expect(codeOf(() => paperOf({ ...input({ flow, type }), project: nameless }))).toBe(code);
    const codeless = { ...nameless, name: 'Текстиль' };
    expect(codeOf(() => paperOf({ ...input({ flow: 'outcome', type: 'sale' }), project: codeless }))).toBe(
      'documents.no_seller_tax_code',
    );
  });
});
