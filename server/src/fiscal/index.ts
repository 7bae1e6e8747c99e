/** The front door of the cash registers: what the demo calls. */
export { isPlayed, playSteps } from './played';
export { issueReceipt } from './receipts';
export { createRegister } from './registers';
export { moveShift } from './registers.store';
export { closeRegister, openRegister } from './shifts';
export { lookAt } from './state';
