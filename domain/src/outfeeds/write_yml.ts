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
  paramsOf,
} from './goods';

/** Writes a feed piece by piece, so that however many goods there are only one of them is held. */
export interface XmlWriter {
  open(head: FeedHead): string;
  product(product: FeedProduct, head: FeedHead): string;
  close(): string;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

type WriteCategory = (category: FeedCategory) => string;

const categoryElement: WriteCategory = ({ number, parent, name }) =>
  element('category', name, { id: number, parentId: parent });

/** Rozetka and Kasta know categories by an id beside ours. */
const withRozetkaId: WriteCategory = ({ number, parent, name, market }) =>
  element('category', name, { id: number, parentId: parent, rz_id: market?.id || null });

/** Marketplaces that know categories by name get their own name, which stands under none of ours. */
const byTheirName: WriteCategory = ({ number, parent, name, market }) =>
  market?.name
    ? element('category', market.name, { id: number })
    : element('category', name, { id: number, parentId: parent });

const openYml = (head: FeedHead): string => openWith(head, categoryElement);

const openWith = ({ shop, site, date, categories }: FeedHead, category: WriteCategory): string =>
  `${DECLARATION}<yml_catalog date="${date}">\n<shop>${[
    element('name', shop),
    element('company', shop),
    element('url', site),
    '<currencies><currency id="UAH" rate="1"/></currencies>',
    `<categories>${categories.map(category).join('')}</categories>`,
  ].join('\n')}\n<offers>\n`;

const CLOSE_YML = '</offers>\n</shop>\n</yml_catalog>\n';

/** The name in the elements of its language. */
function texts(base: 'name' | 'description', text: string, { language }: FeedHead): string {
  const write = (name: string) => (base === 'description' ? html(name, text) : element(name, text));
  return write(base) + (language === 'ua' ? write(`${base}_ua`) : '');
}

/** What a marketplace calls the codes of a parameter and of its value. */
type Codes = readonly [option: 'paramid' | 'paramcode', value: 'valueid' | 'valuecode'];

const params = (product: FeedProduct, offer: FeedOffer, codes?: Codes): string =>
  paramsOf(product, offer)
    .map(({ option, value, option_id, value_id }) =>
      element('param', value, {
        name: option,
        ...(codes ? { [codes[0]]: option_id ?? null, [codes[1]]: value_id ?? null } : {}),
      }),
    )
    .join('');

const pictures = ({ images }: FeedOffer): string => images.map((image) => element('picture', image)).join('');

/** Kilograms and centimetres. */
function measures({ weight, length, width, height }: FeedOffer): string {
  const sides = [length, width, height].flatMap((side) => (side === null ? [] : inTens(side)));
  return (
    element('weight', weight === null ? null : inThousands(weight)) +
    element('dimensions', sides.length === 3 ? sides.join('/') : null)
  );
}

const told = (kopecks: number | null): string | null => (kopecks === null ? null : amount(kopecks));

/** The partner feed names what its dropshipper pays beside what is recommended; no other one has more than its price. */
const prices = ({ price, partner: own }: FeedOffer): string =>
  own
    ? element('price', told(own.recommended)) + element('price_drop', told(own.base))
    : element('price', amount(price));

/** What all dialects write alike. */
const common = (product: FeedProduct, offer: FeedOffer, head: FeedHead, codes?: Codes): string =>
  [
    element('url', linkOf(head, offer)),
    prices(offer),
    element('currencyId', 'UAH'),
    element('categoryId', product.category?.number),
    pictures(offer),
    element('vendor', product.vendor),
    element('vendorCode', offer.sku),
    element('barcode', offer.barcode),
    measures(offer),
    params(product, offer, codes),
  ].join('');

const offerOf = (offer: FeedOffer, inner: string, more: Readonly<Record<string, string | number | boolean>> = {}) =>
  `${wrapped('offer', inner, { id: offer.id, ...more, available: offer.available })}\n`;

/** A dialect that makes each modification an offer of its own, joined by the same article. */
const byArticle = (
  quantity: 'stock_quantity' | 'quantity_in_stock',
  own: (product: FeedProduct, offer: FeedOffer, head: FeedHead) => string,
  { category, codes }: { readonly category: WriteCategory; readonly codes?: Codes },
): XmlWriter => ({
  open: (head) => openWith(head, category),
  product: (product, head) =>
    product.offers
      .map((offer) =>
        offerOf(
          offer,
          common(product, offer, head, codes) +
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
            element('portal_category_id', product.category?.market?.id),
            element('portal_category_url', product.category?.market?.url),
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
  { category: withRozetkaId, codes: ['paramid', 'valueid'] },
);

export const kasta = byArticle('stock_quantity', ukrainianTexts, { category: withRozetkaId });

export const eva = byArticle('stock_quantity', namedOffers, { category: byTheirName });

export const maudau = byArticle(
  'quantity_in_stock',
  (product, offer, { language }) => {
    const end = language === 'ru' ? 'ru' : 'ua';
    return element(`name_${end}`, offerName(product, offer)) + html(`description_${end}`, product.html);
  },
  { category: byTheirName },
);

/** Names carry their language, weight is in grams and sides in millimetres; no currency. */
export const epicentr: XmlWriter = {
  open: ({ date }) => `${DECLARATION}<yml_catalog date="${date}">\n<offers>\n`,
  product: (product, head) => {
    const lang = head.language;
    const market = product.category?.market;
    const path = market?.name || (product.category?.path.join(' > ') ?? '');
    // sets of attributes go by the categories there, under the same code
    const set = market?.id
      ? element('attribute_set', path, { code: market.id })
      : wrapped('attribute_set', '', { code: '' });
    return product.offers
      .map((offer) =>
        offerOf(
          offer,
          [
            element('url', linkOf(head, offer)),
            element('price', amount(offer.price)),
            element('category', path, { code: market?.id || product.category?.number }),
            set,
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
            params(product, offer, ['paramcode', 'valuecode']),
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
      .map(({ number, parent, name, market }) =>
        wrapped(
          'category',
          element('id', number) +
            element('parentId', market?.name ? null : parent) +
            element('name', market?.name || name),
        ),
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
              params(product, offer),
            ].join(''),
          )}\n`,
      )
      .join(''),
  close: () => '</items>\n</price>\n',
};

/** What another workspace imports: it is written as for Prom, with the prices of its one dropshipper. */
export const partner: XmlWriter = prom;
