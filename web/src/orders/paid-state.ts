/** How far an order is paid, in a word: the same on every screen. */
import type { OrderPayment, PaidFilter } from '@lanka/domain/ledger/charges';
import type { StatusTable } from '../kit/display/status';
import type { Locale } from '../kit/text';

export const paidState: StatusTable<PaidFilter> = {
  unpaid: { color: 'gray', ua: 'Не оплачено', en: 'Unpaid' },
  partly: { color: 'yellow', ua: 'Частково', en: 'Partly' },
  overdue: { color: 'red', ua: 'Прострочено', en: 'Overdue' },
  owed: { color: 'orange', ua: 'Не повністю', en: 'Not in full' },
  paid: { color: 'green', ua: 'Оплачено', en: 'Paid' },
  prepaid: { color: 'teal', ua: 'Наперед', en: 'Ahead' },
};

export const paidOptions = (locale: Locale) =>
  Object.entries(paidState).map(([value, names]) => ({ value, label: names[locale] }));

export const paidOf = ({ state, overdue }: OrderPayment): PaidFilter => (overdue ? 'overdue' : state);
