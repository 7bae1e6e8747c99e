/** The front door of the slice. */
export { fillSandbox } from './sandbox';
