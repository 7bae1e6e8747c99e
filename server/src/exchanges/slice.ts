import * as contract from '@lanka/domain/exchanges/contract';
import { serve } from '../kit/http/serve';
import { slice } from '../kit/slice';
import { readOrder } from '../orders';
import { createExchange } from './exchange';
import { listExchanges } from './exchanges.store';

export const exchanges = slice({
  name: 'exchanges',
  level: 11,
  routes: [
    serve(contract.createExchange, async ({ tx, app, scope, body, changed }) => {
      const made = await createExchange(tx, app, scope, body);
      for (const { id } of [made.first, made.made]) changed('order', id);
      changed('return', made.return.id);
      for (const { product_variant_id } of body.out) changed('product_variant', product_variant_id);
      return made;
    }),
    serve(contract.listOrderExchanges, async ({ tx, app, scope, params }) => {
      // whoever does not see the order is told that there is none
      await readOrder(tx, app, scope, params.id);
      return { items: await listExchanges(tx, scope, params.id) };
    }),
  ],
});
