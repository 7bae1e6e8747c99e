import { on } from '@lanka/domain/kit/hooks';
import { apiKeys as ofKeys } from '../kit/http/api-keys';
import { byClock, slice } from '../kit/slice';
import { findKey } from './api_keys.store';
import { forgetApiCalls, forgetCallsEverywhere } from './calls';
import { checkKey } from './check';
import { myUseRunsOut, useRunsOut } from './notices';
import { apiKeyRoutes } from './routes';
import { keepUse } from './use';

export const apiKeys = slice({
  name: 'api_keys',
  level: 3,
  routes: apiKeyRoutes,
  topics: [{ kind: 'api_key', permission: 'api_keys.read' }],
  notices: [useRunsOut, myUseRunsOut],
  jobs: [byClock(forgetApiCalls, '*/10 * * * *', forgetCallsEverywhere)],
  hooks: [on(ofKeys, { find: findKey, check: checkKey, keep: keepUse })],
});
