import { customerDiscount } from '@lanka/domain/orders/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { personalDiscount } from './guards';

interface Asked {
  readonly counterparty_id: string | null;
  readonly customer_phone: string | null;
  readonly customer_discount: number;
}

/**
 * The customer's discount of an order whose prices are not frozen: the larger of its own and the personal one of the
 * client with the customer's phone (domain.md, Money). From Pending on it stays what it was.
 */
export async function discountForCustomer(
  tx: Tx,
  { hooks }: Pick<Services, 'hooks'>,
  scope: ProjectScope,
  { counterparty_id, customer_phone: phone, customer_discount }: Asked,
): Promise<number> {
  if (phone === null) return customer_discount;
  let discount = customer_discount;
  for (const personal of hooks.all(personalDiscount))
    discount = customerDiscount(discount, await personal(tx, scope, { counterparty_id, phone }));
  return discount;
}
