export { CounterpartySelect, useCounterparty, useCounterpartyName } from './CounterpartySelect';
export { counterpartyFact } from './facts';
export { Balance, BeforeAfter, PostingRows, PostingTitle } from './postings';
export { accountNames, purposeNames } from './text';
