import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readRows } from './parse/rows';
import { toXlsx } from './workbook';

const COLUMNS = 60;
const header = Array.from({ length: COLUMNS }, (_, at) => `Стовпець ${at + 1}`);
const TEXTS = ['a < b & "c"', ' пробіли ', 'рядок\nдругий', '=1+1', '\u0000\u0007дзвінок', '👗'.repeat(20_000)];

/** The longest one stands once: a row of it is the size of a page. */
const textOf = (at: number, n: number) => (at === TEXTS.length && n < 4_000 ? null : TEXTS[at - 1]);

it('holds any rows that are written page by page, as texts and numbers', async () => {
  const row = (n: number) => header.map((_, at) => (at === 0 ? n : at === 59 ? n / 4 : at < 7 ? textOf(at, n) : null));
  const pages = [Array.from({ length: 4_000 }, (_, n) => n), [], [4_000]].map((page) =>
    page.map((n) => row(n).map((value) => value ?? null)),
  );
  const bytes = await buffer(toXlsx(header, pages, 'Товари & ціни'));
  // what others read too: each part whole, its sum and size as the directory says
  const parts = unzipSync(new Uint8Array(bytes));
  expect(Object.keys(parts)).toContain('xl/worksheets/sheet1.xml');
  expect(Buffer.from(parts['xl/workbook.xml'] ?? []).toString()).toContain('name="Товари &amp; ціни"');
  const read: string[][] = [];
  for await (const { cells } of readRows(Readable.from([bytes], { objectMode: false }), {
    file_name: 'a.xlsx',
    limits: {},
  }))
    read.push([...cells]);
  expect(read).toHaveLength(4_002);
  expect(read[0]).toEqual(header);
  const last = read[4_001] ?? [];
  expect([last[0], last[59], last.length]).toEqual(['4000', '1000', COLUMNS]);
  expect(last.slice(1, 6)).toEqual([...TEXTS.slice(0, 4), 'дзвінок']);
  expect(last[6]?.length).toBe(32_000);
});

it('stops with whoever gives the rows', async () => {
  async function* broken() {
    yield [['1']];
    throw new Error('the database is away');
  }
  await expect(buffer(toXlsx(['a'], broken(), 'a'))).rejects.toThrow('the database is away');
});
