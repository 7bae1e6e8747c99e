import { slice } from '../kit/slice';
import { keepDraftsWithDocuments } from './guards';
import { documentRoutes } from './routes';

export const documents = slice({
  name: 'documents',
  level: 8,
  routes: documentRoutes,
  hooks: [keepDraftsWithDocuments],
});
