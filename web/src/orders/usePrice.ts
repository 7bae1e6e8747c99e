/** What the order being made would cost. The server prices it, as when it is saved: the page computes nothing. */
import { MAX_KOPECKS } from '@lanka/domain/kit/bounds';
import * as contract from '@lanka/domain/orders/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../kit/http/call';
import type { OrderValues } from './form';
import { countOf, type Line, type Preview, previewOf } from './lines';

/** Long enough for a typed number or code to be whole, short enough not to be waited for. */
const TYPING_MS = 250;

export function usePrice(project_id: string, values: OrderValues, order_id?: string): Preview {
  const typed = JSON.stringify(askedOf(values, order_id));
  const [asked] = useDebouncedValue(typed, TYPING_MS);
  const price = useQuery({
    queryKey: ['order-price', project_id, asked],
    queryFn: ({ signal }) =>
      call(contract.priceOrder, {
        params: { project_id },
        body: JSON.parse(asked) as contract.PriceOrderBody,
        signal,
      }),
    enabled: project_id !== '',
    placeholderData: keepPreviousData,
    // a promotion may begin or end while the page is open
    staleTime: 15_000,
    retry: false,
  });
  const isOld = typed !== asked || price.isFetching;
  return previewOf(price.isError && !isOld ? null : (price.data ?? null), price.error, isOld);
}

/** Lines without a count wait; an order of nothing still asks whether its code holds. */
function askedOf(values: OrderValues, order_id: string | undefined): contract.PriceOrderBody {
  const items = ((values.items ?? []) as Line[]).flatMap((line) => {
    const count = countOf(line);
    const { product_variant_id, customer_price = null } = line;
    return count === null ? [] : [{ product_variant_id, count, customer_price }];
  });
  const promo_code = (values.promo_code ?? '').trim();
  const { counterparty_id, customer_discount, prepayment, cod } = values;
  const prepaid = amountOf(prepayment?.amount);
  return {
    items,
    ...(counterparty_id ? { counterparty_id } : {}),
    ...(promo_code ? { promo_code } : {}),
    ...(isPercent(customer_discount) ? { customer_discount } : {}),
    ...(order_id ? { order_id } : {}),
    ...(cod?.on ? { cod: { on: true, sum: amountOf(cod.sum), fee: amountOf(cod.fee) } } : {}),
    ...(cod?.on && prepaid !== null ? { prepayment: { amount: prepaid } } : {}),
  };
}

/** Null for what is not typed whole. */
const amountOf = (typed: unknown): number | null =>
  typeof typed === 'number' && Number.isSafeInteger(typed) && typed >= 0 && typed <= MAX_KOPECKS ? typed : null;

const isPercent = (typed: unknown): typed is number =>
  typeof typed === 'number' && Number.isInteger(typed) && typed >= 0 && typed <= 10_000;
