import { namesOfPath } from '@lanka/domain/categories/rules';
import { cleanText, splitImages } from '@lanka/domain/feeds/rules';
import {
  COMMON_OPTION_HEADER,
  normaliseHeader,
  OPTION_HEADER,
  type OwnField,
  ownTemplate,
} from '@lanka/domain/feeds/template';
import { type SideName, sidesBy } from '@lanka/domain/kit/size';
import { type PriceColumn, readPriceHeader } from '@lanka/domain/price_levels/columns';
import { levelKey } from '@lanka/domain/price_levels/rules';
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

const namesOf = (key: OwnField): string[] => {
  const column = ownTemplate.find((candidate) => candidate.key === key);
  return column ? [key, column.ua, column.en, ...column.aliases].map(normaliseHeader) : [];
};

export const ownLayout: TableLayout = {
  layout: 'own',
  required: ['Назва / title', 'Ціна / price'],
  matches: (columns) =>
    columns.has(...namesOf('title')) &&
    columns.has(...namesOf('price'), ...namesOf('recommended_price'), ...namesOf('sku'), ...namesOf('stock')),
  reader: (columns) => new OwnReader(columns),
};

/** Columns of prices that no other field is read from: «Ціна опт» is the price itself where there is no other. */
function priceColumns(columns: Columns): (PriceColumn & { index: number })[] {
  const found = columns.unused.flatMap(({ index, name }) => {
    const read = readPriceHeader(name.replace(/^\ufeff/, ''));
    return read ? [{ ...read, index }] : [];
  });
  for (const { index } of found) columns.use(index);
  return found;
}

interface Held {
  group: string;
  title: string;
  description: string;
  tags: string;
  images: string;
}

class OwnReader implements TableReader {
  private readonly at: Record<OwnField, number>;
  private readonly availability: number;
  private readonly currency: number;
  private readonly vendor: number;
  private readonly options: { index: number; name: string }[];
  private readonly prices: (PriceColumn & { index: number })[];
  private readonly kilograms: boolean;
  private readonly centimetres: Record<SideName, boolean>;
  private last: Held | null = null;

  constructor(columns: Columns) {
    const find = (key: OwnField) => columns.find(...namesOf(key));
    // The quantity beats a column of words, where a table has both.
    const stock = columns.find(...namesOf('stock').filter((name) => name !== 'наявність' && name !== 'in stock'));
    this.availability = stock === -1 ? -1 : columns.find('наявність', 'in stock', 'availability');
    this.at = {
      group: find('group'),
      title: find('title'),
      description: find('description'),
      sku: find('sku'),
      price: find('price'),
      recommended_price: find('recommended_price'),
      stock: stock === -1 ? find('stock') : stock,
      unit: find('unit'),
      weight: find('weight'),
      ...sidesBy(find),
      place: find('place'),
      minimum: find('minimum'),
      tracked: find('tracked'),
      barcode: find('barcode'),
      category: find('category'),
      tags: find('tags'),
      images: find('images'),
      published: find('published'),
    };
    this.currency = columns.find('валюта', 'currency');
    this.vendor = columns.find('виробник', 'бренд', 'vendor', 'brand', 'торгова марка');
    this.centimetres = sidesBy((side) => /см|cm/.test(columns.names[this.at[side]] ?? ''));
    this.kilograms = /кг|kg/.test(columns.names[this.at.weight] ?? '');
    this.prices = priceColumns(columns);
    this.options = [
      ...columns.matching(OPTION_HEADER).map(({ index, match }) => ({ index, name: match[1] ?? '' })),
      ...columns.matching(COMMON_OPTION_HEADER).map(({ index, match }) => ({ index, name: match[0] })),
    ];
  }

  get priceLevels(): string[] {
    return [...new Map(this.prices.flatMap(({ level }) => (level ? [[levelKey(level), level]] : []))).values()];
  }

  read(row: TableRow): TableItem[] {
    if (isBlank(row)) return [];
    const { at } = this;
    const group = cleanText(cell(row, at.group));
    const own = {
      title: cell(row, at.title),
      description: cell(row, at.description),
      tags: cell(row, at.tags),
      images: cell(row, at.images),
    };
    // In a table for people the second row of a group leaves the product's columns empty.
    const above = group !== '' && this.last?.group === group ? this.last : null;
    const filled = (key: keyof typeof own) => (own[key].trim() === '' ? (above?.[key] ?? '') : own[key]);
    const held: Held = {
      group,
      title: filled('title'),
      description: filled('description'),
      tags: filled('tags'),
      images: above?.images || own.images,
    };
    this.last = held;
    const options = this.options.map(({ index, name }) => ({ name, value: cell(row, index) }));
    const sku = cell(row, at.sku);
    const values = options.map(({ value }) => cleanText(value)).filter(Boolean);
    return [
      {
        ...emptyTableRaw(row),
        external_id: sku,
        fallback_id: held.title.trim() === '' ? '' : [group || held.title, ...values].join(' / '),
        group_key: group || null,
        title: held.title,
        description: held.description,
        recommended_price: cell(row, at.recommended_price),
        price: cell(row, at.price),
        prices: this.prices.map(({ index, ...of }) => ({ ...of, price: cell(row, index) })),
        currency: cell(row, this.currency),
        sku,
        barcode: cell(row, at.barcode),
        unit: cell(row, at.unit),
        weight: cell(row, at.weight),
        weight_unit: this.kilograms ? 'kg' : 'g',
        ...sidesBy((side) => this.sideIn(row, side)),
        size_unit: 'mm',
        place: cell(row, at.place),
        minimum: cell(row, at.minimum),
        tracked: cell(row, at.tracked),
        quantity: cell(row, at.stock),
        availability: this.availability === -1 ? null : cell(row, this.availability),
        images: splitImages(filled('images')),
        tells_images: at.images !== -1,
        category: namesOfPath(cell(row, at.category)),
        tags: held.tags.split(/[,;|]/),
        vendor: cell(row, this.vendor),
        options,
        published: cell(row, at.published),
      },
    ];
  }

  /** With the unit of its column, unless the cell says one. */
  private sideIn(row: TableRow, side: SideName): string {
    const text = cleanText(cell(row, this.at[side]));
    return this.centimetres[side] && /\d$/.test(text) ? `${text} см` : text;
  }

  end(): TableItem[] {
    return [];
  }
}
