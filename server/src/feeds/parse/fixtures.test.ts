import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inShort, readFeed, yml } from './testing';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));

/** Row, id, group, title, variant, price/recommended/old in kopecks, stock and availability, grams, options, warnings. */
const EXPECTED: Record<string, string[]> = {
  'epicentr.xml': [`1 [ep-1] null | Стілець дубовий |  | 320000/320000/null | null true | 4500 | Колір=Дуб | `],
  'eva.xml': [
    `1 [e 1] ML-LAV | Мило лавандове 100 г |  | 8500/8500/9900 | 0 false | 100 |  | stock_negative availability_conflict`,
  ],
  'google.xml': [
    `1 [G1-RED] G1 | Шапка вовняна |  | 150000/150000/170000 | null true | null | Колір=Червоний; Розмір=M | `,
    `2 refused [G2] currency_unknown`,
  ],
  'horoshop.csv': [
    `2 [HR-1] HR | Рюкзак міський |  | 150000/150000/180000 | 4 true | null | Колір=Чорний, Синій | `,
    `3 [HR-2] HR | Рюкзак міський |  | 150000/150000/null | 0 false | null | Колір=Зелений | image_missing`,
  ],
  'hotline.xml': [
    `1 [1] null | Лопата штикова |  | 51000/51000/null | null true | null | Довжина=120 см | `,
    `2 [2] null | Лопата совкова |  | 41000/41000/null | 0 false | null |  | currency_converted image_missing`,
    `3 [3] null | Лопата снігова |  | null/null/null | 0 false | null |  | price_zero image_missing`,
  ],
  'kasta.xml': [
    `1 [k-1] SV-10 | Светр «Карпати» |  | 189000/189000/null | 3 true | null | Колір=Сірий; Розмір=42; Склад=Вовна 80%; страна-производитель=Україна | old_price_ignored`,
    `2 [k-2] SV-10 | Светр «Карпати» |  | 189000/189000/null | 0 false | null | Колір=Сірий; Розмір=44 | image_missing`,
  ],
  'maudau.xml': [
    `1 [md-1] null | Мед липовий 0,5 л |  | 26000/26000/30000 | 25 true | null | Країна-виробник=Україна | `,
  ],
  'own-windows-1251.csv': [`2 [А-1] null | Ґанок ковбасний |  | 10050/15000/null | 4 true | null |  | `],
  'own.csv': [
    `2 [ШК-1] ШК | Шкарпетки вовняні |  | 8000/12000/null | 15 true | 60 | Колір=Сірий; Size=36-38 | `,
    `3 [ШК-2] ШК | Шкарпетки вовняні |  | 8000/12000/null | null null | 60 | Колір=Сірий; Size=39-41 | minimum_invalid`,
    `4 refused [РК-1] price_invalid`,
    `5 refused [РК-2] title_missing`,
    `7 [Шарф без артикула] null | Шарф без артикула |  | 20000/18000/null | null true | 300 |  | id_from_title price_above_recommended barcode_invalid image_missing`,
  ],
  'prom.xml': [
    `1 [ФТ/01 S] 5001 | Футболка лляна біла S |  | 79900/79900/95000 | 7 true | 180 | Розмір=S; Колір=Білий, Молочний; Догляд=Прання 30, Без відбілювача; Вага=180 г | image_invalid`,
    `2 [ФТ/01 M] 5001 | Футболка лляна біла M |  | 123450/123450/null | 0 false | null | Розмір=M; Колір=Білий | barcode_checksum`,
    `3 [КШ-7] null | Кошик "Лоза" 30 см |  | 83000/83000/null | null true | null |  | category_parent_missing currency_converted stock_inexact image_missing`,
    `4 refused [КШ-8] price_invalid`,
    `5 refused [КШ-7] id_duplicate`,
    `6 refused [] id_missing`,
    `7 refused [КШ-9] currency_unknown`,
  ],
  'rozetka.xml': [
    `1 [9001] GLK-1 | Горня глиняне 300 мл |  | 45000/45000/52000 | 0 false | null | Об'єм=300 мл | availability_conflict`,
    `2 [9002] GLK-1 | Горня глиняне 500 мл |  | 56100/56100/null | 12 true | null | Об'єм=500 мл | category_unknown price_rounded image_missing`,
  ],
  'shopify.csv': [
    `2 [svichka / Лаванда / 100 мл] svichka | Свічка соєва | Лаванда / 100 мл | 35000/35000/40000 | 10 true | 250 | Аромат=Лаванда; Розмір=100 мл | `,
    `3 [svichka / М’ята / 200 мл] svichka | Свічка соєва | М’ята / 200 мл | 49000/49000/null | 0 false | 400 | Аромат=М’ята; Розмір=200 мл | `,
    `5 [listivka] listivka | Листівка |  | 4550/4550/null | null true | 10 |  | image_missing`,
    `6 refused [broken] price_ambiguous`,
  ],
  'vendor-model.xml': [`1 [vm1] null | Лампа настільна Світлиця СВ-3 |  | 99000/99000/null | null true | null |  | `],
  'windows-1251.xml': [`1 [їж-1] null | Їдальний ґудзик №5 |  | 1250/1250/null | 100 true | null |  | image_missing`],
  'woocommerce.csv': [
    `2 skipped [44] parent_row`,
    `3 [45] id:44 | Футболка Woo | S | 50000/50000/null | 5 true | 200 | Розмір=S | `,
    `4 [46] id:44 | Футболка Woo | M | 45000/45000/50000 | null true | null | Розмір=M | `,
    `5 [47] null | Сертифікат |  | 100000/100000/null | 0 false | null |  | image_missing`,
    `6 skipped [48] type_unsupported`,
    `7 [49] NOPE | Сорочка | Сорочка - L | 70000/70000/null | 1 true | null | Розмір=L | parent_not_seen image_missing`,
  ],
};

test.each(Object.entries(EXPECTED))('%s gives exactly these rows', async (name, expected) => {
  const { rows, error, feed } = await readFeed(fixture(name), { fileName: name });
  expect(error).toBeNull();
  expect(rows.map(inShort)).toEqual(expected);
  expect(feed.summary.complete).toBe(true);
});

test.each([
  ['prom.xml', 'yml', 'prom', 'utf-8'],
  ['rozetka.xml', 'yml', 'rozetka', 'utf-8'],
  ['kasta.xml', 'yml', 'kasta', 'utf-8'],
  ['eva.xml', 'yml', 'eva', 'utf-8'],
  ['maudau.xml', 'yml', 'maudau', 'utf-8'],
  ['epicentr.xml', 'yml', 'epicentr', 'utf-8'],
  ['hotline.xml', 'hotline', 'hotline', 'utf-8'],
  ['google.xml', 'google', 'google', 'utf-8'],
  ['windows-1251.xml', 'yml', 'yml', 'windows-1251'],
  ['shopify.csv', 'shopify_csv', 'shopify', 'utf-8'],
  ['woocommerce.csv', 'woocommerce_csv', 'woocommerce', 'utf-8'],
  ['own.csv', 'own_csv', 'own', 'utf-8'],
  ['own-windows-1251.csv', 'own_csv', 'own', 'windows-1251'],
  ['horoshop.csv', 'horoshop_csv', 'horoshop', 'utf-8'],
])('%s is recognised as %s, %s', async (name, kind, dialect, encoding) => {
  const { feed } = await readFeed(fixture(name));
  expect(feed.header).toMatchObject({ kind, dialect, encoding });
});

test('pasted markup becomes text, links and categories are cleaned', async () => {
  const { offers, rows } = await readFeed(fixture('prom.xml'));
  expect(offers[0]).toMatchObject({
    description: 'Тонкий льон & бавовна.\n\n- дихає\n- не мнеться',
    images: ['https://img.verbytsia.example/1%20a.jpg'],
    category: ['Одяг', 'Футболки'],
    tags: ['футболка', 'льон'],
    url: 'https://verbytsia.example/p?id=1&utm_source=feed&lang=ua',
  });
  expect(offers[1]?.description).toBe('Без CDATA\nдругий рядок & ще');
  const lines = fixture('prom.xml').toString().split('\n');
  for (const { line } of rows) expect(lines[(line ?? 0) - 1]).toContain('<offer ');
});

test('the place and the minimum of our own table are read, and nothing is made up where it tells none', async () => {
  const { offers } = await readFeed(fixture('own.csv'));
  expect(offers.map(({ place, minimum }) => [place, minimum])).toEqual([
    ['А-7', 5],
    ['', null],
    ['', null],
  ]);
});

test('every reason names the field and has both languages', async () => {
  const { rows } = await readFeed(fixture('prom.xml'));
  const refused = rows.find(({ row }) => row === 4);
  expect(refused?.reasons).toEqual([
    {
      code: 'price_invalid',
      field: 'recommended_price',
      ua: 'Ціна «договірна» не є числом',
      en: 'The price "договірна" is not a number',
    },
  ]);
});

test.each([
  ['epicentr.xml', 'ep-1', { length: null, width: 400, height: null }],
  ['woocommerce.csv', '45', { length: 300, width: 205, height: 20 }],
])('%s: the size of %s in millimetres', async (name, id, size) => {
  const { offers } = await readFeed(fixture(name));
  expect(offers.find(({ external_id }) => external_id === id)).toMatchObject(size);
});

test.each([
  ['<dimensions>60/40.5/20</dimensions>', { length: 600, width: 405, height: 200 }],
  ['<param name="dimensions">60x40x20 мм</param>', { length: 60, width: 40, height: 20 }],
  // a width among its own words is that of a curtain, not of the parcel
  ['<width>400</width><dimensions>великі</dimensions>', { length: null, width: null, height: null }],
])('YML with %s', async (inside, size) => {
  const offer = `<offer id="1"><name>Ящик</name><price>10</price>${inside}</offer>`;
  const { offers } = await readFeed(yml(offer));
  expect(offers).toMatchObject([size]);
});
