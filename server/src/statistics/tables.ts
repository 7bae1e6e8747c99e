import { date, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { projectId } from '../kit/db/columns';

/** How many orders of a counterparty were first sent on a day that is over; one that becomes another's is moved with it. */
export const orderDays = pgTable(
  'order_days',
  {
    project_id: projectId(),
    day: date({ mode: 'string' }).notNull(),
    counterparty_id: uuid().notNull(),
    orders: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.day, t.counterparty_id] })],
);

/** Up to which day they are counted; later ones are counted when they are asked for. */
export const orderDaysUntil = pgTable(
  'order_days_until',
  { project_id: projectId(), until: date({ mode: 'string' }).notNull() },
  (t) => [primaryKey({ columns: [t.project_id] })],
);
