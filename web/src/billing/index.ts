/** The front door of the slice. */
export { OverLimits, overLimits } from './OverLimits';
export { PlanCards } from './PlanCards';
