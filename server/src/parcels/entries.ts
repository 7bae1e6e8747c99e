import { createOrder } from '@lanka/domain/orders/contract';
import { splitOrder } from '@lanka/domain/parcels/contract';
import { type Entries, one, P } from '../../test/entries';
import { orderBody } from '../../test/trade';
import type { Side } from '../../test/walls/side';

const PARCEL = `${P}/orders/:order_id/parcels/:id`;
const ofSplit = ({ ids }: Side) => ({ id: ids.splitOrder as string });
const ofParcel = ({ ids }: Side) => ({ order_id: ids.splitOrder as string, id: ids.parcels as string });
const wanted = ({ ids }: Side) => ({ parcels: [{ items: [{ order_item_id: ids.splitItem, count: 1 }] }] });

export const entries: Entries = {
  async world(app, { project, people, ids, mark, ownMark }) {
    const params = { project_id: project.id };
    const body = orderBody(
      { [ids.product_variants as string]: 3 },
      { send: true, customer: { name: `${mark} ${ownMark}`, phone: '0671234567' } },
    );
    const { body: order } = await app.call(createOrder, { params, token: people.Client.token, body });
    const splitItem = order.items[0]?.id ?? '';
    const split = await app.call(splitOrder, {
      params: { ...params, id: order.id },
      token: people.Owner.token,
      body: { parcels: [{ items: [{ order_item_id: splitItem, count: 1 }] }] },
    });
    if (split.status !== 200) throw new Error(JSON.stringify(split.body));
    return { splitOrder: order.id, splitItem, parcels: split.body.items[0]?.id ?? '' };
  },
  walls: {
    [`GET ${P}/orders/:id/parcels`]: { params: ofSplit },
    // as the order is moved: production and the stock not before it is ready, a client never
    [`POST ${P}/orders/:id/parcels`]: {
      params: ofSplit,
      body: wanted,
      verdicts: { Producer: 403, Stockman: 403, Client: 403 },
    },
    // the details of an order that is sent to the manager are its staff's
    [`PATCH ${PARCEL}`]: { params: ofParcel, body: () => ({ ttn: '20450012345678' }), passes: [409] },
    [`POST ${PARCEL}/send`]: { params: ofParcel, verdicts: { Producer: 403, Stockman: 403, Client: 403 } },
  },
  growth: {
    reads: { [`GET ${P}/orders/:id/parcels`]: one({ id: '$splitOrder' }) },
    writes: {
      [`POST ${P}/orders/:id/parcels`]: [{ params: { id: '$splitOrder' }, body: { parcels: [] } }],
      [`PATCH ${PARCEL}`]: [{ params: { order_id: '$splitOrder', id: '$parcel' }, body: { ttn: '20450012345678' } }],
      [`POST ${PARCEL}/send`]: [{ params: { order_id: '$splitOrder', id: '$parcel' } }],
    },
    rows: [
      // each line of an order that waits goes in a parcel of its own, and went so of every second that is complete
      `insert into parcels (project_id, order_id, id, number, sent_at)
         select i.project_id, i.order_id, pg_temp.key('parcel' || i.order_id || i.id), i.position + 1,
           case when o.status = 'Complete' then o.created_at end
         from order_items i join orders o on o.project_id = i.project_id and o.id = i.order_id
         where i.project_id = :project: and (o.status in ('Ready', 'Loaded') or (o.status = 'Complete' and o.number % 2 = 0))`,
      `insert into parcel_items (project_id, order_id, parcel_id, order_item_id, count)
         select i.project_id, i.order_id, pg_temp.key('parcel' || i.order_id || i.id), i.id, i.count
         from order_items i join orders o on o.project_id = i.project_id and o.id = i.order_id
         where i.project_id = :project: and (o.status in ('Ready', 'Loaded') or (o.status = 'Complete' and o.number % 2 = 0))`,
      `update orders o set parcels = (select count(*) from parcels p where p.project_id = o.project_id and p.order_id = o.id)
         where o.project_id = :project: and (o.status in ('Ready', 'Loaded') or (o.status = 'Complete' and o.number % 2 = 0))`,
      'analyze parcels',
      'analyze parcel_items',
    ],
    ids: {
      splitOrder: `(select id from orders where project_id = :project: and status = 'Loaded' and parcels > 1 order by id limit 1) o`,
      parcel: `(select p.id from parcels p where p.project_id = :project: and p.order_id = (select id from orders
         where project_id = :project: and status = 'Loaded' and parcels > 1 order by id limit 1) order by p.number limit 1) p`,
    },
  },
};
