import { cleanText, splitImages } from '@lanka/domain/feeds/rules';
import { sidesBy } from '@lanka/domain/kit/size';
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

/** Export of Prom (reference: feeds, Prom xlsx). Headers are Ukrainian, in older exports Russian. */
const NAMES = {
  code: ['код товару', 'код товара'],
  title: ['назва позиції укр', 'название позиции укр', 'назва позиції', 'название позиции'],
  title_other: ['назва позиції', 'название позиции'],
  keywords: ['пошукові запити укр', 'поисковые запросы укр', 'пошукові запити', 'поисковые запросы'],
  description: ['опис укр', 'описание укр', 'опис', 'описание'],
  description_other: ['опис', 'описание'],
  price: ['ціна', 'цена'],
  currency: ['валюта'],
  wholesale: ['оптова ціна', 'оптовая цена'],
  images: ['посилання зображення', 'ссылка изображения'],
  availability: ['наявність', 'наличие'],
  quantity: ['кількість', 'количество'],
  category: ['назва групи', 'название группы'],
  unique: ['унікальний ідентифікатор', 'уникальный идентификатор'],
  id: ['ідентифікатор товару', 'идентификатор товара'],
  vendor: ['виробник', 'производитель'],
  country: ['країна виробник', 'країна-виробник', 'страна производитель', 'страна-производитель'],
  group: ['id групи різновидів', 'id группы разновидностей'],
  url: ['продукт на сайті', 'продукт на сайте'],
  barcode: ['код маркування (gtin)', 'код маркировки (gtin)'],
  length: ['довжина,см', 'довжина, см', 'длина,см', 'длина, см'],
  width: ['ширина,см', 'ширина, см'],
  height: ['висота,см', 'висота, см', 'высота,см', 'высота, см'],
  unit: ['одиниця виміру', 'единица измерения'],
  weight: ['вага,кг', 'вага, кг', 'вес,кг', 'вес, кг'],
} as const;

type Name = keyof typeof NAMES;
const OPTION_NAME = ['назва характеристики', 'название характеристики'];

export const promLayout: TableLayout = {
  layout: 'prom',
  required: ['Назва_позиції', 'Ціна'],
  matches: (columns) => columns.has(...NAMES.title) && columns.has(...NAMES.price),
  reader: (columns) => new PromReader(columns),
};

class PromReader implements TableReader {
  private readonly at: Record<Name, number>;
  /** The same three headers are repeated: name, unit, value. They are read by position. */
  private readonly triples: number[];

  constructor(columns: Columns) {
    this.at = Object.fromEntries(Object.entries(NAMES).map(([key, names]) => [key, columns.find(...names)])) as Record<
      Name,
      number
    >;
    this.triples = OPTION_NAME.flatMap((name) => columns.all(name));
    for (const at of this.triples) for (const step of [1, 2]) columns.use(at + step);
  }

  read(row: TableRow): TableItem[] {
    if (isBlank(row)) return [];
    const get = (name: Name) => cell(row, this.at[name]);
    const code = get('code');
    const id = get('id') || get('unique') || code;
    // «Оптова_ціна» may hold several prices for several quantities: the first is for the smallest one.
    const wholesale = get('wholesale').split(';')[0] ?? '';
    const country = cleanText(get('country'));
    return [
      {
        ...emptyTableRaw(row),
        external_id: id,
        group_key: get('group') || null,
        title: get('title') || get('title_other'),
        description: get('description') || get('description_other'),
        recommended_price: get('price'),
        price: wholesale,
        currency: get('currency'),
        sku: code || id,
        barcode: get('barcode'),
        unit: get('unit'),
        weight: get('weight'),
        weight_unit: 'kg',
        ...sidesBy(get),
        size_unit: 'cm',
        quantity: get('quantity'),
        availability: availabilityOf(get('availability')),
        images: splitImages(get('images')),
        category: get('category').trim() === '' ? [] : [get('category')],
        tags: get('keywords').split(/[,;]/),
        vendor: get('vendor'),
        options: [
          ...this.triples.map((at) => ({ name: cell(row, at), value: withUnit(cell(row, at + 2), cell(row, at + 1)) })),
          ...(country === '' ? [] : [{ name: 'Країна-виробник', value: country }]),
        ],
        url: get('url'),
      },
    ];
  }

  end(): TableItem[] {
    return [];
  }
}

function withUnit(value: string, unit: string): string {
  const text = cleanText(value);
  return text === '' || cleanText(unit) === '' ? text : `${text} ${cleanText(unit)}`;
}

/** `+` in stock, `!` ready to send, `-` absent, a number: days until it can be had, so not in stock now. */
function availabilityOf(text: string): boolean | string | null {
  const value = cleanText(text);
  if (value === '') return null;
  return /^\d+$/.test(value) ? false : value;
}
