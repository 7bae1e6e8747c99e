import type { NamedValue } from '@lanka/domain/feeds/groups';
import type { RowReason } from '@lanka/domain/feeds/reasons';
import { cleanId, cleanText, readSides } from '@lanka/domain/feeds/rules';
import { type SideName, sidesBy } from '@lanka/domain/kit/size';
import type { RawOffer } from './offer';
import type { XmlRecord } from './xml';
import { type Categories, emptyRaw, Fields, imagesOf, readParams, weightOfParams } from './xml-offer';

export type YmlDialect = 'prom' | 'rozetka' | 'kasta' | 'eva' | 'maudau' | 'epicentr' | 'hotline' | 'yml';

/** Which marketplace the feed was made for (reference: feeds, The common base). Only Epicentr is read differently. */
export function dialectOf(record: XmlRecord): YmlDialect {
  const fields = new Fields(record.node);
  const params = fields.all('param');
  if (fields.has('priceruah', 'priceuah') || (record.node.name === 'item' && fields.has('code'))) return 'hotline';
  if (fields.has('attribute_set') || params.some(({ attributes }) => 'paramcode' in attributes)) return 'epicentr';
  if (fields.attribute('group_id') !== undefined || fields.has('keywords', 'keywords_ua', 'portal_category_id'))
    return 'prom';
  if (fields.has('article')) {
    if (params.some(({ attributes }) => 'paramid' in attributes) || fields.has('price_promo', 'state'))
      return 'rozetka';
    return fields.has('name') ? 'eva' : 'kasta';
  }
  if (fields.has('name_ru', 'description_ru') && fields.has('quantity_in_stock', 'old_price')) return 'maudau';
  return fields.has('stock_quantity') ? 'rozetka' : 'yml';
}

/** An offer of YML, its dialects and Hotline: one reader, because shops mix their fields. */
export function readYmlOffer(record: XmlRecord, categories: Categories): RawOffer {
  const fields = new Fields(record.node);
  const raw = emptyRaw(record);
  const id = cleanId(fields.attribute('id') ?? fields.text('id', 'offer_id', 'offerid'));
  const article = fields.text('article', 'articul');
  const params = readParams(fields.all('param', 'parameter', 'attribute'));
  return {
    ...raw,
    external_id: id,
    group_key:
      cleanId(fields.attribute('group_id', 'groupid') ?? '') ||
      fields.text('group_id', 'item_group_id') ||
      article ||
      null,
    title: titleOf(fields),
    description: fields.ukrainian('description') || fields.ukrainian('desc') || fields.ukrainian('short_description'),
    ...pricesOf(fields),
    sku: fields.text('vendorcode', 'vendor_code', 'sku', 'code', 'mpn') || article || id,
    barcode: fields.text('barcode', 'ean', 'ean13', 'gtin', 'upc'),
    ...weightOf(fields, params),
    ...sizeOf(fields, params),
    quantity: quantityOf(fields),
    availability: availabilityOf(fields),
    images: imagesOf(
      fields.all('picture', 'image', 'img', 'photo', 'pictures', 'images', 'photos', 'additional_image'),
    ),
    category: categoryOf(fields, categories, raw.warnings),
    tags: (fields.ukrainian('keywords') || fields.text('tags')).split(/[,;]/),
    vendor: fields.text('vendor', 'brand', 'manufacturer', 'producer'),
    options: withCountry(withElements(params, fields), fields),
    url: fields.text('url', 'link'),
  };
}

function titleOf(fields: Fields): string {
  const name = fields.ukrainian('name') || fields.ukrainian('title');
  if (name.trim() !== '') return name;
  // The vendor.model type has no name of its own.
  const model = fields.text('model');
  return model.trim() === ''
    ? ''
    : [fields.text('typeprefix'), fields.text('vendor'), model].map(cleanText).filter(Boolean).join(' ');
}

type Prices = Pick<RawOffer, 'recommended_price' | 'price' | 'old_price' | 'currency'>;

function pricesOf(fields: Fields): Prices {
  const hryvnias = fields.text('priceruah', 'priceuah', 'price_uah');
  const foreign =
    hryvnias.trim() === '' && fields.text('price').trim() === '' ? fields.text('priceusd', 'pricerusd') : '';
  const main = hryvnias || fields.text('price') || foreign;
  const recommended = fields.text('recommended_price', 'price_rrc', 'rrp', 'rrc', 'retail_price', 'price_retail');
  const wholesale = fields.text(
    'price_drop',
    'drop_price',
    'dropprice',
    'price_dropshipping',
    'wholesale_price',
    'price_opt',
    'opt_price',
  );
  return {
    recommended_price: recommended || main,
    price: wholesale || (recommended.trim() === '' ? '' : main),
    old_price: fields.text('oldprice', 'price_old', 'old_price', 'oldpriceruah'),
    currency:
      hryvnias.trim() !== '' ? 'UAH' : foreign !== '' ? 'USD' : fields.text('currencyid', 'currency', 'currency_id'),
  };
}

/** Kilograms in YML; grams in Epicentr (reference: feeds, The common base). */
function weightOf(fields: Fields, params: readonly NamedValue[]): Pick<RawOffer, 'weight' | 'weight_unit'> {
  const node = fields.all('weight')[0];
  if (node && node.text.trim() !== '') {
    return {
      weight: `${cleanText(node.text)} ${node.attributes.unit ?? ''}`,
      weight_unit: isEpicentr(fields) ? 'g' : 'kg',
    };
  }
  const param = weightOfParams(params);
  return { weight: param?.weight ?? '', weight_unit: param?.unit ?? 'kg' };
}

/**
 * Of `<dimensions>` and of a parameter of that name, length/width/height in centimetres; millimetres in the elements of
 * Epicentr (reference: feeds, The common base).
 */
function sizeOf(fields: Fields, params: readonly NamedValue[]): Pick<RawOffer, SideName | 'size_unit'> {
  const told =
    fields.text('dimensions') || (params.find(({ name }) => /^dimensions$/i.test(cleanText(name)))?.value ?? '');
  const sides = readSides(told);
  if (sides) return { ...sides, size_unit: 'cm' };
  return isEpicentr(fields) ? { ...sidesBy((side) => fields.text(side)), size_unit: 'mm' } : {};
}

const isEpicentr = (fields: Fields): boolean =>
  fields.has('attribute_set') || fields.all('param').some(({ attributes }) => 'paramcode' in attributes);

function quantityOf(fields: Fields): string {
  const told = fields.text('quantity_in_stock', 'stock_quantity', 'quantity', 'stock', 'count', 'amount', 'balance');
  if (told.trim() !== '') return told;
  const outlets = fields
    .all('outlets')
    .flatMap(({ children }) => children)
    .map(({ attributes }) => attributes.instock ?? '');
  const numbers = outlets.filter((text) => /^\d{1,9}$/.test(text)).map(Number);
  return numbers.length > 0 ? String(numbers.reduce((sum, n) => sum + n, 0)) : '';
}

/** `available=""` means on order or absent (Prom): not available. No attribute at all: not told. */
function availabilityOf(fields: Fields): string | boolean | null {
  const available = fields.attribute('available');
  if (available !== undefined) return available.trim() === '' ? false : available;
  return (
    fields.attribute('in_stock', 'instock', 'presence') ??
    (fields.text('available', 'availability', 'in_stock', 'instock', 'presence') || null)
  );
}

function categoryOf(fields: Fields, categories: Categories, warnings: RowReason[]): string[] {
  const id = fields.text('categoryid', 'category_id');
  if (id.trim() !== '') return categories.path(id, warnings);
  const named = cleanText(fields.ukrainian('category'));
  return named === '' ? [] : named.split(/\s*[>»]\s*|\s+\/\s+/);
}

/** What shops write as an element of its own instead of a parameter; a parameter of that name goes before it. */
const OPTION_ELEMENTS: readonly (readonly [name: string, known: RegExp, ...elements: string[]])[] = [
  ['Колір', /кол[іь]р|цвет|colou?r/i, 'color', 'colour', 'color_ua'],
  ['Розмір', /розмір|размер|size/i, 'size', 'size_ua'],
];

function withElements(params: NamedValue[], fields: Fields): NamedValue[] {
  const told = OPTION_ELEMENTS.flatMap(([name, known, ...elements]) => {
    const value = cleanText(fields.text(...elements));
    return value === '' || params.some((param) => known.test(param.name)) ? [] : [{ name, value }];
  });
  return [...params, ...told];
}

function withCountry(params: NamedValue[], fields: Fields): NamedValue[] {
  const country = cleanText(fields.text('country_of_origin', 'country'));
  const known = params.some(({ name }) => /країна|страна|country/i.test(name));
  return country === '' || known ? params : [...params, { name: 'Країна-виробник', value: country }];
}
