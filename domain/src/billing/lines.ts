import type { Locale } from '../kit/errors';
import { formatPercent } from '../kit/money';
import { type Plan, planTitle } from '../kit/plans';
import { formatDateInWords } from '../kit/time';
import { invoiceNumber } from './rules';

/** What a line of an invoice is for; an operator's own words have no other. */
export type LineFacts =
  | { readonly kind: 'plan'; readonly plan: Plan; readonly month: string }
  | { readonly kind: 'orders' | 'collaborators'; readonly month: string }
  | { readonly kind: 'difference'; readonly plan: Plan; readonly from: string }
  /** `percent` in hundredths; null: a sum. */
  | { readonly kind: 'discount'; readonly percent: number | null; readonly month: string }
  | { readonly kind: 'correction'; readonly number: number };

const MONTHS = {
  ua: 'січень лютий березень квітень травень червень липень серпень вересень жовтень листопад грудень'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
} as const;

/** `грудень 2026 р.`, `December 2026` */
export function monthInWords(month: string, locale: Locale): string {
  const name = MONTHS[locale][Number(month.slice(5, 7)) - 1] ?? '';
  return locale === 'ua' ? `${name} ${month.slice(0, 4)} р.` : `${name} ${month.slice(0, 4)}`;
}

/** `1 січня 2027 р.`, `1 January 2027` */
export function dayInWords(day: string, locale: Locale): string {
  return locale === 'ua' ? formatDateInWords(day) : `${Number(day.slice(8))} ${monthInWords(day, 'en')}`;
}

/** As the line is read; the paper says it in Ukrainian. */
export function lineTitle(facts: LineFacts, locale: Locale): string {
  const isUa = locale === 'ua';
  switch (facts.kind) {
    case 'plan': {
      const plan = planTitle(facts.plan, locale);
      return `${isUa ? `Тариф «${plan}»` : `Plan “${plan}”`}, ${monthInWords(facts.month, locale)}`;
    }
    case 'orders':
      return `${isUa ? 'Додаткові пакети по 50 замовлень' : 'Extra packs of 50 orders'}, ${monthInWords(facts.month, locale)}`;
    case 'collaborators':
      return `${isUa ? 'Додаткові співробітники' : 'Extra collaborators'}, ${monthInWords(facts.month, locale)}`;
    case 'difference': {
      const [plan, from] = [planTitle(facts.plan, locale), dayInWords(facts.from, locale)];
      return isUa
        ? `Перехід на тариф «${plan}»: різниця з ${from} до кінця місяця`
        : `Change to the plan “${plan}”: the difference from ${from} to the end of the month`;
    }
    case 'discount': {
      const percent = facts.percent === null ? '' : ` ${formatPercent(facts.percent)}`;
      return `${isUa ? `Знижка${percent}` : `Discount${percent}`}, ${monthInWords(facts.month, locale)}`;
    }
    case 'correction': {
      const number = invoiceNumber(facts.number);
      return isUa ? `Зменшення за рахунком № ${number}` : `Taken back of invoice No. ${number}`;
    }
  }
}
