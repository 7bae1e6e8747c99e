/** What orders may call: a request for what an order lacks, and how orders are named in this slice. */
export { commentsOfOrders, namesOfOrders } from './links';
export { readRequest, requestFor, withdrawRequest } from './request';
