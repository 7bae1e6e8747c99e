/** The front door of orders. */
export { type OrderPanel, type OrderPanelProps, orderPanel, orderTool } from './panels';
export { MOVE_NAMES as moveNames, orderStatus } from './status';
