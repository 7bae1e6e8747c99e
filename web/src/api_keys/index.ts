/** The front door of the slice. */
export { ApiTabs } from './ApiTabs';
export { useIsDropshipper, useLimits } from './calls';
export { Limits } from './Limits';
export { keyState } from './text';
