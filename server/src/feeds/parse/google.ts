import { cleanText } from '@lanka/domain/feeds/rules';
import { sidesBy } from '@lanka/domain/kit/size';
import type { RawOffer } from './offer';
import type { XmlRecord } from './xml';
import { emptyRaw, Fields, imagesOf } from './xml-offer';

const OPTIONS: readonly (readonly [string, string])[] = [
  ['color', 'Колір'],
  ['size', 'Розмір'],
  ['material', 'Матеріал'],
  ['pattern', 'Візерунок'],
  ['gender', 'Стать'],
  ['age_group', 'Вікова група'],
];

/** An item of Google Merchant: RSS 2.0 or Atom with `g:` fields. The sale price is what a customer pays. */
export function readGoogleItem(record: XmlRecord): RawOffer {
  const fields = new Fields(record.node);
  const sale = fields.text('sale_price');
  const price = fields.text('price');
  const details = fields.all('product_detail').map((node) => new Fields(node));
  const link = fields.all('link')[0];
  return {
    ...emptyRaw(record),
    external_id: fields.text('id', 'guid'),
    group_key: fields.text('item_group_id') || null,
    title: fields.text('title', 'name'),
    description: fields.text('description', 'summary', 'content'),
    recommended_price: cleanText(sale) === '' ? price : sale,
    old_price: cleanText(sale) === '' ? '' : price,
    sku: fields.text('mpn', 'sku', 'id'),
    barcode: fields.text('gtin', 'ean', 'barcode'),
    weight: fields.text('shipping_weight', 'product_weight'),
    ...sidesBy((side) => fields.text(`shipping_${side}`, `product_${side}`)),
    quantity: fields.text('quantity', 'sell_on_google_quantity', 'inventory'),
    availability: fields.text('availability').replace(/_/g, ' ') || null,
    images: imagesOf(fields.all('image_link', 'additional_image_link')),
    category: cleanText(fields.text('product_type')).split(/\s*>\s*/),
    vendor: fields.text('brand'),
    options: [
      ...OPTIONS.flatMap(([name, label]) =>
        fields.all(name).map(({ text }) => ({ name: label, value: cleanText(text) })),
      ),
      ...details.map((d) => ({ name: d.text('attribute_name'), value: d.text('attribute_value') })),
    ],
    url: link ? link.text.trim() || (link.attributes.href ?? '') : '',
  };
}
