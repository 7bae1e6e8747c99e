/** What the self-check compares sums with, and who makes much at once counts by. */
export { countSalesOf } from './count-days';
export { EARNED, EARNED_UNTIL, earnedOf, toldAnew } from './earned.store';
export { movesOf } from './moves.store';
export { countedUntil, linesOf, postingsOf, salesOf } from './sales.store';
