import type { Connection, Defaults, Plan, Rules, Sender, WaybillState } from '@lanka/domain/delivery/contract';
import type { TrackKind } from '@lanka/domain/delivery/tracking';
import { sql } from 'drizzle-orm';
import {
  boolean,
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
import { count, createdAt, id, instant, kopecks, projectId, version, words } from '../kit/db/columns';
import { NIL_ID } from '../kit/db/tables';
import { orders } from '../orders/tables';

/**
 * The carrier's directory of towns and branches, the same for everybody: no project, so no wall. It is written anew every
 * day row by row, and what the last whole reading did not have is removed at its end (`run`).
 */
export const deliveryCities = pgTable(
  'delivery_cities',
  {
    ref: text().primaryKey(),
    name: text().notNull(),
    area: words(),
    kind: words(),
    /** As people type it: `townKey`. */
    key: text().notNull(),
    branches: count().notNull().default(0),
    run: uuid().notNull(),
  },
  (t) => [
    index('delivery_cities_key').on(t.key.op('text_pattern_ops')),
    index('delivery_cities_largest').on(t.branches, t.ref),
  ],
);

export const deliveryBranches = pgTable(
  'delivery_branches',
  {
    ref: text().primaryKey(),
    city_ref: text().notNull(),
    number: integer().notNull(),
    name: text().notNull(),
    address: words(),
    /** Name and address in small letters, as they are looked for: PostgreSQL may know letters of ASCII alone. */
    words: words(),
    kind: text().$type<'branch' | 'locker'>().notNull(),
    /** Kilograms; 0: no limit. */
    max_weight: integer().notNull().default(0),
    run: uuid().notNull(),
  },
  (t) => [index('delivery_branches_of_city').on(t.city_ref, t.number, t.ref)],
);

/** Streets that somebody has looked for: there are too many to copy all. */
export const deliveryStreets = pgTable(
  'delivery_streets',
  {
    ref: text().primaryKey(),
    city_ref: text().notNull(),
    name: text().notNull(),
    /** As people type it: `streetKey`. */
    key: text().notNull(),
  },
  (t) => [index('delivery_streets_of_city').on(t.city_ref, t.key)],
);

/** What the carrier was asked for, and when; `is_whole`: he had no more, so that longer words need no question. */
export const deliveryStreetSearches = pgTable(
  'delivery_street_searches',
  {
    city_ref: text().notNull(),
    key: text().notNull(),
    is_whole: boolean().notNull(),
    asked_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.city_ref, t.key] })],
);

/** When the directory was read last, and whether it is being read now: one row for each carrier. */
export const deliveryDirectories = pgTable('delivery_directories', {
  operator: text().primaryKey(),
  refreshed_at: instant(),
  branches: count().notNull().default(0),
});

/** How a project, or a dropshipper in it by a key of his own, is connected. Of the key only what is sealed stands here. */
export const deliveryConnections = pgTable(
  'delivery_connections',
  {
    project_id: projectId(),
    /** The nil id: the supplier; else the counterparty whose own key it is. */
    owner_id: uuid().notNull(),
    sealed_key: text().notNull(),
    key_tail: text().notNull(),
    senders: jsonb().$type<Sender[]>().notNull(),
    sender_ref: text(),
    contact_ref: text(),
    city: jsonb().$type<Connection['city']>(),
    branch: jsonb().$type<Connection['branch']>(),
    defaults: jsonb().$type<Defaults>().notNull(),
    rules: jsonb().$type<Rules>().notNull(),
    remind_days: integer().notNull().default(3),
    /** The carrier has refused the key since it was given. */
    is_refused: boolean().notNull().default(false),
    /** Up to which change of orders those with a ТТН are known. */
    followed_to: instant(),
    checked_at: createdAt(),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.owner_id] })],
);

/** Waybills at the carrier's. A parcel has one that lives. */
export const deliveryWaybills = pgTable(
  'delivery_waybills',
  {
    project_id: projectId(),
    id: id(),
    order_id: uuid().notNull(),
    parcel_id: uuid(),
    owner_id: uuid().notNull(),
    state: text().$type<WaybillState>().notNull(),
    /** By what it is found again at the carrier's. */
    own_ref: text().notNull(),
    plan: jsonb().$type<Plan>().notNull(),
    /** While it is being changed: what the carrier has, to go back to if he refuses. */
    kept_plan: jsonb().$type<Plan>(),
    /** When the carrier was asked to make it and the outcome is not known; null: he was not asked, or has answered. */
    tried_at: instant(),
    ref: text(),
    ttn: text(),
    error: jsonb().$type<{ code: string; ua: string; en: string }>(),
    cost: kopecks(),
    arrives_on: date({ mode: 'string' }),
    batch_id: uuid(),
    /** The register it stands in, or is being put into or taken out of. */
    register_id: uuid(),
    register_state: text().$type<'adding' | 'in' | 'leaving'>(),
    created_by: uuid().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.order_id], foreignColumns: [orders.project_id, orders.id] }).onDelete(
      'cascade',
    ),
    uniqueIndex('delivery_waybills_once')
      .on(t.project_id, t.order_id, sql`coalesce(parcel_id, order_id)`)
      .where(sql`state in ('asked', 'made', 'changing', 'removing')`),
    index('delivery_waybills_newest').on(t.project_id, t.created_at, t.id),
    index('delivery_waybills_of_order').on(t.project_id, t.order_id, t.created_at),
    index('delivery_waybills_of_register')
      .on(t.project_id, t.register_id, t.created_at)
      .where(sql`register_id is not null`),
    index('delivery_waybills_of_batch').on(t.project_id, t.batch_id).where(sql`batch_id is not null`),
  ],
);

/** Scan sheets: parcels that are handed over together. */
export const deliveryRegisters = pgTable(
  'delivery_registers',
  {
    project_id: projectId(),
    id: id(),
    owner_id: uuid().notNull(),
    state: text().$type<'open' | 'removing' | 'removed'>().notNull().default('open'),
    ref: text(),
    number: text(),
    /** When the carrier was told something whose outcome is not known; null: he was told nothing, or has answered. */
    tried_at: instant(),
    error: jsonb().$type<{ code: string; ua: string; en: string }>(),
    refused: jsonb().$type<{ ttn: string; ua: string; en: string }[]>().notNull().default([]),
    created_by: uuid().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index('delivery_registers_newest').on(t.project_id, t.created_at, t.id).where(sql`state <> 'removed'`),
  ],
);

/** What was asked for together: those that could not even be asked for stand here with the reason. */
export const deliveryBatches = pgTable(
  'delivery_batches',
  {
    project_id: projectId(),
    id: id(),
    refused: jsonb().$type<{ order_id: string; number: string; ua: string; en: string }[]>().notNull(),
    created_by: uuid().notNull(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.id] })],
);

/** Where each parcel with a ТТН of Nova Poshta is, whoever has written it. */
export const deliveryTracks = pgTable(
  'delivery_tracks',
  {
    project_id: projectId(),
    order_id: uuid().notNull(),
    /** The parcel, or the order where it goes in one. */
    part_id: uuid().notNull(),
    ttn: text().notNull(),
    /** By whose key it is asked about; the nil id: the supplier's. */
    owner_id: uuid().notNull().default(NIL_ID),
    code: words(),
    kind: text().$type<TrackKind>(),
    status: words(),
    /** What he says that he collects of the customer. */
    collects: kopecks().notNull().default(0),
    asked_at: instant(),
    /** Null: nothing more is expected. */
    ask_at: instant(),
    arrives_on: date({ mode: 'string' }),
    waits_since: instant(),
    reminded_at: instant(),
    /** What was done by the carrier's word, or is suggested: each once. */
    done: text().array().notNull().default([]),
    suggested: text().array().notNull().default([]),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.order_id, t.part_id] }),
    foreignKey({ columns: [t.project_id, t.order_id], foreignColumns: [orders.project_id, orders.id] }).onDelete(
      'cascade',
    ),
    index('delivery_tracks_due').on(t.project_id, t.ask_at, t.order_id).where(sql`ask_at is not null`),
  ],
);

export const deliveryEvents = pgTable(
  'delivery_events',
  {
    project_id: projectId(),
    order_id: uuid().notNull(),
    part_id: uuid().notNull(),
    id: id(),
    ttn: text().notNull(),
    code: text().notNull(),
    kind: text().$type<TrackKind>().notNull(),
    status: text().notNull(),
    at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.order_id, t.part_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.order_id, t.part_id],
      foreignColumns: [deliveryTracks.project_id, deliveryTracks.order_id, deliveryTracks.part_id],
    }).onDelete('cascade'),
  ],
);
