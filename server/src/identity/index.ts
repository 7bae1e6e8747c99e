export { lockUserAccess, setUserAccess } from './access.store';
export { changePlanOf } from './account/account.store';
export { removeFactor } from './account/second-factor';
export { invitesByPath, inviteToSignUp } from './account/sign-up';
export { listBilledUsers, readPayingUser, saveBilledUser } from './billed.store';
export {
  endSessionsOf,
  insertSession,
  localeOf,
  readUser,
  setPasswordHash,
  type UserRow,
  updateUser,
  upsertUser,
} from './identity.store';
export { writeLinkLetter } from './link-letters';
export { createInvitedUser, passwordLink } from './links';
export { hashPassword } from './passwords';
export { invitationWaits } from './provider/join';
