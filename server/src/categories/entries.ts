import { updateProduct } from '@lanka/domain/catalog/contract';
import { createCategory } from '@lanka/domain/categories/contract';
import { type Entries, P, wholly } from '../../test/entries';

const TREE = wholly('at most 2,000 categories, which are checked and shown together', 'product_categories');
const COUNTED = wholly('counts the goods of each category by their index', 'products', 'product_categories');

export const entries: Entries = {
  walls: {
    [`GET ${P}/product_categories`]: {},
    [`POST ${P}/product_categories`]: { body: () => ({ name: 'Нова' }) },
    [`PATCH ${P}/product_categories/:id`]: { body: () => ({ name: 'Інша назва' }) },
    [`POST ${P}/product_categories/:id/merge`]: { body: ({ ids }) => ({ into: ids.otherCategory }) },
    [`DELETE ${P}/product_categories/:id`]: { query: () => ({ goods_to: 'none' }) },
  },
  async world(app, { project, mark, ids }) {
    const params = { project_id: project.id };
    const { token } = project.owner;
    const make = async (name: string) => (await app.call(createCategory, { token, params, body: { name } })).body.id;
    const made = await make(mark);
    if (ids.products)
      await app.call(updateProduct, { token, params: { ...params, id: ids.products }, body: { category_id: made } });
    return { product_categories: made, otherCategory: await make(`${mark} 2`) };
  },
  growth: {
    reads: { [`GET ${P}/product_categories`]: { known: { '': COUNTED } } },
    writes: {
      [`POST ${P}/product_categories`]: [{ body: { name: 'Ще одна' }, known: { '': COUNTED } }],
      [`PATCH ${P}/product_categories/:id`]: [
        { params: { id: '$category' }, body: { name: 'Перейменована' }, known: { '': { ...COUNTED, ...TREE } } },
      ],
    },
    rows: [
      `insert into product_categories (project_id, id, name, path)
         select :project:, pg_temp.key('category' || n), 'Категорія ' || n, 'Категорія ' || n from generate_series(1, 300) n`,
      `update products set category_id = pg_temp.key('category' || 1 + abs(hashtext(id::text)) % 300)
         where project_id = :project:`,
    ],
    ids: { category: 'product_categories where project_id = :project:' },
  },
};
