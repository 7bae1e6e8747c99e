/** The front door of partners: what slices above may call. */

export { type AccessKeeper, accessKeepers } from './access';
export { writeAccess } from './access.store';
export {
  counterpartiesForPayments,
  counterpartyDeletion,
  counterpartyForOrder,
  createCounterparty,
  inviteCounterparty,
  mustBeParty,
  partyForOrder,
  readCounterparty,
  removeCounterpartyAccess,
  updateCounterparty,
} from './counterparty';
export { holdNamedGroups, putInGroups } from './groups';
export { isGrouped } from './groups.store';
export { logoUrl } from './logo';
export { inviteMember } from './members';
export {
  findOrdinaryByEmail,
  findPartyIds,
  insertCounterparty,
  isManager,
  type LockedParty,
  lockParty,
  openOwnSales,
  type Party,
  refusalChargeOf,
} from './partners.store';
export { ordersOfPayments, withOrders } from './posted-orders';
