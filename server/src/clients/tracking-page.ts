import { CUSTOMER_STAGES, type CustomerStage, customerStage } from '@lanka/domain/clients/tracking';
import type { Locale } from '@lanka/domain/kit/errors';
import { formatMoney } from '@lanka/domain/kit/money';
import { formatPhone } from '@lanka/domain/kit/phone';
import { printedUnit, shownUnit } from '@lanka/domain/kit/units';
import { OPERATOR_NAMES } from '@lanka/domain/orders/operators';
import { escaped, publicPage } from '../kit/http/public-page';
import type { TrackedOrder } from './tracking.store';

const WORDS = {
  ua: {
    lang: 'uk',
    order: 'Замовлення',
    seller: 'Продавець',
    ttn: 'ТТН',
    carrier: 'Доставка',
    parcel: 'У посилці',
    one: 'Посилка',
    sent: 'відправлено',
    waits: 'готується',
    back: 'не отримано, повертається продавцеві',
    refused: 'Посилку не отримали, тому вона повертається продавцеві. Якщо це помилка, зв’яжіться з ним.',
    sum: 'Сума замовлення',
    toPay: 'До сплати при отриманні',
    call: 'Зателефонувати',
    canceled: 'Замовлення скасовано. Якщо це помилка, зв’яжіться з продавцем.',
    gone: 'Такої сторінки немає',
    goneText: 'Посилання замінили новим, або замовлення видалено. Запитайте продавця.',
    other: ['en', 'English'],
  },
  en: {
    lang: 'en',
    order: 'Order',
    seller: 'Seller',
    ttn: 'Waybill',
    carrier: 'Delivery',
    parcel: 'In the parcel',
    one: 'Parcel',
    sent: 'sent',
    waits: 'being prepared',
    back: 'not taken, goes back to the seller',
    refused: 'The parcel was not taken, so it goes back to the seller. If this is a mistake, contact him.',
    sum: 'Sum of the order',
    toPay: 'To pay on delivery',
    call: 'Call',
    canceled: 'The order is canceled. If this is a mistake, contact the seller.',
    gone: 'There is no such page',
    goneText: 'The link was renewed, or the order was deleted. Ask the seller.',
    other: ['ua', 'Українською'],
  },
} as const satisfies Record<Locale, Record<string, string | readonly [string, string]>>;

const STYLE = `<style>
  .stages { list-style: none; margin: 16px 0; padding: 0; display: grid; gap: 6px; }
  .stages li { padding: 8px 12px; border-radius: 8px; border: 1px solid #c9ced8; color: #565d6b; }
  .stages li[aria-current] { border-color: #1f5fbf; background: #1f5fbf; color: #fff; font-weight: 600; }
  .canceled { padding: 12px; border-radius: 8px; background: #fbe9e7; color: #7a1c12; font-weight: 600; }
  .items { list-style: none; margin: 0 0 16px; padding: 0; display: grid; gap: 12px; }
  .items li { display: grid; grid-template-columns: 64px 1fr auto; gap: 12px; align-items: center; }
  .items img, .items .none { width: 64px; height: 64px; object-fit: contain; border-radius: 8px; background: #fff; }
  .items span { overflow-wrap: anywhere; } .items small { display: block; color: #565d6b; }
  .count { white-space: nowrap; }
  h2 { margin: 20px 0 8px; font-size: 18px; } .other { background: none; color: inherit; padding: 12px 0; font-weight: 400; }
  @media (prefers-color-scheme: dark) {
    .stages li { border-color: #3a3f4a; color: #a6adba; } .items small { color: #a6adba; }
    .canceled { background: #4a1f1a; color: #ffd9d3; }
  }
</style>`;

/** In their order; a canceled order has left it. */
const WAY: readonly CustomerStage[] = ['accepted', 'preparing', 'sent', 'received'];

export interface TrackingPage extends Omit<TrackedOrder, 'items' | 'customer_sum' | 'to_pay'> {
  readonly items: readonly (Omit<TrackedOrder['items'][number], 'thumbnail'> & {
    readonly picture_url: string | null;
  })[];
  /** What the order comes to for the customer; null where the seller does not show it. */
  readonly sum: number | null;
  /** What the carrier collects: whoever pays it has to know it, also where the seller shows no sums. */
  readonly to_pay: number | null;
}

type Item = TrackingPage['items'][number];

function itemLine(locale: Locale, { product_title, modification_title, count, unit, picture_url }: Item): string {
  const more = modification_title && modification_title !== product_title;
  return [
    '<li>',
    picture_url ? `<img src="${escaped(picture_url)}" alt="">` : '<span class="none"></span>',
    `<span>${escaped(product_title)}${more ? `<small>${escaped(modification_title)}</small>` : ''}</span>`,
    `<span class="count">${count} ${escaped(locale === 'ua' ? printedUnit(unit) : shownUnit(unit, locale))}</span></li>`,
  ].join('');
}

const listed = (locale: Locale, items: readonly Item[]): string =>
  `<ul class="items">${items.map((item) => itemLine(locale, item)).join('')}</ul>`;

/** What is in the parcel; of several each with its ТТН, and whether it is sent. */
function contents(locale: Locale, { items, parcels }: TrackingPage): string[] {
  const t = WORDS[locale];
  if (parcels.length === 0) return [`<h2>${t.parcel}</h2>`, listed(locale, items)];
  return parcels.flatMap(({ number, ttn, sent, refused }) => {
    const inIt = items.flatMap((item) => {
      const part = item.parcels.find((one) => one.number === number);
      return part ? [{ ...item, count: part.count }] : [];
    });
    return [
      `<h2>${t.one} ${number}: ${refused ? t.back : sent ? t.sent : t.waits}</h2>`,
      ttn ? `<dl><dt>${t.ttn}</dt><dd><strong>${escaped(ttn)}</strong></dd></dl>` : '',
      listed(locale, inIt),
    ];
  });
}

/** The customer's page. It is given nothing of the supplier but what the seller is when the supplier sells himself. */
export function trackingPage(locale: Locale, shown: TrackingPage): Buffer {
  const t = WORDS[locale];
  const { parcels } = shown;
  const isRefused = shown.refused || (parcels.length > 0 && parcels.every(({ refused }) => refused));
  const stage = customerStage(shown.status, isRefused);
  const stageLine = (one: CustomerStage) =>
    `<li${one === stage ? ' aria-current="step"' : ''}>${CUSTOMER_STAGES[one][locale]}</li>`;
  const fact = (name: string, value: string) => `<dt>${name}</dt><dd>${value}</dd>`;
  const title = `${t.order} № ${shown.prefix}${shown.number}`;
  const phone = shown.seller_phone === null ? null : formatPhone(shown.seller_phone);
  const [lang, language] = t.other;
  const body = [
    `<div class="who"><span>${escaped(shown.seller_name)}</span></div><h1>${title}</h1>`,
    stage === 'canceled' || stage === 'refused'
      ? `<p class="canceled">${t[stage]}</p>`
      : `<ol class="stages">${WAY.map(stageLine).join('')}</ol>`,
    '<dl>',
    fact(t.carrier, OPERATOR_NAMES[shown.delivery_operator]?.[locale] ?? OPERATOR_NAMES.other[locale]),
    shown.ttn && shown.parcels.length === 0 ? fact(t.ttn, `<strong>${escaped(shown.ttn)}</strong>`) : '',
    shown.sum === null ? '' : fact(t.sum, escaped(formatMoney(shown.sum))),
    shown.to_pay === null ? '' : fact(t.toPay, `<strong>${escaped(formatMoney(shown.to_pay))}</strong>`),
    '</dl>',
    ...contents(locale, shown),
    `<h2>${t.seller}</h2><p>${escaped(shown.seller_name)}${phone === null ? '' : `<br>${escaped(phone)}`}</p>`,
    phone === null ? '' : `<a href="tel:${escaped(phone.replace(/[^+\d]/g, ''))}">${t.call}</a>`,
    `<p><a class="other" href="?lang=${lang}" hreflang="${lang === 'ua' ? 'uk' : 'en'}">${language}</a></p>`,
  ].join('\n');
  return publicPage(t.lang, title, body, `\n${STYLE}`);
}

export const noTrackingPage = (locale: Locale): Buffer => {
  const { lang, gone, goneText } = WORDS[locale];
  return publicPage(lang, gone, `<h1>${gone}</h1><p>${goneText}</p>`);
};
