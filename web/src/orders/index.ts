/** The front door of orders. */
export { type OrderPanel, type OrderPanelProps, orderPanel } from './panels';
export { orderStatus } from './status';
