/** The front door of the slice: what the wiring and the shell show of a demo. */
export { DemoSignIns, OutboxLink } from './DemoSignIns';
