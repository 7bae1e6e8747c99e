import * as calls from '@lanka/domain/api_keys/calls';
import * as contract from '@lanka/domain/api_keys/contract';
import { type Served, serve } from '../kit/http/serve';
import { readCallDays } from './calls';
import { listCalls } from './calls.store';
import {
  createKey,
  listKeys,
  readCurrent,
  readLimits,
  revokeKey,
  rotateKey,
  sideOfDropshipper,
  sideOfProject,
} from './keys';

export const apiKeyRoutes: Served[] = [
  serve(contract.listApiKeys, ({ tx, scope, query }) => listKeys(tx, sideOfProject(scope), query)),
  serve(contract.readApiLimits, ({ tx, scope, app }) => readLimits(tx, app, sideOfProject(scope))),
  serve(contract.createApiKey, async ({ tx, scope, body, changed }) => {
    const made = await createKey(tx, sideOfProject(scope), body);
    changed('api_key', made.id);
    return made;
  }),
  serve(contract.rotateApiKey, async ({ tx, scope, params, body, changed }) => {
    changed('api_key', params.id);
    return rotateKey(tx, sideOfProject(scope), params.id, body.keep_hours);
  }),
  serve(contract.revokeApiKey, async ({ tx, scope, params, changed }) => {
    await revokeKey(tx, sideOfProject(scope), params.id);
    changed('api_key', params.id);
  }),

  serve(contract.listMyApiKeys, async ({ tx, scope, query }) =>
    listKeys(tx, await sideOfDropshipper(tx, scope), query),
  ),
  serve(contract.readMyApiLimits, async ({ tx, scope, app }) =>
    readLimits(tx, app, await sideOfDropshipper(tx, scope)),
  ),
  serve(contract.createMyApiKey, async ({ tx, scope, body, changed }) => {
    const made = await createKey(tx, await sideOfDropshipper(tx, scope), body);
    changed('api_key', made.id);
    return made;
  }),
  serve(contract.rotateMyApiKey, async ({ tx, scope, params, body, changed }) => {
    changed('api_key', params.id);
    return rotateKey(tx, await sideOfDropshipper(tx, scope), params.id, body.keep_hours);
  }),
  serve(contract.revokeMyApiKey, async ({ tx, scope, params, changed }) => {
    await revokeKey(tx, await sideOfDropshipper(tx, scope), params.id);
    changed('api_key', params.id);
  }),

  serve(contract.readCurrentKey, ({ tx, scope, app }) => readCurrent(tx, app, scope)),
  serve(calls.listApiCalls, ({ tx, scope, query }) => listCalls(tx, scope.project.id, query)),
  serve(calls.readApiCallDays, ({ tx, scope }) => readCallDays(tx, scope.project.id)),
  serve(calls.listMyApiCalls, ({ tx, scope, query }) => listCalls(tx, scope.user.id, query)),
  serve(calls.readMyApiCallDays, ({ tx, scope }) => readCallDays(tx, scope.user.id)),
];
