import { Readable } from 'node:stream';
import { DomainError } from '@lanka/domain/kit/errors';
import type { Offer, ParsedRow } from './offer';
import { type ParsedFeed, type ParseOptions, parseFeed } from './parse';

/** Reads a whole feed for a test: the rows, and the coded error it ended with. Other errors are let through. */
export async function readFeed(
  source: AsyncIterable<Uint8Array> | Buffer | string,
  options: ParseOptions = {},
): Promise<{ rows: ParsedRow[]; offers: Offer[]; error: DomainError | null; feed: ParsedFeed }> {
  const bytes = typeof source === 'string' ? Buffer.from(source) : source;
  const feed = parseFeed(Buffer.isBuffer(bytes) ? Readable.from([bytes], { objectMode: false }) : bytes, options);
  const rows: ParsedRow[] = [];
  let error: DomainError | null = null;
  try {
    for await (const row of feed) rows.push(row);
  } catch (thrown) {
    if (!(thrown instanceof DomainError)) throw thrown;
    error = thrown;
  }
  return { rows, offers: rows.flatMap(({ offer }) => offer ?? []), error, feed };
}

/** One line for a row: what a table test compares. */
export function inShort({ row, outcome, reasons, warnings, offer, external_id }: ParsedRow): string {
  const codes = (list: ParsedRow['reasons']) => list.map(({ code }) => code).join(' ');
  if (!offer) return `${row} ${outcome} [${external_id}] ${codes(reasons)}`;
  const options = offer.options.map(({ name, value }) => `${name}=${value}`).join('; ');
  const prices = `${offer.price}/${offer.recommended_price}/${offer.old_price}`;
  const place = `${offer.group_key} | ${offer.title} | ${offer.variant_title ?? ''}`;
  return `${row} [${offer.external_id}] ${place} | ${prices} | ${offer.stock} ${offer.available} | ${offer.weight} | ${options} | ${codes(warnings)}`;
}

export const yml = (offers: string, head = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<yml_catalog><shop>${head}<offers>\n${offers}\n</offers></shop></yml_catalog>`;
