import { crc32, deflateSync } from 'node:zlib';
import type { Receipt, Register, Report } from './kept';

const money = (kopecks: number): string => `${(kopecks / 100).toFixed(2)} грн`;
const at = (instant: string | null): string =>
  instant ? new Date(instant).toLocaleString('uk-UA', { timeZone: 'Europe/Kyiv' }) : '';
const NAMES = {
  SELL: 'Касовий чек',
  RETURN: 'Видатковий чек',
  SERVICE_IN: 'Службове внесення',
  SERVICE_OUT: 'Службова видача',
};

function lines(receipt: Receipt, register: Register): string[] {
  return [
    register.title,
    register.address,
    `ФН ПРРО ${register.fiscal_number}`,
    NAMES[receipt.type],
    '-'.repeat(32),
    ...receipt.goods.flatMap(({ good, quantity, sum }) => [
      good.name,
      `  ${quantity / 1000} x ${money(good.price)} = ${money(sum)}`,
    ]),
    '-'.repeat(32),
    `СУМА ${money(receipt.total_sum)}`,
    ...receipt.payments.map(({ label, value }) => `${label} ${money(value)}`),
    `ЧЕК ФН ${receipt.fiscal_code}`,
    at(receipt.fiscal_date),
    receipt.is_created_offline ? 'ОФЛАЙН' : 'ОНЛАЙН',
    'ТЕСТОВИЙ НЕФІСКАЛЬНИЙ ЧЕК',
  ];
}

export const asText = (receipt: Receipt, register: Register): string => lines(receipt, register).join('\n');

const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.codePointAt(0)};`);
export const asHtml = (receipt: Receipt, register: Register): string =>
  `<!doctype html><meta charset="utf-8"><pre>${escaped(asText(receipt, register))}</pre>`;

/** One page of plain text; the letters of its font are ASCII alone. */
export function asPdf(receipt: Receipt): Buffer {
  const shown = [`TEST RECEIPT ${receipt.fiscal_code}`, `UAH ${(receipt.total_sum / 100).toFixed(2)}`];
  const text = shown
    .map((line, n) => `BT /F1 12 Tf 20 ${180 - n * 20} Td (${line.replace(/[()\\]/g, '')}) Tj ET`)
    .join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, n) => {
    const offset = pdf.length;
    pdf += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = pdf.length;
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(pdf, 'latin1');
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** A picture whose squares are drawn from the id: stands for the real one, says nothing. */
export function asPng({ id }: Receipt): Buffer {
  const SIDE = 21;
  const SCALE = 6;
  const bits = [...id.replaceAll('-', '')].map((digit) => Number.parseInt(digit, 16));
  const rows = Array.from({ length: SIDE * SCALE }, (_, y) => {
    const row = Buffer.alloc(1 + SIDE * SCALE, 255);
    row[0] = 0;
    for (let x = 0; x < SIDE * SCALE; x += 1) {
      const cell = Math.floor(y / SCALE) * SIDE + Math.floor(x / SCALE);
      if (((bits[cell % bits.length] ?? 0) + cell) % 3 === 0) row[1 + x] = 0;
    }
    return row;
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(SIDE * SCALE, 0);
  head.writeUInt32BE(SIDE * SCALE, 4);
  head[8] = 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const reportText = ({ is_z_report, serial, balance, ...report }: Report, register: Register): string =>
  [
    register.title,
    `ФН ПРРО ${register.fiscal_number}`,
    `${is_z_report ? 'Z-звіт' : 'X-звіт'} № ${serial}`,
    at(report.created_at),
    '-'.repeat(32),
    `Чеків продажу ${report.sell_receipts_count}`,
    `Чеків повернення ${report.return_receipts_count}`,
    `Продаж, готівка ${money(balance.cash_sales)}`,
    `Продаж, картка ${money(balance.card_sales)}`,
    `Повернення, готівка ${money(balance.cash_returns)}`,
    `Повернення, картка ${money(balance.card_returns)}`,
    `Внесення ${money(balance.service_in)}`,
    `Видача ${money(balance.service_out)}`,
    `Готівка в касі ${money(balance.balance)}`,
  ].join('\n');
