/** Sums of a basket and of a purchase: those of its orders, each counted once. */
import type { Locale } from '../kit/errors';

interface Figures {
  readonly sum: number;
  readonly customer_sum: number;
  readonly cod: { readonly earning: number } | null;
}

/** What an order leaves to the dropshipper; of what is paid on delivery after the carrier's fee. */
export const earningOf = ({ sum, customer_sum, cod }: Figures): number => (cod ? cod.earning : customer_sum - sum);

interface Total {
  readonly sum: number;
  readonly recommended_sum: number;
  readonly customer_sum: number;
  readonly earning: number;
}

export const totalOf = (parts: readonly Total[]): Total =>
  parts.reduce(
    (total, part) => ({
      sum: total.sum + part.sum,
      recommended_sum: total.recommended_sum + part.recommended_sum,
      customer_sum: total.customer_sum + part.customer_sum,
      earning: total.earning + part.earning,
    }),
    { sum: 0, recommended_sum: 0, customer_sum: 0, earning: 0 },
  );

const NO_ACCESS: Readonly<Record<Locale, string>> = {
  ua: 'Постачальник закрив вам доступ: приберіть ці товари',
  en: 'The supplier has ended your access: take these goods out',
};
export const noAccess = (locale: Locale) => ({ code: 'no_access', message: NO_ACCESS[locale] });
