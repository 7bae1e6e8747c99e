export { turnCod } from './cod';
export { readComing } from './coming.store';
export { createOrder } from './create';
export { discountForCustomer } from './customer-discount';
export { insertExchange } from './exchanges.store';
export {
  draftDeletion,
  type Happening,
  orderHappened,
  orderParcels,
  orderPartyChanged,
  orderRoom,
  type Parcels,
  personalDiscount,
  roomFor,
  tellHappening,
} from './guards';
export { findNewest, inProject, orderConditions, searchFor } from './lists/lists.store';
export { moveOrder } from './move';
export { commentsOf, insertComment } from './notes.store';
export {
  factsOf,
  type ItemRecord,
  type LockedOrder,
  lockOrder,
  lockOrders,
  type NewItem,
  type OrderRecord,
  readItems,
  readOrderRecord,
  saveOrder,
  tellRun,
} from './orders.store';
export { asDropshipper as ordersOfDropshipper, asRow as asOrderRow, OWN_COLUMNS, ROW_FROM } from './page.store';
export { pauseFor } from './paused';
export { type Offer, type Prices, readOffer, searchText, tryPrices } from './price';
export { priceOrder } from './price-preview';
export { readOrder } from './read';
export { saveRecipientPhone } from './recipient';
export { endReservation } from './reservation';
export { refuseEditing, updateOrder } from './update';
