import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generateYml } from '../fixtures/generate';
import { DEFAULT_LIMITS } from './offer';
import { parseFeed } from './parse';
import { readFeed, yml } from './testing';
import { readXml } from './xml';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
const offer = (id: string, inner = '') =>
  `<offer id="${id}" available="true"><name>Товар ${id}</name><price>10</price>${inner}</offer>`;

test.each([
  [
    'entity bomb',
    `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><yml_catalog>&b;</yml_catalog>`,
    'feeds.entities',
  ],
  [
    'outside entity',
    `<!DOCTYPE a [\n<!ENTITY x SYSTEM "file:///etc/passwd">]><yml_catalog><shop>&x;</shop></yml_catalog>`,
    'feeds.entities',
  ],
  ['deep nesting', `<yml_catalog>${'<a>'.repeat(10_000)}`, 'feeds.too_deep'],
  ['endless attribute', `<yml_catalog><offers><offer id="${'x'.repeat(200_000)}`, 'feeds.value_too_long'],
  ['endless text', `<yml_catalog><offers><offer id="1"><name>${'я'.repeat(2_100_000)}`, 'feeds.value_too_long'],
  [
    'many attributes',
    `<yml_catalog ${Array.from({ length: 200 }, (_, i) => `a${i}="1"`).join(' ')}/>`,
    'feeds.too_many_attributes',
  ],
  ['a web page', '<!DOCTYPE html><html><body>Вхід</body></html>', 'feeds.web_page'],
  ['JSON', '[{"id":1}]', 'feeds.unsupported'],
  ['PDF', '%PDF-1.7 ...', 'feeds.unsupported'],
  ['nothing', '', 'feeds.empty'],
  ['spaces', ' \n ', 'feeds.empty'],
  ['no offers', yml(''), 'feeds.no_offers'],
  ['unknown columns', 'Дата;Сума\n1;2\n', 'feeds.unknown_columns'],
  ['an unclosed quote', 'Назва,Ціна\n"Свічка,10\n', 'feeds.csv_broken'],
])('%s is refused with a code', async (_name, text, code) => {
  expect((await readFeed(text)).error?.code).toBe(code);
});

test('old Excel and pictures are refused', async () => {
  expect((await readFeed(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).error?.code).toBe('feeds.old_excel');
  expect((await readFeed(Buffer.from('89504e470d0a1a0a0000000d', 'hex'))).error?.code).toBe('feeds.unsupported');
});

test('an attribute of 100 MB is refused before it is in memory', async () => {
  let sent = 0;
  async function* endless() {
    yield Buffer.from('<yml_catalog><offers><offer id="');
    for (; sent < 100; sent += 1) yield Buffer.alloc(1024 * 1024, 'x');
  }
  expect((await readFeed(endless())).error?.code).toBe('feeds.value_too_long');
  expect(sent).toBeLessThan(5);
});

test('a DOCTYPE without entities is no obstacle', async () => {
  const text = yml(offer('1')).replace('<yml_catalog', '<!DOCTYPE yml_catalog [<!ELEMENT shop ANY>]>\n<yml_catalog');
  expect((await readFeed(text)).offers).toHaveLength(1);
});

test('a file that breaks off keeps its good rows and tells the line', async () => {
  const whole = yml(`${offer('1')}\n${offer('2')}\n${offer('3')}`);
  const { rows, error, feed } = await readFeed(whole.slice(0, whole.indexOf('Товар 3') + 3));
  expect(rows.map(({ outcome, reasons }) => [outcome, reasons[0]?.code])).toEqual([
    ['offer', undefined],
    ['offer', undefined],
    ['refused', 'row_truncated'],
  ]);
  expect([error?.code, error?.details]).toEqual(['feeds.truncated', [{ line: 5 }]]);
  expect(feed.summary.complete).toBe(false);
});

test.each([
  ['stray & and <', offer('1', '<vendor>A & B</vendor><param name="Екран">< 15 & > 10</param>')],
  ['an unclosed offer', `<offer id="0"><name>А</name><price>1</price>${offer('1')}`],
  ['an unclosed CDATA', offer('1', '<description><![CDATA[<p>текст</p></description><vendor>В</vendor>')],
  ['an unclosed description', offer('1', '<description><p>текст')],
  ['HTML in a name', offer('1', '<model>A<br>B</model>')],
  ['control characters', offer('1', '<vendor>A\u0000\u0008B</vendor>')],
  [
    'unquoted and doubled quotes',
    `<offer id=1 available=true><name>А</name><price>1</price><param name="Екран 15"">x</param></offer>`,
  ],
])('%s does not take the next offer along', async (_name, broken) => {
  const { offers, error } = await readFeed(yml(`${broken}\n${offer('2')}`));
  expect(error).toBeNull();
  expect(offers.map(({ external_id }) => external_id).slice(-2)).toEqual(['1', '2']);
  expect(offers.at(-1)).toMatchObject({ title: 'Товар 2', price: 1000 });
});

test('UTF-8 BOM, UTF-16 and a wrong declaration are read', async () => {
  const text = yml(offer('їжак'));
  const files = [
    Buffer.from(`\ufeff${text}`),
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
    Buffer.from(text.replace('UTF-8', 'windows-1251')),
    Buffer.from(text.replaceAll('\n', '\r\n')),
  ];
  for (const file of files) expect((await readFeed(file)).offers.map(({ title }) => title)).toEqual(['Товар їжак']);
});

test.each([
  [',', 'Назва,Ціна,Залишок'],
  [';', 'Title;Price;Stock'],
  ['\t', 'НАЗВА\t ціна \tзалишок'],
])('CSV delimiter %j and header spelling', async (delimiter, header) => {
  const { offers } = await readFeed(
    `\ufeff${header}\r\n"Чашка ""Зоря""${delimiter} біла"${delimiter}99.5${delimiter}3\r\n`,
  );
  expect(offers[0]).toMatchObject({
    title: `Чашка "Зоря"${delimiter === '\t' ? '' : delimiter} біла`,
    price: 9950,
    stock: 3,
  });
});

test('a currency without a usable rate is never taken for hryvnias', async () => {
  const priced = '<offer id="1"><name>А</name><price>10</price><currencyId>EUR</currencyId></offer>';
  const heads = [
    '',
    '<currencies><currency id="EUR" rate="NBU"/></currencies>',
    '<currencies><currency id="USD" rate="1"/><currency id="EUR" rate="1.1"/></currencies>',
    '<currencies><currency id="UAH" rate="1"/><currency id="EUR" rate="1"/></currencies>',
  ];
  for (const head of heads)
    expect((await readFeed(yml(priced, head))).rows[0]?.reasons[0]?.code).toBe('currency_unknown');
  const told =
    '<currencies><currency id="USD" rate="1"/><currency id="UAH" rate="0.025"/><currency id="EUR" rate="1.1"/></currencies>';
  expect((await readFeed(yml(priced, told))).offers[0]?.price).toBe(44_000);
});

async function* cutAt(data: Buffer, cuts: number[]): AsyncGenerator<Buffer> {
  const places = [...new Set([0, ...cuts.map((cut) => cut % data.length), data.length])].sort((a, b) => a - b);
  for (let i = 1; i < places.length; i += 1) yield data.subarray(places[i - 1], places[i]);
}

test.each(['prom.xml', 'rozetka.xml', 'hotline.xml', 'windows-1251.xml', 'shopify.csv', 'woocommerce.csv', 'own.csv'])(
  '%s: the rows do not depend on where the bytes are cut',
  async (name) => {
    const data = fixture(name);
    const whole = JSON.stringify((await readFeed(data)).rows);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { maxLength: 40 }), async (cuts) => {
        expect(JSON.stringify((await readFeed(cutAt(data, cuts))).rows)).toBe(whole);
      }),
      { numRuns: 30 },
    );
  },
);

test('the XML reader itself does not depend on where the text is cut', async () => {
  const text = fixture('prom.xml').toString();
  const read = async (parts: AsyncIterable<string>) => {
    const records: unknown[] = [];
    for await (const record of readXml(parts, DEFAULT_LIMITS)) records.push(record);
    return JSON.stringify(records);
  };
  async function* every(size: number, from: number) {
    yield text.slice(0, from);
    for (let at = from; at < text.length; at += size) yield text.slice(at, at + size);
  }
  const whole = await read(every(text.length, 0));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.nat(50), async (size, from) => {
      expect(await read(every(size, from))).toBe(whole);
    }),
    { numRuns: 60 },
  );
});

test('garbage never gives an error without a code, and never hangs', async () => {
  const pieces = fc.constantFrom(
    '<offer id="1">',
    '</offer>',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<!DOCTYPE',
    '[',
    ']>',
    '<description>',
    '</description>',
    '&',
    '&amp;',
    '<',
    '>',
    '"',
    '<name>',
    '</name>',
    '<a b=',
    '<?',
    '?>',
    '\n',
    'я',
    ',',
    ';',
    '\u0000',
    '<price>1</price>',
    '<offers>',
    'Назва,Ціна\n',
  );
  const xml = fc.array(pieces, { maxLength: 60 }).map((parts) => Buffer.from(`<yml_catalog>${parts.join('')}`));
  const bytes = fc.uint8Array({ maxLength: 400 }).map((data) => Buffer.from(data));
  const table = fc.array(pieces, { maxLength: 60 }).map((parts) => Buffer.from(`Назва,Ціна\n${parts.join('')}`));
  const broken = fc
    .tuple(
      fc.constantFrom('prom.xml', 'shopify.csv', 'google.xml'),
      fc.nat(),
      fc.uint8Array({ minLength: 1, maxLength: 30 }),
    )
    .map(([name, at, noise]) => {
      const data = Buffer.from(fixture(name));
      data.set(noise, at % (data.length - noise.length));
      return data;
    });
  await fc.assert(
    fc.asyncProperty(fc.oneof(xml, bytes, table, broken), async (data) => {
      const { rows } = await readFeed(data);
      for (const { offer: good } of rows) {
        if (!good) continue;
        expect(good.external_id).not.toBe('');
        expect(good.title).not.toBe('');
        for (const amount of [good.price, good.recommended_price, good.old_price, good.stock, good.weight]) {
          expect(amount === null || (Number.isSafeInteger(amount) && amount >= 0)).toBe(true);
        }
      }
    }),
    { numRuns: 400 },
  );
});

test('texts made to be slow are read in linear time', async () => {
  const many = 300_000;
  const texts = [
    yml(offer('1', `<description>${'<a'.repeat(many)}</description>`)),
    yml(offer('1', `<vendor>${'&'.repeat(many)}</vendor>`)),
    yml(offer('1', `<description><![CDATA[${'<p><!--'.repeat(many / 4)}]]></description>`)),
    yml(`<offer ${'x'.repeat(60_000)} id="1"><name>А</name><price>1</price></offer>`),
    `Назва,Ціна,Фото\nА,1,"${','.repeat(many)}"\n`,
    `Назва,Ціна,Теги\nА,${' '.repeat(many)}1,"${' '.repeat(many)}"\n`,
    yml(Array.from({ length: 3_000 }, (_, i) => offer(String(i))).join('')),
  ];
  // what takes time with the square of its length would not come to an end here
  for (const text of texts) {
    const { rows, error } = await readFeed(text);
    expect(rows.length > 0 || error !== null).toBe(true);
  }
});

/** Bytes that are really in use: single samples without a collection are mostly garbage. */
function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

test('20,000 offers stream in seconds and memory does not grow with the file', async () => {
  const started = performance.now();
  let early = 0;
  let late = 0;
  const feed = parseFeed(generateYml(20_000));
  for await (const { row } of feed) {
    if (row === 5_000) early = heapAfterCollection();
    if (row === 19_800) late = heapAfterCollection();
  }
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `20,000 offers: ${seconds.toFixed(1)} s; heap after 5,000: ${early >> 20} MB, after 19,800: ${late >> 20} MB`,
  );
  expect(feed.summary).toMatchObject({ rows: 20_000, offers: 18_000, refused: 2_000, complete: true });
  // Between them are about 24 MB of the file; only the ids of what was read are kept.
  expect(late - early).toBeLessThan(12 * 1024 * 1024);
});
