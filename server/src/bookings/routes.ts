import * as contract from '@lanka/domain/bookings/contract';
import { type Served, serve } from '../kit/http/serve';
import { createBooking, type Done, deleteBooking, readBooking, updateBooking, updateStock } from './booking';
import { countBookings, countHeld, listBookings, listUsers } from './bookings.store';

/** Everybody who shows something of it is told. */
function tell(changed: (kind: string, id: string) => void, { id, product_variant_id, filled }: Done): void {
  changed('booking', id);
  changed('product_variant', product_variant_id);
  for (const ref of filled) changed(ref.kind, ref.id);
}

export const bookingRoutes: Served[] = [
  serve(contract.listBookings, async ({ tx, app, scope, query }) => {
    const list = await listBookings(tx, scope, query);
    const items = await Promise.all(
      list.items.map(async ({ thumbnail, ...row }) => ({
        ...row,
        thumbnail_url: thumbnail ? await app.storage.presignGet(thumbnail) : null,
      })),
    );
    return { ...list, items };
  }),

  serve(contract.countBookings, async ({ tx, scope }) => ({ by_status: await countBookings(tx, scope) })),

  serve(contract.countHeld, async ({ tx, scope }) => ({ count: await countHeld(tx, scope) })),

  serve(contract.listBookingUsers, async ({ tx, scope, query }) => ({ items: await listUsers(tx, scope, query) })),

  serve(contract.createBooking, async ({ tx, app, scope, body, changed }) => {
    const done = await createBooking(tx, app, scope, body);
    tell(changed, done);
    return readBooking(tx, app, scope, done.id);
  }),

  serve(contract.readBooking, ({ tx, app, scope, params }) => readBooking(tx, app, scope, params.id)),

  serve(contract.updateBooking, async ({ tx, app, scope, params, body, if_match, changed }) => {
    tell(changed, await updateBooking(tx, app, scope, params.id, body, if_match));
    return readBooking(tx, app, scope, params.id);
  }),

  serve(contract.deleteBooking, async ({ tx, scope, params, changed }) => {
    tell(changed, await deleteBooking(tx, scope, params.id));
  }),

  serve(contract.updateBookingStock, async ({ tx, app, scope, params, changed }) => {
    tell(changed, await updateStock(tx, scope, params.id));
    return readBooking(tx, app, scope, params.id);
  }),
];
