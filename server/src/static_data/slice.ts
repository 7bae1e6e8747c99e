import * as contract from '@lanka/domain/static_data/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { wholePage } from '../kit/db/paging';
import { serve } from '../kit/http/serve';
import { refuseStale } from '../kit/http/stale';
import { slice } from '../kit/slice';
import * as store from './static_data.store';

const { MAX_STATIC_DATA: limit, staticDataErrors: errors } = contract;

/** The caller holds the lock of the project's keys. */
async function refuseTaken(tx: Tx, scope: ProjectScope, key: string, own?: string): Promise<void> {
  const holder = await store.idOfKey(tx, scope, key);
  if (holder === undefined || holder === own) return;
  const { code, text } = errors.key_taken;
  throw errors.key_taken({ path: 'key', code, key, message: text[scope.locale].replace('{key}', key) });
}

export const staticData = slice({
  name: 'static_data',
  level: 4,
  topics: [{ kind: 'static_data', permission: 'static_data.read' }],
  routes: [
    serve(contract.listStaticData, async ({ tx, scope }) => wholePage(await store.listStaticData(tx, scope))),

    serve(contract.createStaticData, async ({ tx, scope, body, changed }) => {
      await store.lockStaticData(tx, scope);
      const { total, last } = await store.countStaticData(tx, scope);
      if (total >= limit) throw errors.full({ limit });
      await refuseTaken(tx, scope, body.key);
      const position = body.position ?? Math.min(last + 1, 10_000);
      const made = await store.insertStaticData(tx, scope, { ...body, position });
      changed('static_data', made.id);
      return made;
    }),

    serve(contract.updateStaticData, async ({ tx, scope, params, body, if_match, changed }) => {
      if (body.key !== undefined) await store.lockStaticData(tx, scope);
      const known = await store.lockOne(tx, scope, params.id);
      if (!known) throw errors.not_found();
      await refuseStale(if_match, known.version, known);
      if (body.key !== undefined) await refuseTaken(tx, scope, body.key, known.id);
      const after = await store.updateStaticData(tx, scope, params.id, body);
      changed('static_data', after.id);
      return after;
    }),

    serve(contract.deleteStaticData, async ({ tx, scope, params, changed }) => {
      if (!(await store.deleteStaticData(tx, scope, params.id))) throw errors.not_found();
      changed('static_data', params.id);
    }),
  ],
});
