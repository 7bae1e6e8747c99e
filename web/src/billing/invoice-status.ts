import type { InvoiceStatus } from '@lanka/domain/billing/invoices';
import type { StatusTable } from '../kit/display/status';

export const invoiceStatus: StatusTable<InvoiceStatus> = {
  due: { color: 'yellow', ua: 'До сплати', en: 'Due' },
  overdue: { color: 'red', ua: 'Прострочено', en: 'Overdue' },
  paid: { color: 'green', ua: 'Сплачено', en: 'Paid' },
  canceled: { color: 'gray', ua: 'Скасовано', en: 'Canceled' },
  issued: { color: 'blue', ua: 'Видано', en: 'Issued' },
};
