import type { DELIVERY_OPERATORS, OrderStatus } from '@lanka/domain/orders/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { LEFT_TO_COLLECT } from '../parcels';
import { IS_REFUSED } from '../returns';

interface LinkRow {
  readonly token: string;
  readonly show_sum: boolean;
  readonly created_at: string;
}

export async function findLink(tx: Tx, scope: ProjectScope, order_id: string): Promise<LinkRow | null> {
  const [row] = await tx.rows<LinkRow>(sql`
    select token, show_sum, created_at from tracking_links
    where project_id = ${scope.project.id} and order_id = ${order_id}`);
  return row ?? null;
}

/** Made when there is none; a token of its own stays until it is renewed. Of two at once the second sees the first. */
export async function saveLink(
  tx: Tx,
  scope: ProjectScope,
  order_id: string,
  token: string,
  { show_sum, renew }: { readonly show_sum: boolean | undefined; readonly renew: boolean },
): Promise<LinkRow> {
  const changes = [
    sql`show_sum = ${show_sum === undefined ? sql`l.show_sum` : sql`excluded.show_sum`}`,
    ...(renew ? [sql`token = excluded.token, created_at = now()`] : []),
  ];
  const [row] = await tx.rows<LinkRow>(sql`
    insert into tracking_links as l (project_id, order_id, token, show_sum)
    values (${scope.project.id}, ${order_id}, ${token}, ${show_sum ?? false})
    on conflict (project_id, order_id) do update set ${sql.join(changes, sql`, `)}
    returning token, show_sum, created_at`);
  if (!row) throw new Error('an insert returns its row');
  return row;
}

/** The link whose token is in hand. Row-level security opens that one row for it. */
export async function openLink(
  tx: Tx,
  token: string,
): Promise<{ project_id: string; order_id: string; show_sum: boolean } | null> {
  await tx.execute(sql`select set_config('lanka.token_hash', ${token}, true)`);
  const [row] = await tx.rows<{ project_id: string; order_id: string; show_sum: boolean }>(sql`
    select l.project_id, l.order_id, l.show_sum from tracking_links l
    join projects p on p.id = l.project_id and p.deleted_at is null where l.token = ${token}`);
  return row ?? null;
}

export interface TrackedOrder {
  readonly number: number;
  readonly status: OrderStatus;
  readonly ttn: string | null;
  readonly delivery_operator: (typeof DELIVERY_OPERATORS)[number];
  readonly customer_sum: string | number;
  /** What the carrier collects; null: nothing any more, or never. */
  readonly to_pay: string | number | null;
  readonly prefix: string;
  readonly seller_name: string;
  readonly seller_phone: string | null;
  readonly items: readonly {
    readonly product_title: string;
    readonly modification_title: string;
    readonly count: number;
    readonly unit: string;
    readonly thumbnail: string | null;
    /** In which parcels it goes, where there are several. */
    readonly parcels: readonly { readonly number: number; readonly count: number }[];
  }[];
  /** Empty where the order goes in one. */
  readonly parcels: readonly {
    readonly number: number;
    readonly ttn: string | null;
    readonly sent: boolean;
    readonly refused: boolean;
  }[];
  /** It was not taken: all of it, where it goes in one. */
  readonly refused: boolean;
}

const isRefused = (
  of: SQL,
): SQL => sql`exists (select from returns r where r.project_id = o.project_id and r.order_id = o.id
  and ${IS_REFUSED} and ${of})`;

/**
 * What the customer is told, and nothing else of the order. The seller of a dropshipper's order is he, also when his
 * access has ended; of any other the project.
 */
export async function readTracked(tx: Tx, project_id: string, order_id: string): Promise<TrackedOrder | null> {
  const [row] = await tx.rows<TrackedOrder>(sql`
    select o.number, o.prefix, o.status, o.ttn, o.delivery_operator, o.customer_sum,
      ${LEFT_TO_COLLECT} as to_pay, ${isRefused(sql`r.parcel_id is null`)} as refused,
      case when u.id is null then p.title else u.name end as seller_name,
      case when u.id is null then p.phone else u.phone_number end as seller_phone,
      coalesce((select json_agg(json_build_object('product_title', i.product_title, 'modification_title', i.modification_title,
          'count', i.count, 'unit', i.unit, 'thumbnail', v.thumbnail, 'parcels', coalesce((
            select json_agg(json_build_object('number', p.number, 'count', g.count)) from parcel_items g
            join parcels p on p.project_id = g.project_id and p.order_id = g.order_id and p.id = g.parcel_id
            where g.project_id = i.project_id and g.order_id = i.order_id and g.order_item_id = i.id), '[]')) order by i.position)
        from order_items i
        join product_variants v on v.project_id = i.project_id and v.id = i.product_variant_id
        where i.project_id = o.project_id and i.order_id = o.id), '[]') as items,
      coalesce((select json_agg(json_build_object('number', g.number, 'ttn', case when g.number = 1 then o.ttn else g.ttn end,
          'sent', g.sent_at is not null, 'refused', ${isRefused(sql`r.parcel_id = g.id`)}) order by g.number)
        from parcels g where g.project_id = o.project_id and g.order_id = o.id), '[]') as parcels
    from orders o join projects p on p.id = o.project_id
    join counterparties c on c.project_id = o.project_id and c.id = o.counterparty_id
    left join memberships m on m.project_id = c.project_id and m.counterparty_id = c.id and m.ended_at is null
    left join users u on u.id = coalesce(m.user_id, c.user_id)
    where o.project_id = ${project_id} and o.id = ${order_id}`);
  return row ?? null;
}
