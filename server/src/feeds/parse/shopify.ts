import { fieldHeader, type TableSet } from '@lanka/domain/feeds/fields';
import { cleanText } from '@lanka/domain/feeds/rules';
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

/** Shopify CSV: rows with one handle are one product, the first carries its fields (reference: feeds, Shopify). */
const NAMES = {
  handle: ['handle', 'url handle'],
  title: ['title'],
  body: ['body (html)', 'body html', 'description'],
  vendor: ['vendor'],
  type: ['product category', 'type', 'custom product type'],
  tags: ['tags'],
  published: ['published', 'published on online store'],
  status: ['status'],
  sku: ['variant sku', 'sku'],
  grams: ['variant grams', 'weight value (grams)'],
  tracker: ['variant inventory tracker', 'inventory tracker'],
  quantity: ['variant inventory qty', 'inventory quantity'],
  price: ['variant price', 'price'],
  old_price: ['variant compare at price', 'compare-at price', 'compare at price'],
  barcode: ['variant barcode', 'barcode'],
  image: ['image src', 'product image url'],
  variant_image: ['variant image', 'variant image url'],
} as const;
type Name = keyof typeof NAMES;

/** `Fabric (product.metafields.custom.fabric)`: a field of the product, or of a variant. */
const METAFIELD = /^(.*)\((product|variant)\.metafields\.custom\.([a-z][a-z0-9_]{0,39})\)$/;

/** A product of Shopify has at most 2,000 variants and 250 pictures; a longer run of rows is handed out in parts. */
const MAX_HELD_ROWS = 2_250;

export const shopifyLayout: TableLayout = {
  layout: 'shopify',
  required: ['Handle', 'Title', 'Variant Price'],
  matches: (columns) =>
    columns.has(...NAMES.handle) &&
    columns.has(...NAMES.title) &&
    columns.has('option1 name', 'option1 value', ...NAMES.price),
  reader: (columns) => new ShopifyReader(columns),
};

class ShopifyReader implements TableReader {
  private readonly at: Record<Name, number>;
  private readonly options: { name: number; value: number }[];
  private readonly metafields: { index: number; set: TableSet; name: string }[];
  private held: TableRow[] = [];
  private handle = '';
  /** Titles by handle, for rows of a product that do not stand together. */
  private readonly titles = new Map<string, string>();

  constructor(columns: Columns) {
    this.at = Object.fromEntries(Object.entries(NAMES).map(([key, names]) => [key, columns.find(...names)])) as Record<
      Name,
      number
    >;
    this.options = [1, 2, 3].map((n) => ({
      name: columns.find(`option${n} name`),
      value: columns.find(`option${n} value`),
    }));
    this.metafields = columns.matching(METAFIELD).map(({ index, match: [, name = '', of, key = ''] }) => {
      const set = of === 'product' ? 'product' : 'product_modification';
      return { index, set, name: fieldHeader(set, { name: name.trim(), key }) };
    });
  }

  read(row: TableRow): TableItem[] {
    if (isBlank(row)) return [];
    const handle = cleanText(cell(row, this.at.handle));
    const out = handle !== this.handle || handle === '' || this.held.length >= MAX_HELD_ROWS ? this.end() : [];
    this.handle = handle;
    this.held.push(row);
    return out;
  }

  end(): TableItem[] {
    const rows = this.held;
    this.held = [];
    const [first] = rows;
    if (!first) return [];
    const product = this.product(first, rows);
    const variants = rows.filter((row) => this.isVariant(row));
    // A product may stand in a row with nothing but its handle, title and photo.
    return (variants.length === 0 && cell(first, this.at.title).trim() !== '' ? [first] : variants).map((row) =>
      this.variant(row, product),
    );
  }

  private isVariant(row: TableRow): boolean {
    const filled = [this.at.sku, this.at.price, ...this.options.map(({ value }) => value)];
    return filled.some((index) => cell(row, index).trim() !== '');
  }

  private product(first: TableRow, rows: readonly TableRow[]) {
    const get = (name: Name) => cell(first, this.at[name]);
    const title = cleanText(get('title')) || (this.titles.get(this.handle) ?? '');
    if (this.handle !== '') this.titles.set(this.handle, title);
    const status = cleanText(get('status')).toLowerCase();
    return {
      title,
      description: get('body'),
      vendor: get('vendor'),
      category: get('type').split('>'),
      tags: get('tags').split(','),
      published: status !== '' && status !== 'active' ? false : get('published'),
      images: rows.map((row) => cell(row, this.at.image)),
      optionNames: this.options.map(({ name }) => cleanText(cell(first, name))),
      facts: this.factsOf(first, 'product'),
    };
  }

  private factsOf(row: TableRow, set: TableSet): RawOffer['options'] {
    return this.metafields.flatMap((one) => (one.set === set ? [{ name: one.name, value: cell(row, one.index) }] : []));
  }

  private variant(row: TableRow, product: ReturnType<ShopifyReader['product']>): RawOffer {
    const { optionNames, images, ...common } = product;
    const get = (name: Name) => cell(row, this.at[name]);
    const values = this.options.map(({ value }) => cleanText(cell(row, value)));
    const options = values.flatMap((value, i) =>
      value === '' || value === 'Default Title' ? [] : [{ name: optionNames[i] || `Option ${i + 1}`, value }],
    );
    const title = options.map(({ value }) => value).join(' / ');
    const untracked = this.at.tracker !== -1 && get('tracker').trim() === '' && /^0?$/.test(get('quantity').trim());
    return {
      ...emptyTableRaw(row),
      ...common,
      // Shopify's own rule: the values of the options are unique inside a product. A sku may be empty or repeated.
      external_id: this.handle === '' ? '' : [this.handle, ...options.map(({ value }) => value)].join(' / '),
      group_key: this.handle || null,
      variant_title: title || null,
      recommended_price: get('price'),
      old_price: get('old_price'),
      sku: get('sku').replace(/^'/, '') || [this.handle, ...options.map(({ value }) => value)].join('-'),
      barcode: get('barcode'),
      weight: get('grams'),
      quantity: untracked ? '' : get('quantity'),
      availability: untracked ? true : null,
      images: [get('variant_image'), ...images],
      options,
      facts: [...common.facts, ...this.factsOf(row, 'product_modification')],
    };
  }
}
