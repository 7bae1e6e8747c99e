import type { Locale } from '@lanka/domain/kit/errors';
import { formatMoney } from '@lanka/domain/kit/money';

const SPECIAL: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => SPECIAL[sign] ?? sign);

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

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; display: grid; place-items: start center; min-height: 100vh; background: #f4f5f7; color: #1d2129; }
  main { box-sizing: border-box; width: min(100%, 480px); padding: 24px 20px 40px; }
  h1 { margin: 16px 0 4px; font-size: 24px; line-height: 1.25; overflow-wrap: anywhere; }
  p, dl { margin: 0 0 12px; overflow-wrap: anywhere; }
  .photo { display: block; width: 100%; aspect-ratio: 1; object-fit: contain; border-radius: 12px; background: #fff; }
  .who { display: flex; align-items: center; gap: 10px; margin-bottom: 16px; font-weight: 600; }
  .who img { width: 40px; height: 40px; object-fit: contain; border-radius: 8px; background: #fff; }
  dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; }
  dt { color: #565d6b; } dd { margin: 0; overflow-wrap: anywhere; }
  .price { font-size: 22px; font-weight: 700; }
  a { display: inline-block; padding: 12px 20px; border-radius: 8px; background: #1f5fbf; color: #fff; font-weight: 600; }
  @media (prefers-color-scheme: dark) { body { background: #16181d; color: #e8eaee; } dt { color: #a6adba; } }
`;

const page = (locale: Locale, title: string, body: string, head = ''): Buffer =>
  Buffer.from(`<!doctype html>
<html lang="${WORDS[locale].lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">${head}
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>
`);

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
