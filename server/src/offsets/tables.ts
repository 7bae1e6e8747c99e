import type { OffsetStatus } from '@lanka/domain/offsets/contract';
import type { ActSide } from '@lanka/domain/reconciliations/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant, kopecks, projectId, words } from '../kit/db/columns';
import { counterparties } from '../partners/tables';
import type { Parties } from '../reconciliations';

/**
 * Acts of offset. One between two projects is a row in each of them under the same id, each as its project sees it;
 * both change in the same transaction.
 */
export const offsets = pgTable(
  'offsets',
  {
    project_id: projectId(),
    id: id(),
    /** Of the project where it was built. */
    number: integer().notNull(),
    counterparty_id: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** What the counterparty owes, and what is owed to them. */
    debt: kopecks().notNull(),
    claim: kopecks().notNull(),
    amount: kopecks().notNull(),
    grounds: words(),
    built_by: text().$type<ActSide>().notNull(),
    status: text().$type<OffsetStatus>().notNull().default('sent'),
    /** The side that has to decide. */
    awaits: text()
      .$type<ActSide>()
      .generatedAlwaysAs(
        sql`case status when 'sent' then case built_by when 'supplier' then 'counterparty' else 'supplier' end end`,
      ),
    /** The other project, and this one's counterparty there. */
    partner_project_id: uuid(),
    partner_counterparty_id: uuid(),
    /** It was built in the other project. */
    mirrored: boolean().notNull().default(false),
    reverses: uuid(),
    /** Both sides as the paper names them, as they were when it was built. */
    parties: jsonb().$type<Parties>().notNull(),
    created_by: uuid().notNull(),
    decided_by: uuid(),
    decided_at: instant(),
    /** As whoever decided was called then. */
    decided_name: words(),
    decided_note: words(),
    /** The day that its postings got. */
    counted_on: date({ mode: 'string' }),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.counterparty_id],
      foreignColumns: [counterparties.project_id, counterparties.id],
    }),
    uniqueIndex('offsets_number').on(t.project_id, t.number).where(sql`not mirrored`),
    // one that waits with each counterparty: what is pressed twice, or by both sides at once, is there once
    uniqueIndex('offsets_waiting_once').on(t.project_id, t.counterparty_id).where(sql`status = 'sent'`),
    uniqueIndex('offsets_reversal_once').on(t.project_id, t.reverses).where(sql`status in ('sent', 'agreed')`),
    index('offsets_by_age').on(t.project_id, t.created_at, t.id),
    index('offsets_by_status').on(t.project_id, t.status, t.created_at, t.id),
    index('offsets_by_party').on(t.project_id, t.counterparty_id, t.created_at, t.id),
    index('offsets_waiting').on(t.project_id, t.awaits, t.created_at, t.id).where(sql`awaits is not null`),
    check('offset_sums', sql`amount > 0 and amount <= debt and amount <= claim`),
    check('offset_partner_whole', sql`(partner_project_id is null) = (partner_counterparty_id is null)`),
    check('offset_decided_whole', sql`(status = 'sent') = (decided_at is null)`),
    check('offset_counted', sql`(status in ('agreed', 'reversed')) = (counted_on is not null)`),
  ],
);
