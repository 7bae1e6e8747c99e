/** The front door of returns. */
export { returnTool } from './panels';
export { reasonNames, returnStatus } from './text';
export { returnPath } from './where';
