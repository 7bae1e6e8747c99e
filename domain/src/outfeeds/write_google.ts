import { element } from '../kit/markup';
import { amount, type FeedOffer, type FeedProduct, inTens, linkOf, offerName, paramsOf } from './goods';
import type { XmlWriter } from './write_yml';

/** Options that Google has fields of its own for; the others go as details. */
const OWN_FIELDS: readonly (readonly [field: string, option: RegExp])[] = [
  ['color', /^(колір|цвет|colou?r)$/i],
  ['size', /^(розмір|размер|size)$/i],
  ['material', /^(матеріал|материал|material)$/i],
  ['pattern', /^(візерунок|узор|pattern)$/i],
];

function options(product: FeedProduct, offer: FeedOffer): string {
  const told = new Set<string>();
  return paramsOf(product, offer)
    .map(({ option, value }) => {
      const own = OWN_FIELDS.find(([name, pattern]) => pattern.test(option) && !told.has(name));
      if (own) told.add(own[0]);
      return own
        ? element(`g:${own[0]}`, value)
        : `<g:product_detail>${element('g:attribute_name', option)}${element('g:attribute_value', value)}</g:product_detail>`;
    })
    .join('');
}

const inUnit = (value: string | null, unit: string): string | null => (value === null ? null : `${value} ${unit}`);

function item(product: FeedProduct, offer: FeedOffer, head: Parameters<XmlWriter['product']>[1]): string {
  const [image, ...more] = offer.images;
  const side = (millimetres: number | null) => (millimetres === null ? null : inUnit(inTens(millimetres), 'cm'));
  return [
    element('g:id', offer.id),
    element('g:title', offerName(product, offer)),
    element('g:description', product.description),
    element('g:link', linkOf(head, offer)),
    element('g:image_link', image),
    ...more.slice(0, 10).map((one) => element('g:additional_image_link', one)),
    element('g:availability', offer.available ? 'in_stock' : 'out_of_stock'),
    element('g:price', `${amount(offer.price)} UAH`),
    element('g:condition', 'new'),
    element('g:brand', product.vendor),
    element('g:gtin', offer.barcode),
    element('g:mpn', offer.sku),
    offer.barcode === null && (product.vendor === '' || offer.sku === '') ? element('g:identifier_exists', 'no') : '',
    element('g:item_group_id', product.offers.length > 1 ? product.number : null),
    element('g:google_product_category', product.category?.market?.id || product.category?.market?.name),
    element('g:product_type', product.category?.path.join(' > ')),
    element('g:shipping_weight', offer.weight === null ? null : `${offer.weight} g`),
    element('g:shipping_length', side(offer.length)),
    element('g:shipping_width', side(offer.width)),
    element('g:shipping_height', side(offer.height)),
    options(product, offer),
  ].join('');
}

/** RSS 2.0 with the fields of Google Merchant. */
export const google: XmlWriter = {
  open: ({ shop, site }) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel>${
      element('title', shop) + element('link', site) + element('description', shop)
    }\n`,
  product: (product, head) => product.offers.map((offer) => `<item>${item(product, offer, head)}</item>\n`).join(''),
  close: () => '</channel></rss>\n',
};
