import { on } from '@lanka/domain/kit/hooks';
import { slice } from '../kit/slice';
import { type OwnGoods, ownGoods } from '../outfeeds';
import { chosenBy, listTags, markOf, type OfFeed, readForFeed } from './my_goods.store';
import { findPhotoFile } from './photos.store';
import { myGoodsRoutes } from './routes';

/** Goods of his suppliers that a dropshipper sells as his own. */
export const myGoods = slice({
  name: 'my_goods',
  level: 11,
  routes: myGoodsRoutes,
  hooks: [
    on(ownGoods, {
      chosen: chosenBy,
      tags: listTags,
      mark: markOf,
      photo: findPhotoFile,
      read: async (tx, of, ids) => new Map((await readForFeed(tx, of, ids)).map((one) => [one.product_id, asOwn(one)])),
    }),
  ],
});

/** The feed has the source as it is now; where nothing is taken by itself it tells what he has taken. */
function asOwn({ id, tags, own_name, own_description, sync, taken, own, photos, source_photos }: OfFeed): OwnGoods {
  return {
    ...{ id, tags, photos },
    source_photos: source_photos && (sync ? 'all' : taken.photos),
    name: own_name ?? (sync ? null : taken.name),
    description: own_description ?? (sync ? null : taken.description),
    variant(id) {
      const { sku = null, price = null } = own[id] ?? {};
      if (sync) return { sku, price };
      const known = taken.variants[id];
      return known ? { sku, price, recommended_price: known.recommended_price } : null;
    },
  };
}
