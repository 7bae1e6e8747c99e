import { on } from '@lanka/domain/kit/hooks';
import { categoryGoods } from '../categories';
import { slice } from '../kit/slice';
import { levelPrices } from '../price_levels';
import { productsOfCategories } from './category-goods.store';
import { measureImages } from './images/measure';
import { dropLevelPrices } from './level-prices.store';
import { PRODUCTS } from './products.store';
import { catalogRoutes } from './routes';

export const catalog = slice({
  name: 'catalog',
  level: 5,
  routes: catalogRoutes,
  jobs: [measureImages],
  topics: [
    { kind: 'product', permission: 'products.read' },
    { kind: 'products', permission: 'products.read' },
    { kind: 'product_variant', permission: 'products.read' },
    { kind: 'attribute_column', permission: 'templates.read' },
  ],
  searches: [PRODUCTS],
  hooks: [on(categoryGoods, productsOfCategories), on(levelPrices, dropLevelPrices)],
});
