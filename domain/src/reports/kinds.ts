import type { Permission } from '../kit/permissions';

/** Of what a report can be. Each stands in `server/src/reports/kinds` with its columns and its query. */
export const REPORT_KINDS = [
  'sales',
  'revenue',
  'goods',
  'movement',
  'stock',
  'turnover',
  'counterparties',
  'payments',
  'receipts',
  'deliveries',
  'promotions',
] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

interface Report {
  /** Who sees the same rows on a screen may have the report of them. */
  readonly permission: Permission;
  /** Days from one to another, or one day. */
  readonly asks: 'period' | 'day';
  /** Of which one modification it is; specification §5. */
  readonly modification?: true;
  /** It can be narrowed to one counterparty. */
  readonly counterparty?: true;
  /** As its sheet and the notices call it. */
  readonly ua: string;
  readonly en: string;
}

export const REPORTS: Readonly<Record<ReportKind, Report>> = {
  sales: { permission: 'orders.read', asks: 'period', counterparty: true, ua: 'Продажі', en: 'Sales' },
  revenue: { permission: 'statistics.read', asks: 'period', counterparty: true, ua: 'Виручка', en: 'Revenue' },
  goods: { permission: 'stock.read', asks: 'period', ua: 'Товари', en: 'Goods' },
  movement: {
    ...{ permission: 'stock.read', asks: 'period', modification: true },
    ...{ ua: 'Рух модифікації', en: 'Movement of a modification' },
  },
  stock: { permission: 'stock.read', asks: 'day', ua: 'Залишки на дату', en: 'Stock on a day' },
  turnover: { permission: 'turnover.read', asks: 'period', counterparty: true, ua: 'Оборот', en: 'Turnover' },
  counterparties: { permission: 'counterparties.read', asks: 'period', ua: 'Контрагенти', en: 'Counterparties' },
  payments: { permission: 'payments.read', asks: 'period', counterparty: true, ua: 'Платежі', en: 'Payments' },
  receipts: { permission: 'cash_registers.read', asks: 'period', ua: 'Каса', en: 'Cash register' },
  deliveries: { permission: 'delivery.read', asks: 'period', ua: 'Доставки', en: 'Deliveries' },
  promotions: { permission: 'promotions.results', asks: 'period', ua: 'Акції', en: 'Promotions' },
};
