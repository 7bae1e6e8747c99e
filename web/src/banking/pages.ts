export { BankingPage } from './BankingPage';
export { BankPage } from './BankPage';
export { ByHandPage } from './ByHandPage';
export { RowPage } from './RowPage';
export { RowsPage } from './RowsPage';
