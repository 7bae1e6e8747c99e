import { slice } from '../kit/slice';

/** Reached from the list of products and from the form of a counterparty. */
export const priceLevels = slice({
  name: 'price_levels',
  level: 3,
  routes: [
    {
      path: 'products/price-levels',
      lazy: async () => ({ Component: (await import('./PriceLevelsPage')).PriceLevelsPage }),
    },
  ],
});
