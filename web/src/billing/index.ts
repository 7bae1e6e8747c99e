/** The front door of the slice. */
export { PlanCards } from './PlanCards';
