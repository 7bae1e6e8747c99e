import { addPicks } from '@lanka/domain/picking/contract';
import { type Entries, P } from '../../test/entries';

const TO_PICK = `(select id from orders where project_id = :project: and status = 'Pending' order by id limit 1)`;
const pick = { id: '018f0000-0000-7000-8000-0000000000f1' };

export const entries: Entries = {
  async world(app, { project, ids }) {
    const { token } = project.owner;
    const params = { project_id: project.id, id: ids.orders as string };
    const picks = [{ id: crypto.randomUUID(), product_variant_id: ids.product_variants as string }];
    await app.call(addPicks, { params, token, body: { status: 'Pending', picks } });
    return {};
  },
  walls: {
    [`GET ${P}/orders/:id/picks`]: {},
    [`POST ${P}/orders/:id/picks`]: {
      body: ({ ids }) => ({
        status: 'Pending',
        picks: [{ id: crypto.randomUUID(), product_variant_id: ids.product_variants }],
      }),
    },
  },
  growth: {
    reads: { [`GET ${P}/orders/:id/picks`]: { params: { id: '$pickedOrder' } } },
    writes: {
      [`POST ${P}/orders/:id/picks`]: [
        {
          params: { id: '$pickedOrder' },
          body: { status: 'Pending', picks: [{ ...pick, product_variant_id: '$pickedVariant' }] },
        },
      ],
    },
    rows: [
      `insert into order_picks (project_id, order_id, id, status, product_variant_id, count, user_id)
         select i.project_id, i.order_id, pg_temp.key('pick' || i.order_id || i.id), o.status, i.product_variant_id, 1, :user:
         from order_items i join orders o on o.project_id = i.project_id and o.id = i.order_id
         where i.project_id = :project: and o.status <> 'Pending'`,
    ],
    ids: {
      pickedOrder: `${TO_PICK} o`,
      pickedVariant: `(select product_variant_id as id from order_items
        where project_id = :project: and order_id = ${TO_PICK}) i`,
    },
  },
};
