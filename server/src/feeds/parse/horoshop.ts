import { cleanText, splitImages } from '@lanka/domain/feeds/rules';
import {
  type Columns,
  cell,
  emptyTableRaw,
  isBlank,
  type TableItem,
  type TableLayout,
  type TableReader,
  type TableRow,
} from './table';

/** Table of Horoshop: a row a product, «Артикул», «Назва» and «Розділ» required (reference: feeds, Horoshop). */
const NAMES = {
  sku: ['артикул'],
  group: [
    'батьківський артикул',
    'артикул батьківського товару',
    'родительский артикул',
    'артикул для групи',
    'група різновидів',
  ],
  title: [
    'назва (ua)',
    'назва (ук)',
    'назва модифікації (ua)',
    'назва',
    'название (ua)',
    'название',
    'назва (ru)',
    'название (ru)',
  ],
  variant: ['назва модифікації (ua)', 'назва модифікації', 'название модификации'],
  section: ['розділ', 'раздел'],
  price: ['ціна', 'цена', 'роздрібна ціна', 'розничная цена'],
  wholesale: ['оптова ціна', 'оптовая цена', 'ціна дроп', 'дроп ціна'],
  old_price: ['стара ціна', 'старая цена'],
  currency: ['валюта'],
  availability: ['наявність', 'наличие'],
  quantity: ['кількість', 'количество', 'залишок', 'залишки', 'остаток'],
  images: ['фото', 'зображення', 'фотографії', 'галерея', 'изображения', 'посилання на фото'],
  description: [
    'опис товару (ua)',
    'опис (ua)',
    'опис товару',
    'опис',
    'описание товара (ua)',
    'описание',
    'опис товару (ru)',
    'описание товара (ru)',
  ],
  vendor: ['бренд', 'виробник', 'производитель'],
  barcode: ['штрихкод', 'штрих-код', 'gtin', 'ean'],
  weight: ['вага, кг', 'вага', 'вес', 'вага, г'],
  published: ['відображати на сайті', 'відображати', 'отображать', 'показувати'],
  url: ['посилання', 'url', 'ссылка', 'адреса'],
  tags: ['теги', 'мітки'],
} as const;

type Name = keyof typeof NAMES;

/** Columns of the shop's own housekeeping; every other free column is a characteristic. */
const NOT_OPTIONS =
  /seo|meta|h1|title|keywords|description|\((?:ru|ру)\)|alias|сорт|порядок|іконк|иконк|знижк|скидк|статус|дата|id|ціна|цена|фото|видео|відео|google|експорт|гарантійн|примітк|закупівел|мінімальн|кратність|популярн|код/i;

export const horoshopLayout: TableLayout = {
  layout: 'horoshop',
  required: ['Артикул', 'Назва', 'Розділ'],
  matches: (columns) => columns.has(...NAMES.sku) && columns.has(...NAMES.section) && columns.has(...NAMES.title),
  reader: (columns) => new HoroshopReader(columns),
};

class HoroshopReader implements TableReader {
  private readonly at: Record<Name, number>;
  private readonly options: { index: number; name: string }[];
  private readonly grams: boolean;

  constructor(columns: Columns) {
    this.at = Object.fromEntries(Object.entries(NAMES).map(([key, names]) => [key, columns.find(...names)])) as Record<
      Name,
      number
    >;
    this.options = columns.unused.filter(({ name }) => !NOT_OPTIONS.test(name));
    for (const { index } of this.options) columns.use(index);
    this.grams = /, г$/.test(columns.names[this.at.weight] ?? '');
  }

  read(row: TableRow): TableItem[] {
    if (isBlank(row)) return [];
    const get = (name: Name) => cell(row, this.at[name]);
    return [
      {
        ...emptyTableRaw(row),
        external_id: get('sku'),
        group_key: get('group') || null,
        title: get('title'),
        variant_title: get('variant'),
        description: get('description'),
        recommended_price: get('price'),
        price: get('wholesale'),
        old_price: get('old_price'),
        currency: get('currency'),
        sku: get('sku'),
        barcode: get('barcode'),
        weight: get('weight'),
        weight_unit: this.grams ? 'g' : 'kg',
        quantity: get('quantity'),
        availability: get('availability') || null,
        images: splitImages(get('images')),
        category: get('section').split('/'),
        tags: get('tags').split(/[,;]/),
        vendor: get('vendor'),
        options: this.options.map(({ index, name }) => ({
          name,
          value: cleanText(cell(row, index)).replace(/\s*;\s*/g, ' | '),
        })),
        url: get('url'),
        published: get('published'),
      },
    ];
  }

  end(): TableItem[] {
    return [];
  }
}
