import type { CardPaymentState } from '@lanka/domain/acquiring/contract';
import type { InvoiceStatus } from '@lanka/domain/billing/invoices';
import type { StatusColor, StatusTable } from '../kit/display/status';
import { invoiceText } from './invoice-text';

export const invoiceStatus: StatusTable<InvoiceStatus> = {
  due: { color: 'yellow', ua: 'До сплати', en: 'Due' },
  overdue: { color: 'red', ua: 'Прострочено', en: 'Overdue' },
  paid: { color: 'green', ua: 'Сплачено', en: 'Paid' },
  canceled: { color: 'gray', ua: 'Скасовано', en: 'Canceled' },
  issued: { color: 'blue', ua: 'Видано', en: 'Issued' },
};

const { ua, en } = invoiceText;
const one = (state: CardPaymentState, color: StatusColor) => ({
  ...{ color, ua: ua.cardStates[state], en: en.cardStates[state] },
});
/** How a payment by card went. */
export const cardState: StatusTable<CardPaymentState> = {
  ...{ open: one('open', 'blue'), processing: one('processing', 'violet'), paid: one('paid', 'green') },
  ...{ failed: one('failed', 'red'), expired: one('expired', 'gray'), canceled: one('canceled', 'gray') },
};
