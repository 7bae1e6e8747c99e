/** The front door of orders. */

export { codState } from './cod-state';
export { CustomerFields, DeliveryFields, useRecipientFollowsCustomer } from './fields';
export type { OrderForm } from './form';
export { LinePrice } from './LinePrice';
export { numberOf } from './number';
export { MyOrderFilters, OrderFilters } from './OrderFilters';
export { operatorNames } from './operators';
export { paidOf, paidState } from './paid-state';
export {
  type CustomerOfferProps,
  customerOffer,
  deliveryPlace,
  type OrderPanel,
  type OrderPanelProps,
  type OrdersToolProps,
  orderPanel,
  ordersTool,
  orderTool,
} from './panels';
export { orderPath } from './path';
export { MOVE_NAMES as moveNames, orderStatus } from './status';
export { TtnInPlace } from './Ttn';
