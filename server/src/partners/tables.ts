import type { AccessChange } from '@lanka/domain/partners/access';
import type { OtherTerms } from '@lanka/domain/partners/terms';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
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
import { users } from '../identity/tables';
import {
  byKey,
  createdAt,
  id,
  instant,
  kopecks,
  percent,
  projectId,
  sortName,
  version,
  words,
} from '../kit/db/columns';
import { priceLevels } from '../price_levels/tables';
import { projects } from '../projects/tables';

/**
 * What a supplier's own people look at together, and agree terms with together: at most fifty of a project. Whoever adds,
 * names or places one, or says what it gives, holds their lock.
 */
export const counterpartyGroups = pgTable(
  'counterparty_groups',
  {
    project_id: projectId().references(() => projects.id),
    id: id(),
    name: text().notNull(),
    name_key: sortName('lower(name)'),
    position: integer().notNull(),
    /** 0: it gives none. */
    discount: percent().notNull().default(0),
    price_level_id: uuid(),
    archived_at: instant(),
    version: version(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.price_level_id], foreignColumns: [priceLevels.project_id, priceLevels.id] }),
    uniqueIndex('counterparty_groups_name').on(t.project_id, t.name_key),
  ],
);

/** A dropshipper or a client of the project. A dropshipper with access has a membership that points here. */
export const counterparties = pgTable(
  'counterparties',
  {
    project_id: projectId().references(() => projects.id),
    id: id(),
    name: text().notNull(),
    sort_name: sortName('lower(name)'),
    legal_name: words(),
    email: text(),
    phone: text(),
    comment: words(),
    /** The manager in charge; null means all of them. */
    manager_id: uuid().references(() => users.id),
    /** What holds: its own, or that of a group where it has none (`group-terms.ts` writes it). */
    discount: percent().notNull().default(0),
    /** The group whose discount it is; null: its own, or none. */
    discount_group_id: uuid(),
    /** By which prices it buys; null: by the price itself. */
    price_level_id: uuid(),
    price_level_group_id: uuid(),
    /** What a parcel costs it that was not taken. */
    refusal_charge: kopecks().notNull().default(0),
    /** The user who had access as this counterparty until it was removed; a living access is a membership. */
    user_id: uuid().references(() => users.id),
    /** The project's own retail sales: an order of staff without a counterparty goes here. One in a project. */
    own_sales: boolean().notNull().default(false),
    search_text: words(),
    deleted_at: instant(),
    version: version(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.price_level_id], foreignColumns: [priceLevels.project_id, priceLevels.id] }),
    foreignKey({
      columns: [t.project_id, t.discount_group_id],
      foreignColumns: [counterpartyGroups.project_id, counterpartyGroups.id],
    }),
    foreignKey({
      columns: [t.project_id, t.price_level_group_id],
      foreignColumns: [counterpartyGroups.project_id, counterpartyGroups.id],
    }),
    index('counterparties_by_level').on(t.project_id, t.price_level_id, t.id).where(sql`price_level_id is not null`),
    index('counterparties_by_name').on(t.project_id, t.sort_name, t.id).where(sql`deleted_at is null`),
    index('counterparties_by_age').on(t.project_id, t.created_at, t.id).where(sql`deleted_at is null`),
    index('counterparties_by_discount').on(t.project_id, t.discount, t.id).where(sql`deleted_at is null`),
    // those of whom the sums of balances leave out what is left
    index('counterparties_by_email')
      .on(t.project_id, t.email, t.created_at)
      .where(sql`email is not null and deleted_at is null`),
    index('counterparties_deleted').on(t.project_id, t.id).where(sql`deleted_at is not null`),
    index('counterparties_managed').on(t.project_id, t.manager_id, t.id).where(sql`manager_id is not null`),
    index().on(t.user_id),
    check('counterparty_refusal_charge', sql`refusal_charge >= 0`),
    uniqueIndex('counterparties_own_sales').on(t.project_id).where(sql`own_sales`),
  ],
);

export const counterpartyGroupMembers = pgTable(
  'counterparty_group_members',
  {
    project_id: projectId(),
    group_id: uuid().notNull(),
    counterparty_id: uuid().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.group_id, t.counterparty_id] }),
    foreignKey({
      columns: [t.project_id, t.group_id],
      foreignColumns: [counterpartyGroups.project_id, counterpartyGroups.id],
    }),
    foreignKey({
      columns: [t.project_id, t.counterparty_id],
      foreignColumns: [counterparties.project_id, counterparties.id],
    }),
    index('counterparty_group_members_of').on(t.project_id, t.counterparty_id, t.group_id),
  ],
);

/** Each change of what a counterparty buys by; whoever changes it writes it here. */
export const counterpartyTerms = pgTable(
  'counterparty_terms',
  {
    project_id: projectId(),
    counterparty_id: uuid().notNull(),
    id: id(),
    discount_from: percent().notNull(),
    discount_to: percent().notNull(),
    /** Names of price levels, as they were; null for the price itself. */
    level_from: text(),
    level_to: text(),
    /** Names of the groups that gave what holds since then; null: it is its own, or there is none. */
    discount_group: text(),
    level_group: text(),
    /** What else was agreed anew, by the names of the fields; null where nothing was. */
    others: jsonb().$type<OtherTerms>(),
    actor_id: uuid(),
    by_key: byKey(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.counterparty_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.counterparty_id],
      foreignColumns: [counterparties.project_id, counterparties.id],
    }),
    index().on(t.project_id, t.counterparty_id, t.created_at, t.id),
  ],
);

/** Each access that somebody got as a counterparty, and its end; written in the transaction of what happened. */
export const counterpartyAccess = pgTable(
  'counterparty_access',
  {
    project_id: projectId(),
    counterparty_id: uuid().notNull(),
    id: id(),
    kind: text().$type<AccessChange['kind']>().notNull(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    /** What he wrote when he left. */
    reason: words(),
    /** Pieces that were free by it. */
    freed: integer().notNull().default(0),
    /** Null: the system. */
    actor_id: uuid().references(() => users.id),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.counterparty_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.counterparty_id],
      foreignColumns: [counterparties.project_id, counterparties.id],
    }),
    index('counterparty_access_by_age').on(t.project_id, t.counterparty_id, t.created_at, t.id),
    check('counterparty_access_freed', sql`freed >= 0`),
  ],
);
