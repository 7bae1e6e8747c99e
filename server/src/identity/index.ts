export { lockUserAccess, setUserAccess } from './access/store';
export { removeFactor } from './account/second-factor';
export { inviteToSignUp } from './account/sign-up';
export { changePlanOf } from './account/store';
export { firstUserLink } from './first-user';
export { createInvitedUser, passwordLink } from './links';
export { operatorLink } from './operator';
export { hashPassword } from './passwords';
export { letInInvitedBy } from './provider/join';
export {
  endSessionsOf,
  insertSession,
  localeOf,
  readUser,
  setPasswordHash,
  type UserRow,
  updateUser,
  upsertUser,
} from './store';
export { registerIdentitySweep } from './sweep';
