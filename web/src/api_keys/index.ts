/** The front door of the slice. */
export { ApiTabs } from './ApiTabs';
export { useLimits } from './calls';
