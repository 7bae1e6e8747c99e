import type { FeedKind } from '@lanka/domain/feeds/contract';
import type { NamedValue } from '@lanka/domain/feeds/groups';
import type { RowReason } from '@lanka/domain/feeds/reasons';
import type { SideName, Size } from '@lanka/domain/kit/size';
import type { PriceColumn } from '@lanka/domain/price_levels/columns';

/** One variant as a feed tells it. Money in kopecks, weight in grams, sides in millimetres; null means that the feed does not tell. */
export interface Offer extends Partial<Size> {
  /** With the source it is the key of a repeated import. */
  external_id: string;
  /** Offers with the same key are variants of one product; null where the feed has no marker. */
  group_key: string | null;
  /** Name of the product; in XML dialects the name of the offer, see `groupTitle`. */
  title: string;
  /** Name of the variant where the format tells it apart from the product's. */
  variant_title: string | null;
  /** Plain text, paragraphs and `- ` lists. */
  description: string;
  /** What the dropshipper pays. The recommended price where the feed has only one. */
  price: number | null;
  recommended_price: number | null;
  old_price: number | null;
  /** Of levels, by their names, and from a count on; only our own table has them. */
  prices?: (PriceColumn & { price: number })[];
  /** The currency the feed gives; prices here are always hryvnias. */
  currency: string;
  sku: string;
  barcode: string | null;
  weight: number | null;
  /** Where it stands in the warehouse; '' is not told. */
  place: string;
  /** So many should be there. */
  minimum: number | null;
  /** What it is counted in; not told by most formats. */
  unit?: string;
  /** Whether its stock is counted. */
  tracked: boolean | null;
  /** null: the quantity is not told and must be left as it is. Never a guess: "in stock" without a number is null. */
  stock: number | null;
  available: boolean | null;
  images: string[];
  /** From the root down. */
  category: string[];
  tags: string[];
  vendor: string | null;
  options: NamedValue[];
  /** What is said of the product and is no option: only additional fields are taken from it. */
  facts?: NamedValue[];
  url: string | null;
  published: boolean | null;
  /** Cells of the columns of a table that nothing else is read from, by their names: additional fields come from them. */
  columns?: Readonly<Record<string, string>>;
}

export interface ParsedRow {
  /** Number of the offer in XML; number of the row as a spreadsheet shows it in tables. From 1. */
  row: number;
  /** Line of the file where the offer begins, in XML. */
  line?: number;
  outcome: 'offer' | 'skipped' | 'refused';
  /** Why it was refused or skipped. */
  reasons: RowReason[];
  warnings: RowReason[];
  offer?: Offer;
  /** What is known of a row that did not become an offer, so that a person finds it. */
  external_id?: string;
  title?: string;
}

/** Prices in texts, as the feed has them; `finishOffer` reads them. */
export interface RawOffer extends Partial<Record<SideName, string>> {
  row: number;
  line?: number;
  external_id: string;
  /** Used when `external_id` is empty; the row gets a warning. */
  fallback_id?: string;
  group_key: string | null;
  title: string;
  variant_title?: string | null;
  description: string;
  /** The only price, or the one for end customers. */
  recommended_price: string;
  /** A separate price for dropshippers. */
  price?: string;
  old_price?: string;
  prices?: (PriceColumn & { price: string })[];
  currency: string;
  sku: string;
  barcode: string;
  weight: string;
  weight_unit: 'g' | 'kg';
  size_unit?: 'mm' | 'cm';
  place?: string;
  minimum?: string;
  unit?: string;
  tracked?: string;
  quantity: string;
  /** undefined: no such field. `''` is for the mapper to interpret. */
  availability?: string | boolean | null;
  images: string[];
  /** false: there is no column of pictures, so that none are missed. */
  tells_images?: boolean;
  category: string[];
  tags: string[];
  vendor: string;
  options: NamedValue[];
  facts?: NamedValue[];
  url: string;
  published?: string | boolean | null;
  columns?: Readonly<Record<string, string>>;
  warnings: RowReason[];
}

/** Rates to the base currency of the feed in hundred-millionths, by ISO code. */
export type Rates = ReadonlyMap<string, bigint>;

export type FeedLayout = 'own' | 'prom' | 'horoshop' | 'shopify' | 'woocommerce';
export type { FeedKind };

export interface FeedHeader {
  kind: FeedKind | null;
  /** Which marketplace's YML it looks like; `yml` when nothing tells. */
  dialect: string | null;
  encoding: string | null;
  shop_name: string | null;
  categories: number;
  /** Columns of a table that are not used. */
  ignored_columns: string[];
  /** Names of the price levels that its columns are of. */
  price_levels?: string[];
  /** Characters were damaged or the declared encoding was wrong. */
  notes: string[];
}

export interface FeedSummary {
  rows: number;
  offers: number;
  skipped: number;
  refused: number;
  with_warnings: number;
  /** The file was read to its end. False while reading and after an error. */
  complete: boolean;
}

export interface FeedLimits {
  /** Bytes of the file as it came. */
  maxBytes: number;
  /** Bytes after unpacking gzip or a sheet of XLSX. */
  maxUnpackedBytes: number;
  /** Bytes of an XLSX file: its directory stands at the end, so the packed file is held in memory. */
  maxArchiveBytes: number;
  /** Texts that cells of XLSX share, held in memory while its sheets are read: how many, and their bytes there. */
  maxSharedStrings: number;
  maxSharedBytes: number;
  maxRows: number;
  maxDepth: number;
  /** Characters of one text, attribute list or cell. */
  maxText: number;
  maxTag: number;
  maxAttributes: number;
  /** Elements inside one offer; columns of a table. */
  maxFields: number;
  maxCategories: number;
  maxImages: number;
  maxOptions: number;
  /** Bytes handled at a time; tests make it small. */
  blockBytes: number;
}

const MEGABYTE = 1024 * 1024;
export const DEFAULT_LIMITS: FeedLimits = {
  maxBytes: 200 * MEGABYTE,
  maxUnpackedBytes: 500 * MEGABYTE,
  maxArchiveBytes: 50 * MEGABYTE,
  maxSharedStrings: 1_000_000,
  maxSharedBytes: 64 * MEGABYTE,
  maxRows: 300_000,
  maxDepth: 64,
  maxText: 2_000_000,
  maxTag: 65_536,
  maxAttributes: 100,
  maxFields: 2_000,
  maxCategories: 50_000,
  maxImages: 30,
  maxOptions: 100,
  blockBytes: 65_536,
};
