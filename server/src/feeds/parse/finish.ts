import { MAX_PLACE } from '@lanka/domain/catalog/rules';
import { htmlToText } from '@lanka/domain/feeds/plain-text';
import { type RowReason, type RowReasonCode, rowReason } from '@lanka/domain/feeds/reasons';
import {
  cleanId,
  cleanText,
  convertToKopecks,
  joinOptions,
  normaliseCurrency,
  readAvailability,
  readBarcode,
  readMillimetres,
  readPrice,
  readStock,
  readWeightGrams,
} from '@lanka/domain/feeds/rules';
import { MAX_PRICE } from '@lanka/domain/kit/bounds';
import { type SideName, sidesBy } from '@lanka/domain/kit/size';
import { MAX_UNIT, tidyUnit } from '@lanka/domain/kit/units';
import type { FeedLimits, Offer, ParsedRow, Rates, RawOffer } from './offer';

const MAX_TITLE = 250;
const MAX_ID = 200;

/** Reads the texts of one offer. Every dialect ends here, so that they all read numbers and refuse alike. */
export function finishOffer(raw: RawOffer, rates: Rates, limits: FeedLimits): ParsedRow {
  const notes = new Notes(raw.warnings);
  const external_id = readId(raw, notes);
  const title = readTitle(raw.title, notes);
  const money = readMoney(raw, rates, notes);
  const { stock, available } = readLevels(raw, notes);
  const { text: description, cut } = htmlToText(raw.description);
  if (cut) notes.warn('description_cut', 'description');
  const variantTitle = cleanText(raw.variant_title ?? '').slice(0, MAX_TITLE);
  if (`${title}${description}`.includes('\ufffd')) notes.warn('characters_broken', 'title');
  const offer: Offer = {
    external_id,
    group_key: cleanId(raw.group_key ?? '').slice(0, MAX_ID) || null,
    title,
    variant_title: variantTitle || null,
    description,
    ...money,
    ...readPrices(raw, rates, notes),
    sku: cleanText(raw.sku).slice(0, MAX_ID),
    barcode: readCode(raw.barcode, notes),
    weight: readWeight(raw, notes),
    ...sidesBy((side) => readSide(raw, side, notes)),
    place: readPlace(raw, notes),
    minimum: readMinimum(raw, notes),
    ...readUnit(raw),
    tracked: readPublished(raw.tracked),
    stock,
    available,
    images: readImages(raw.images, raw.tells_images !== false, limits.maxImages, notes),
    category: raw.category.map(cleanText).filter(Boolean),
    tags: [...new Set(raw.tags.map((tag) => cleanText(tag).slice(0, 60)).filter(Boolean))].slice(0, 50),
    vendor: cleanText(raw.vendor).slice(0, 200) || null,
    options: readOptions(raw, limits.maxOptions, notes),
    url: readUrl(raw.url),
    published: readPublished(raw.published),
    ...(raw.facts?.length ? { facts: joinOptions(raw.facts).slice(0, limits.maxOptions) } : {}),
    ...(raw.columns ? { columns: raw.columns } : {}),
  };
  const place = raw.line === undefined ? { row: raw.row } : { row: raw.row, line: raw.line };
  if (notes.reasons.length === 0) return { ...place, outcome: 'offer', reasons: [], warnings: notes.warnings, offer };
  return { ...place, outcome: 'refused', reasons: notes.reasons, warnings: notes.warnings, external_id, title };
}

class Notes {
  readonly reasons: RowReason[] = [];
  readonly warnings: RowReason[];
  constructor(warnings: readonly RowReason[]) {
    this.warnings = [...warnings];
  }
  refuse(code: RowReasonCode, field: string, value?: string): void {
    this.reasons.push(rowReason(code, field, value));
  }
  warn(code: RowReasonCode, field: string, value?: string | number): void {
    if (this.warnings.length < 50) this.warnings.push(rowReason(code, field, value));
  }
}

function readId(raw: RawOffer, notes: Notes): string {
  let id = cleanId(raw.external_id);
  if (id === '' && raw.fallback_id) {
    id = cleanId(raw.fallback_id).slice(0, MAX_ID);
    notes.warn('id_from_title', 'external_id');
  }
  if (id === '') notes.refuse('id_missing', 'external_id');
  else if (id.length > MAX_ID) notes.refuse('id_too_long', 'external_id');
  return id.slice(0, MAX_ID);
}

function readTitle(text: string, notes: Notes): string {
  // A title with markup is rare but real; a title such as "Труба <20 мм" is left alone by htmlToText.
  const title = cleanText(/[<&]/.test(text) ? htmlToText(text).text : text);
  if (title === '') notes.refuse('title_missing', 'title');
  if (title.length <= MAX_TITLE) return title;
  notes.warn('title_cut', 'title');
  return title.slice(0, MAX_TITLE).toWellFormed().trim();
}

type Money = Pick<Offer, 'price' | 'recommended_price' | 'old_price' | 'currency'>;

function readMoney(raw: RawOffer, rates: Rates, notes: Notes): Money {
  const stated = normaliseCurrency(raw.currency);
  const recommended = readOnePrice(raw.recommended_price, 'recommended_price', stated, rates, notes);
  const own = readOnePrice(raw.price ?? '', 'price', stated, rates, notes);
  // what the dropshipper pays says nothing of what the customer pays
  const recommended_price = recommended?.kopecks ?? null;
  const price = own?.kopecks ?? recommended_price;
  const failed = notes.reasons.some(({ field }) => field === 'price' || field === 'recommended_price');
  if (price === null && !failed && !notes.warnings.some(({ code }) => code === 'price_zero')) {
    notes.warn('price_missing', 'price');
  }
  if (price !== null && recommended_price !== null && price > recommended_price) {
    notes.warn('price_above_recommended', 'price');
  }
  const currency = recommended?.currency ?? own?.currency ?? (stated || 'UAH');
  return { price, recommended_price, old_price: readOldPrice(raw, stated, rates, recommended_price, notes), currency };
}

interface ReadMoney {
  kopecks: number;
  currency: string;
}

function readOnePrice(text: string, field: string, stated: string, rates: Rates, notes: Notes): ReadMoney | null {
  const read = readPrice(text);
  if (read.kind === 'empty') return null;
  if (read.kind !== 'amount') {
    const code = {
      invalid: 'price_invalid',
      ambiguous: 'price_ambiguous',
      negative: 'price_negative',
      too_large: 'price_too_large',
    } as const;
    notes.refuse(code[read.kind], field, cleanText(text));
    return null;
  }
  const currency = read.currency || stated || 'UAH';
  if (read.hundredths === 0) {
    notes.warn('price_zero', field);
    return null;
  }
  if (currency === 'UAH') {
    if (read.rounded) notes.warn('price_rounded', field, cleanText(text));
    return { kopecks: read.hundredths, currency };
  }
  const rate = rates.get(currency);
  const hryvniaRate = rates.get('UAH');
  // The same rate for both is what a shop writes that never set one.
  if (rate === undefined || hryvniaRate === undefined || rate === hryvniaRate) {
    notes.refuse('currency_unknown', field, currency);
    return null;
  }
  notes.warn('currency_converted', field, currency);
  const kopecks = convertToKopecks(read.hundredths, rate, hryvniaRate);
  if (kopecks <= MAX_PRICE) return { kopecks, currency };
  notes.refuse('price_too_large', field, cleanText(text));
  return null;
}

/** Prices beside the price itself; a cell without one says nothing. */
function readPrices(raw: RawOffer, rates: Rates, notes: Notes): Pick<Offer, 'prices'> {
  const stated = normaliseCurrency(raw.currency);
  const prices = (raw.prices ?? []).flatMap(({ level, from_count, price }) => {
    const read = readOnePrice(price, 'prices', stated, rates, notes);
    return read ? [{ level, from_count, price: read.kopecks }] : [];
  });
  return prices.length > 0 ? { prices } : {};
}

/** The old price decorates; it never refuses a row. */
function readOldPrice(
  raw: RawOffer,
  stated: string,
  rates: Rates,
  recommended: number | null,
  notes: Notes,
): number | null {
  const text = cleanText(raw.old_price ?? '');
  const aside = new Notes([]);
  const old = readOnePrice(text, 'old_price', stated, rates, aside);
  if (aside.reasons.length === 0 && (old === null || (recommended !== null && old.kopecks === recommended)))
    return null;
  if (old !== null && recommended !== null && old.kopecks > recommended) return old.kopecks;
  notes.warn('old_price_ignored', 'old_price', text);
  return null;
}

function readLevels(raw: RawOffer, notes: Notes): Pick<Offer, 'stock' | 'available'> {
  const available = readFlag(raw.availability, notes);
  const stock = readStock(raw.quantity);
  const text = cleanText(raw.quantity);
  if (stock.kind === 'number') {
    if (stock.note) notes.warn(stock.note === 'negative' ? 'stock_negative' : 'stock_fraction', 'stock', text);
    if (available !== null && available !== stock.value > 0) notes.warn('availability_conflict', 'stock', stock.value);
    return { stock: stock.value, available: stock.value > 0 };
  }
  if (stock.kind === 'invalid') notes.warn('stock_invalid', 'stock', text);
  if (stock.kind === 'too_large') notes.warn('stock_too_large', 'stock', text);
  if (stock.kind === 'inexact') notes.warn('stock_inexact', 'stock', text);
  const told =
    stock.kind === 'word' ? stock.available : stock.kind === 'inexact' || stock.kind === 'too_large' ? true : available;
  return { stock: told === false ? 0 : null, available: told };
}

function readFlag(value: string | boolean | null | undefined, notes: Notes): boolean | null {
  if (typeof value !== 'string') return value ?? null;
  const read = readAvailability(value);
  if (read !== 'unknown') return read;
  notes.warn('availability_unknown', 'available', cleanText(value));
  return null;
}

function readPublished(value: string | boolean | null | undefined): boolean | null {
  if (typeof value !== 'string') return value ?? null;
  const read = readAvailability(value);
  return read === 'unknown' ? null : read;
}

function readCode(text: string, notes: Notes): string | null {
  const { barcode, problem } = readBarcode(text);
  if (problem) notes.warn(problem, 'barcode', cleanText(text));
  return barcode;
}

function readWeight(raw: RawOffer, notes: Notes): number | null {
  const grams = readWeightGrams(raw.weight, raw.weight_unit);
  if (grams !== undefined) return grams;
  notes.warn('weight_invalid', 'weight', cleanText(raw.weight));
  return null;
}

function readSide(raw: RawOffer, side: SideName, notes: Notes): number | null {
  const text = raw[side] ?? '';
  const read = readMillimetres(text, raw.size_unit ?? 'cm');
  if (read !== undefined) return read;
  notes.warn('size_invalid', side, cleanText(text));
  return null;
}

function readPlace(raw: RawOffer, notes: Notes): string {
  const place = cleanText(raw.place ?? '');
  if (place.length <= MAX_PLACE) return place;
  notes.warn('place_too_long', 'place', place);
  return '';
}

function readUnit(raw: RawOffer): Pick<Offer, 'unit'> {
  const unit = tidyUnit(cleanText(raw.unit ?? '')).slice(0, MAX_UNIT);
  return unit === '' ? {} : { unit };
}

function readMinimum(raw: RawOffer, notes: Notes): number | null {
  const text = cleanText(raw.minimum ?? '');
  if (text === '') return null;
  const read = readStock(text);
  if (read.kind === 'number' && !read.note) return read.value;
  notes.warn('minimum_invalid', 'minimum', text);
  return null;
}

function readOptions(raw: RawOffer, max: number, notes: Notes): Offer['options'] {
  const options = joinOptions(raw.options);
  if (options.length > max) notes.warn('options_cut', 'options', max);
  return options.slice(0, max);
}

function readImages(links: readonly string[], isTold: boolean, max: number, notes: Notes): string[] {
  const images = new Set<string>();
  for (const link of links) {
    const text = link.trim();
    if (text === '') continue;
    const url = readImageUrl(text);
    if (url) images.add(url);
    else notes.warn('image_invalid', 'images', text);
  }
  if (images.size === 0 && isTold) notes.warn('image_missing', 'images');
  if (images.size > max) notes.warn('images_cut', 'images', max);
  return [...images].slice(0, max);
}

/** A plain http(s) link to a photo, or null. `//host/x` gets https; spaces and Cyrillic are encoded. */
export function readImageUrl(text: string): string | null {
  const value = text.trim();
  if (value === '' || value.length > 2000) return null;
  try {
    const url = new URL(value.startsWith('//') ? `https:${value}` : value);
    const plain = (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === '';
    return plain && url.hostname !== '' ? url.href : null;
  } catch {
    return null;
  }
}

function readUrl(text: string): string | null {
  return readImageUrl(text);
}
