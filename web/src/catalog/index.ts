/** What the slices above may use: a place on the product's page. */
export { productPanel } from './panels';
