import { slice } from '../kit/slice';
import { keepDraftsWithDocuments } from './guards';
import { documentRoutes } from './routes';

export const documents = slice({ name: 'documents', routes: documentRoutes, hooks: [keepDraftsWithDocuments] });
