import { on } from '@lanka/domain/kit/hooks';
import * as contract from '@lanka/domain/picking/contract';
import { serve } from '../kit/http/serve';
import { slice } from '../kit/slice';
import { setAside } from '../stocktakes';
import { readHeld } from './held.store';
import { addPicks, readPicked } from './pick';

/** Who picks an order ticks it here, so that several see what each other has taken. */
export const picking = slice({
  name: 'picking',
  level: 10,
  routes: [
    serve(contract.readPicks, ({ tx, scope, params }) => readPicked(tx, scope, params.id)),

    serve(contract.addPicks, async ({ tx, scope, params, body, changed }) => {
      const { picked, outcomes } = await addPicks(tx, scope, params.id, body);
      changed('pick', params.id);
      return {
        ...picked,
        results: outcomes.map(({ id, refused }) => ({
          id,
          error: refused && { code: refused.code, message: refused.message_in(scope.locale) },
        })),
      };
    }),
  ],
  hooks: [on(setAside, readHeld)],
  topics: [{ kind: 'pick', permission: 'picking.edit' }],
});
