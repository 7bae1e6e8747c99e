import { on } from '@lanka/domain/kit/hooks';
import { lazy } from 'react';
import { slice } from '../kit/slice';
import { orderPanel, orderTool } from '../orders';

/** Documents have no page of their own: they stand on the order's page, loaded with it. */
export const documents = slice({
  name: 'documents',
  level: 9,
  hooks: [
    on(orderTool, {
      id: 'print',
      Component: lazy(async () => ({ default: (await import('./PrintButton')).PrintButton })),
    }),
    on(orderPanel, {
      id: 'documents',
      Component: lazy(async () => ({ default: (await import('./OrderDocuments')).OrderDocuments })),
    }),
  ],
});
