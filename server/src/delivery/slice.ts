import { on } from '@lanka/domain/kit/hooks';
import { connections, resealed, taskHandlers } from '../integrations';
import { slice } from '../kit/slice';
import { orderSplit } from '../parcels';
import { accessKeepers } from '../partners';
import { sealAnew } from './connections';
import { connectedProjects, removeConnection } from './connections.store';
import { refreshByClock } from './directory';
import { followNow, followParcels } from './follow';
import { deliveryNotices } from './notices';
import { syncRegister } from './register-task';
import { deliveryRoutes } from './routes';
import { followSplit } from './split';
import { deliveryTasks } from './tasks';

/** Waybills, labels and tracking by Nova Poshta (decision 0106). */
export const delivery = slice({
  name: 'delivery',
  level: 11,
  routes: deliveryRoutes,
  notices: deliveryNotices,
  topics: [
    { kind: 'waybill', permission: 'delivery.read' },
    { kind: 'delivery_connection', permission: 'delivery.read' },
  ],
  jobs: [refreshByClock, followParcels],
  hooks: [
    ...[...deliveryTasks, syncRegister, followNow].map((task) => on(taskHandlers, task)),
    on(connections, {
      service: 'nova_poshta',
      settings: '/cp/delivery/nova-poshta',
      connectedOf: connectedProjects,
    }),
    on(resealed, sealAnew),
    on(orderSplit, followSplit),
    // whoever may not come back to take his key away leaves none
    on(accessKeepers, {
      async ends(tx, scope, { counterparty_id }) {
        await removeConnection(tx, scope, counterparty_id);
        return 0;
      },
    }),
  ],
});
