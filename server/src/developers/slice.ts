import * as contract from '@lanka/domain/developers/contract';
import { serve } from '../kit/http/serve';
import { slice } from '../kit/slice';
import { keptAnswers } from './kept';

const kept = keptAnswers();

export const developers = slice({
  name: 'developers',
  level: 1,
  routes: [
    serve(contract.readPublicDocument, ({ app, asker }) =>
      kept('openapi.json', 'application/json; charset=utf-8', () => JSON.stringify(app.publicDocument()), asker),
    ),
  ],
});
