import { lazy } from 'react';
import type { Slice } from '../kit/slice';
import { registerOrderPanel } from '../orders';

// Documents have no page of their own: they stand on the order's page, loaded with it.
registerOrderPanel({
  id: 'documents',
  Component: lazy(async () => ({ default: (await import('./OrderDocuments')).OrderDocuments })),
});

export const documents: Slice = { name: 'documents' };
