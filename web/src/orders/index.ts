/** The front door of orders. */
export { type OrderPanel, type OrderPanelProps, registerOrderPanel } from './panels';
export { orderStatus } from './status';
