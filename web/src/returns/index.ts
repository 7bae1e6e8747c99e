/** The front door of returns. */
export { returnTool } from './panels';
