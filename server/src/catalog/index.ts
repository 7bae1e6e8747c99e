/** What other slices may call. Reading joins `tables.ts`; writing goes through here. */
export { valueWords } from './attribute-values.store';
export { type BulkChange, loadProducts, type SourceKey, saveProducts } from './bulk.store';
export { followChanges } from './changes/changes';
export { queueUnknown } from './changes/history.store';
export { changeLately } from './changes/past.store';
export { countWithoutCode, type GivenCode, giveCodes, readCodes } from './codes.store';
export { Columns } from './columns';
export { findColumns, holdColumns } from './columns.store';
export { createProducts } from './create-many';
export { changeProduct, createProduct, createVariant, type Editing, updateProduct } from './edit';
export { fillFigures } from './figures.store';
export { attachImage, type NewImage } from './images/images';
export { type CatalogUsage, readUsage } from './limits/limits.store';
export { categoryCondition } from './lists/base.store';
export { findOfSuppliers, readHead, readOwnRanges } from './lists/lists.store';
export { tellLow } from './low';
export {
  addVariant,
  emptyProduct,
  type ProductState,
  patchVariant,
  settle,
  type VariantState,
  valuesOf,
} from './model';
export { lockProduct } from './products.store';
export { PRODUCTS, refreshSearch } from './searched.store';
export { askersOf, readVariantRecords } from './view';
