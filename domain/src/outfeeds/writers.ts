import { type FeedFormat, fileOf } from './formats';
import { google } from './write_google';
import { horoshopXlsx, promXlsx, shopifyCsv, type TableWriter, woocommerceCsv } from './write_tables';
import { epicentr, eva, hotline, kasta, maudau, partner, prom, rozetka, type XmlWriter } from './write_yml';

const XML: Readonly<Partial<Record<FeedFormat, XmlWriter>>> = {
  ...{ prom, rozetka, kasta, eva, maudau, epicentr, hotline },
  google,
  partner,
};

const TABLES: Readonly<Partial<Record<FeedFormat, TableWriter>>> = {
  prom_xlsx: promXlsx,
  horoshop_xlsx: horoshopXlsx,
  shopify_csv: shopifyCsv,
  woocommerce_csv: woocommerceCsv,
};

export type FeedWriter = { readonly xml: XmlWriter } | { readonly table: TableWriter; readonly file: 'csv' | 'xlsx' };

/** How a feed of this format is written. */
export function writerOf(format: FeedFormat): FeedWriter {
  const xml = XML[format];
  if (xml) return { xml };
  const table = TABLES[format];
  const file = fileOf(format);
  if (!table || file === 'xml') throw new Error(`${format} has no writer`);
  return { table, file };
}
