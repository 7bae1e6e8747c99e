export { limitSendings } from './receive';
export {
  type AccessRequestRow,
  decideAccessRequest,
  lockAccessRequest,
  lockMessage,
  markInvited,
  setMessageStatus,
} from './site.store';
