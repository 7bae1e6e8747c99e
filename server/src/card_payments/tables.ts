import { foreignKey, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { cardPayments } from '../acquiring/tables';
import { createdAt, kopecks, projectId } from '../kit/db/columns';
import { orders } from '../orders/tables';
import { counterparties } from '../partners/tables';
import { payments } from '../payments/tables';

/** What a payment by card is in the settlements: whose it is, what it pays, and the receipt that it became. */
export const cardReceipts = pgTable(
  'card_receipts',
  {
    project_id: projectId(),
    card_payment_id: uuid().notNull(),
    counterparty_id: uuid().notNull(),
    order_id: uuid(),
    payment_id: uuid(),
    /** What of it went back, and is taken back in the settlements. */
    refunded: kopecks().notNull().default(0),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.card_payment_id] }),
    foreignKey({
      columns: [t.project_id, t.card_payment_id],
      foreignColumns: [cardPayments.project_id, cardPayments.id],
    }),
    foreignKey({
      columns: [t.project_id, t.counterparty_id],
      foreignColumns: [counterparties.project_id, counterparties.id],
    }),
    foreignKey({ columns: [t.project_id, t.order_id], foreignColumns: [orders.project_id, orders.id] }),
    foreignKey({ columns: [t.project_id, t.payment_id], foreignColumns: [payments.project_id, payments.id] }),
    index().on(t.project_id, t.created_at, t.card_payment_id),
    index().on(t.project_id, t.counterparty_id, t.created_at, t.card_payment_id),
    index('card_receipts_of_payment').on(t.project_id, t.payment_id),
    index('card_receipts_of_order').on(t.project_id, t.order_id),
  ],
);
