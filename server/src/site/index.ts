export {
  type AccessRequestRow,
  decideAccessRequest,
  lockAccessRequest,
  lockMessage,
  markInvited,
  setMessageStatus,
} from './store';
export { registerSendingsSweep } from './sweep';
