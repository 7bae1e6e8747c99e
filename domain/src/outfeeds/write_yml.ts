import { element, html, wrapped } from '../kit/markup';
import {
  amount,
  type FeedCategory,
  type FeedHead,
  type FeedOffer,
  type FeedProduct,
  inTens,
  inThousands,
  linkOf,
  offerName,
} from './goods';

/** Writes a feed piece by piece, so that however many goods there are only one of them is held. */
export interface XmlWriter {
  open(head: FeedHead): string;
  product(product: FeedProduct, head: FeedHead): string;
  close(): string;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

const categoryElement = ({ number, parent, name }: FeedCategory): string =>
  element('category', name, { id: number, parentId: parent });

const openYml = ({ shop, site, date, categories }: FeedHead): string =>
  `${DECLARATION}<yml_catalog date="${date}">\n<shop>${[
    element('name', shop),
    element('company', shop),
    element('url', site),
    '<currencies><currency id="UAH" rate="1"/></currencies>',
    `<categories>${categories.map(categoryElement).join('')}</categories>`,
  ].join('\n')}\n<offers>\n`;

const CLOSE_YML = '</offers>\n</shop>\n</yml_catalog>\n';

/** The name in the elements of its language. */
function texts(base: 'name' | 'description', text: string, { language }: FeedHead): string {
  const write = (name: string) => (base === 'description' ? html(name, text) : element(name, text));
  return write(base) + (language === 'ua' ? write(`${base}_ua`) : '');
}

const params = ({ values }: FeedOffer): string =>
  values.map(({ option, value }) => element('param', value, { name: option })).join('');

const pictures = ({ images }: FeedOffer): string => images.map((image) => element('picture', image)).join('');

/** Kilograms and centimetres. */
function measures({ weight, length, width, height }: FeedOffer): string {
  const sides = [length, width, height].flatMap((side) => (side === null ? [] : inTens(side)));
  return (
    element('weight', weight === null ? null : inThousands(weight)) +
    element('dimensions', sides.length === 3 ? sides.join('/') : null)
  );
}

/** What all dialects write alike. */
const common = (product: FeedProduct, offer: FeedOffer, head: FeedHead): string =>
  [
    element('url', linkOf(head, offer)),
    element('price', amount(offer.price)),
    element('currencyId', 'UAH'),
    element('categoryId', product.category?.number),
    pictures(offer),
    element('vendor', product.vendor),
    element('vendorCode', offer.sku),
    element('barcode', offer.barcode),
    measures(offer),
    params(offer),
  ].join('');

const offerOf = (offer: FeedOffer, inner: string, more: Readonly<Record<string, string | number | boolean>> = {}) =>
  `${wrapped('offer', inner, { id: offer.id, ...more, available: offer.available })}\n`;

/** A dialect that makes each modification an offer of its own, joined by the same article. */
const byArticle = (
  quantity: 'stock_quantity' | 'quantity_in_stock',
  own: (product: FeedProduct, offer: FeedOffer, head: FeedHead) => string,
): XmlWriter => ({
  open: openYml,
  product: (product, head) =>
    product.offers
      .map((offer) =>
        offerOf(
          offer,
          common(product, offer, head) +
            own(product, offer, head) +
            element('article', product.offers.length > 1 ? product.number : null) +
            element(quantity, offer.stock),
        ),
      )
      .join(''),
  close: () => CLOSE_YML,
});

const namedOffers = (product: FeedProduct, offer: FeedOffer, head: FeedHead): string =>
  texts('name', offerName(product, offer), head) + texts('description', product.html, head);

/** Only Ukrainian texts, as Kasta takes them. */
const ukrainianTexts = (product: FeedProduct, offer: FeedOffer): string =>
  element('name_ua', offerName(product, offer)) + html('description_ua', product.html);

export const prom: XmlWriter = {
  open: openYml,
  product: (product, head) =>
    product.offers
      .map((offer) =>
        offerOf(
          offer,
          [
            common(product, offer, head),
            texts('name', product.name, head),
            texts('description', product.html, head),
            element('keywords', product.tags.join(', ')),
            head.language === 'ua' ? element('keywords_ua', product.tags.join(', ')) : '',
            element('quantity_in_stock', offer.stock),
          ].join(''),
          product.offers.length > 1
            ? { group_id: product.number, in_stock: offer.available }
            : { in_stock: offer.available },
        ),
      )
      .join(''),
  close: () => CLOSE_YML,
};

export const rozetka = byArticle(
  'stock_quantity',
  (product, offer, head) => namedOffers(product, offer, head) + element('state', 'new'),
);

export const kasta = byArticle('stock_quantity', ukrainianTexts);

export const eva = byArticle('stock_quantity', namedOffers);

export const maudau = byArticle('quantity_in_stock', (product, offer, { language }) => {
  const end = language === 'ru' ? 'ru' : 'ua';
  return element(`name_${end}`, offerName(product, offer)) + html(`description_${end}`, product.html);
});

/** Names carry their language, weight is in grams and sides in millimetres; no currency. */
export const epicentr: XmlWriter = {
  open: ({ date }) => `${DECLARATION}<yml_catalog date="${date}">\n<offers>\n`,
  product: (product, head) => {
    const lang = head.language;
    const path = product.category?.path.join(' > ') ?? '';
    return product.offers
      .map((offer) =>
        offerOf(
          offer,
          [
            element('url', linkOf(head, offer)),
            element('price', amount(offer.price)),
            element('category', path, { code: product.category?.number }),
            wrapped('attribute_set', '', { code: '' }),
            element('article', product.offers.length > 1 ? product.number : null),
            element('name', offerName(product, offer), { lang }),
            html('description', product.html, { lang }),
            pictures(offer),
            element('vendor', product.vendor, { code: '' }),
            element('vendorCode', offer.sku),
            element('barcode', offer.barcode),
            element('weight', offer.weight),
            element('length', offer.length),
            element('width', offer.width),
            element('height', offer.height),
            element('quantity', offer.stock),
            params(offer),
          ].join(''),
        ),
      )
      .join('');
  },
  close: () => '</offers>\n</yml_catalog>\n',
};

/** Hotline and those that take its XML. */
export const hotline: XmlWriter = {
  open: ({ date, shop, categories }) =>
    `${DECLARATION}<price>${element('date', date)}${element('firmName', shop)}<categories>${categories
      .map(({ number, parent, name }) =>
        wrapped('category', element('id', number) + element('parentId', parent) + element('name', name)),
      )
      .join('')}</categories>\n<items>\n`,
  product: (product, head) =>
    product.offers
      .map(
        (offer) =>
          `${wrapped(
            'item',
            [
              element('id', offer.id),
              element('group_id', product.offers.length > 1 ? product.number : null),
              element('categoryId', product.category?.number),
              element('code', offer.sku),
              element('barcode', offer.barcode),
              element('vendor', product.vendor),
              element('name', offerName(product, offer)),
              html('description', product.html),
              element('url', linkOf(head, offer)),
              offer.images.map((image) => element('image', image)).join(''),
              element('priceRUAH', amount(offer.price)),
              element('stock', offer.available ? 'В наявності' : 'Немає в наявності'),
              element('condition', '0'),
              measures(offer),
              params(offer),
            ].join(''),
          )}\n`,
      )
      .join(''),
  close: () => '</items>\n</price>\n',
};
