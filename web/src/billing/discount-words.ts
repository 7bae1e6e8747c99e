import type { PlanDiscountTerms } from '@lanka/domain/billing/invoices';
import { monthInWords } from '@lanka/domain/billing/lines';
import type { Locale } from '@lanka/domain/kit/errors';
import { formatMoney, formatPercent } from '@lanka/domain/kit/money';

const FOREVER = { ua: 'без кінця', en: 'without an end' } as const;

/** `20 %, січень 2027 р. – без кінця` */
export function discountInWords({ kind, value, from, until }: PlanDiscountTerms, locale: Locale): string {
  const size = kind === 'percent' ? formatPercent(value) : formatMoney(value);
  return `${size}, ${monthInWords(from, locale)} – ${until === null ? FOREVER[locale] : monthInWords(until, locale)}`;
}
