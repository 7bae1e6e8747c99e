import { dotted, kyivDate } from '@lanka/domain/kit/time';
import { orderErrors, type UpdateOrderBody } from '@lanka/domain/orders/contract';

/** The columns of what the customer has paid to the seller beforehand. @throws orders.prepaid_later */
export function prepaidOf(prepayment: UpdateOrderBody['prepayment']) {
  if (!prepayment || prepayment.amount === 0) return { prepaid: 0, prepaid_on: null };
  const today = kyivDate(new Date());
  const { amount, date = today } = prepayment;
  if (date > today) throw orderErrors.prepaid_later({ path: 'prepayment.date', allowed: today, day: dotted(today) });
  return { prepaid: amount, prepaid_on: date };
}
