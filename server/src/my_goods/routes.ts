import * as contract from '@lanka/domain/my_goods/contract';
import type { Served } from '../kit/http/serve';
import { serve } from '../kit/http/serve';
import type { Services } from '../kit/services';
import * as use from './my_goods';
import { addPhoto, freed, movePhoto, removePhoto } from './photos';

const removing =
  ({ storage }: Services, keys: readonly string[]) =>
  async () => {
    for (const key of keys) await storage.remove(key);
  };

export const myGoodsRoutes: Served[] = [
  serve(contract.listMyGoods, ({ tx, app, scope, query }) => use.listMyGoods(tx, app, scope, query)),
  serve(contract.readMyGoods, ({ tx, app, scope, params }) => use.readMyGoods(tx, app, scope, params.id)),
  serve(contract.addMyGoods, ({ tx, scope, body }) => use.addMyGoods(tx, scope, body.items)),
  serve(contract.updateMyGoods, ({ tx, app, scope, params, body, if_match }) =>
    use.updateMyGoods(tx, app, scope, params.id, body, if_match),
  ),
  serve(contract.takeMyGoods, async ({ tx, scope, body: { ids, fields } }) => ({
    taken: await use.takeMyGoods(tx, scope, { ids, ...(fields ? { fields } : {}) }),
  })),
  serve(contract.priceMyGoods, ({ tx, scope, body }) => use.priceMyGoods(tx, scope, body.ids, body.markup)),
  serve(contract.changeMyGoods, async ({ tx, scope, body }) => ({ changed: await use.changeMyGoods(tx, scope, body) })),
  serve(contract.removeMyGoods, async ({ tx, app, scope, body, after }) => {
    const { removed, photos } = await use.removeMyGoods(tx, scope, body.ids);
    after(removing(app, await freed(tx, scope, photos)));
    return { removed };
  }),
  serve(contract.addMyPhoto, ({ tx, app, scope, params, body }) => addPhoto(tx, app, scope, params.id, body.file_name)),
  serve(contract.moveMyPhoto, ({ tx, app, scope, params, body }) => movePhoto(tx, app, scope, params, body.position)),
  serve(contract.removeMyPhoto, async ({ tx, app, scope, params, after }) => {
    after(removing(app, await removePhoto(tx, scope, params)));
  }),
];
