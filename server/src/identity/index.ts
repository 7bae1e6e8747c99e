export { firstUserLink } from './first-user';
export { createInvitedUser, passwordLink } from './links';
export { hashPassword } from './passwords';
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
