/** The front door of returns. */
export { ParcelChoice, useParcel } from './ParcelChoice';
export { returnTool } from './panels';
export { reasonNames, returnStatus } from './text';
export { returnPath } from './where';
