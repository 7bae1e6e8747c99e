/** The front door of orders. */
export { operatorNames } from './operators';
export {
  type CustomerOfferProps,
  customerOffer,
  type OrderPanel,
  type OrderPanelProps,
  orderPanel,
  orderTool,
} from './panels';
export { orderPath } from './path';
export { MOVE_NAMES as moveNames, orderStatus } from './status';
