import { slice } from '../kit/slice';
import { ownersOfDocuments } from './documents.store';
import { keepDraftsWithDocuments } from './guards';
import { documentRoutes } from './routes';

export const documents = slice({
  name: 'documents',
  level: 10,
  routes: documentRoutes,
  topics: [
    { kind: 'document', permission: 'orders.read', ownersOf: ownersOfDocuments },
    { kind: 'turnover_paper', permission: 'turnover.read' },
    { kind: 'next_number', permission: 'templates.edit' },
  ],
  hooks: [keepDraftsWithDocuments],
});
