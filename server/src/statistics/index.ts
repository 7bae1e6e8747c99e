/** What the self-check compares sums with, and who makes much at once counts by. */
export { countSalesOf } from './count-days';
export { movesOf } from './moves.store';
export { linesOf, postingsOf, salesOf } from './sales.store';
