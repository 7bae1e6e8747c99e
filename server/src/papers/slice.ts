import * as contract from '@lanka/domain/papers/contract';
import { serve } from '../kit/http/serve';
import { slice } from '../kit/slice';
import { listMyPapers, listPapers, ownersOfPapers, PAPERS } from './papers.store';

export const papers = slice({
  name: 'papers',
  level: 4,
  routes: [
    serve(contract.listPapers, ({ tx, scope, query }) => listPapers(tx, scope, query)),
    serve(contract.listMyPapers, ({ tx, scope, query }) => listMyPapers(tx, scope, query)),
  ],
  topics: [{ kind: 'paper', permission: 'papers.read', ownersOf: ownersOfPapers }],
  searches: [PAPERS],
});
