import * as contract from '@lanka/domain/price_levels/contract';
import { serve } from '../kit/http/serve';
import { refuseStale } from '../kit/http/stale';
import { slice } from '../kit/slice';
import { createLevel, deleteLevel, listLevels, readLevel, updateLevel } from './levels';

export const priceLevels = slice({
  name: 'price_levels',
  level: 3,
  topics: [{ kind: 'price_level', permission: 'price_levels.read' }],
  routes: [
    serve(contract.listPriceLevels, async ({ tx, scope, app }) => ({ items: await listLevels(tx, app, scope) })),
    serve(contract.createPriceLevel, async ({ tx, scope, body, app, changed }) => {
      const id = await createLevel(tx, scope, body.name);
      changed('price_level', id);
      return readLevel(tx, app, scope, id);
    }),
    serve(contract.updatePriceLevel, async ({ tx, scope, params, body, if_match, app, changed }) => {
      const current = () => readLevel(tx, app, scope, params.id);
      await updateLevel(tx, scope, params.id, body, (version) => refuseStale(if_match, version, current));
      changed('price_level', params.id);
      return current();
    }),
    serve(contract.deletePriceLevel, async ({ tx, scope, params, query, app, changed }) => {
      await deleteLevel(tx, app, scope, params.id, query.counterparties_to);
      changed('price_level', params.id);
    }),
  ],
});
