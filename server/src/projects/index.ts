export { authorise } from './authorise';
export { createProject, onProjectCreated } from './create';
export { accept, invite, resend } from './invite';
export { logoUrl } from './logo';
export {
  deleteInvitationsOf,
  endMembership,
  enterProjects,
  findMember,
  insertMembership,
  listPaymentDetails,
  listProjectIds,
  readProject,
} from './store';
export { registerSweep } from './sweep';
