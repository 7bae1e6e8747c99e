import { type RowReasonCode, rowReason } from '@lanka/domain/feeds/reasons';
import { cleanText, readAvailability, splitImages } from '@lanka/domain/feeds/rules';
import { type SideName, sidesBy } from '@lanka/domain/kit/size';
import type { RawOffer } from './offer';
import {
  type Columns,
  unescapedCell as cell,
  emptyTableRaw,
  isBlank,
  type TableItem,
  type TableLayout,
  type TableReader,
  type TableRow,
} from './table';

/** WooCommerce CSV: a row of type `variable` carries the product, `variation` rows name it as their parent. */
const NAMES = {
  id: ['id'],
  type: ['type', 'тип'],
  sku: ['sku', 'артикул'],
  title: ['name', "ім'я", 'назва'],
  published: ['published', 'опубліковано'],
  short: ['short description', 'короткий опис'],
  description: ['description', 'опис'],
  in_stock: ['in stock?', 'в наявності?', 'є в наявності?'],
  stock: ['stock', 'запас', 'запаси', 'залишок'],
  sale_price: ['sale price', 'акційна ціна', 'ціна розпродажу'],
  price: ['regular price', 'звичайна ціна'],
  categories: ['categories', 'категорії'],
  tags: ['tags', 'позначки', 'теги'],
  images: ['images', 'зображення'],
  parent: ['parent', 'батьківський', 'батько'],
  brands: ['brands', 'бренди'],
  barcode: ['gtin, upc, ean, or isbn', 'gtin, upc, ean або isbn'],
} as const;
type Name = keyof typeof NAMES;

const ATTRIBUTE = /^(?:attribute|атрибут) (\d{1,3}) (?:name|назва|ім['’]я)$/i;
const SIDE_HEADERS: Readonly<Record<SideName, RegExp>> = {
  length: /^(?:length|довжина) \((\p{L}+)\)$/iu,
  width: /^(?:width|ширина) \((\p{L}+)\)$/iu,
  height: /^(?:height|висота) \((\p{L}+)\)$/iu,
};
/** Texts of parents are kept for their variations: at most this many characters, the oldest are let go. */
const MAX_PARENT_TEXT = 8_000_000;

interface Parent {
  key: string;
  title: string;
  description: string;
  images: string[];
  categories: string;
  tags: string;
  brands: string;
  published: string;
  options: RawOffer['options'];
  size: number;
}

export const woocommerceLayout: TableLayout = {
  layout: 'woocommerce',
  required: ['Type', 'SKU', 'Name', 'Regular price'],
  matches: (columns) =>
    columns.has(...NAMES.type) && columns.has(...NAMES.title) && columns.has(...NAMES.price, 'visibility in catalog'),
  reader: (columns) => new WooReader(columns),
};

class WooReader implements TableReader {
  private readonly at: Record<Name, number>;
  private readonly weight: { index: number; unit: string };
  private readonly sides: Record<SideName, { index: number; unit: string }>;
  private readonly attributes: { name: number; values: number }[];
  private readonly parents = new Map<string, Parent>();
  private parentText = 0;

  constructor(columns: Columns) {
    this.at = Object.fromEntries(Object.entries(NAMES).map(([key, names]) => [key, columns.find(...names)])) as Record<
      Name,
      number
    >;
    const weight = columns.matching(/^(?:weight|вага) \((\w+|[а-яіїє]+)\)$/i)[0];
    this.sides = sidesBy((side) => {
      const [found] = columns.matching(SIDE_HEADERS[side]);
      return { index: found?.index ?? -1, unit: found?.match[1] ?? 'cm' };
    });
    this.weight = { index: weight?.index ?? -1, unit: weight?.match[1] ?? 'kg' };
    this.attributes = columns.matching(ATTRIBUTE).map(({ index, match }) => ({
      name: index,
      values: columns.find(`attribute ${match[1]} value(s)`, `атрибут ${match[1]} значення`),
    }));
  }

  read(row: TableRow): TableItem[] {
    if (isBlank(row)) return [];
    const type = cleanText(cell(row, this.at.type)).toLowerCase();
    if (/\bvariable\b/.test(type)) return [this.keepParent(row)];
    if (/\bvariation\b/.test(type)) return [this.variation(row)];
    if (/\b(grouped|external)\b/.test(type)) return [this.skip(row, 'type_unsupported', type)];
    return [this.simple(row)];
  }

  end(): TableItem[] {
    return [];
  }

  private skip(row: TableRow, code: RowReasonCode, value: string): TableItem {
    return {
      row: row.row,
      outcome: 'skipped',
      reasons: [rowReason(code, 'type', value)],
      warnings: [],
      external_id: this.identity(row),
      title: cleanText(cell(row, this.at.title)),
    };
  }

  private identity(row: TableRow): string {
    return cleanText(cell(row, this.at.id)) || cleanText(cell(row, this.at.sku));
  }

  private keepParent(row: TableRow): TableItem {
    const get = (name: Name) => cell(row, this.at[name]);
    const id = cleanText(get('id'));
    const sku = cleanText(get('sku'));
    const parent: Parent = {
      key: id === '' ? sku : `id:${id}`,
      title: get('title'),
      description: get('description') || get('short'),
      images: splitImages(get('images')),
      categories: get('categories'),
      tags: get('tags'),
      brands: get('brands'),
      published: get('published'),
      options: this.optionsOf(row),
      size: row.cells.reduce((sum, text) => sum + text.length, 0),
    };
    if (id !== '') this.parents.set(`id:${id}`, parent);
    if (sku !== '') this.parents.set(sku, parent);
    this.parentText += parent.size;
    for (const [key, oldest] of this.parents) {
      if (this.parentText <= MAX_PARENT_TEXT) break;
      this.parents.delete(key);
      this.parentText -= oldest.size;
      oldest.size = 0; // it may stand under its id and its sku
    }
    return this.skip(row, 'parent_row', '');
  }

  private simple(row: TableRow): RawOffer {
    const get = (name: Name) => cell(row, this.at[name]);
    return {
      ...this.common(row),
      title: get('title'),
      description: get('description') || get('short'),
      images: splitImages(get('images')),
      category: firstCategory(get('categories')),
      tags: get('tags').split(','),
      vendor: get('brands'),
      published: publishedOf(get('published')),
    };
  }

  private variation(row: TableRow): RawOffer {
    const own = this.simple(row);
    const named = cleanText(cell(row, this.at.parent)).replace(/^id:\s*/i, 'id:');
    const parent = this.parents.get(named);
    if (!parent) {
      const warnings = [...own.warnings, rowReason('parent_not_seen', 'group_key', named)];
      // The name of a variation is "Product - Red, M".
      return {
        ...own,
        group_key: named || null,
        title: own.title.split(' - ')[0] ?? own.title,
        variant_title: own.title,
        warnings,
      };
    }
    const isPublished = publishedOf(parent.published) === false ? false : own.published;
    return {
      ...own,
      group_key: parent.key,
      title: parent.title,
      variant_title: own.options.map(({ value }) => cleanText(value)).join(' / ') || own.title,
      description: parent.description || own.description,
      images: [...own.images, ...parent.images],
      category: firstCategory(parent.categories),
      tags: parent.tags.split(','),
      vendor: parent.brands || own.vendor,
      facts: parent.options.filter(({ name }) => name !== '' && !own.options.some((one) => one.name === name)),
      published: isPublished ?? null,
    };
  }

  private common(row: TableRow): RawOffer {
    const get = (name: Name) => cell(row, this.at[name]);
    const sale = get('sale_price').trim();
    const stock = get('stock').trim();
    const flag = get('in_stock').trim();
    const weight = cell(row, this.weight.index).trim();
    return {
      ...emptyTableRaw(row),
      external_id: this.identity(row),
      recommended_price: sale === '' ? get('price') : sale,
      old_price: sale === '' ? '' : get('price'),
      sku: get('sku') || this.identity(row),
      barcode: get('barcode'),
      ...sidesBy((side) => {
        const text = cell(row, this.sides[side].index).trim();
        return text === '' ? '' : `${text} ${this.sides[side].unit}`;
      }),
      weight: weight === '' ? '' : `${weight} ${this.weight.unit}`,
      weight_unit: 'kg',
      // `parent`: the quantity is kept for the whole product, so it is not told for the variation.
      quantity: /^parent$/i.test(stock) ? '' : stock,
      availability: flag === '' ? null : /^backorder$/i.test(flag) ? false : flag,
      options: this.optionsOf(row),
    };
  }

  private optionsOf(row: TableRow): RawOffer['options'] {
    return this.attributes.map(({ name, values }) => ({
      name: cell(row, name),
      value: cell(row, values)
        .split(/(?<!\\),\s*/)
        .join('|')
        .replaceAll('\\,', ','),
    }));
  }
}

/** `A > B, C`: the first category with its path. */
function firstCategory(text: string): string[] {
  const first = text.split(/(?<!\\),/)[0] ?? '';
  return first.replaceAll('\\,', ',').split('>');
}

/** 1 published, 0 private, -1 draft. */
function publishedOf(text: string): boolean | null {
  const value = cleanText(text);
  if (value === '-1') return false;
  const read = readAvailability(value);
  return read === 'unknown' ? null : read;
}
