export { lockUserAccess, setUserAccess } from './access.store';
export { changePlanOf } from './account/account.store';
export { removeFactor } from './account/second-factor';
export { inviteToSignUp } from './account/sign-up';
export { firstUserLink } from './first-user';
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
export { createInvitedUser, passwordLink } from './links';
export { operatorLink } from './operator';
export { hashPassword } from './passwords';
export { letInInvitedBy } from './provider/join';
export { registerIdentitySweep } from './sweep';
