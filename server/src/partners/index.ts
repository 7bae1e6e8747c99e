/** The front door of partners: what slices above may call. */

export { counterpartyDeletion, counterpartyForOrder, mustBeParty, partyForOrder } from './counterparty';
export { logoUrl } from './logo';
export {
  findPartyIds,
  insertCounterparty,
  type LockedParty,
  lockParty,
  openOwnSales,
  type Party,
  refusalChargeOf,
} from './partners.store';
