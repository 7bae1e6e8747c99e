import { createUpload } from '@lanka/domain/files/contract';
import { addMyGoods, addMyPhoto, MAX_MY_GOODS, updateMyGoods } from '@lanka/domain/my_goods/contract';
import sharp from 'sharp';
import { type Entries, each, sorted, wholly } from '../../test/entries';
import type { Side } from '../../test/walls/side';

/** Of the first dropshipper of the world: everybody else is told that they are not there. */
const mine = ({ ids }: Side) => ({ id: ids.myGoods as string });
const photo = (side: Side) => ({ ...mine(side), photo_id: side.ids.myPhoto as string });
const some = ({ ids }: Side) => ({ ids: [ids.myGoods] });
const MARKUP = { basis: 'recommended', percent: 1_000, fixed: 0, round_to: 100 };
/** Of the newest of them whose goods can be seen. */
const sold = (
  what: string,
) => `(select ${what} as id from my_goods g join products p on p.project_id = g.project_id and p.id = g.product_id
  where g.project_id = :project: and g.user_id = pg_temp.key('user1') and p.published and p.deleted_at is null
  order by g.created_at desc limit 1) sold`;
const OTHERS = ['Stranger', 'Foreign', 'ForeignByName', 'Staff', 'Owner', 'Administrator', 'Manager'] as const;
const MORE = ['Producer', 'Stockman', 'RemovedMember', 'RemovedClient'] as const;
const NO_SUCH_GOODS = Object.fromEntries([...OTHERS, ...MORE].map((who) => [who, 422 as const]));
/** What it finds hangs on the supplier's goods: it goes through the own ones in their order, some thousands a page. */
const WALKED = wholly('goes through the own goods up to a bound');

export const entries: Entries = {
  walls: {
    'GET dropshipping/my_goods': {},
    'POST dropshipping/my_goods': {
      body: ({ project, ids }) => ({ items: [{ project_id: project.id, product_id: ids.products }] }),
      foreignIds: 422,
      verdicts: NO_SUCH_GOODS,
    },
    'GET dropshipping/my_goods/:id': { params: mine, only: ['Client'] },
    'PATCH dropshipping/my_goods/:id': { params: mine, only: ['Client'], body: () => ({ own_name: 'Інша назва' }) },
    'POST dropshipping/my_goods/:id/photos': {
      ...{ params: mine, only: ['Client'], body: ({ ids }) => ({ file_name: ids.myUpload }) },
    },
    'PATCH dropshipping/my_goods/:id/photos/:photo_id': {
      params: photo,
      only: ['Client'],
      body: () => ({ position: 0 }),
    },
    'DELETE dropshipping/my_goods/:id/photos/:photo_id': { params: photo, only: ['Client'] },
    'POST dropshipping/my_goods/take': { body: some, only: ['Client'] },
    'POST dropshipping/my_goods/prices': { body: (side) => ({ ...some(side), markup: MARKUP }), only: ['Client'] },
    'POST dropshipping/my_goods/changes': { body: (side) => ({ ...some(side), sync: false }), only: ['Client'] },
    'POST dropshipping/my_goods/remove': { body: some, only: ['Client'] },
  },
  async world(app, { project, mark, ownMark, ids, people: { Client } }) {
    const { token } = Client;
    const items = [{ project_id: project.id, product_id: ids.products as string }];
    const made = await app.call(addMyGoods, { token, body: { items } });
    if (made.status !== 200) throw new Error(JSON.stringify(made.error));
    const id = made.body.ids[0] ?? '';
    const own_name = `${mark} ${ownMark}`;
    const variants = [{ product_variant_id: ids.product_variants as string, sku: own_name }];
    await app.call(updateMyGoods, { token, params: { id }, body: { own_name, own_description: own_name, variants } });
    const upload = async () => {
      const place = await app.call(createUpload, {
        token,
        params: { project_id: project.id },
        body: { file_name: 'a.png' },
      });
      const payload = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#447' } })
        .png()
        .toBuffer();
      await app.app.server.inject({ method: 'PUT', url: place.body.url, payload });
      return place.body.file_name;
    };
    const added = await app.call(addMyPhoto, { token, params: { id }, body: { file_name: await upload() } });
    if (added.status !== 201) throw new Error(JSON.stringify(added.error));
    return { myGoods: id, myPhoto: added.body.photos[0]?.id ?? '', myUpload: await upload() };
  },
  growth: {
    reads: {
      'GET dropshipping/my_goods': {
        known: { 'my_goods g': WALKED },
        queries: [
          ...sorted('created_at', 'name'),
          ...each('q', 'товар 77'),
          { tag: 'літо' },
          { changed: 'true' },
          { out_of_stock: 'true' },
        ],
      },
      'GET dropshipping/my_goods/:id': { params: { id: '$myGoods' } },
    },
    writes: {
      'POST dropshipping/my_goods': [{ body: { items: [{ project_id: '$project', product_id: '$myProduct' }] } }],
      'PATCH dropshipping/my_goods/:id': [{ params: { id: '$myGoods' }, body: { own_name: 'Інша' } }],
      'POST dropshipping/my_goods/take': [{ body: { ids: ['$myGoods'] } }],
      'POST dropshipping/my_goods/prices': [{ body: { ids: ['$myGoods'], markup: MARKUP } }],
      'POST dropshipping/my_goods/changes': [{ body: { ids: ['$myGoods'], add_tag: 'літо' } }],
      'PATCH dropshipping/my_goods/:id/photos/:photo_id': [
        { params: { id: '$myGoods', photo_id: '$myPhoto' }, body: { position: 3 } },
      ],
      'DELETE dropshipping/my_goods/:id/photos/:photo_id': [{ params: { id: '$myGoods', photo_id: '$myPhoto' } }],
      'POST dropshipping/my_goods/remove': [{ body: { ids: ['$myGoods'] } }],
    },
    ids: {
      myGoods: sold('g.id'),
      myProduct: sold('g.product_id'),
      myPhoto: `my_goods_photos where project_id = :project: and position = 0 and goods_id = (select id from ${sold('g.id')})`,
    },
    rows: [
      `insert into my_goods (project_id, id, user_id, product_id, name, sync, taken, taken_at, search_text, created_at)
         select :project:, pg_temp.key('my' || n), pg_temp.key('user' || case when n <= ${MAX_MY_GOODS} then 1 else 1 + n % 20 end),
           coalesce(p.id, pg_temp.key('product' || n)), 'Товар ' || n,
           n % 2 = 0, '{"name":"","description":"","photos":[],"variants":{}}', now(), 'товар ' || n, now() - n * interval '1 minute'
         from generate_series(1, 40000) n
         left join (select id, row_number() over (order by id) as place from products where project_id = :project:) p on p.place = n`,
      `insert into my_goods_variants (project_id, goods_id, product_variant_id, price)
         select :project:, pg_temp.key('my' || n), pg_temp.key('v' || n), 100 from generate_series(1, 40000) n`,
      `insert into my_goods_photos (project_id, id, goods_id, file_name, thumbnail, bytes, position)
         select :project:, pg_temp.key('my photo' || n), pg_temp.key('my' || 1 + n / 5), p.id || '/' || p.id || '/a.png',
           p.id || '/' || p.id || '/b.webp', 1, n % 5
         from projects p cross join generate_series(0, 19999) n where p.id = :project:`,
      `insert into user_storage (user_id, bytes) select pg_temp.key('stored' || n), 0 from generate_series(1, 5000) n`,
    ],
  },
};
