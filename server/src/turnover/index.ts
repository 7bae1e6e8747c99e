/** What manufacture may call: what was made comes by incomes, and may be taken back. Papers are made of a document. */
export { readDocument, receiveMade } from './document';
export { type MadeTakenBack, madeTakenBack } from './reverse';
export { documentsOf, lockDocument, readStatus } from './turnover.store';
