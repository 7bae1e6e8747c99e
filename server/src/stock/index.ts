export {
  type Booked,
  type BookingChoice,
  book,
  bookForHours,
  endBooking,
  holdUntil,
  release,
  setBookings,
  ship,
  shipPart,
} from './book';
export { describeBooking, type LockedBooking, lockBooking, readActive } from './bookings.store';
export { type ChangedStock, changeMany, changeStock, type VariantChange } from './change';
export { projectsWithChanges, queueChanged, takeChanged } from './changes.store';
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
  setMinimums,
  trackLevels,
} from './figures.store';
export { type HandedLine, handOver } from './hand-over';
export { type LockedLevels, lockedLevels, lockLevels } from './levels.store';
export { heldPieces, type QueuedLine, readLevels, readQueue, waitingLines } from './stock.store';
