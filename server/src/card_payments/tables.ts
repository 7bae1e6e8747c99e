import { foreignKey, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { cardPayments } from '../acquiring/tables';
import { createdAt, projectId } from '../kit/db/columns';
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

/** Parts of a payment that went back to the card: the money that is paid out by each. */
export const cardRefunds = pgTable(
  'card_refunds',
  {
    project_id: projectId(),
    payment_id: uuid().notNull(),
    card_payment_id: uuid().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.payment_id] }),
    foreignKey({
      columns: [t.project_id, t.card_payment_id],
      foreignColumns: [cardReceipts.project_id, cardReceipts.card_payment_id],
    }),
    foreignKey({ columns: [t.project_id, t.payment_id], foreignColumns: [payments.project_id, payments.id] }),
    index('card_refunds_of_receipt').on(t.project_id, t.card_payment_id),
  ],
);
