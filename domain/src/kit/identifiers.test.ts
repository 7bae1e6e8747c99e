import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { barcodeCheckDigit, barcodeWarnings } from './barcode';
import { fieldMessages } from './field-messages';
import { bankNameOf, formatIban, Iban, makeIban, mfoOf } from './iban';
import { formatPhone, Phone } from './phone';
import { isEdrpou, isRnokpp, TaxCode, taxCodeLabel, taxCodeWarnings } from './tax_code';
import { Mfo, VatNumber, vatIncluded } from './vat';

/** The code a schema refuses with; checks on the way that the code has a text. */
function refusal(schema: z.ZodType, value: unknown): string | undefined {
  const code = schema.safeParse(value).error?.issues[0]?.message;
  if (code !== undefined) expect(fieldMessages).toHaveProperty([code]);
  return code;
}

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(''));

describe('phone', () => {
  it.each([
    ['+380 (67) 123-45-67', '380671234567'],
    ['380671234567', '380671234567'],
    ['80671234567', '380671234567'],
    ['0671234567', '380671234567'],
    ['  067 123 45 67 ', '380671234567'],
    ['00380671234567', '380671234567'],
    ['+380\u00a067\u00a0123\u00a045\u00a067', '380671234567'],
  ])('takes %j', (typed, stored) => expect(Phone.parse(typed)).toBe(stored));

  it.each([
    ['', 'required'],
    ['671234567', 'phone.nine_digits'],
    ['+48 601 234 567', 'phone.country'],
    ['+1 202 555 0100', 'phone.country'],
    ['48601234567', 'phone.country'],
    ['+38067123456', 'phone.format'],
    ['06712345', 'phone.format'],
    ['3806712345678', 'phone.format'],
    ['дзвоніть', 'phone.format'],
    ['067+1234567', 'phone.format'],
  ])('refuses %j as %s', (typed, code) => expect(refusal(Phone, typed)).toBe(code));

  it('shows what it stored, and reads back what it shows', () => {
    expect(formatPhone('380671234567')).toBe('+380 67 123 45 67');
    fc.assert(fc.property(digits(9), (nine) => Phone.parse(formatPhone(`380${nine}`)) === `380${nine}`));
  });
});

describe('IBAN', () => {
  const GOOD = [
    'UA213223130000026007233566001',
    'UA903052992990004149123456789',
    'UA213996220000026007233566001',
    'UA223052990000026001234567890',
    'UA513220010000026007012345678',
  ];
  it.each(GOOD)('takes %s, also in groups and in small letters', (iban) => {
    expect(Iban.parse(iban)).toBe(iban);
    expect(Iban.parse(formatIban(iban).toLowerCase())).toBe(iban);
    expect(makeIban(mfoOf(iban), iban.slice(10))).toBe(iban);
  });

  it.each([
    ['', 'required'],
    ['\u0423\u0410213223130000026007233566001', 'iban.lookalike'],
    ['U\u0410213223130000026007233566001', 'iban.lookalike'],
    ['\u0443\u0430213223130000026007233566001', 'iban.lookalike'],
    ['PL61109010140000071219812874', 'iban.country'],
    ['UA21322313000002600723356600', 'iban.length'],
    ['UA2132231300000260072335660011', 'iban.length'],
    ['UA21322313000002600723356600O', 'iban.format'],
    ['UA223223130000026007233566001', 'iban.checksum'],
  ])('refuses %j as %s', (iban, code) => expect(refusal(Iban, iban)).toBe(code));

  it('finds any one changed digit', () => {
    fc.assert(
      fc.property(
        digits(25),
        fc.integer({ min: 2, max: 28 }),
        fc.integer({ min: 1, max: 9 }),
        (account, position, shift) => {
          const good = makeIban(account.slice(0, 6), account.slice(6));
          const changed = (Number(good[position]) + shift) % 10;
          const bad = good.slice(0, position) + changed + good.slice(position + 1);
          return Iban.safeParse(good).success && refusal(Iban, bad) === 'iban.checksum';
        },
      ),
    );
  });

  it('names the known banks', () => {
    expect(GOOD.map(bankNameOf)).toEqual([
      'АТ «Укрексімбанк»',
      'АТ КБ «ПриватБанк»',
      null,
      'АТ КБ «ПриватБанк»',
      'АТ «УНІВЕРСАЛ БАНК»',
    ]);
    expect(formatIban('UA213223130000026007233566001')).toBe(
      'UA21 3223 1300 0002 6007 2335 6600 1'.replace(/ /g, '\u00a0'),
    );
  });
});

describe('tax codes', () => {
  it.each(
    '32855961 23226362 23246880 25083040 14360570 00032106 40075815 31316718 21560045 30000005 30000119 30000440'.split(
      ' ',
    ),
  )('EDRPOU %s is right', (code) => {
    expect(isEdrpou(code)).toBe(true);
    expect(taxCodeWarnings(code, 'ТОВ')).toEqual([]);
  });
  it.each('1759013776 3184710691 3112000139 3112012325'.split(' '))('RNOKPP %s is right', (code) => {
    expect(isRnokpp(code)).toBe(true);
    expect(taxCodeWarnings(code, 'ФОП')).toEqual([]);
  });

  it.each([
    ['32855968', 'ТОВ', ['tax_code.checksum']],
    ['3456789012', 'ФОП', ['tax_code.checksum']],
    ['32855961', 'ФОП', ['tax_code.fop_needs_ten']],
    ['1759013776', 'ТОВ', ['tax_code.tov_needs_eight']],
    ['770000001', 'ТОВ', ['tax_code.unusual_length']],
    ['328559612345', null, ['tax_code.unusual_length']],
  ] as const)('%s of %s is taken with warnings %j', (code, type, warnings) => {
    expect(TaxCode.parse(code)).toBe(code);
    expect(taxCodeWarnings(code, type)).toEqual(warnings);
    for (const warning of warnings) expect(fieldMessages).toHaveProperty([warning]);
  });

  it('keeps leading zeros and takes spaces out', () => expect(TaxCode.parse(' 0003 2106')).toBe('00032106'));
  it.each([
    ['', 'required'],
    ['1234567', 'tax_code.length'],
    ['12345678901', 'tax_code.length'],
    ['1234567890123', 'tax_code.length'],
    ['1234567a', 'tax_code.format'],
    ['-1234567', 'tax_code.format'],
  ])('refuses %j as %s', (code, expected) => expect(refusal(TaxCode, code)).toBe(expected));

  it('finds any one changed check digit', () => {
    fc.assert(
      fc.property(digits(9), fc.integer({ min: 1, max: 9 }), (nine, shift) => {
        const right = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => isRnokpp(`${nine}${digit}`));
        return right.length === 1 && !isRnokpp(`${nine}${((right[0] ?? 0) + shift) % 10}`);
      }),
    );
  });

  it('names the register by the length', () =>
    expect(['32855961', '1759013776', '770000001'].map(taxCodeLabel)).toEqual(['ЄДРПОУ', 'РНОКПП', 'Код']));
});

describe('VAT number, MFO, VAT inside a total', () => {
  it('checks lengths only', () => {
    expect(VatNumber.parse('3285596 12345')).toBe('328559612345');
    expect(VatNumber.parse('1759013776')).toBe('1759013776');
    expect(refusal(VatNumber, '12345678')).toBe('vat.format');
    expect(Mfo.parse('305299')).toBe('305299');
    expect(refusal(Mfo, '30529')).toBe('mfo.format');
  });
  it.each([
    [120_00, 20_00],
    [100, 17],
    [3, 1],
    [2, 0],
    [0, 0],
    [1_000_000_000_000_000, 166_666_666_666_667],
  ])('%i kopecks contain %i', (total, tax) => expect(vatIncluded(total)).toBe(tax));
});

describe('barcodes', () => {
  it.each(['4820000000000', '4820000000001', '4006381333931', '73513537', '036000291452'])('%s', (code) =>
    expect(barcodeWarnings(code)).toEqual(code === '4820000000001' ? ['barcode.checksum'] : []),
  );
  it('leaves codes of the shop alone', () => expect(['A-17', '12345', ''].flatMap(barcodeWarnings)).toEqual([]));
  it('finds any one changed digit', () => {
    fc.assert(
      fc.property(digits(12), fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 9 }), (body, at, shift) => {
        const good = body + barcodeCheckDigit(body);
        const bad = good.slice(0, at) + ((Number(good[at]) + shift) % 10) + good.slice(at + 1);
        return barcodeWarnings(good).length === 0 && barcodeWarnings(bad).length === 1;
      }),
    );
  });
});

it('every schema can be described in OpenAPI, as a string both ways', () => {
  for (const schema of [Phone, Iban, TaxCode, VatNumber, Mfo]) {
    for (const io of ['input', 'output'] as const)
      expect(z.toJSONSchema(schema, { io })).toMatchObject({ type: 'string' });
  }
});
