import { tellStock } from '@lanka/domain/kit/availability';
import type { Page } from '@lanka/domain/kit/lists';
import { type Order, type OrderItem, type OrderRow, orderErrors } from '@lanka/domain/orders/contract';
import { editableParts } from '@lanka/domain/orders/rules';
import type { StoredValues } from '@lanka/domain/templates/fields';
import { type ProjectScope, tellingFor } from '../kit/auth/scope';
import { actorOrKey } from '../kit/db/by-key';
import type { Tx } from '../kit/db/db';
import { toInstantOrNull } from '../kit/db/paging';
import type { Services } from '../kit/services';
import { showFields } from '../templates';
import { parcelsOf } from './guards';
import type { Stored } from './lists/lists.store';
import { asRow, codOfPage, findOrder } from './page.store';

type Row = Record<string, unknown>;

/** The order as its page shows it. @throws orders.not_found */
export async function readOrder(tx: Tx, app: Services, scope: ProjectScope, id: string): Promise<Order> {
  const row = await findOrder(tx, scope, id);
  if (!row) throw orderErrors.not_found();
  return showOrder(tx, app, scope, row);
}

export async function showOrder(tx: Tx, app: Services, scope: ProjectScope, row: Row): Promise<Order> {
  const { storage } = app;
  const { customer_name, ttn, town, items_count: _n, first_thumbnail_url: _t, ...shown } = asRow(row);
  // its parcels are asked only where there are any
  const parcels = shown.cod ? parcelsOf(app, shown) : null;
  const cod_parts = parcels ? await parcels.codParts(tx, scope, shown) : null;
  const text = (name: string): string | null => (row[name] as string | null) ?? null;
  return {
    ...shown,
    last_status: shown.status,
    items: await Promise.all(((row.items as Row[] | null) ?? []).map((item) => asItem(item, storage, scope))),
    fields: await showFields({ storage }, row.fields as StoredValues),
    customer: { name: customer_name, email: text('customer_email'), phone: text('customer_phone') },
    delivery: {
      operator: (text('delivery_operator') || 'other') as Order['delivery']['operator'],
      recipient_name: text('recipient_name') ?? '',
      recipient_phone: text('recipient_phone'),
      town,
      address: text('delivery_address') ?? '',
      city_ref: text('delivery_city_ref'),
      branch_ref: text('delivery_branch_ref'),
      door: (row.delivery_door as Order['delivery']['door']) ?? null,
      ttn,
    },
    queue_place: row.queue_place === null ? null : Number(row.queue_place),
    prepayment: Number(row.prepaid) > 0 ? { amount: Number(row.prepaid), date: text('prepaid_on') ?? '' } : null,
    cod: codOfPage(row, cod_parts),
    utm: (row.utm as Order['utm']) ?? null,
    promo_code: text('promo_code'),
    customer_discount: Number(row.customer_discount),
    counterparty_discount: Number(row.counterparty_discount),
    created_by: actorOrKey(row.by_key, { kind: 'user', id: String(row.created_by), name: text('created_by_name') }),
    shipped_at: toInstantOrNull(row.shipped_at),
    charged_at: toInstantOrNull(row.charged_at),
    editable: editableParts(shown.status, scope.role),
    version: Number(row.version),
  };
}

async function asItem(
  { thumbnail, place, available, tracked, ...item }: Row,
  storage: Services['storage'],
  scope: ProjectScope,
): Promise<OrderItem> {
  return {
    ...(item as Omit<OrderItem, 'thumbnail_url' | 'place' | 'available' | 'availability'>),
    ...tellStock(tellingFor(scope), { available: Number(available), tracked: tracked === true }),
    // of the warehouse a Client is told nothing
    place: scope.role === 'Client' ? '' : String(place),
    temporary_booking_expires_at: toInstantOrNull(item.temporary_booking_expires_at),
    fields: await showFields({ storage }, item.fields as StoredValues),
    thumbnail_url: thumbnail ? await storage.presignGet(String(thumbnail)) : null,
  };
}

/** Puts addresses in the place of storage keys. */
export async function withThumbnails({ storage }: Services, page: Page<Stored>): Promise<Page<OrderRow>> {
  const items = await Promise.all(
    page.items.map(async ({ fields, ...row }) => ({
      ...row,
      ...(fields ? { fields: await showFields({ storage }, fields) } : {}),
      first_thumbnail_url: row.first_thumbnail_url ? await storage.presignGet(row.first_thumbnail_url) : null,
    })),
  );
  return { ...page, items };
}
