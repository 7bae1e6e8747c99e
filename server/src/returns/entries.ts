import { createOrder, moveOrder } from '@lanka/domain/orders/contract';
import { splitOrder } from '@lanka/domain/parcels/contract';
import { addReturnPhoto, createReturn } from '@lanka/domain/returns/contract';
import { type Entries, each, type Known, one, P, sorted, wholly } from '../../test/entries';
import { orderBody } from '../../test/trade';
import type { Side } from '../../test/walls/side';

const ROWS = 12_000;
/** A walk through the newest returns of several suppliers, by the indexes of each. */
const WALKED: Known = { why: 'no index stands over several suppliers', sorts: 4_000, reads: 20_000 };
const COUNTED: Known = { why: 'counts 10,000 of each status at most', reads: 80_000 };
const ofSent = ({ ids }: Side) => ({ id: ids.sentOrder as string });

export const entries: Entries = {
  world: async (app, { project, people, ids, ownMark, mark, staffMark }) => {
    const params = { project_id: project.id };
    const order = await app.call(createOrder, {
      params,
      token: people.Client.token,
      body: orderBody(
        { [ids.product_variants as string]: 3 },
        { send: true, customer: { name: `${mark} ${ownMark}`, phone: '0671234567' } },
      ),
    });
    const sentOrder = order.body.id;
    const token = people.Owner.token;
    const sentItem = order.body.items[0]?.id ?? '';
    // in two parcels: what comes back names one of them
    const split = await app.call(splitOrder, {
      params: { ...params, id: sentOrder },
      token,
      body: { parcels: [{ items: [{ order_item_id: sentItem, count: 1 }] }] },
    });
    const [first, rest] = split.body.items;
    const moved = await app.call(moveOrder, { params: { ...params, id: sentOrder }, token, body: { to: 'Sent' } });
    const made = await app.call(createReturn, {
      params,
      token: people.Client.token,
      body: {
        order_id: sentOrder,
        parcel_id: rest?.id ?? '',
        reason: 'other',
        comment: `${mark} ${ownMark}`,
        items: [{ order_item_id: sentItem, count: 1 }],
      },
    });
    if (made.status !== 201)
      throw new Error(JSON.stringify([order.body, split.body, moved.body, made.body, staffMark]));
    const returns = made.body.id;
    const photo = await app.call(addReturnPhoto, {
      params: { ...params, return_id: returns },
      token,
      body: { file_name: ids.uploads as string },
    });
    return {
      ...{ sentOrder, sentItem, sentParcel: rest?.id ?? '', refusedParcel: first?.id ?? '' },
      ...{ returns, returnItem: made.body.items[0]?.id ?? '', photos: photo.body.id },
    };
  },
  walls: {
    [`GET ${P}/returns`]: {
      query: ({ ids }) => ({
        counterparty_id: ids.counterparties,
        order_id: ids.sentOrder,
        product_variant_id: ids.product_variants,
        item_id: ids.returnItem,
      }),
    },
    [`GET ${P}/returns/counts`]: {},
    [`POST ${P}/returns`]: {
      body: ({ ids }) => ({
        order_id: ids.sentOrder,
        parcel_id: ids.sentParcel,
        reason: 'not_needed',
        items: [{ order_item_id: ids.sentItem, count: 1 }],
      }),
      verdicts: { OtherClient: 404 },
    },
    [`GET ${P}/returns/:id`]: {},
    [`PATCH ${P}/returns/:id`]: { body: ({ ids }) => ({ items: [{ id: ids.returnItem, status: 'approved' }] }) },
    // a stockman withdraws what he has made himself
    [`POST ${P}/returns/:id/withdraw`]: { verdicts: { Stockman: 403 } },
    [`POST ${P}/returns/:id/waive`]: { body: () => ({ comment: 'Домовилися' }), passes: [409] },
    [`GET ${P}/returns/:id/history`]: {},
    [`POST ${P}/returns/:return_id/photos`]: { body: ({ ids }) => ({ file_name: ids.uploads }), only: ['Owner'] },
    [`DELETE ${P}/returns/:return_id/photos/:id`]: {},
    [`GET ${P}/orders/:id/returns`]: { params: ofSent },
    [`POST ${P}/orders/:id/refusal`]: {
      params: ofSent,
      body: ({ ids }) => ({ comment: 'Не забрали', parcel_id: ids.refusedParcel }),
    },
    'GET dropshipping/returns': { query: ({ project }) => ({ project_id: project.id }) },
    'GET dropshipping/returns/counts': {},
  },
  growth: {
    reads: {
      [`GET ${P}/returns`]: {
        queries: [
          { q: 'шевчук' },
          { q: 'повернення 777' },
          { q: '77' },
          { q: 'немає такого' },
          ...each('status', 'pending', 'approved', 'partially_rejected'),
          ...each('reason', 'damaged', 'other'),
          ...each('origin', 'refusal', 'request'),
          ...each('undecided', 'true', 'false'),
          { counterparty_id: '$counterparty' },
          { order_id: '$returned' },
          { product_variant_id: '$variant' },
          { item_id: '$returnItem' },
          { from: '2026-01-01', to: '2026-02-01' },
          ...sorted('created_at', 'number', 'credit'),
        ],
      },
      [`GET ${P}/returns/counts`]: { known: { '': COUNTED } },
      [`GET ${P}/returns/:id`]: one({ id: '$return' }),
      [`GET ${P}/returns/:id/history`]: one({ id: '$return' }),
      [`GET ${P}/orders/:id/returns`]: one({ id: '$returned' }),
      'GET dropshipping/returns': {
        known: { '': WALKED },
        queries: [{ q: 'шевчук' }, { q: '77' }, { status: 'pending' }, { project_id: '$project' }],
      },
      'GET dropshipping/returns/counts': { known: { '': COUNTED } },
    },
    writes: {
      [`POST ${P}/returns`]: [
        {
          body: { order_id: '$sent', reason: 'damaged', items: [{ order_item_id: '$sentItem', count: 1 }] },
          known: { '': wholly('the lines of one order') },
        },
      ],
      [`PATCH ${P}/returns/:id`]: [{ params: { id: '$return' }, body: { others: 'approved' } }],
      [`POST ${P}/returns/:id/withdraw`]: [{ params: { id: '$return' } }],
      [`POST ${P}/orders/:id/refusal`]: [{ params: { id: '$sent' }, body: {} }],
    },
    rows: [
      // of every order that was sent and is not the newest one line came back, or is asked to
      `insert into returns (project_id, id, number, order_id, counterparty_id, status, origin, reason, comment, count, undecided,
           credit, search_text, created_by, created_at)
         select o.project_id, pg_temp.key('return' || o.id), o.n, o.id, o.counterparty_id,
           case when o.n % 20 = 0 then 'pending' when o.n % 20 = 1 then 'rejected' else 'approved' end,
           case when o.n % 30 = 5 then 'refusal' else 'request' end,
           (array['damaged', 'incorrect_item', 'not_needed', 'other'])[1 + o.n % 4], 'Повернення ' || o.n, 1,
           case when o.n % 20 = 0 then 1 else 0 end, case when o.n % 20 in (0, 1) then 0 else 100 + o.n % 900 end,
           lower('повернення ' || o.n || ' ' || o.search_text), :user:, o.created_at + interval '2 days'
         from (select *, row_number() over (order by created_at)::int as n from orders
           where project_id = :project: and status = 'Complete' order by created_at limit ${ROWS}) o`,
      `insert into return_items (project_id, return_id, id, order_id, order_item_id, product_variant_id, position, count,
           to_warehouse, status, credit, decided_by, decided_at)
         select r.project_id, r.id, pg_temp.key('return item' || r.id), r.order_id, i.id, i.product_variant_id, 0, 1, true,
           r.status, r.credit, case when r.undecided = 0 then r.created_by end, case when r.undecided = 0 then now() end
         from returns r join lateral (select * from order_items i where i.project_id = r.project_id
           and i.order_id = r.order_id order by i.position limit 1) i on true where r.project_id = :project:`,
      `insert into return_history (project_id, return_id, id, kind, count, actor_kind, actor_id)
         select project_id, id, pg_temp.key('return told' || id), 'created', 1, 'user', created_by from returns
         where project_id = :project:`,
      `insert into return_photos (project_id, return_id, id, user_id, file_name, name)
         select project_id, id, pg_temp.key('return photo' || id), created_by, project_id || '/' || id || '/p.jpg', 'p.jpg' from returns
         where project_id = :project: and number % 4 = 0`,
      // what a return corrects
      `insert into documents (project_id, id, order_id, counterparty_id, type, issuer, sequence_key, number, date, user_id, frozen)
         select project_id, pg_temp.key('corrected' || id), order_id, counterparty_id, 'delivery_note', 'manufacturer', 'note', number,
           created_at::date, :user:, '{"title":"Видаткова накладна","seller":{"name":"А"},"buyer":{"name":"Б"},"total":1}'
         from returns where project_id = :project: and status = 'approved'`,
      `update orders o set returned = 1 from returns r
         where o.project_id = :project: and r.project_id = o.project_id and r.order_id = o.id and r.status <> 'rejected'`,
      `insert into counters (project_id, name, value) values (:project:, 'return', ${ROWS})`,
      `insert into search_pending (project_id, kind, id)
         select project_id, 'returns', id from returns where project_id = :project:`,
    ],
    ids: {
      return: 'returns where project_id = :project: and undecided > 0',
      decidedReturn: `returns where project_id = :project: and status = 'approved'`,
      returnItem: 'return_items where project_id = :project:',
      returned: `orders where project_id = :project: and id in (select order_id from returns where project_id = :project:)`,
      sent: `orders where project_id = :project: and status = 'Sent' order by id`,
      sentItem: `(select i.id from order_items i where i.project_id = :project: and i.order_id = (select id from orders
        where project_id = :project: and status = 'Sent' order by id limit 1)) sent`,
    },
  },
};
