import { slice } from '../kit/slice';

/** Reached from the list of products. */
export const categories = slice({
  name: 'categories',
  level: 3,
  routes: [
    {
      path: 'products/categories',
      lazy: async () => ({ Component: (await import('./CategoriesPage')).CategoriesPage }),
    },
  ],
});
