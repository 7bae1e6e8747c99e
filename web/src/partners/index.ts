export { ClosedDays } from './ClosedDays';
export { CounterpartyFilter } from './CounterpartyFilter';
export { CounterpartyLink } from './CounterpartyLink';
export { CounterpartySelect, useCounterparty, useCounterpartyName } from './CounterpartySelect';
export {
  counterpartiesCount,
  counterpartiesTab,
  counterpartyFact,
  counterpartyNotice,
  type SettlementToolProps,
  settlementTool,
  supplierPart,
} from './facts';
export { GroupInput, GroupName } from './GroupInput';
export { NamedOrders } from './NamedOrders';
export { PartyField } from './PartyField';
export { PartyTabs } from './PartyTabs';
export { Balance, BeforeAfter, PostingRows, PostingTitle } from './postings';
export { Statement } from './Statement';
export { accountNames, purposeNames } from './text';
export { useGroups } from './useGroups';
