/** The front door of partners: what slices above may call. */

export { counterpartyForOrder, type DeletionGuard, guardDeletion } from './counterparty';
export { logoUrl } from './logo';
export { registerMembers } from './members';
export { registerOwnSales } from './own-sales';
export { findPartyIds, insertCounterparty, openOwnSales, type Party } from './partners.store';
