export { type Booked, type BookingChoice, book, bookForHours, release, setBookings, ship } from './book';
export { type ChangedStock, changeMany, changeStock, type VariantChange } from './change';
export { endLater } from './expire';
export {
  addTotals,
  closeLevels,
  fillLevels,
  fillStockFigures,
  openFigures,
  openLevels,
  readTotals,
  revalueLevels,
} from './figures.store';
export { type LockedLevels, lockedLevels, lockLevels } from './levels.store';
export { heldPieces, type QueuedLine, readLevels, readQueue, waitingLines } from './stock.store';
