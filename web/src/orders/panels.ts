/**
 * Parts of the order's page that slices above put there: orders cannot import them.
 *
 *   registerOrderPanel({ id: 'documents', Component: lazy(() => import('./OrderDocuments')…) });   in slice.tsx
 */
import type { Role } from '@lanka/domain/kit/roles';
import type { Order } from '@lanka/domain/orders/contract';
import type { ComponentType } from 'react';

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

const panels: OrderPanel[] = [];

/** Once at start; the same id again replaces, so that a reloaded module does not stand there twice. */
export function registerOrderPanel(panel: OrderPanel): void {
  const at = panels.findIndex(({ id }) => id === panel.id);
  if (at >= 0) panels[at] = panel;
  else panels.push(panel);
}

export const orderPanels = (props: OrderPanelProps): readonly OrderPanel[] =>
  panels.filter((panel) => panel.visible?.(props) ?? true);
