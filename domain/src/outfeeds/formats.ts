import { z } from 'zod';

/** What feeds are written as: dialects of YML, other XML, and tables that shops take. */
export const FeedFormat = z.enum([
  'prom',
  'rozetka',
  'kasta',
  'eva',
  'maudau',
  'epicentr',
  'hotline',
  'google',
  'prom_xlsx',
  'horoshop_xlsx',
  'shopify_csv',
  'woocommerce_csv',
  'partner',
]);
export type FeedFormat = z.infer<typeof FeedFormat>;

/** How names call them; they are the same in both languages. */
export const FORMAT_TITLES: Readonly<Record<FeedFormat, string>> = {
  prom: 'Prom.ua (YML)',
  rozetka: 'Rozetka (YML)',
  kasta: 'Kasta (YML)',
  eva: 'EVA (YML)',
  maudau: 'MAUDAU (YML)',
  epicentr: 'Епіцентр (YML)',
  hotline: 'Hotline (XML)',
  google: 'Google Merchant (XML)',
  prom_xlsx: 'Prom.ua (XLSX)',
  horoshop_xlsx: 'Хорошоп (XLSX)',
  shopify_csv: 'Shopify (CSV)',
  woocommerce_csv: 'WooCommerce (CSV)',
  partner: 'B2B (YML)',
};

export type FeedFile = 'xml' | 'csv' | 'xlsx';

export const fileOf = (format: FeedFormat): FeedFile =>
  format.endsWith('_xlsx') ? 'xlsx' : format.endsWith('_csv') ? 'csv' : 'xml';

export const CONTENT_TYPES: Readonly<Record<FeedFile, string>> = {
  xml: 'application/xml; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** A workbook is an archive of at most 4 GB, and a row with the longest texts has tens of kilobytes. */
export const MAX_SHEET_ROWS = 100_000;

/** What a marketplace asks of goods (reference: feeds). */
export interface Demands {
  readonly name?: number;
  /** The name there has the values in it, as `offerName` writes them. */
  readonly named_by_values?: true;
  readonly sku?: number;
  readonly photos?: number;
  readonly vendor?: true;
  readonly description?: true;
  readonly category?: true;
  /** How many there are decides there, so that goods of which no number is told are not sold. */
  readonly quantity?: true;
  /** The page of the goods in the seller's own shop. */
  readonly link?: true;
}

const MARKETPLACE: Demands = { vendor: true, category: true, quantity: true };

export const DEMANDS: Readonly<Record<FeedFormat, Demands>> = {
  prom: { name: 100, sku: 25, category: true },
  rozetka: { ...MARKETPLACE, photos: 15, description: true },
  kasta: MARKETPLACE,
  eva: MARKETPLACE,
  maudau: MARKETPLACE,
  epicentr: { vendor: true, category: true, description: true },
  hotline: { vendor: true, category: true, photos: 15, link: true },
  google: { name: 150, named_by_values: true, photos: 11, description: true, link: true },
  prom_xlsx: { name: 100, sku: 25, category: true },
  horoshop_xlsx: { category: true },
  shopify_csv: {},
  woocommerce_csv: {},
  partner: {},
};
