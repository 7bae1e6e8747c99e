import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, percent, projectId, sortName, version, words } from '../kit/db/columns';
import { orders } from '../orders/tables';

/**
 * End customers. The tenant in `project_id` is a project or, for a dropshipper's own clients, he himself: his workspace
 * is a tenant whose id is his (docs/decisions/0063), so there is no foreign key to projects.
 */
export const clients = pgTable(
  'clients',
  {
    project_id: projectId(),
    id: id(),
    name: text().notNull(),
    sort_name: sortName('lower(name)'),
    email: text(),
    /** Off the customer's price, hundredths of a percent. */
    discount: percent().notNull().default(0),
    comment: words(),
    search_text: words(),
    version: version(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index('clients_by_name').on(t.project_id, t.sort_name, t.id),
    index('clients_by_age').on(t.project_id, t.created_at, t.id),
  ],
);

/** The phones of clients: the key says that within an owner a phone leads to one client. */
export const clientPhones = pgTable(
  'client_phones',
  {
    project_id: projectId(),
    /** `380671234567`, as on orders. */
    phone: text().notNull(),
    client_id: uuid().notNull(),
    /** The first is the one that is shown and called. */
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.phone] }),
    foreignKey({ columns: [t.project_id, t.client_id], foreignColumns: [clients.project_id, clients.id] }).onDelete(
      'cascade',
    ),
    index('client_phones_of_client').on(t.project_id, t.client_id, t.position),
  ],
);

/** The page of an order for its customer. Whoever has the token sees it, and row-level security asks for just that. */
export const trackingLinks = pgTable(
  'tracking_links',
  {
    project_id: projectId(),
    order_id: uuid().notNull(),
    /** 192 bits by chance, as the link has them: the seller copies it again and again. */
    token: text().notNull(),
    show_sum: boolean().notNull().default(false),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.order_id] }),
    foreignKey({ columns: [t.project_id, t.order_id], foreignColumns: [orders.project_id, orders.id] }).onDelete(
      'cascade',
    ),
    index('tracking_links_token').on(t.token),
  ],
);
