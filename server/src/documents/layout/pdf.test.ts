import { createRequire } from 'node:module';
import type { FrozenDocument } from '@lanka/domain/documents/frozen';
import { asPaper } from '@lanka/domain/documents/paper';
import { type FreezeInput, freezeDocument, type OrderLineForDocument } from '@lanka/domain/documents/rules';
import { sumInWords } from '@lanka/domain/kit/words';
import * as mupdf from 'mupdf';
import { describe, expect, it } from 'vitest';
import { FONT_FILES } from '../../kit/platform/fonts';
import { definitionOf } from './definition';
import { renderPdf } from './pdf';
import { printable } from './words';

function line(title: string, price: number, count = 1, discount = 0, sku = 'PL-01'): OrderLineForDocument {
  const offer = { price, discount, amount: Math.round((price * count * (10_000 - discount)) / 10_000) };
  return {
    sku,
    product_title: title,
    modification_title: 'чорний, M',
    unit: 'шт',
    count,
    base: offer,
    customer: offer,
  };
}

function paper(change: Partial<FreezeInput> = {}, lines = [line('Плаття «Марта»', 79_900, 2, 1000)]): FrozenDocument {
  return freezeDocument({
    type: 'delivery_note',
    issuer: 'manufacturer',
    number: 125,
    date: '2026-11-20',
    issued_at: new Date('2026-11-20T10:15:00Z'),
    issued_by: 'Олена Коваленко',
    seller: { legal_type: 'ТОВ', name: 'Текстиль-Плюс', tax_code: '32855961', iban: 'UA223052990000026001234567890' },
    counterparty: { legal_type: 'ФОП', name: 'Коваленко Олена Петрівна', tax_code: '1759013776' },
    customer: { name: 'Марія Шевченко' },
    order: { number: '1042', date: '2026-11-18', lines },
    ...change,
  });
}

/** Every string that stands under a `text` of the definition, in the order of the page. */
function textsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (node === null || typeof node !== 'object') return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'text' && typeof value === 'string' ? [value] : textsOf(value),
  );
}

/** pdfkit writes `/Type /Page` once for each page, uncompressed. */
function pageCount(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
}

/** What stands on each page. */
function pagesOf(pdf: Buffer): string[] {
  const opened = mupdf.Document.openDocument(pdf, 'application/pdf');
  return Array.from({ length: opened.countPages() }, (_, page) => opened.loadPage(page).toStructuredText('').asText());
}

describe('what is on the paper', () => {
  it.each(['order', 'invoice', 'delivery_note'] as const)('%s: every frozen text is printed', (type) => {
    const frozen = paper({ type, place: 'м. Львів', valid_until: '2026-11-25' });
    const definition = definitionOf(asPaper(frozen));
    const printed = textsOf(definition.content);
    for (const text of [
      frozen.title,
      frozen.seller.name,
      ...frozen.seller.requisites,
      frozen.buyer.name,
      ...frozen.buyer.requisites,
      ...frozen.particulars.map((row) => row.value),
      frozen.count_text,
      frozen.sum_in_words,
      ...frozen.totals.map((row) => row.value),
      ...frozen.notes,
      ...frozen.signatures.map((signature) => signature.label),
      'Плаття «Марта», чорний, M',
      '1\u00a0438,20',
      'М.П. (за наявності)',
    ]) {
      expect(printed).toContain(text);
    }
    expect(textsOf(definition.footer(2, 7))).toContain('Сторінка 2 з 7');
  });

  it('shows the discount column only where there is a discount', () => {
    expect(textsOf(definitionOf(asPaper(paper())).content)).toContain('10\u00a0%');
    expect(textsOf(definitionOf(asPaper(paper({}, [line('Плаття', 100)]))).content)).not.toContain('Знижка');
  });

  it('leaves ordinary words whole and lets long codes break', () => {
    expect(printable('з обмеженою відповідальністю', 20)).toBe('з обмеженою відповідальністю');
    expect(printable('a'.repeat(20), 10)).toBe(`${'a'.repeat(8)}\u200b${'a'.repeat(8)}\u200baaaa`);
  });
});

it('writes out or leaves out what the font does not have', () => {
  expect(printable('Знижка 5 ₴ 🎁👩‍👧', 20)).toBe('Знижка 5 грн ');
});

describe('the PDF', () => {
  it('is one page for a short order and can be drawn twice from the same data', async () => {
    const frozen = paper();
    const before = JSON.stringify(frozen);
    const [first, second] = [await renderPdf({ paper: asPaper(frozen) }), await renderPdf({ paper: asPaper(frozen) })];
    expect(first.subarray(0, 5).toString()).toBe('%PDF-');
    expect(first.toString('latin1')).toContain('%%EOF');
    expect([pageCount(first), pageCount(second)]).toEqual([1, 1]);
    expect(JSON.stringify(frozen)).toBe(before);
  });

  it('runs over pages with 200 lines', async () => {
    const many = Array.from({ length: 200 }, (_, i) =>
      line(`Постіль «Сатин» ${i} ${'довга назва '.repeat(i % 5)}`, 67_292 + i),
    );
    const pdf = await renderPdf({ paper: asPaper(paper({}, many)) });
    expect(pageCount(pdf)).toBeGreaterThan(5);
    expect(pageCount(pdf)).toBeLessThan(15);
  });

  it('keeps sums and signatures together however many lines stand above', async () => {
    const split: number[] = [];
    for (let lines = 24; lines <= 44; lines += 1) {
      const frozen = paper(
        {},
        Array.from({ length: lines }, (_, i) => line(`Рушник ${i}`, 10_000)),
      );
      const pages = pagesOf(await renderPdf({ paper: asPaper(frozen) }));
      const sum = pages.findIndex((text) => text.includes('Всього найменувань'));
      const signatures = pages.findIndex((text) => text.includes('М.П.'));
      expect(Math.min(sum, signatures)).toBeGreaterThanOrEqual(0);
      if (sum !== signatures) split.push(lines);
    }
    expect(split).toEqual([]);
  });

  it('takes huge sums, words without a space and empty texts', async () => {
    const odd = [line('Ж'.repeat(300), 1_000_000_000_000, 9000, 1250, 'S'.repeat(100)), line('', 0, 1, 0, '')];
    const seller = { name: 'Щ'.repeat(200), tax_code: '32855961', address: 'Ю'.repeat(300) };
    const pdf = await renderPdf({ paper: asPaper(paper({ seller }, odd)) });
    expect(pageCount(pdf)).toBeLessThanOrEqual(3);
  });

  it('has every sign that the texts need in its fonts', () => {
    const fontkit = createRequire(createRequire(import.meta.url).resolve('pdfkit'))('fontkit') as {
      openSync(path: string): { hasGlyphForCodePoint(code: number): boolean };
    };
    const letters = 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя';
    const signs = `${letters}${letters.toUpperCase()}ыэъёABCXYZabcxyz0123456789’«»“”„–—−№%.,:;()/+\u00a0${sumInWords(5)}`;
    for (const path of [FONT_FILES.normal, FONT_FILES.bold]) {
      const font = fontkit.openSync(path);
      expect([...signs].filter((sign) => !font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0))).toEqual([]);
    }
  });
});
