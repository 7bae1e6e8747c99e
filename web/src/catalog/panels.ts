import type { DropshippingProduct, Product, ProductRow, ProductVariant } from '@lanka/domain/catalog/contract';
import type { Locale } from '@lanka/domain/kit/errors';
import { hook } from '@lanka/domain/kit/hooks';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Icon } from '../kit/page/page';
import type { Session } from '../kit/session';
import type { Texts } from '../kit/text';

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

export interface ProductCellProps {
  projectId: string;
  row: ProductRow;
  /** All rows of the page: what is asked is asked for all of them at once. */
  ids: readonly string[];
}

/** Columns of the list of products that slices above put there, hidden until they are chosen. */
export const productColumn = hook<{
  id: string;
  title: Readonly<Record<Locale, string>>;
  Cell: ComponentType<ProductCellProps>;
  visible: (session: Session) => boolean;
}>('catalog.product_column');

/** A button of a row in the list of goods that a dropshipper may order, and of a modification on their page. */
export const supplierGoodsTool = hook<{ id: string; Component: ComponentType<{ row: DropshippingProduct }> }>(
  'catalog.supplier_goods_tool',
);
/** What is done with chosen rows of that list. Loaded when it is pressed. */
export const supplierGoodsBulk = hook<{
  id: string;
  label: Texts<string>;
  icon: Icon;
  run: (rows: readonly DropshippingProduct[], client: QueryClient) => Promise<void>;
}>('catalog.supplier_goods_bulk');
export interface VariantToolProps {
  product: Product;
  variant: ProductVariant;
  /** Of the modification. */
  title: string;
}
export const variantTool = hook<{ id: string; Component: ComponentType<VariantToolProps> }>('catalog.variant_tool');

/** What can be done with the chosen rows of the list of products on a page of a slice above. */
export interface ProductsTool {
  id: string;
  label: Texts<string>;
  icon: Icon;
  visible: (session: Session) => boolean;
  to: (productIds: readonly string[]) => string;
}

export const productsTool = hook<ProductsTool>('catalog.products_tool');
