/** The front door of the slice. */
export { Band } from './Band';
