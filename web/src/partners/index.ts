export { ClosedDays } from './ClosedDays';
export { CounterpartyFilter } from './CounterpartyFilter';
export { CounterpartyLink } from './CounterpartyLink';
export { CounterpartySelect, useCounterparty, useCounterpartyName } from './CounterpartySelect';
export { counterpartyFact, counterpartyNotice, type SettlementToolProps, settlementTool } from './facts';
export { PartyField } from './PartyField';
export { Balance, BeforeAfter, PostingRows, PostingTitle } from './postings';
export { Statement } from './Statement';
export { accountNames, purposeNames } from './text';
