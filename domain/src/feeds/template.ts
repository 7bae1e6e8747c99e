import { SIDES } from '../kit/size';

/**
 * Our own table (XLSX or CSV): one row a variant; rows with the same group are variants of one product. Columns are
 * found by any of their names, in any order, without regard to case, spaces or underscores.
 */
export const OWN_FIELDS = [
  'group',
  'title',
  'description',
  'sku',
  'price',
  'recommended_price',
  'stock',
  'unit',
  'weight',
  ...SIDES,
  'place',
  'minimum',
  'tracked',
  'barcode',
  'category',
  'tags',
  'images',
  'published',
] as const;
export type OwnField = (typeof OWN_FIELDS)[number];

export interface TemplateColumn {
  key: OwnField;
  ua: string;
  en: string;
  /** What else people call it; compared like the names. */
  aliases: readonly string[];
  required: boolean;
  hint: { ua: string; en: string };
}

export const ownTemplate: readonly TemplateColumn[] = [
  column(
    'group',
    'Артикул групи',
    'Group',
    ['група', 'код групи', 'group id', 'item group id', 'батьківський артикул'],
    'Однаковий у варіантів одного товару',
    'The same for the variants of one product',
  ),
  {
    ...column(
      'title',
      'Назва',
      'Title',
      [
        'найменування',
        'назва товару',
        'назва позиції',
        'товар',
        'name',
        'product name',
        'product',
        'название',
        'наименование',
      ],
      'Назва товару',
      'The name of the product',
    ),
    required: true,
  },
  column('description', 'Опис', 'Description', ['опис товару', 'описание'], 'Текст або HTML', 'Text or HTML'),
  column(
    'sku',
    'Артикул',
    'SKU',
    ['артикул товару', 'код', 'код товару', 'vendor code', 'article', 'id', 'external id', 'артикул варіанта'],
    'Унікальний для кожного рядка',
    'Unique for each row',
  ),
  column(
    'price',
    'Ціна',
    'Price',
    [
      'ціна, грн',
      'ціна грн',
      'дроп ціна',
      'дропціна',
      'ціна дроп',
      'ціна для дропшипера',
      'дроп',
      'оптова ціна',
      'опт',
      'ціна опт',
      'drop price',
      'wholesale price',
      'цена',
      'base price',
      'ціна (грн)',
      'ціна, ₴',
      'ціна (₴)',
      'ціна за шт',
      'ціна за одиницю',
      'ціна продажу',
      'ціна реалізації',
      'відпускна ціна',
      'ціна відпускна',
      'вартість',
    ],
    'Скільки платить дропшипер, грн',
    'What the dropshipper pays, UAH',
  ),
  column(
    'recommended_price',
    'РРЦ',
    'Recommended price',
    [
      'ррц, грн',
      'ррц грн',
      'рекомендована ціна',
      'роздрібна ціна',
      'ціна роздріб',
      'роздріб',
      'rrp',
      'retail price',
      'recommended retail price',
      'ррц (грн)',
      'розничная цена',
    ],
    'Скільки платить покупець, грн',
    'What the end customer pays, UAH',
  ),
  column(
    'stock',
    'Залишок',
    'Stock',
    [
      'залишки',
      'кількість',
      'к-сть',
      'наявність',
      'quantity',
      'qty',
      'stock quantity',
      'in stock',
      'остаток',
      'количество',
      'залишок, шт',
      'залишок шт',
      'залишок (шт)',
      'залишок на складі',
      'на складі',
      'кількість, шт',
      'кількість (шт)',
      'кількість на складі',
      'к-ть',
      'к-ть, шт',
      'кіл-ть',
      'кіл-сть',
      'кол-во',
    ],
    'Ціле число; порожньо — не змінювати',
    'A whole number; empty leaves it as it is',
  ),
  column(
    'unit',
    'Одиниця',
    'Unit',
    [
      'одиниця виміру',
      'од. виміру',
      'од.вим.',
      'од. вим.',
      'од.',
      'unit of measure',
      'uom',
      'единица измерения',
      'ед. изм.',
    ],
    'У чому рахують товар: шт, м, кг; порожньо — не змінювати',
    'What the product is counted in: pcs, m, kg; empty leaves it as it is',
  ),
  column(
    'weight',
    'Вага, г',
    'Weight',
    [
      'вага',
      'вага (г)',
      'вага г',
      'weight, g',
      'weight g',
      'weight (g)',
      'вага, кг',
      'вага (кг)',
      'weight, kg',
      'weight (kg)',
      'вес',
      'вес, г',
      'вес, кг',
    ],
    'Грами',
    'Grams',
  ),
  column(
    'length',
    'Довжина, мм',
    'Length, mm',
    [
      'довжина (мм)',
      'довжина мм',
      'length mm',
      'length (mm)',
      'довжина, см',
      'довжина (см)',
      'length, cm',
      'length (cm)',
      'длина, мм',
      'длина, см',
    ],
    'Ціле число міліметрів',
    'Whole millimetres',
  ),
  column(
    'width',
    'Ширина, мм',
    'Width, mm',
    [
      'ширина (мм)',
      'ширина мм',
      'width mm',
      'width (mm)',
      'ширина, см',
      'ширина (см)',
      'width, cm',
      'width (cm)',
      'ширина, мм',
      'ширина, см',
    ],
    'Ціле число міліметрів',
    'Whole millimetres',
  ),
  column(
    'height',
    'Висота, мм',
    'Height, mm',
    [
      'висота (мм)',
      'висота мм',
      'height mm',
      'height (mm)',
      'висота, см',
      'висота (см)',
      'height, cm',
      'height (cm)',
      'высота, мм',
      'высота, см',
    ],
    'Ціле число міліметрів',
    'Whole millimetres',
  ),
  column(
    'place',
    'Місце',
    'Place',
    ['полиця', 'місце на складі', 'комірка', 'стелаж', 'shelf', 'bin', 'location', 'место'],
    'Полиця на складі',
    'The shelf in the warehouse',
  ),
  column(
    'minimum',
    'Мінімальний залишок',
    'Minimum stock',
    ['мінімум', 'мін. залишок', 'мін залишок', 'min stock', 'minimum', 'минимальный остаток'],
    'Скільки штук має бути на складі',
    'How many pieces should be there',
  ),
  column(
    'tracked',
    'Облік залишку',
    'Track stock',
    ['облік', 'вести облік', 'облік залишків', 'tracked', 'stock control', 'учёт остатков'],
    'ні – товар під замовлення або послуга, що не закінчується',
    'no: made to order or a service, which never runs out',
  ),
  column(
    'barcode',
    'Штрихкод',
    'Barcode',
    ['штрих-код', 'штрих код', 'ean', 'ean13', 'gtin', 'upc'],
    'EAN-13, EAN-8 або власний код',
    'EAN-13, EAN-8 or a code of your own',
  ),
  column(
    'category',
    'Категорія',
    'Category',
    ['категорія товару', 'розділ', 'product category', 'категория'],
    'Від загальної до точної: Одяг > Сукні',
    'From the general one down: Clothes > Dresses',
  ),
  column(
    'tags',
    'Теги',
    'Tags',
    ['мітки', 'категорії', 'categories', 'keywords', 'теги товару'],
    'Через кому',
    'Separated by commas',
  ),
  column(
    'images',
    'Фото',
    'Images',
    [
      'фотографії',
      'зображення',
      'посилання на фото',
      'посилання зображення',
      'image',
      'photo',
      'photos',
      'pictures',
      'picture',
      'image url',
      'картинка',
      'изображения',
    ],
    'Посилання через кому',
    'Links separated by commas',
  ),
  column(
    'published',
    'Опубліковано',
    'Published',
    ['публікація', 'показувати', 'видимість', 'visible', 'опубликовано'],
    'так або ні',
    'yes or no',
  ),
];

/** Any further column `Параметр: Колір` or `option: Color` is an option of the variant. */
export const OPTION_HEADER = /^(?:параметр|опція|характеристика|option|param|parameter|attribute)\s*[:：]\s*(.+)$/i;
/** Columns that price lists have for what variants differ by, without saying that it is an option. */
export const COMMON_OPTION_HEADER =
  /^(?:кол[іь]р|цвет|colou?r|розмір|размер|size|зріст|рост|height|об.?єм|объем|volume|смак|вкус|flavou?r)(?:\s*\([^)]*\)|,\s*\S{1,6})?$/i;
export const optionHeader = (name: string, locale: 'ua' | 'en'): string =>
  `${locale === 'ua' ? 'Параметр' : 'option'}: ${name}`;

function column(
  key: OwnField,
  ua: string,
  en: string,
  aliases: string[],
  hintUa: string,
  hintEn: string,
): TemplateColumn {
  return { key, ua, en, aliases, required: false, hint: { ua: hintUa, en: hintEn } };
}

/** How header names are compared: lower case, `_` as a space, no outer marks, one apostrophe and one hyphen. */
export function normaliseHeader(header: string): string {
  return header
    .toLowerCase()
    .replace(/[\ufeff*]/g, '')
    .replace(/[_\s\u00a0]+/g, ' ')
    .replace(/[’ʼ`]/g, "'")
    .trim();
}
