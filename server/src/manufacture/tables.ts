import type { ManufactureStatus } from '@lanka/domain/manufacture/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
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
import { productVariants } from '../catalog/tables';
import { count, createdAt, id, instant, projectId, version, words } from '../kit/db/columns';

/** In this order lists are read by their deadline: a request without one comes last. */
const sortedDate = customType<{ data: string }>({ dataType: () => 'date' });

/** What is to be made, by whom and until when. The cause (an order that waits) is known by its reference only. */
export const manufactureRequests = pgTable(
  'manufacture_requests',
  {
    project_id: projectId(),
    id: id(),
    number: integer().notNull(),
    status: text().$type<ManufactureStatus>().notNull(),
    deadline: date({ mode: 'string' }),
    sort_deadline: sortedDate().notNull().generatedAlwaysAs(sql`coalesce(deadline, 'infinity'::date)`),
    /** The member of the project who makes it. */
    producer_id: uuid(),
    comment: words(),
    ref_kind: text(),
    ref_id: uuid(),
    /** Kept by the order that waits: it follows the order's edits until somebody changes its lines by hand. */
    automatic: boolean().notNull().default(false),
    created_by: uuid().notNull(),
    started_at: instant(),
    finished_at: instant(),
    finished_by: uuid(),
    version: version(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex().on(t.project_id, t.number),
    index().on(t.project_id, t.status, t.created_at, t.id),
    index().on(t.project_id, t.created_at, t.id),
    index('manufacture_requests_by_deadline').on(t.project_id, t.sort_deadline, t.id),
    index('manufacture_requests_to_make')
      .on(t.project_id, t.producer_id, t.id)
      .where(sql`status in ('new', 'in_production')`),
    index('manufacture_requests_due')
      .on(t.project_id, t.sort_deadline, t.id)
      .where(sql`status in ('new', 'in_production')`),
    index('manufacture_requests_due_of_producer')
      .on(t.project_id, t.producer_id, t.sort_deadline, t.id)
      .where(sql`status in ('new', 'in_production')`),
    index('manufacture_requests_ref').on(t.project_id, t.ref_kind, t.ref_id),
    uniqueIndex('manufacture_requests_automatic')
      .on(t.project_id, t.ref_kind, t.ref_id)
      .where(sql`automatic and status = 'new'`),
    check('manufacture_ref_whole', sql`(ref_kind is null) = (ref_id is null)`),
  ],
);

export const manufactureLines = pgTable(
  'manufacture_lines',
  {
    project_id: projectId(),
    request_id: uuid().notNull(),
    product_variant_id: uuid().notNull(),
    position: integer().notNull(),
    count: count().notNull(),
    /** How many were made so far. */
    made: count().notNull().default(0),
    /** Of them, pieces that came into stock: goods without stock control do not. */
    stocked: count().notNull().default(0),
    materials: words(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.request_id, t.product_variant_id] }),
    foreignKey({
      columns: [t.project_id, t.request_id],
      foreignColumns: [manufactureRequests.project_id, manufactureRequests.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.project_id, t.product_variant_id],
      foreignColumns: [productVariants.project_id, productVariants.id],
    }),
    index().on(t.project_id, t.product_variant_id),
    check('manufacture_line_counts', sql`count > 0 and stocked >= 0 and made >= stocked`),
  ],
);

/** Append-only: pieces of goods without stock control that were made. They come into no stock and so by no document. */
export const manufactureUnstocked = pgTable(
  'manufacture_unstocked',
  {
    project_id: projectId(),
    request_id: uuid().notNull(),
    /** Of what was told at one time. */
    part_id: uuid().notNull(),
    product_variant_id: uuid().notNull(),
    count: count().notNull(),
    comment: words(),
    user_id: uuid().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.request_id, t.part_id, t.product_variant_id] }),
    foreignKey({
      columns: [t.project_id, t.request_id, t.product_variant_id],
      foreignColumns: [manufactureLines.project_id, manufactureLines.request_id, manufactureLines.product_variant_id],
    }),
    check('manufacture_unstocked_positive', sql`count > 0`),
  ],
);
