import type { ExportFilters } from '@lanka/domain/feeds/contract';
import type { CodState } from '@lanka/domain/orders/cod';
import type { StoredValues } from '@lanka/domain/templates/fields';
import { type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { orderConditions } from '../orders';
import { readListedFields } from '../templates';
import type { ExportScope } from './exported.store';

/** An order as its table tells it, with its lines where those are asked for. */
export interface ExportedOrder {
  id: string;
  placed: string;
  number: number;
  prefix: string;
  external_number: string | null;
  status: string;
  created_at: string;
  sent_at: string | null;
  counterparty: string;
  manager: string | null;
  customer_name: string;
  customer_phone: string | null;
  customer_email: string | null;
  recipient_name: string;
  recipient_phone: string | null;
  operator: string;
  address: string;
  ttn: string | null;
  promo_code: string | null;
  customer_discount: number;
  pieces: number;
  sum: number;
  customer_sum: number;
  /** Cash on delivery; null: none. */
  cod: CodState | null;
  cod_sum: number | null;
  cod_received: number | null;
  returned: number;
  reserved_until: string | null;
  fields: StoredValues;
  lines: ExportedLine[];
}

export interface ExportedLine {
  product: string;
  modification: string;
  sku: string;
  count: number;
  unit: string;
  base_price: number;
  discount: number;
  amount: number;
  customer_amount: number;
  fields: StoredValues;
}

/** The last order of a page. */
export type OrderPlace = Pick<ExportedOrder, 'placed' | 'id'>;

const PAGE = 500;

/** The filters by additional fields, as conditions. @throws common.invalid for a key that is no field, or a value it cannot have */
export const readFieldFilters = async (
  tx: Tx,
  scope: ProjectScope,
  { fields }: ExportFilters,
): Promise<readonly SQL[]> => (await readListedFields(tx, scope, 'order', { fields }, sql`o.fields`)).conditions;

function wanted({ project }: ExportScope, { filters, byFields, askedBy }: Wanted): SQL {
  const asked = filters.mentioned ? { ...filters, mentioned_user: askedBy } : filters;
  return sql.join([sql`o.project_id = ${project.id}`, orderConditions(asked), ...byFields], sql` and `);
}

export interface Wanted {
  readonly filters: ExportFilters;
  readonly byFields: readonly SQL[];
  readonly askedBy: string;
}

export async function countOrders(tx: Tx, scope: ExportScope, asked: Wanted): Promise<number> {
  const [found] = await tx.rows<{ count: number }>(
    sql`select count(*)::int as count from orders o where ${wanted(scope, asked)}`,
  );
  return found?.count ?? 0;
}

const LINES = sql`coalesce((select jsonb_agg(jsonb_build_object('product', i.product_title,
    'modification', i.modification_title, 'sku', i.sku, 'count', i.count, 'unit', i.unit, 'base_price', i.base_price,
    'discount', i.discount, 'amount', i.amount, 'customer_amount', i.customer_amount, 'fields', i.fields)
    order by i.position, i.id)
  from order_items i where i.project_id = o.project_id and i.order_id = o.id), '[]')`;

/** A page of orders, the newest first. */
export function readOrders(
  tx: Tx,
  scope: ExportScope,
  asked: Wanted,
  { lines, after }: { readonly lines: boolean; readonly after: OrderPlace | null },
): Promise<ExportedOrder[]> {
  const beyond = after ? sql` and (o.created_at, o.id) < (${after.placed}::timestamptz, ${after.id}::uuid)` : sql``;
  const day = (at: SQL) => sql`to_char(${at} at time zone 'Europe/Kyiv', 'YYYY-MM-DD HH24:MI')`;
  return tx.rows<{ [K in keyof ExportedOrder]: ExportedOrder[K] }>(sql`
    select o.id, o.created_at::text as placed, o.number, o.prefix, o.external_number, o.status, ${day(sql`o.created_at`)} as created_at,
      ${day(sql`o.sent_to_manager_at`)} as sent_at, c.name as counterparty, m.name as manager, o.customer_name,
      o.customer_phone, o.customer_email, o.recipient_name, o.recipient_phone, o.delivery_operator as operator,
      o.delivery_address as address, o.ttn, o.promo_code, o.customer_discount, o.sum::float8 as sum,
      o.customer_sum::float8 as customer_sum, o.cod_state as cod,
      case when o.cod_state is not null then coalesce(o.cod_sum, greatest(o.customer_sum - o.prepaid, 0))::float8 end as cod_sum,
      o.cod_received::float8 as cod_received, o.returned, o.reserved_until, o.fields,
      (select coalesce(sum(i.count), 0)::int from order_items i
        where i.project_id = o.project_id and i.order_id = o.id) as pieces,
      ${lines ? LINES : sql`'[]'::jsonb`} as lines
    from orders o
    join counterparties c on c.project_id = o.project_id and c.id = o.counterparty_id
    left join users m on m.id = c.manager_id
    where ${wanted(scope, asked)}${beyond}
    order by o.created_at desc, o.id desc limit ${PAGE}`);
}
