export { NotInPlan, usePlanRefusal } from './NotInPlan';
export { WaitNote } from './WaitNote';
