import { deflateRawSync, gzipSync } from 'node:zlib';
import { type OwnField, ownTemplate } from '@lanka/domain/feeds/template';
import { expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { readAll } from './bytes';
import { DEFAULT_LIMITS, type FeedLimits } from './offer';
import { inShort, readFeed } from './testing';
import { readSharedStrings } from './xlsx';
import { Archive } from './zip';

type Cells = (string | number | boolean | null)[][];
const toData = (rows: Cells) => rows.map((row) => row.map((value) => (value === null ? null : { value })));
const xlsx = (rows: Cells, sheet = 'Аркуш1') => writeExcelFile([{ data: toData(rows), sheet }]).toBuffer();

const ownRow = (cells: Partial<Record<OwnField, Cells[number][number]>>, colour: string | null) => [
  ...ownTemplate.map(({ key }) => cells[key] ?? null),
  colour,
];
const OWN: Cells = [
  ['Наш прайс на березень', null, null],
  [...ownTemplate.map(({ ua }) => ua), 'Параметр: Колір'],
  ownRow(
    {
      ...{ group: 'ШК', title: 'Шкарпетки', description: 'Теплі', sku: 'ШК-1', price: 80.1, recommended_price: 120 },
      ...{
        stock: 15,
        weight: 60,
        length: 250,
        width: '12 см',
        place: 'Б-2',
        minimum: 4,
        barcode: 4820000000017,
        tags: 'зима',
      },
      ...{ images: 'https://img.shk.example/1.jpg', published: true },
    },
    'Сірий',
  ),
  ownRow(
    { group: 'ШК', sku: 'ШК-2', price: 80, recommended_price: 120, stock: 0, weight: 60, published: true },
    'Синій',
  ),
  ownRow({ title: 'Рукавиці', sku: 'РК-1', price: 'сто' }, null),
];

test('our own template in XLSX, with a heading above the header', async () => {
  const { rows, feed, error } = await readFeed(await xlsx(OWN));
  expect(error).toBeNull();
  expect(rows.map(inShort)).toEqual([
    '3 [ШК-1] ШК | Шкарпетки |  | 8010/12000/null | 15 true | 60 | Колір=Сірий | ',
    '4 [ШК-2] ШК | Шкарпетки |  | 8000/12000/null | 0 false | 60 | Колір=Синій | ',
    '5 refused [РК-1] price_invalid',
  ]);
  expect(rows[0]?.offer).toMatchObject({
    ...{ barcode: '4820000000017', published: true, tags: ['зима'] },
    ...{ place: 'Б-2', minimum: 4, length: 250, width: 120, height: null },
  });
  expect(feed.header.kind).toBe('own_xlsx');
});

test('a price list of one’s own: its words for columns, and a doubled article with the row of the first', async () => {
  const { rows, feed } = await readFeed(
    await xlsx([
      ['Прайс, листопад', null, null, null, null],
      ['Артикул', 'Найменування', 'Ціна продажу', 'К-ть', 'Ціна закупівлі'],
      ['Ч-1', 'Чашка', '1 200,50', '2,5', '80'],
      ['Ч-1', 'Чашка чорна', '99', '4', '80'],
    ]),
  );
  expect(rows.map(inShort)).toEqual([
    '3 [Ч-1] null | Чашка |  | 120050/null/null | 2 true | null |  | stock_fraction',
    '4 refused [Ч-1] id_duplicate',
  ]);
  expect(rows[1]?.reasons[0]?.ua).toContain('«Ч-1» уже є в рядку 3');
  expect(feed.header.price_levels).toBeUndefined();
  expect(feed.header.ignored_columns).toEqual(['Ціна закупівлі']);
});

test('Prom XLSX: the groups sheet is passed by, repeated characteristic headers are read by position', async () => {
  const triple = ['Назва_Характеристики', 'Одиниця_виміру_Характеристики', 'Значення_Характеристики'];
  const header = [
    'Код_товару',
    'Назва_позиції',
    'Назва_позиції_укр',
    'Ціна',
    'Валюта',
    'Оптова_ціна',
    'Посилання_зображення',
    'Наявність',
    'Кількість',
    'Назва_групи',
    'Ідентифікатор_товару',
    'ID_групи_різновидів',
    'Вага,кг',
    'Ширина,см',
    'Висота,см',
    'Довжина,см',
  ];
  const rows: Cells = [
    [...header, ...triple, ...triple],
    [
      'Ф-1',
      'Фартух рус',
      'Фартух лляний',
      '450',
      'UAH',
      '300;280',
      'https://a.example/1.jpg, https://a.example/2.jpg',
      '+',
      '5',
      'Кухня',
      '777',
      '123',
      '0.25',
      '60,5',
      2,
      80,
      'Колір',
      null,
      'Сірий',
      'Довжина',
      'см',
      '80',
    ],
    [
      'Ф-2',
      'Фартух рус',
      null,
      450,
      'UAH',
      null,
      null,
      '5',
      null,
      'Кухня',
      '778',
      '123',
      ...[null, null, null, null],
      'Колір',
      null,
      'Білий',
      null,
      null,
      null,
    ],
    ['Ф-3', null, null, 450, 'XYZ', null, null, '!', ...Array<null>(14).fill(null)],
  ];
  const groups: Cells = [
    ['Номер_групи', 'Назва_групи'],
    [1, 'Кухня'],
  ];
  const file = await writeExcelFile([
    { data: toData(groups), sheet: 'Export Groups Sheet' },
    { data: toData(rows), sheet: 'Export Products Sheet' },
  ]).toBuffer();
  const read = await readFeed(file);
  expect(read.feed.header.kind).toBe('prom_xlsx');
  expect(read.rows.map(inShort)).toEqual([
    '2 [777] 123 | Фартух лляний |  | 30000/45000/null | 5 true | 250 | Колір=Сірий; Довжина=80 см | ',
    '3 [778] 123 | Фартух рус |  | 45000/45000/null | 0 false | null | Колір=Білий | image_missing',
    '4 refused [Ф-3] title_missing currency_unknown',
  ]);
  expect(read.offers[0]).toMatchObject({
    ...{ sku: 'Ф-1', category: ['Кухня'] },
    ...{ length: 800, width: 605, height: 20 },
  });
});

test('a workbook without a header we know names what it found', async () => {
  const { error } = await readFeed(
    await xlsx([
      ['Дата', 'Сума'],
      ['1', '2'],
    ]),
  );
  expect(error?.code).toBe('feeds.unknown_columns');
  expect(error?.details).toEqual([{ found: 'Дата, Сума' }]);
});

/** A ZIP of one file, with the sizes told as given. */
function zip(name: string, content: Buffer, told = content.length): Buffer {
  const packed = deflateRawSync(content, { level: 9 });
  const title = Buffer.from(name);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(told, 22);
  local.writeUInt16LE(title.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(told, 24);
  entry.writeUInt16LE(title.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + title.length, 12);
  end.writeUInt32LE(30 + title.length + packed.length, 16);
  return Buffer.concat([local, title, packed, entry, title, end]);
}

test('zip bombs are refused by the declared and by the real size', async () => {
  const zeros = Buffer.alloc(30 * 1024 * 1024, 0x20);
  expect((await readFeed(zip('xl/workbook.xml', zeros))).error?.code).toBe('feeds.unpacks_too_big');
  const liar = new Archive(zip('xl/workbook.xml', zeros, 100), DEFAULT_LIMITS);
  await expect(readAll(liar.read('xl/workbook.xml'), 1e9)).rejects.toMatchObject({ code: 'feeds.unpacks_too_big' });
  expect((await readFeed(Buffer.from('PK\u0003\u0004broken'))).error?.code).toBe('feeds.archive_broken');
});

test('texts that cells share are bounded in number and in bytes', async () => {
  const texts = (count: number, text: string): Buffer =>
    zip('xl/sharedStrings.xml', Buffer.from(`<sst>${`<si><t>${text}</t></si>`.repeat(count)}</sst>`));
  const read = (file: Buffer, limits: Partial<FeedLimits>) => {
    const all = { ...DEFAULT_LIMITS, ...limits };
    return readSharedStrings(new Archive(file, all), all);
  };
  expect(await read(texts(10, 'Є'), { maxSharedStrings: 10, maxSharedBytes: 20 })).toHaveLength(10);
  await expect(read(texts(11, ''), { maxSharedStrings: 10 })).rejects.toMatchObject({ code: 'feeds.too_many_texts' });
  await expect(read(texts(10, 'Є'), { maxSharedBytes: 19 })).rejects.toMatchObject({ code: 'feeds.texts_too_big' });
  expect(DEFAULT_LIMITS).toMatchObject({ maxSharedStrings: 1_000_000, maxSharedBytes: 64 * 1024 * 1024 });
});

test('gzip and a zipped feed are unpacked; a gzip bomb is refused', async () => {
  const feed = Buffer.from('Назва,Ціна,Артикул\nСвічка,10,С-1\n');
  expect((await readFeed(gzipSync(feed))).offers).toHaveLength(1);
  expect((await readFeed(zip('price.csv', feed))).offers).toHaveLength(1);
  const bomb = gzipSync(Buffer.alloc(4 * 1024 * 1024, 'a'));
  expect((await readFeed(bomb, { limits: { maxUnpackedBytes: 1024 * 1024 } })).error?.code).toBe(
    'feeds.unpacks_too_big',
  );
  expect((await readFeed(gzipSync(feed).subarray(0, 30))).error?.code).toBe('feeds.archive_broken');
});
