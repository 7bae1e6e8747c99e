export {
  authorise,
  authoriseAtSuppliers,
  authoriseDropshipper,
  authoriseKnown,
  authoriseRule,
  authoriseSystem,
  toldAs,
} from './authorise';
export { projectChanged } from './changed';
export { createProject, createSandboxProject, projectCreated } from './create';
export { projectDeletion } from './deletion';
export { inHundreds } from './each';
export { logoUrl } from './logo';
export {
  followWithheld,
  listBilledProjects,
  listToWithhold,
  type Payer,
  readPayingProject,
  readPlan,
  saveBilledProject,
  savePlan,
} from './plan.store';
export {
  enterProjects,
  enterUser,
  listProjectIds,
  pausedUntil,
  readProject,
  setListed,
  toldNow,
  uuidOrNull,
  withheldNow,
} from './projects.store';
export {
  closeSandbox,
  deleteSandboxRow,
  findSandboxOf,
  isSandbox,
  listClosedSandboxes,
  listOverSandboxes,
  lockClosedSandbox,
  lockSandboxOf,
  lockToFill,
  markFilled,
  type SandboxRow,
} from './sandbox.store';
export { listPaymentDetails } from './settings/settings.store';
export { closeAccess, type LockedAccess, lockAccess } from './team/access.store';
export { type Belongings, belongings, unknownColleague } from './team/belongings';
export { acceptInvitation, invitationGuard, invite, memberJoined, resendInvitation } from './team/invite';
export { readMember, removeColleague, updateMemberRole } from './team/members';
export { toMember } from './team/routes';
export {
  countCollaborators,
  deleteClientInvitations,
  deleteInvitationsOf,
  findMember,
  insertMembership,
  type MemberRow,
  rolesOf,
} from './team/team.store';
