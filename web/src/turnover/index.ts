/** The front door of turnover. */
export { documentPanel, documentTool } from './panels';
