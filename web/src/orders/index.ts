/** The front door of orders. */
export { type OrderPanel, type OrderPanelProps, orderPanel, orderTool } from './panels';
export { orderStatus } from './status';
