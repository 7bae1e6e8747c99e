import type { CodRegister } from '@lanka/domain/cod/contract';
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bounded } from '../kit/db/bounds';
import { count, createdAt, id, instant, kopecks, projectId, words } from '../kit/db/columns';
import { orders } from '../orders/tables';
import { parcels } from '../parcels/tables';
import { counterparties } from '../partners/tables';

/** What a carrier pays by, as he writes it. Its rows stay; what is reversed of them stands on the row. */
export const codRegisters = pgTable(
  'cod_registers',
  {
    project_id: projectId(),
    id: id(),
    number: integer().notNull(),
    carrier: text().$type<CodRegister['carrier']>().notNull(),
    carrier_number: text().notNull(),
    date: date({ mode: 'string' }).notNull(),
    /** Of its rows that are not reversed, written with them. */
    rows: count().notNull(),
    total: kopecks().notNull(),
    fee: kopecks().notNull(),
    received_on: date({ mode: 'string' }),
    received_to: text().$type<'bank' | 'cash'>(),
    /** The cause of the transfer's postings: a register whose rows were all reversed may be received anew. */
    transfer_id: uuid(),
    created_by: uuid().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex().on(t.project_id, t.number),
    index('cod_registers_of_carrier').on(t.project_id, t.carrier_number, t.carrier),
    index('cod_registers_open').on(t.project_id, t.number, t.id).where(sql`received_on is null and rows > 0`),
    check('cod_register_sums', sql`rows >= 0 and fee >= 0 and fee <= total`),
    check(
      'cod_register_received',
      sql`(received_on is null) = (transfer_id is null) and (received_on is null) = (received_to is null)`,
    ),
  ],
);

export const codRows = pgTable(
  'cod_rows',
  {
    project_id: projectId(),
    register_id: uuid().notNull(),
    /** The cause of its postings. */
    id: id(),
    position: integer().notNull(),
    order_id: uuid().notNull(),
    /** Of an order in several parcels the one that is paid for. */
    parcel_id: uuid(),
    counterparty_id: uuid().notNull(),
    expected: kopecks().notNull(),
    amount: kopecks().notNull(),
    expected_fee: kopecks().notNull(),
    fee: kopecks().notNull(),
    reversed_at: instant(),
    reversed_by: uuid(),
    reason: words(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.register_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.register_id], foreignColumns: [codRegisters.project_id, codRegisters.id] }),
    foreignKey({ columns: [t.project_id, t.order_id], foreignColumns: [orders.project_id, orders.id] }),
    foreignKey({
      columns: [t.project_id, t.counterparty_id],
      foreignColumns: [counterparties.project_id, counterparties.id],
    }),
    foreignKey({
      columns: [t.project_id, t.order_id, t.parcel_id],
      foreignColumns: [parcels.project_id, parcels.order_id, parcels.id],
    }),
    // an order is settled once, of several parcels each
    uniqueIndex('cod_rows_once')
      .on(t.project_id, t.order_id, sql`coalesce(parcel_id, order_id)`)
      .where(sql`reversed_at is null`),
    index('cod_rows_of_order').on(t.project_id, t.order_id),
    bounded('amount'),
    check('cod_row_sums', sql`amount > 0 and fee between 0 and amount`),
    check('cod_row_reversed', sql`(reversed_at is null) = (reversed_by is null)`),
  ],
);
