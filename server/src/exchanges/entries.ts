import { createExchange } from '@lanka/domain/exchanges/contract';
import { createOrder, moveOrder } from '@lanka/domain/orders/contract';
import { type Entries, one, P, wholly } from '../../test/entries';
import { orderBody } from '../../test/trade';
import type { Side } from '../../test/walls/side';

const FIELDS = wholly('at most 300 fields of each set', 'template_fields');
const back = ({ ids }: Side) => [{ order_item_id: ids.exchangedItem as string, count: 1 }];

export const entries: Entries = {
  async world(app, { project, people, ids, mark, ownMark }) {
    const params = { project_id: project.id };
    const token = people.Owner.token;
    const product_variant_id = ids.product_variants as string;
    const customer = { name: `${mark} ${ownMark}`, phone: '0671234567' };
    const body = orderBody({ [product_variant_id]: 3 }, { send: true, customer });
    const { body: order } = await app.call(createOrder, { params, token: people.Client.token, body });
    await app.call(moveOrder, { params: { ...params, id: order.id }, token, body: { to: 'Sent' } });
    const exchangedItem = order.items[0]?.id ?? '';
    const made = await app.call(createExchange, {
      ...{ params, token },
      body: {
        ...{ order_id: order.id, reason: 'not_needed' as const, comment: `${mark} ${ownMark}` },
        items: [{ order_item_id: exchangedItem, count: 1 }],
        out: [{ product_variant_id, count: 1 }],
      },
    });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    return { exchanged: order.id, exchangedItem };
  },
  walls: {
    [`POST ${P}/exchanges`]: {
      body: (side) => ({
        ...{ order_id: side.ids.exchanged, reason: 'not_needed', items: back(side) },
        out: [{ product_variant_id: side.ids.product_variants, count: 1 }],
      }),
      verdicts: { OtherClient: 404 },
    },
    [`GET ${P}/orders/:id/exchanges`]: {},
  },
  growth: {
    reads: { [`GET ${P}/orders/:id/exchanges`]: one({ id: '$order' }) },
    writes: {
      [`POST ${P}/exchanges`]: [
        {
          body: {
            ...{ order_id: '$sent', reason: 'not_needed' },
            items: [{ order_item_id: '$sentItem', count: 1 }],
            out: [{ product_variant_id: '$variant', count: 1 }],
          },
          known: {
            template_fields: FIELDS,
            parcel_items: wholly('few orders of this world go in parcels', 'parcels', 'parcel_items'),
            'from main_info m': {
              why: 'the prefix of numbers stands in the one row of settings',
              whole: ['main_info'],
              reads: 1_000,
            },
          },
        },
      ],
    },
    rows: [
      `insert into order_exchanges (project_id, order_id, first_order_id, return_id)
         select o.project_id, o.id, f.id, pg_temp.key('return' || f.id) from orders o
         join orders f on f.project_id = o.project_id and f.number = o.number + 1
         where o.project_id = :project: and o.number % 3 = 0`,
    ],
  },
};
