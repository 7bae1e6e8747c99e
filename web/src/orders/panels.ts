import { hook } from '@lanka/domain/kit/hooks';
import type { Role } from '@lanka/domain/kit/roles';
import type { Order } from '@lanka/domain/orders/contract';
import type { OrderRow } from '@lanka/domain/orders/entities';
import type { ComponentType } from 'react';
import type { Icon } from '../kit/page/page';
import type { Texts } from '../kit/text';
import type { OrderForm } from './form';

export interface OrderPanelProps {
  /** The project of the order: in the dropshipping workspace it is the supplier's. */
  projectId: string;
  /** The asker's role in that project. */
  role: Role;
  order: Order;
}

export interface OrderPanel {
  id: string;
  Component: ComponentType<OrderPanelProps>;
  /** Which orders have it; all by default. */
  visible?: (props: OrderPanelProps) => boolean;
}

export interface CustomerOfferProps {
  /** The project that the order is made in. */
  projectId: string;
  /** The asker's role in it. */
  role: Role;
  form: OrderForm;
}

/** What slices above know of the customer whose phone is typed in the form of an order. */
export const customerOffer = hook<{ id: string; Component: ComponentType<CustomerOfferProps> }>(
  'orders.customer_offer',
);

/** Where a parcel goes, chosen from a carrier's own list: above the address that is written by hand. */
export const deliveryPlace = hook<{ id: string; operator: string; Component: ComponentType<CustomerOfferProps> }>(
  'orders.delivery_place',
);

/** Parts of the order's page that slices above put there. */
export const orderPanel = hook<OrderPanel>('orders.panel');
/** What slices above put into the strip at its top: one button each. */
export const orderTool = hook<OrderPanel>('orders.tool');

export interface OrdersToolProps {
  rows: readonly OrderRow[];
  /** `done` clears the choice. */
  close: (done: boolean) => void;
}

/** What slices above do with the chosen rows of the list of orders. */
export interface OrdersTool {
  id: string;
  label: Texts<string>;
  icon: Icon;
  visible: (role: Role) => boolean;
  Component: ComponentType<OrdersToolProps>;
}

export const ordersTool = hook<OrdersTool>('orders.list_tool');
