import type { ReportKind } from '@lanka/domain/reports/kinds';
import { counterparties } from './kinds/counterparties.store';
import { deliveries } from './kinds/deliveries.store';
import { goods } from './kinds/goods.store';
import type { Kind } from './kinds/kind';
import { movement } from './kinds/movement.store';
import { payments } from './kinds/payments.store';
import { promotions } from './kinds/promotions.store';
import { receipts } from './kinds/receipts.store';
import { revenue } from './kinds/revenue.store';
import { sales } from './kinds/sales.store';
import { stock } from './kinds/stock.store';
import { turnover } from './kinds/turnover.store';

const KINDS = {
  ...{ sales, revenue, goods, movement, stock, turnover, counterparties, payments, receipts, deliveries, promotions },
} as const satisfies Record<ReportKind, unknown>;

/** A report and its rows know each other; whoever makes any of them does not. */
export const kindOf = (kind: ReportKind): Kind<object> => KINDS[kind] as unknown as Kind<object>;
