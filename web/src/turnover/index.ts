/** The front door of turnover. */
export { documentTool } from './panels';
