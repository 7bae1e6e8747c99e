/** What orders may call: a request for what an order lacks, and how orders are named in this slice. */
export { nameOrders } from './links';
export { registerProducers } from './members';
export { requestFor } from './request';
