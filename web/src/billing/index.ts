/** The front door of the slice. */
export { Banner } from './Banner';
export { OverLimits, overLimits } from './OverLimits';
export { PlanCards } from './PlanCards';
