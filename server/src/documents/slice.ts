import { slice } from '../kit/slice';
import { archiveJob } from './archives';
import { ownersOfDocuments } from './documents.store';
import { keepDraftsWithDocuments } from './guards';
import { ARCHIVE_TOLD } from './notices';
import { documentRoutes } from './routes';

export const documents = slice({
  name: 'documents',
  level: 11,
  routes: documentRoutes,
  topics: [
    { kind: 'document', permission: 'orders.read', ownersOf: ownersOfDocuments },
    { kind: 'turnover_paper', permission: 'turnover.read' },
    { kind: 'paper_archive', permission: 'papers.read' },
    { kind: 'next_number', permission: 'templates.edit' },
  ],
  notices: Object.values(ARCHIVE_TOLD),
  jobs: [archiveJob],
  hooks: [keepDraftsWithDocuments],
});
