import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { asPaper } from '@lanka/domain/documents/paper';
import { freezeDocument } from '@lanka/domain/documents/rules';
import { readPaymentLink } from '@lanka/domain/kit/payment_qr';
import * as mupdf from 'mupdf';
import { expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { renderPdf } from './pdf';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

const offer = { price: 70_000, discount: 1000, amount: 126_000 };
const lines = [
  {
    sku: 'PL-01',
    product_title: 'Плаття',
    modification_title: 'M',
    unit: 'шт',
    count: 2,
    base: offer,
    customer: offer,
  },
];

function invoice(name: string, seller: { tax_code?: string; iban?: string } = {}) {
  return freezeDocument({
    ...{ type: 'invoice', issuer: 'manufacturer', number: 125, date: '2026-11-20', issued_by: 'Олена Коваленко' },
    issued_at: new Date('2026-11-20T10:15:00Z'),
    seller: { legal_type: 'ТОВ', name, tax_code: '32855961', iban: 'UA223052990000026001234567890', ...seller },
    counterparty: { name: 'Магазин Марта' },
    customer: null,
    order: { number: '1042', date: '2026-11-18', lines },
  });
}

/** What a telephone reads on the first page, printed with 200 dots an inch. */
async function scan(pdf: Buffer): Promise<string[]> {
  const page = mupdf.Document.openDocument(pdf, 'application/pdf').loadPage(0);
  const picture = page.toPixmap(mupdf.Matrix.scale(200 / 72, 200 / 72), mupdf.ColorSpace.DeviceRGB, false).asPNG();
  return (await readBarcodes(picture)).map(({ text }) => text);
}

it.each([
  ['a short name', 'Текстиль-Плюс', 'ТОВ "Текстиль-Плюс"'],
  [
    'a name that takes all the room there is',
    'Перша українська мануфактура домашнього текстилю та спеціального одягу Поділля',
    'ТОВ "Перша українська мануфактура домашнього текстилю та спеціального одягу Поділля"',
  ],
])('the QR of an invoice is read from the paper field by field: %s', async (_, name, recipient) => {
  const [text = ''] = await scan(await renderPdf({ paper: asPaper(invoice(name)) }));
  expect(readPaymentLink(text)).toEqual({
    recipient,
    iban: 'UA223052990000026001234567890',
    amount: '1260',
    code: '32855961',
    category: 'OTHR/GDDS',
    reference: '125',
    purpose: expect.stringMatching(/ах\. 125 від 20\.11\.2026, без ПДВ$/),
    lock: 'FEFF',
    valid_until: '261220235959',
    issued_at: '261120121500',
  });
});

it.each([
  ['code', { tax_code: '32855962' }],
  ['account', { iban: 'UA223052990000026001234567891' }],
])('there is no QR, and no word of one, when the check digit of the %s is wrong', async (_, seller) => {
  const paper = asPaper(invoice('Текстиль-Плюс', seller));
  const pdf = await renderPdf({ paper });
  expect(await scan(pdf)).toEqual([]);
  const text = mupdf.Document.openDocument(pdf, 'application/pdf').loadPage(0).toStructuredText('').asText();
  expect(text).toContain('Рахунок на оплату');
  expect(text).not.toContain('QR');
});
