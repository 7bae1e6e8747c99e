import { z } from 'zod';
import { fileErrors } from '../files/contract';
import { Email } from '../identity/contract';
import { errors } from '../kit/errors';
import { Iban } from '../kit/iban';
import { Id, Instant, requiredText, text, Version } from '../kit/ids';
import { page } from '../kit/lists';
import { Phone } from '../kit/phone';
import { Role } from '../kit/roles';
import { InProject, OneInProject, route } from '../kit/route';
import { LegalType, TaxCode } from '../kit/tax_code';
import { Mfo, VatNumber } from '../kit/vat';

export const projectErrors = errors('projects', {
  not_found: { status: 404, ua: 'Проєкт не знайдено', en: 'No such project' },
  already_member: { status: 409, ua: 'Цей користувач уже є в проєкті', en: 'This user is already on the project' },
  invitation_exists: {
    status: 409,
    ua: 'На цю адресу вже надіслано запрошення, відповідь очікується',
    en: 'An invitation was sent to this address already, a reply is awaited',
  },
  invitation_not_found: { status: 404, ua: 'Запрошення не знайдено', en: 'No such invitation' },
  invitation_invalid: {
    status: 404,
    ua: 'Запрошення не вдалося підтвердити: воно недійсне, відкликане або вже використане',
    en: 'The invitation cannot be confirmed: it is not valid, withdrawn or used',
  },
  resend_too_soon: {
    status: 429,
    ua: 'Повторно надіслати можна раз на 15 хвилин. Залишилося хвилин: {minutes_left}',
    en: 'An invitation can be resent once in 15 minutes. Minutes left: {minutes_left}',
  },
  last_owner: {
    status: 409,
    ua: 'Власника проєкту не можна змінити чи вилучити',
    en: 'The owner of a project cannot be changed or removed',
  },
});

/** Specification §9: once per 15 minutes. */
export const RESEND_MINUTES = 15;
export const INVITATION_DAYS = 14;

/** Ten activity categories (specification §9; the words are in reference/terms-uk). */
export const CATEGORIES = [
  'Одяг',
  'Взуття та аксесуари',
  'Дитячі товари та іграшки',
  'Дім і сад',
  'Меблі та інтер’єр',
  'Краса та здоров’я',
  'Електроніка та гаджети',
  'Спорт і відпочинок',
  'Автотовари',
  'Інше',
] as const;

export const Project = z.object({
  id: Id,
  friendly_id: z.string(),
  title: z.string(),
  legal_type: LegalType,
  legal_name: z.string(),
  contact_person: z.string(),
  edropoy_code: z.string(),
  category: z.string(),
  phone: z.string().nullable(),
  logo_url: z.string().nullable(),
  /** Orders beyond the stock are accepted; what is missing waits (domain.md, Stock). */
  allow_backorders: z.boolean(),
  user_role: Role,
  version: Version,
  created_at: Instant,
});
export type Project = z.infer<typeof Project>;

const ProjectFields = z.object({
  legal_type: LegalType,
  legal_name: requiredText(200),
  contact_person: requiredText(200),
  edropoy_code: TaxCode,
  title: requiredText(120),
  category: z.enum(CATEGORIES),
});

export const listProjects = route({
  method: 'GET',
  path: 'projects',
  summary: 'The projects of the current user with his role in each',
  auth: 'user',
  returns: page(Project),
});

export const createProject = route({
  method: 'POST',
  path: 'projects',
  summary: 'Create a project; the current user becomes its Owner',
  auth: 'user',
  status: 201,
  body: z.object({ project: ProjectFields }),
  returns: Project,
});

export const readProject = route({
  method: 'GET',
  path: 'projects/:project_id',
  summary: 'One project',
  auth: 'project.read',
  params: InProject,
  returns: Project,
});

export const updateProject = route({
  method: 'PATCH',
  path: 'projects/:project_id',
  summary: 'Change a project',
  auth: 'project.edit',
  params: InProject,
  body: z.object({
    project: ProjectFields.partial().extend({
      allow_backorders: z.boolean().optional(),
      /** The `file_name` of an upload; the answer has its address. Null takes the logo away. */
      logo: z.string().min(1).max(300).nullable().optional(),
      phone: Phone.nullable().optional(),
    }),
  }),
  returns: Project,
  errors: [fileErrors.not_found, fileErrors.not_an_image, fileErrors.too_large],
});

export const Member = z.object({
  /** The user's id. */
  id: Id,
  name: z.string(),
  email: z.string(),
  phone_number: z.string().nullable(),
  role: Role,
  user_role: Role,
  counterparty_id: Id.nullable(),
  created_at: Instant,
});
export type Member = z.infer<typeof Member>;

export const listMembers = route({
  method: 'GET',
  path: 'projects/:project_id/users',
  summary: 'The users of a project',
  auth: 'users.read',
  params: InProject,
  returns: page(Member),
});

export const readMyMembership = route({
  method: 'GET',
  path: 'projects/:project_id/users/me',
  summary: 'The current user in this project',
  auth: 'project.read',
  params: InProject,
  returns: Member,
});

export const readMember = route({
  method: 'GET',
  path: 'projects/:project_id/users/:id',
  summary: 'One user of a project',
  auth: 'users.read',
  params: OneInProject,
  returns: Member,
});

/** Roles a staff invitation may carry (domain.md, People and access). Clients are invited as counterparties. */
export const InvitableRole = z.enum(['Administrator', 'Manager', 'Producer', 'Stockman']);

export const updateMemberRole = route({
  method: 'PATCH',
  path: 'projects/:project_id/users/:id/update_role',
  summary: 'Change the role of a user',
  auth: 'users.manage',
  params: OneInProject,
  body: z.object({ role: InvitableRole }),
  returns: Member,
  errors: [projectErrors.last_owner],
});

export const removeMember = route({
  method: 'DELETE',
  path: 'projects/:project_id/users/:id',
  summary: 'Remove a user from the project; what he did stays',
  auth: 'users.manage',
  params: OneInProject,
  errors: [projectErrors.last_owner],
});

export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: Role,
  counterparty_id: Id.nullable(),
  status: z.enum(['pending', 'accepted']),
  last_sent_at: Instant,
  /** When it may be sent again. */
  resendable_at: Instant,
  created_at: Instant,
});
export type Invitation = z.infer<typeof Invitation>;

export const listInvitations = route({
  method: 'GET',
  path: 'projects/:project_id/user_invitations',
  summary: 'Pending invitations of staff and counterparties',
  auth: 'users.read',
  params: InProject,
  returns: page(Invitation),
});

export const inviteUser = route({
  method: 'POST',
  path: 'projects/:project_id/user_invitations',
  summary: 'Invite somebody to the staff by e-mail',
  auth: 'users.manage',
  params: InProject,
  status: 201,
  body: z.object({ email: Email, role: InvitableRole }),
  returns: Invitation,
  errors: [projectErrors.already_member, projectErrors.invitation_exists],
});

export const resendInvitation = route({
  method: 'POST',
  path: 'projects/:project_id/user_invitations/:id/resend_invitation',
  summary: 'Send the invitation again, once in 15 minutes',
  auth: 'users.manage',
  params: OneInProject,
  returns: Invitation,
  errors: [projectErrors.invitation_not_found, projectErrors.resend_too_soon],
});

export const revokeInvitation = route({
  method: 'DELETE',
  path: 'projects/:project_id/user_invitations/:id',
  summary: 'Withdraw an invitation',
  auth: 'users.manage',
  params: OneInProject,
  errors: [projectErrors.invitation_not_found],
});

const ByToken = z.object({ token: z.string().min(1).max(200) });

export const readInvitation = route({
  method: 'GET',
  path: 'invitations/:token',
  summary: 'What the invitation is for',
  auth: 'public',
  params: ByToken,
  returns: z.object({ email: z.string(), role: Role, project_title: z.string(), known_user: z.boolean() }),
  errors: [projectErrors.invitation_invalid],
  limitPerMinute: 60,
});

export const acceptInvitation = route({
  method: 'POST',
  path: 'invitations/:token',
  summary: 'Accept: a known user joins at once; a new one gets a link to set a password',
  auth: 'public',
  params: ByToken,
  returns: z.object({ reset_password_url: z.string().nullable() }),
  errors: [projectErrors.invitation_invalid],
  limitPerMinute: 60,
});

export const PaymentDetails = z.object({
  id: Id,
  recipient_name: z.string(),
  account_number: z.string(),
  edrpou: z.string(),
  ipn: z.string(),
  mfo: z.string(),
  certificate_number: z.string(),
  bank_name: z.string(),
  comment: z.string(),
  main: z.boolean(),
  version: Version,
});
export type PaymentDetails = z.infer<typeof PaymentDetails>;

const PaymentDetailsFields = z.object({
  recipient_name: requiredText(200),
  account_number: Iban.or(z.literal('')),
  edrpou: TaxCode.or(z.literal('')),
  ipn: VatNumber.or(z.literal('')),
  mfo: Mfo.or(z.literal('')),
  certificate_number: text(40),
  bank_name: text(200),
  comment: text(1000),
  /** Lets dropshippers choose it when generating documents. */
  main: z.boolean(),
});

export const listPaymentDetails = route({
  method: 'GET',
  path: 'projects/:project_id/payment_details',
  summary: 'Payment details; a Client sees only those marked main',
  auth: 'payment_details.read',
  params: InProject,
  returns: page(PaymentDetails),
});

export const createPaymentDetails = route({
  method: 'POST',
  path: 'projects/:project_id/payment_details',
  summary: 'Add payment details',
  auth: 'payment_details.edit',
  params: InProject,
  status: 201,
  body: PaymentDetailsFields.partial().required({ recipient_name: true }),
  returns: PaymentDetails,
});

export const updatePaymentDetails = route({
  method: 'PATCH',
  path: 'projects/:project_id/payment_details/:id',
  summary: 'Change payment details',
  auth: 'payment_details.edit',
  params: OneInProject,
  body: PaymentDetailsFields.partial(),
  returns: PaymentDetails,
});

export const deletePaymentDetails = route({
  method: 'DELETE',
  path: 'projects/:project_id/payment_details/:id',
  summary: 'Delete payment details; documents already issued keep theirs',
  auth: 'payment_details.edit',
  params: OneInProject,
});

export const projectRoutes = {
  listProjects,
  createProject,
  readProject,
  updateProject,
  listMembers,
  readMyMembership,
  readMember,
  updateMemberRole,
  removeMember,
  listInvitations,
  inviteUser,
  resendInvitation,
  revokeInvitation,
  readInvitation,
  acceptInvitation,
  listPaymentDetails,
  createPaymentDetails,
  updatePaymentDetails,
  deletePaymentDetails,
};
