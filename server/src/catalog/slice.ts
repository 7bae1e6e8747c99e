import { slice } from '../kit/slice';
import { PRODUCTS } from './products.store';
import { catalogRoutes } from './routes';

export const catalog = slice({
  name: 'catalog',
  level: 5,
  routes: catalogRoutes,
  topics: [
    { kind: 'product', permission: 'products.read' },
    { kind: 'products', permission: 'products.read' },
    { kind: 'product_variant', permission: 'products.read' },
  ],
  searches: [PRODUCTS],
});
