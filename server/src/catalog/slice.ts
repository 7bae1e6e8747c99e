import { slice } from '../kit/slice';
import { measureImages } from './images/measure';
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
  ],
  searches: [PRODUCTS],
});
