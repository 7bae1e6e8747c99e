/** What the slices above may use: a place on the product's page, and how goods stand in lines. */

export { GoodsCounts, isRightCount } from './GoodsCounts';
export { type Goods, GoodsName, GoodsTitle, goodsOf, titleOf, VariantFinder } from './goods';
export {
  type ProductCellProps,
  type ProductPanelProps,
  productColumn,
  productPanel,
  productsTool,
  type StockHoldersProps,
  stockHolders,
  supplierGoodsBulk,
  supplierGoodsTool,
  type VariantToolProps,
  variantTool,
} from './panels';
export { AvailableRows, StockFigure } from './StockRows';
export { readVariants } from './variants';
