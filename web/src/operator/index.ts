/** The front door of the slice: what an operator's pages of other slices are made of. */
export { Deeds, OnlyStaff, OperatorTabs, ROOT, UserLink, Words } from './parts';
