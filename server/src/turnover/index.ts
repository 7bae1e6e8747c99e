/** What manufacture may call: what was made comes by an income. */
export { receiveMade } from './document';
