import { on } from '@lanka/domain/kit/hooks';
import { lazy } from 'react';
import { productPanel } from '../catalog';
import { slice } from '../kit/slice';

export const productFiles = slice({
  name: 'product_files',
  level: 6,
  hooks: [
    on(productPanel, {
      id: 'files',
      visible: () => true,
      Component: lazy(async () => ({ default: (await import('./ProductFiles')).ProductFiles })),
    }),
  ],
});
