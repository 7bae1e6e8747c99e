import { updateProduct } from '@lanka/domain/catalog/contract';
import { updateCounterparty } from '@lanka/domain/partners/contract';
import { createPriceLevel } from '@lanka/domain/price_levels/contract';
import { type Entries, P, wholly } from '../../test/entries';

const COUNTED = wholly('counts the counterparties of each level by their index', 'counterparties');
const GOING = wholly(
  'a level goes seldom, and from all variants that have a price of it',
  'product_variants',
  'products',
);

export const entries: Entries = {
  walls: {
    [`GET ${P}/price_levels`]: {},
    [`POST ${P}/price_levels`]: { body: () => ({ name: 'Роздріб' }) },
    [`PATCH ${P}/price_levels/:id`]: { body: () => ({ name: 'Інша назва' }) },
    [`DELETE ${P}/price_levels/:id`]: { query: ({ ids }) => ({ counterparties_to: ids.otherLevel }) },
  },
  async world(app, { project, mark, ids }) {
    const params = { project_id: project.id };
    const { token } = project.owner;
    const make = async (name: string) => (await app.call(createPriceLevel, { token, params, body: { name } })).body.id;
    const made = await make(mark);
    const otherLevel = await make(`${mark} 2`);
    // prices of both levels, of which the Client of the world has the first
    if (ids.products && ids.product_variants) {
      const prices = [
        { price_level_id: made, from_count: 1, price: 777 },
        { price_level_id: otherLevel, from_count: 1, price: 666 },
      ];
      const variants = [{ id: ids.product_variants, prices }];
      await app.call(updateProduct, { token, params: { ...params, id: ids.products }, body: { variants } });
    }
    if (ids.counterparties)
      await app.call(updateCounterparty, {
        ...{ token, params: { ...params, id: ids.counterparties } },
        body: { price_level_id: made },
      });
    return { price_levels: made, otherLevel };
  },
  growth: {
    reads: { [`GET ${P}/price_levels`]: { known: { '': COUNTED } } },
    writes: {
      [`POST ${P}/price_levels`]: [{ body: { name: 'Ще один' }, known: { '': COUNTED } }],
      [`PATCH ${P}/price_levels/:id`]: [
        { params: { id: '$level' }, body: { name: 'Інша', position: 0 }, known: { '': COUNTED } },
      ],
      [`DELETE ${P}/price_levels/:id`]: [{ params: { id: '$level' }, known: { 'prices @>': GOING, '': COUNTED } }],
    },
    rows: [
      `insert into price_levels (project_id, id, name, position)
         select :project:, pg_temp.key('level' || n), 'Рівень ' || n, n from generate_series(0, 6) n`,
    ],
    ids: { level: 'price_levels where project_id = :project:' },
  },
};
