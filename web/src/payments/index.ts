export { balanceNote } from './panels';
