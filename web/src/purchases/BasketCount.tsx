import { countBasket } from '@lanka/domain/purchases/contract';
import { useCall } from '../kit/http/query';
import type { CountProps } from '../kit/slice';

/** Lines of the basket. */
export function BasketCount({ show }: CountProps) {
  return show(useCall(countBasket, {}, { staleTime: 60_000 }).data?.lines ?? 0);
}
