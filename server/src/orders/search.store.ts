import { sql } from 'drizzle-orm';
import type { Searched } from '../kit/db/searched';
import { valueTerms } from '../templates';

/** An order is found by its customer, its recipient, phones, ТТН, SKUs and titles; by its number without the index. */
export const ORDERS: Searched = {
  name: 'orders',
  numbered: true,
  texts: (project_id, ids) => sql`
    select o.id, o.number, o.search_text || ' ' || ${valueTerms('order', sql`o.fields`)} as text, o.created_at from orders o
    where o.project_id = ${project_id} and o.id = any(${ids})`,
};
