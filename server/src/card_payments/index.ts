/** What the demo does as a payer does it. */
export { askPage, payByCard } from './pay';
