import { sql } from 'drizzle-orm';

/**
 * The return `r` says that a parcel was not taken, and that was not taken back since. Of a return that was there before the
 * refusal its lines stay, so the money tells: it is awaited again, or has come.
 */
export const IS_REFUSED = sql.raw(`(r.origin = 'refusal' and r.withdrawn_at is null
  and not exists (select from orders ro where ro.project_id = r.project_id and ro.id = r.order_id and r.parcel_id is null
    and ro.cod_state in ('awaited', 'received'))
  and not exists (select from parcels rp where rp.project_id = r.project_id and rp.order_id = r.order_id and rp.id = r.parcel_id
    and rp.cod_state in ('awaited', 'received')))`);
