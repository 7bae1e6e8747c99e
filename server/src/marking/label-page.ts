import type { Locale } from '@lanka/domain/kit/errors';
import { formatMoney } from '@lanka/domain/kit/money';
import { escaped, publicPage } from '../kit/http/public-page';

const WORDS = {
  ua: {
    lang: 'uk',
    sku: 'Артикул',
    code: 'Код',
    price: 'Рекомендована ціна',
    onSite: 'Відкрити на сайті постачальника',
    gone: 'Такої етикетки немає',
    goneText: 'Код пошкоджено, або товар уже прибрали з продажу. Запитайте продавця.',
    by: 'Постачальник',
  },
  en: {
    lang: 'en',
    sku: 'SKU',
    code: 'Code',
    price: 'Recommended price',
    onSite: 'Open on the supplier’s site',
    gone: 'There is no such label',
    goneText: 'The code is damaged, or the product is no longer sold. Ask the seller.',
    by: 'Supplier',
  },
} satisfies Record<Locale, Record<string, string>>;

const page = (locale: Locale, title: string, body: string, head = ''): Buffer =>
  publicPage(WORDS[locale].lang, title, body, head);

export interface LabelPage {
  readonly supplier: string;
  readonly logo_url: string | null;
  readonly product: string;
  readonly modification: string;
  readonly sku: string;
  readonly code: string;
  /** Null where the supplier does not want it told, or there is none. */
  readonly recommended_price: number | null;
  readonly picture_url: string | null;
  /** Where the supplier leads to; http or https. */
  readonly redirect: string | null;
}

/** The public page behind a label. Stock and base price are not among what it is given. */
export function labelPage(locale: Locale, shown: LabelPage): Buffer {
  const t = WORDS[locale];
  const { supplier, logo_url, product, modification, sku, code, recommended_price, picture_url, redirect } = shown;
  const fact = (name: string, value: string) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`;
  const body = [
    `<div class="who">${logo_url ? `<img src="${escaped(logo_url)}" alt="">` : ''}<span>${escaped(supplier)}</span></div>`,
    picture_url ? `<img class="photo" src="${escaped(picture_url)}" alt="${escaped(product)}">` : '',
    `<h1>${escaped(product)}</h1>`,
    modification && modification !== product ? `<p>${escaped(modification)}</p>` : '',
    recommended_price === null
      ? ''
      : `<p><span class="price">${escaped(formatMoney(recommended_price))}</span><br>${t.price}</p>`,
    `<dl>${sku ? fact(t.sku, sku) : ''}${fact(t.code, code)}</dl>`,
    redirect ? `<a href="${escaped(redirect)}" rel="noopener noreferrer">${t.onSite}</a>` : '',
  ].join('\n');
  // a label printed before the address was set leads there as those do that were printed after
  const refresh = redirect ? `\n<meta http-equiv="refresh" content="0; url=${escaped(redirect)}">` : '';
  return page(locale, product, body, refresh);
}

export const noLabelPage = (locale: Locale): Buffer =>
  page(locale, WORDS[locale].gone, `<h1>${WORDS[locale].gone}</h1><p>${WORDS[locale].goneText}</p>`);
