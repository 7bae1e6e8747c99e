import type { ErrorDetail } from '@lanka/domain/kit/errors';
import * as contract from '@lanka/domain/purchases/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callKey, useAction, useCall } from '../kit/http/query';

/** The basket, and what changes it: each answer is the basket as it is then. */
export function useBasket() {
  const client = useQueryClient();
  const query = useCall(contract.readBasket, {});
  const keep = (basket: contract.Basket) => client.setQueryData(callKey(contract.readBasket, {}), basket);
  const again = () => void client.invalidateQueries({ queryKey: callKey(contract.readBasket, {}) });
  const [refusals, refuse] = useState<readonly ErrorDetail[]>([]);
  return {
    query,
    /** What sending was refused for last, by path: `suppliers.<project>.lines.<modification>.fields.<key>`. */
    refusals,
    refuse,
    keep,
    again,
    details: useAction(contract.updateBasket, { onSuccess: keep, quiet: true }),
    line: useAction(contract.updateBasketLine, { onSuccess: keep, onError: again }),
    remove: useAction(contract.removeBasketLine),
    clear: useAction(contract.clearBasket),
  };
}
export type BasketActions = ReturnType<typeof useBasket>;
