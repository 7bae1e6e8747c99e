/** What the slices above may show: the requests of an order. */
export { OrderRequests } from './OrderRequests';
export { requestTool } from './panels';
