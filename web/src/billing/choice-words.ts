import type { Billing } from '@lanka/domain/billing/invoices';
import { formatMoney } from '@lanka/domain/kit/money';
import type { Plan } from '@lanka/domain/kit/plans';
import { useText } from '../kit/text';
import { text } from './text';
import { usePrices } from './use-prices';

/** What choosing a plan comes to for this payer, for the question before it: his price, and what is invoiced at once. */
export function useChoiceWords(): (billing: Billing, plan: Plan) => string[] {
  const t = useText(text);
  const prices = usePrices();
  return (billing, plan) => {
    const choice = billing.choices.find((one) => one.plan === plan);
    if (!choice || !prices) return [];
    const { price, next_price, now } = choice;
    const listed = prices(plan).price;
    return [
      t.newPrice(formatMoney(price), price < listed ? formatMoney(listed) : null),
      ...(next_price === price ? [] : [t.nextPrice(formatMoney(next_price))]),
      now > 0 ? t.payNow(formatMoney(now)) : t.nothingNow,
    ];
  };
}
