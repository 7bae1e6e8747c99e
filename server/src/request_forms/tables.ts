import type { RequestFormSource, RequestFormStatus } from '@lanka/domain/request_forms/contract';
import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables';
import { byKey, createdAt, id, instant, projectId, version, words } from '../kit/db/columns';
import { projects } from '../projects/tables';

/** What visitors of a supplier's own site have sent. */
export const requestForms = pgTable(
  'request_forms',
  {
    project_id: projectId().references(() => projects.id),
    /** Of what came by the ready form it is that of its ticket: so a ticket counts once. */
    id: id(),
    status: text().$type<RequestFormStatus>().notNull().default('new'),
    name: text().notNull(),
    email: text(),
    phone: text(),
    comment: words(),
    page_url: text(),
    /** The staff's own words. */
    note: words(),
    source: text().$type<RequestFormSource>().notNull(),
    by_key: byKey(),
    /** Who wrote it down; null: the visitor himself. */
    created_by: uuid().references(() => users.id),
    done_at: instant(),
    done_by: uuid().references(() => users.id),
    search_text: words(),
    version: version(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index('request_forms_by_age').on(t.project_id, t.created_at, t.id),
    index('request_forms_by_status').on(t.project_id, t.status, t.created_at, t.id),
  ],
);

/** The ready form of a project. */
export const siteForms = pgTable('site_forms', {
  project_id: projectId()
    .primaryKey()
    .references(() => projects.id),
  enabled: boolean().notNull(),
  origins: text().array().notNull(),
  locale: text().$type<'ua' | 'en'>().notNull(),
  title: words(),
  notice: words(),
  thanks: words(),
  version: version(),
});
