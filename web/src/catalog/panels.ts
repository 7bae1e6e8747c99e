import type { Product } from '@lanka/domain/catalog/contract';
import { hook } from '@lanka/domain/kit/hooks';
import type { ComponentType } from 'react';
import type { Session } from '../kit/session';

export interface ProductPanelProps {
  /** The project of the product: in the dropshipping workspace it is the supplier's. */
  projectId: string;
  product: Product;
}

export interface ProductPanel {
  id: string;
  Component: ComponentType<ProductPanelProps>;
  /** Who has it. */
  visible: (session: Session) => boolean;
}

/** Parts of the product's page that slices above put there. */
export const productPanel = hook<ProductPanel>('catalog.product_panel');

export interface StockHoldersProps {
  projectId: string;
  variantId: string;
  available: number;
}

/** Who holds a modification: orders stand above and know their numbers, bookings tell. */
export const stockHolders = hook<{ Component: ComponentType<StockHoldersProps> }>('catalog.stock_holders');
