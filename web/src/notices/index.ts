/** The front door of the slice. */
export { Bell } from './Bell';
