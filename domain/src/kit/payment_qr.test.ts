import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeIban } from './iban';
import { paymentLink, QR_HOST, type QrPayment, readPaymentLink, validUntil } from './payment_qr';

const payment: QrPayment = {
  recipient: 'ФОП Коваленко Олена Петрівна',
  iban: makeIban('305299', '26001234567890'),
  code: '3184710691',
  amount: 125_050,
  category: 'OTHR/GDDS',
  reference: '125',
  purposes: ['Оплата за товар, рах. № 125 від 20.11.2026, без ПДВ', 'Рах. 125 від 20.11.2026'],
  issued_at: new Date('2026-11-20T10:15:00Z'),
  valid_until: '2026-12-20',
};
const read = (change: Partial<QrPayment> = {}) => {
  const link = paymentLink({ ...payment, ...change });
  return link === null ? null : readPaymentLink(link);
};

describe('the link of a payment', () => {
  it('says each field in its line', () => {
    expect(read()).toEqual({
      recipient: 'ФОП Коваленко Олена Петрівна',
      iban: payment.iban,
      amount: '1250.50',
      code: '3184710691',
      category: 'OTHR/GDDS',
      reference: '125',
      purpose: 'Оплата за товар, рах. N 125 від 20.11.2026, без ПДВ',
      lock: 'FEFF',
      valid_until: '261220235959',
      issued_at: '261120121500',
    });
  });

  it.each([
    [125_000, '1250'],
    [1, '0.01'],
    [110, '1.10'],
    [99_999_999_999, '999999999.99'],
  ])('writes %i kopecks as %s', (amount, text) => expect(read({ amount })?.amount).toBe(text));

  it.each([
    ['a sum of nothing', { amount: 0 }],
    ['a sum below nothing', { amount: -1 }],
    ['parts of kopecks', { amount: 1.5 }],
    ['more than a transfer', { amount: 100_000_000_000 }],
    [
      'an account with a wrong check digit',
      { iban: payment.iban.replace(/.$/, (last) => String((Number(last) + 1) % 10)) },
    ],
    ['no account', { iban: '' }],
    ['a code with a wrong check digit', { code: '3184710692' }],
    ['no code', { code: '' }],
    ['nobody', { recipient: ' ' }],
  ])('is none for %s', (_, change) => expect(read(change)).toBeNull());

  it('takes the shorter purpose before it shortens the name, and a name at a word', () => {
    const recipient = 'Товариство з обмеженою відповідальністю «Українські текстильні мануфактури та фабрики Поділля»';
    const shorter = read({ recipient, purposes: [`${'Оплата за товар '.repeat(8)}`, 'Рах. 125'] });
    expect([shorter?.recipient, shorter?.purpose]).toEqual([
      'ТОВ "Українські текстильні мануфактури та фабрики Поділля"',
      'Рах. 125',
    ]);
    const cut = read({ recipient: `${recipient} ${recipient}`, purposes: ['Рах. 125 від 20.11.2026, без ПДВ'] });
    expect(cut?.purpose).toBe('Рах. 125 від 20.11.2026, без ПДВ');
    expect(
      `ТОВ "Українські текстильні мануфактури та фабрики Поділля" ${recipient}`.startsWith(cut?.recipient ?? '-'),
    ).toBe(true);
  });

  it('always fits, whatever people are called, and says sum, account and code as they are', () => {
    const words = fc.string({ unit: 'grapheme', maxLength: 300 });
    fc.assert(
      fc.property(
        words,
        fc.array(words, { minLength: 1, maxLength: 3 }),
        words,
        fc.integer({ min: 1, max: 99_999_999_999 }),
        (recipient, purposes, reference, amount) => {
          const link = paymentLink({
            ...payment,
            ...{ recipient: `Ї ${recipient}`, reference, amount },
            purposes: ['Оплата', ...purposes],
          });
          if (link === null) throw new Error('it has a name and a purpose');
          expect(link.length - QR_HOST.length).toBeLessThanOrEqual(475);
          expect(link.slice(QR_HOST.length)).toMatch(/^[\w-]+$/);
          const found = readPaymentLink(link);
          expect([found?.iban, found?.code, Math.round(Number(found?.amount) * 100)]).toEqual([
            payment.iban,
            payment.code,
            amount,
          ]);
          expect(found?.recipient.length).toBeLessThanOrEqual(140);
          expect(found?.recipient.startsWith('Ї')).toBe(true);
          expect(found?.reference.length).toBeLessThanOrEqual(35);
        },
      ),
    );
  });

  it('is valid a month more', () => expect(validUntil('2026-01-31')).toBe('2026-03-02'));
});

describe('what is no such link', () => {
  it.each(['', 'https://example.com/QkNE', `${QR_HOST}QkNE`, `${QR_HOST}%`, `${QR_HOST}A`])('%j', (link) =>
    expect(readPaymentLink(link)).toBeNull(),
  );
});
