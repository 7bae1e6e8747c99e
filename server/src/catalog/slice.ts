import { on } from '@lanka/domain/kit/hooks';
import { categoryGoods } from '../categories';
import { slice } from '../kit/slice';
import { levelPrices } from '../price_levels';
import { memberJoined } from '../projects';
import { productsOfCategories } from './category-goods.store';
import { catalogChanges } from './changed';
import { forgetChanges } from './changes/changes';
import { queueUnknown } from './changes/history.store';
import { cameBack } from './changes/notices';
import { measureImages } from './images/measure';
import { dropLevelPrices } from './level-prices.store';
import { runsLow } from './low';
import { catalogRoutes } from './routes';
import { PRODUCTS } from './searched.store';

export const catalog = slice({
  name: 'catalog',
  level: 5,
  routes: catalogRoutes,
  jobs: [measureImages, forgetChanges],
  notices: [cameBack, runsLow],
  topics: [
    { kind: 'product', permission: 'products.read' },
    { kind: 'products', permission: 'products.read' },
    { kind: 'product_variant', permission: 'products.read' },
    { kind: 'attribute_column', permission: 'templates.read' },
  ],
  searches: [PRODUCTS],
  changes: catalogChanges,
  hooks: [
    on(categoryGoods, productsOfCategories),
    on(levelPrices, dropLevelPrices),
    // from the first dropshipper on there is somebody to tell of changes
    on(memberJoined, async (tx, _app, { project_id, counterparty_id }) => {
      if (counterparty_id) await queueUnknown(tx, project_id);
    }),
  ],
});
