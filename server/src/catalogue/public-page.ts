import type { Locale } from '@lanka/domain/kit/errors';
import { formatMoney } from '@lanka/domain/kit/money';
import type { Tx } from '../kit/db/db';
import { escaped, publicPage, sitemap } from '../kit/http/public-page';
import type { FileAnswer } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { logoAddress, photoAddress, smallPhotoAddress } from '../outfeeds';
import { enterProjects, logoUrl } from '../projects';
import { listPublic, type PublicSupplier, readPhotos, readPublic } from './suppliers.store';

const WORDS = {
  ua: {
    lang: 'uk',
    about: (title: string) => `${title}: постачальник для дропшиперів`,
    goods: 'Товари',
    more: (count: number) => `Усього товарів: ${count}. Решту видно в каталозі Ланки.`,
    price: 'Рекомендована ціна',
    inStock: 'В наявності',
    none: 'Немає в наявності',
    terms: 'Умови',
    delivery: 'Доставка',
    time: 'Строк доставки',
    returns: 'Повернення',
    minimum: 'Мінімальне замовлення',
    join: 'Працювати з цим постачальником',
    gone: 'Такої сторінки немає',
    goneText: 'Постачальник не відкривав публічної сторінки або закрив її.',
  },
  en: {
    lang: 'en',
    about: (title: string) => `${title}: a supplier for dropshippers`,
    goods: 'Goods',
    more: (count: number) => `${count} goods in all. The others are in the catalogue of Lanka.`,
    price: 'Recommended price',
    inStock: 'In stock',
    none: 'Out of stock',
    terms: 'Terms',
    delivery: 'Delivery',
    time: 'Time of delivery',
    returns: 'Returns',
    minimum: 'Minimum order',
    join: 'Work with this supplier',
    gone: 'There is no such page',
    goneText: 'The supplier has not opened a public page, or has closed it.',
  },
} as const satisfies Record<Locale, object>;

const STYLE = `<style>
  main { width: min(100%, 960px) !important; }
  .goods { list-style: none; margin: 0; padding: 0; display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(180px, 1fr)); }
  .goods img, .goods .none { display: block; width: 100%; aspect-ratio: 1; object-fit: contain; border-radius: 12px; background: #fff; }
  .goods h3 { margin: 8px 0 2px; font-size: 16px; font-weight: 600; overflow-wrap: anywhere; } .goods p { margin: 0; }
  h2 { margin: 28px 0 12px; font-size: 20px; }
</style>`;

type Page = Omit<PublicSupplier, 'logo' | 'goods'> & {
  readonly url: string;
  readonly logo_url: string | null;
  readonly goods: readonly (PublicSupplier['goods'][number] & {
    /** Small for the list, whole for whoever reads the page by a program. */
    readonly picture: { readonly small: string; readonly whole: string } | null;
  })[];
};

/** What is meant for readers of one paragraph: without the signs of markdown. */
const plain = (markdown: string): string =>
  markdown
    .replace(/^#+\s*/gm, '')
    .replace(/[*_]/g, '')
    .trim();

const money = (kopecks: number): string => (kopecks / 100).toFixed(2);

/** schema.org, for search engines. In a script element nothing but its own end is special. */
function structured({ title, url, logo_url, description, city, region, goods }: Page): string {
  const place = { '@type': 'PostalAddress', addressCountry: 'UA', addressLocality: city, addressRegion: region };
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: title,
    url,
    ...(logo_url ? { logo: logo_url } : {}),
    description: plain(description).slice(0, 500),
    address: place,
    makesOffer: goods.map((one) => ({
      '@type': 'Offer',
      ...(one.recommended_from === null ? {} : { price: money(one.recommended_from), priceCurrency: 'UAH' }),
      ...(one.in_stock === null
        ? {}
        : { availability: `https://schema.org/${one.in_stock ? 'InStock' : 'OutOfStock'}` }),
      itemOffered: {
        '@type': 'Product',
        name: one.title,
        ...(one.picture ? { image: one.picture.whole } : {}),
      },
    })),
  };
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/ld+json">${json}</script>`;
}

/** What a social card shows. */
function cardPicture({ logo_url, goods }: Page): string[] {
  const url = goods.find(({ picture }) => picture)?.picture?.whole ?? logo_url;
  return url ? [`<meta property="og:image" content="${escaped(url)}">`] : [];
}

function supplierPage(locale: Locale, shown: Page): Buffer {
  const t = WORDS[locale];
  const term = (name: string, value: string) => (value ? `<dt>${name}</dt><dd>${escaped(value)}</dd>` : '');
  const price = (from: number | null, to: number | null): string => {
    if (from === null) return '';
    const words = to === null || to === from ? formatMoney(from) : `${formatMoney(from)} – ${formatMoney(to)}`;
    return `<p>${t.price}: ${escaped(words)}</p>`;
  };
  const goods = shown.goods.map((one) =>
    [
      '<li>',
      one.picture ? `<img src="${escaped(one.picture.small)}" alt="" loading="lazy">` : '<span class="none"></span>',
      `<h3>${escaped(one.title)}</h3>${price(one.recommended_from, one.recommended_to)}`,
      `${one.in_stock === null ? '' : `<p>${one.in_stock ? t.inStock : t.none}</p>`}</li>`,
    ].join(''),
  );
  const about = plain(shown.description)
    .split(/\n{2,}/)
    .map((part) => `<p>${escaped(part)}</p>`)
    .join('');
  const body = [
    `<div class="who">${shown.logo_url ? `<img src="${escaped(shown.logo_url)}" alt="">` : ''}<span>${escaped(shown.category)}</span></div>`,
    `<h1>${escaped(shown.title)}</h1><p>${escaped([shown.city, shown.region].filter(Boolean).join(', '))}</p>${about}`,
    `<h2>${t.terms}</h2><dl>`,
    term(t.delivery, shown.delivery),
    term(t.time, shown.delivery_time),
    term(t.returns, shown.returns),
    term(t.minimum, shown.minimum_order),
    `</dl><p><a href="/cp/catalogue/${escaped(shown.friendly_id)}">${t.join}</a></p>`,
    `<h2>${t.goods}</h2><ul class="goods">${goods.join('')}</ul>`,
    shown.goods_total > shown.goods.length ? `<p>${t.more(shown.goods_total)}</p>` : '',
  ].join('\n');
  const description = plain(shown.description).replace(/\s+/g, ' ').slice(0, 160);
  const head = [
    `<meta name="description" content="${escaped(description)}">`,
    `<link rel="canonical" href="${escaped(shown.url)}">`,
    `<meta property="og:title" content="${escaped(shown.title)}">`,
    ...cardPicture(shown),
    `<meta property="og:url" content="${escaped(shown.url)}">`,
    structured(shown),
    STYLE,
  ].join('\n');
  return publicPage(t.lang, t.about(shown.title), body, `\n${head}`, { found: true });
}

/** The page of a supplier who opened one. Of all others nobody learns whether they are there. */
export async function openPublicPage(tx: Tx, app: Services, friendlyId: string, locale: Locale): Promise<FileAnswer> {
  const page = { content_type: 'text/html; charset=utf-8', file_name: 'supplier.html', inline: true } as const;
  const supplier = await readPublic(tx, friendlyId);
  if (!supplier) {
    const { lang, gone, goneText } = WORDS[locale];
    return { ...page, stream: publicPage(lang, gone, `<h1>${gone}</h1><p>${goneText}</p>`), status: 404 };
  }
  const { logo, goods, ...words } = supplier;
  const { publicUrl } = app.config;
  await enterProjects(tx, [supplier.id]);
  const photos = await readPhotos(
    tx,
    supplier.id,
    goods.map(({ id }) => id),
  );
  const pictured = goods.map((one) => {
    const photo = photos.get(one.id);
    if (!photo) return { ...one, picture: null };
    const whole = photoAddress(publicUrl, supplier.id, photo);
    return { ...one, picture: { whole, small: smallPhotoAddress(publicUrl, supplier.id, photo.id) } };
  });
  // a logo that is an address itself stays what it is
  const logo_url = (await logoUrl(app, logo)) === logo ? logo : logoAddress(publicUrl, supplier.id);
  const url = addressOf(app, supplier.friendly_id);
  return { ...page, stream: supplierPage(locale, { ...words, url, logo_url, goods: pictured }) };
}

const addressOf = ({ config }: Pick<Services, 'config'>, friendlyId: string): string =>
  `${config.publicUrl}/s/${friendlyId}`;

/** What the site of the product itself does not list: `/sitemap.xml` has its own pages. */
export async function listPages(tx: Tx, app: Services): Promise<FileAnswer> {
  const urls = (await listPublic(tx)).map((id) => addressOf(app, id));
  return {
    ...{ stream: Buffer.from(sitemap(urls)), content_type: 'application/xml; charset=utf-8' },
    ...{ file_name: 'sitemap.xml', inline: true, headers: { 'cache-control': 'public, max-age=3600' } },
  };
}
