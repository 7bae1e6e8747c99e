export { countRequests, eventDays, insertCounts, sumEvents } from './events.store';
export { listPriceRows, type PriceRow, readPriceList, removePrice, savePrice } from './prices.store';
export { limitSendings } from './receive';
export {
  type AccessRequestRow,
  decideAccessRequest,
  insertDecided,
  lockAccessRequest,
  lockMessage,
  markInvited,
  setMessageStatus,
} from './site.store';
