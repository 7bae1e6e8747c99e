import { z } from 'zod';
import type { Locale } from '../kit/errors';

/** What a table of orders may show of an order. */
export const ORDER_COLUMNS = [
  'number',
  'external_number',
  'status',
  'created_at',
  'sent_at',
  'counterparty',
  'manager',
  'customer_name',
  'customer_phone',
  'customer_email',
  'recipient_name',
  'recipient_phone',
  'operator',
  'address',
  'ttn',
  'promo_code',
  'customer_discount',
  'pieces',
  'sum',
  'customer_sum',
  'cod',
  'cod_sum',
  'cod_received',
  'returned',
  'reserved_until',
] as const;
/** What it may show of each line: then a row is a line, and the order stands in front of each of its lines. */
export const LINE_COLUMNS = [
  'product',
  'modification',
  'sku',
  'count',
  'unit',
  'base_price',
  'discount',
  'amount',
  'customer_amount',
] as const;
export type OrderColumn = (typeof ORDER_COLUMNS)[number];
export type LineColumn = (typeof LINE_COLUMNS)[number];

/** Additional fields: `order.origin` of the order, `order_item.thread` of its lines. */
const FIELD = /^(order|order_item)\.([a-z][a-z0-9_]{0,39})$/;
export const fieldOfColumn = (column: string): { set: 'order' | 'order_item'; key: string } | null => {
  const [, set, key] = FIELD.exec(column) ?? [];
  return set && key ? { set: set as 'order' | 'order_item', key } : null;
};

/** What a table of orders has unless its columns are chosen. */
export const USUAL_COLUMNS: readonly OrderColumn[] = [
  ...(['number', 'status', 'created_at', 'counterparty', 'customer_name', 'customer_phone'] as const),
  ...(['operator', 'address', 'ttn', 'pieces', 'sum', 'customer_sum'] as const),
];

export const MAX_EXPORT_COLUMNS = 230;
export const OrderTableColumn = z.union([z.enum([...ORDER_COLUMNS, ...LINE_COLUMNS]), z.string().regex(FIELD)]);

const isLine = (column: string): boolean =>
  (LINE_COLUMNS as readonly string[]).includes(column) || fieldOfColumn(column)?.set === 'order_item';

/** Whether a row of the table is a line: as soon as one of its columns tells something of lines. */
export const isOfLines = (columns: readonly string[]): boolean => columns.some(isLine);

export const COLUMN_NAMES: Readonly<Record<OrderColumn | LineColumn, Readonly<Record<Locale, string>>>> = {
  number: { ua: 'Номер', en: 'Number' },
  external_number: { ua: 'Номер у продавця', en: 'Seller’s number' },
  status: { ua: 'Статус', en: 'Status' },
  created_at: { ua: 'Створено', en: 'Created' },
  sent_at: { ua: 'Надіслано менеджеру', en: 'Sent to the manager' },
  counterparty: { ua: 'Контрагент', en: 'Counterparty' },
  manager: { ua: 'Менеджер', en: 'Manager' },
  customer_name: { ua: 'Покупець', en: 'Customer' },
  customer_phone: { ua: 'Телефон покупця', en: 'Phone of the customer' },
  customer_email: { ua: 'Пошта покупця', en: 'E-mail of the customer' },
  recipient_name: { ua: 'Отримувач', en: 'Recipient' },
  recipient_phone: { ua: 'Телефон отримувача', en: 'Phone of the recipient' },
  operator: { ua: 'Служба доставки', en: 'Carrier' },
  address: { ua: 'Адреса доставки', en: 'Address of delivery' },
  ttn: { ua: 'ТТН', en: 'Waybill' },
  promo_code: { ua: 'Промокод', en: 'Promo code' },
  customer_discount: { ua: 'Знижка покупця, %', en: 'Discount of the customer, %' },
  pieces: { ua: 'Кількість разом', en: 'Count in all' },
  sum: { ua: 'Сума, грн', en: 'Sum, UAH' },
  customer_sum: { ua: 'Сума покупця, грн', en: 'Sum of the customer, UAH' },
  cod: { ua: 'Післяплата', en: 'Cash on delivery' },
  cod_sum: { ua: 'До отримання, грн', en: 'To collect, UAH' },
  cod_received: { ua: 'Отримано від перевізника, грн', en: 'Received from the carrier, UAH' },
  returned: { ua: 'Повернено', en: 'Returned' },
  reserved_until: { ua: 'Резерв до', en: 'Reserved until' },
  product: { ua: 'Товар', en: 'Product' },
  modification: { ua: 'Модифікація', en: 'Modification' },
  sku: { ua: 'Артикул', en: 'SKU' },
  count: { ua: 'Кількість', en: 'Count' },
  unit: { ua: 'Одиниця', en: 'Unit' },
  base_price: { ua: 'Ціна, грн', en: 'Price, UAH' },
  discount: { ua: 'Знижка, %', en: 'Discount, %' },
  amount: { ua: 'Сума позиції, грн', en: 'Amount of the line, UAH' },
  customer_amount: { ua: 'Сума позиції для покупця, грн', en: 'Amount of the line for the customer, UAH' },
};
