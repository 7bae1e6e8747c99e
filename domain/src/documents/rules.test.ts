import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../kit/errors';
import { lessPercent } from '../kit/money';
import { readPaymentLink } from '../kit/payment_qr';
import { FrozenDocument, OrderDocumentType } from './frozen';
import {
  type FreezeInput,
  fileNameOf,
  freezeDocument,
  issuerFor,
  isVatPayer,
  legalTitle,
  type OrderLineForDocument,
  sequenceKey,
  whyNotIssue,
} from './rules';

const offer = (price: number, discount: number, count: number) => ({
  price,
  discount,
  amount: lessPercent(price * count, discount),
});

function line(count: number, base: number, recommended: number, discounts = [0, 0]): OrderLineForDocument {
  return {
    sku: 'PL-01',
    product_title: 'Плаття «Марта»',
    modification_title: 'чорний, M',
    count,
    unit: 'шт',
    base: offer(base, discounts[0] ?? 0, count),
    customer: offer(recommended, discounts[1] ?? 0, count),
  };
}

const input: FreezeInput = {
  type: 'delivery_note',
  issuer: 'manufacturer',
  number: 125,
  date: '2026-11-20',
  issued_at: new Date('2026-11-20T10:15:00Z'),
  issued_by: 'Олена Коваленко',
  seller: {
    legal_type: 'ТОВ',
    name: 'Текстиль-Плюс',
    tax_code: '32855961',
    iban: 'UA223052990000026001234567890',
    bank_name: 'АТ КБ «ПриватБанк»',
    phone: '380670000001',
  },
  counterparty: { legal_type: 'ФОП', name: 'Коваленко Олена Петрівна', tax_code: '1759013776' },
  customer: { name: 'Марія Шевченко', phone: '380670000002' },
  order: {
    number: '1042',
    date: '2026-11-18',
    lines: [line(2, 79_900, 120_000, [1000, 500]), line(1, 67_292, 90_000)],
  },
  place: 'м. Львів',
};

/** The code of the error that the call throws. */
function codeOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'nothing thrown';
}

describe('when and by whom', () => {
  it.each([
    ['delivery_note', 'Draft', 'order_not_sent'],
    ['delivery_note', 'Pending', 'order_not_sent'],
    ['delivery_note', 'Loaded', 'order_not_sent'],
    ['delivery_note', 'Blocked', 'order_not_sent'],
    ['delivery_note', 'Sent', null],
    ['delivery_note', 'Complete', null],
    ['delivery_note', 'Canceled', 'order_canceled'],
    ['invoice', 'Draft', null],
    ['invoice', 'Sent', null],
    ['invoice', 'Canceled', 'order_canceled'],
    ['order', 'Pending', null],
    ['order', 'Canceled', 'order_canceled'],
  ] as const)('%s at %s: %s', (type, status, refusal) => {
    expect(whyNotIssue(type, { status, item_count: 1 })).toBe(refusal);
  });

  it('an order without items has no papers', () =>
    expect(OrderDocumentType.options.map((type) => whyNotIssue(type, { status: 'Sent', item_count: 0 }))).toEqual(
      Array(3).fill('order_empty'),
    ));

  it('staff issue for the manufacturer, a client for himself', () =>
    expect((['Owner', 'Administrator', 'Manager', 'Client'] as const).map(issuerFor)).toEqual([
      'manufacturer',
      'manufacturer',
      'manufacturer',
      'dropshipper',
    ]));

  it('every seller, type and year has a sequence of its own', () => {
    const one = { issuer: 'dropshipper', counterparty_id: 'a', type: 'invoice', date: '2026-12-31' } as const;
    const keys = [
      one,
      { ...one, counterparty_id: 'b' },
      { ...one, issuer: 'manufacturer' as const },
      { ...one, type: 'order' as const },
      { ...one, date: '2027-01-01' },
    ].map(sequenceKey);
    expect(new Set(keys).size).toBe(5);
    const manufacturer = { ...one, issuer: 'manufacturer' as const };
    expect(sequenceKey(manufacturer)).toBe(sequenceKey({ ...manufacturer, counterparty_id: 'b' }));
  });
});

describe('the manufacturer’s paper', () => {
  const paper = freezeDocument(input);

  it('is complete and fits its own description', () => {
    expect(FrozenDocument.parse(JSON.parse(JSON.stringify(paper)))).toEqual(paper);
    expect(paper.title).toBe('Видаткова накладна №\u00a0125 від 20 листопада 2026 р.');
    expect(paper.particulars).toEqual([
      { label: 'Замовлення', value: '№\u00a01042 від 18 листопада 2026 р.' },
      { label: 'Місце складання', value: 'м. Львів' },
    ]);
  });

  it('goes to the counterparty at base cost less his discount', () => {
    expect([paper.seller.name, paper.buyer.name]).toEqual(['ТОВ «Текстиль-Плюс»', 'ФОП Коваленко Олена Петрівна']);
    expect(paper.lines.map((row) => [row.price, row.discount, row.amount])).toEqual([
      [79_900, 1000, 143_820],
      [67_292, 0, 67_292],
    ]);
    expect(paper.total).toBe(211_112);
    expect(paper.count_text).toBe('Всього найменувань 2, на суму 2\u00a0111,12\u00a0грн.');
    expect(paper.sum_in_words).toBe('Дві тисячі сто одинадцять гривень 12 копійок');
    expect(paper.totals.map((row) => `${row.label}: ${row.value}`)).toEqual([
      'Разом без знижки: 2\u00a0270,92',
      'Знижка: 159,80',
      'Разом, грн: 2\u00a0111,12',
      'Без ПДВ: ',
    ]);
  });

  it('prints the requisites, grouped and labelled', () => {
    const printed = (lines: readonly string[]) => lines.map((text) => text.replaceAll('\u00a0', ' '));
    expect(printed(paper.seller.requisites)).toEqual([
      'ЄДРПОУ 32855961, не є платником ПДВ',
      'IBAN UA22 3052 9900 0002 6001 2345 6789 0, банк АТ КБ «ПриватБанк»',
      'Тел. +380 67 000 00 01',
    ]);
    expect(printed(paper.buyer.requisites)).toEqual(['РНОКПП 1759013776']);
  });

  it('shows VAT that is inside for a payer', () => {
    const payer = freezeDocument({ ...input, type: 'invoice', seller: { ...input.seller, ipn: '328559612345' } });
    expect(payer.totals.at(-1)).toEqual({ label: 'У тому числі ПДВ\u00a020\u00a0%', value: '351,85', strong: false });
    expect(payer.notes[0]).toBe(
      'Призначення платежу: Оплата за товар згідно рахунку №\u00a0125 від 20 листопада 2026 р., у тому числі ПДВ\u00a020\u00a0% 351,85 грн',
    );
    expect(payer.seller.requisites[0]).toBe('ЄДРПОУ\u00a032855961, ІПН\u00a0328559612345');
  });

  it('goes to the customer at recommended prices when the order has no counterparty', () => {
    const retail = freezeDocument({ ...input, counterparty: null });
    expect([retail.buyer.name, retail.total]).toEqual(['Марія Шевченко', 318_000]);
  });

  it('of the order carries the order’s number', () =>
    expect(freezeDocument({ ...input, type: 'order' }).title).toBe('Замовлення №\u00a01042 від 18 листопада 2026 р.'));
});

describe('what was paid before', () => {
  const paid = { base: { paid: 60_000, credited: 11_112 }, customer: { paid: 100_000, credited: 0 } };
  const order = { ...input.order, paid };
  const rowsOf = (change: Partial<FreezeInput>) =>
    freezeDocument({ ...input, order, ...change })
      .totals.map(({ label, value }) => `${label}: ${value.replaceAll('\u00a0', ' ')}`)
      .filter((row) => /^(Зарах|Спла|Зали)/.test(row));

  it.each(['order', 'invoice'] as const)('stands on the paper of type %s, by the prices of its buyer', (type) => {
    expect(rowsOf({ type })).toEqual([
      'Зараховано за повернення: 111,12',
      'Сплачено: 600,00',
      'Залишилося сплатити, грн: 1 400,00',
    ]);
    expect(rowsOf({ type, issuer: 'dropshipper' })).toEqual([
      'Сплачено: 1 000,00',
      'Залишилося сплатити, грн: 2 180,00',
    ]);
  });

  it('does not stand on a delivery note, nor where nothing was paid', () => {
    expect(rowsOf({ type: 'delivery_note' })).toEqual([]);
    expect(rowsOf({ type: 'invoice', order: input.order })).toEqual([]);
  });

  it('leaves an invoice that asks for the rest, and for nothing when all is paid', () => {
    const invoice = (sum: number) =>
      freezeDocument({
        ...input,
        type: 'invoice',
        order: { ...order, paid: { ...paid, base: { paid: sum, credited: 0 } } },
      });
    expect(readPaymentLink(invoice(11_112).payment?.link ?? '')?.amount).toBe('2000');
    expect([invoice(999_999).payment, invoice(999_999).notes]).toEqual([null, []]);
  });

  it('and what is left come to the sum of the paper, whatever was paid', () => {
    const sum = fc.integer({ min: 0, max: 500_000 });
    fc.assert(
      fc.property(sum, sum, (before, credited) => {
        const paper = freezeDocument({
          ...input,
          type: 'invoice',
          order: { ...order, paid: { ...paid, base: { paid: before, credited } } },
        });
        const kopecks = (label: string) => {
          const value = paper.totals.find((row) => row.label.startsWith(label))?.value ?? '0';
          return Math.round(Number(value.replace(/[^\d,]/g, '').replace(',', '.')) * 100);
        };
        const left = before + credited > 0 ? kopecks('Залишилося') : paper.total;
        expect(kopecks('Сплачено') + kopecks('Зараховано') + left).toBe(paper.total);
      }),
    );
  });
});

describe('the dropshipper’s paper', () => {
  const seller = { legal_type: 'ФОП', name: 'Коваленко Олена Петрівна', tax_code: '1759013776' } as const;
  const paper = freezeDocument({ ...input, issuer: 'dropshipper', seller });

  it('goes to the end customer at recommended prices less the customer’s discount', () => {
    expect([paper.seller.name, paper.buyer.name]).toEqual(['ФОП Коваленко Олена Петрівна', 'Марія Шевченко']);
    expect(paper.lines.map((row) => row.amount)).toEqual([228_000, 90_000]);
    expect(paper.total).toBe(318_000);
  });

  it('carries nothing of the base cost nor of the supplier', () => {
    const text = JSON.stringify(paper);
    for (const secret of ['79900', '799,00', '67292', '143820', '211112', 'Текстиль'])
      expect(text).not.toContain(secret);
  });

  it.each([
    [{ customer: null }, 'documents.no_customer'],
    [{ customer: { name: '  ' } }, 'documents.no_customer'],
    [{ seller: { ...seller, name: ' ' } }, 'documents.no_seller_name'],
    [{ seller: { ...seller, tax_code: null } }, 'documents.no_seller_tax_code'],
    [{ issuer: 'manufacturer' as const, customer: null, counterparty: null }, 'documents.no_buyer'],
    [{ order: { ...input.order, lines: [] } }, 'documents.order_empty'],
  ])('%j is refused: %s', (change, code) => {
    expect(codeOf(() => freezeDocument({ ...input, issuer: 'dropshipper', seller, ...change }))).toBe(code);
  });
});

describe('names and VAT', () => {
  it.each([
    ['ФОП', 'Іваненко Іван', 'ФОП Іваненко Іван'],
    ['ФОП', 'ФОП Іваненко Іван', 'ФОП Іваненко Іван'],
    ['ТОВ', 'Назва', 'ТОВ «Назва»'],
    ['ТОВ', '«Назва»', 'ТОВ «Назва»'],
    ['ТОВ', '"Назва"', 'ТОВ «Назва»'],
    ['ТОВ', 'ТОВ «Назва»', 'ТОВ «Назва»'],
    ['ТОВ', 'Товарна біржа', 'ТОВ «Товарна біржа»'],
    ['ТОВ', 'ТОВ"Назва"', 'ТОВ"Назва"'],
    [null, ' Магазин  у дворі', 'Магазин у дворі'],
  ] as const)('%s %j is %j', (type, name, title) => expect(legalTitle(type, name)).toBe(title));

  it.each([
    [{ ipn: '328559612345' }, true],
    [{ ipn: '1759013776' }, false],
    [{ ipn: '1759013776', certificate_number: '100234' }, true],
    [{ certificate_number: '100234' }, false],
    [{ ipn: '' }, false],
    [{}, false],
  ])('%j pays VAT: %s', (party, payer) => expect(isVatPayer({ name: 'x', ...party })).toBe(payer));
});

it('sums of any paper agree with its lines', () => {
  const price = fc.integer({ min: 0, max: 100_000_000 });
  const percent = fc.integer({ min: 0, max: 10_000 });
  const lines = fc.array(
    fc
      .tuple(fc.integer({ min: 1, max: 1000 }), price, price, percent, percent)
      .map(([n, b, r, d, c]) => line(n, b, r, [d, c])),
    { minLength: 1, maxLength: 40 },
  );
  fc.assert(
    fc.property(lines, fc.constantFrom('manufacturer', 'dropshipper'), (order, issuer) => {
      const paper = freezeDocument({ ...input, issuer, order: { ...input.order, lines: order } });
      const of = issuer === 'manufacturer' ? 'base' : 'customer';
      expect(paper.total).toBe(order.reduce((sum, row) => sum + row[of].amount, 0));
      expect(paper.lines.map((row) => row.number)).toEqual(order.map((_, i) => i + 1));
      expect(FrozenDocument.safeParse(paper).success).toBe(true);
    }),
  );
});

it.each([
  ['invoice', 'Рахунок № 5 від 21.11.2026.pdf'],
  ['delivery_note', 'Видаткова накладна № 5 від 21.11.2026.pdf'],
  ['order', 'Бланк замовлення № 5 від 21.11.2026.pdf'],
] as const)('names the file of %s', (type, name) => {
  expect(fileNameOf({ type, number: 5, date: '2026-11-21' })).toBe(name);
});
