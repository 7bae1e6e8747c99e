import * as catalog from '@lanka/domain/catalog/contract';
import * as contract from '@lanka/domain/manufacture/contract';
import * as stock from '@lanka/domain/stock/contract';

/** What a change of a request makes old on screen. */
export const changedByRequest = [
  contract.listManufactureRequests,
  contract.countManufactureRequests,
  contract.readManufactureRequest,
  contract.listManufactureMoves,
];

/** What arriving stock makes old besides; orders that were filled tell it themselves. */
export const changedByArrival = [
  ...changedByRequest,
  catalog.listProducts,
  catalog.readProduct,
  catalog.productsSummary,
  catalog.listAllVariants,
  stock.listStockMovements,
  stock.listStockBookings,
];
