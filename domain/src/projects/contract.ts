import { z } from 'zod';
import { fileErrors } from '../files/contract';
import { BillingAccount } from '../identity/contract';
import { ManyFrom, StockTelling } from '../kit/availability';
import { Iban } from '../kit/iban';
import { CalendarDate, Id, Instant, requiredText, text, Version } from '../kit/ids';
import { page } from '../kit/lists';
import { Percent } from '../kit/money';
import { Phone } from '../kit/phone';
import { Role } from '../kit/roles';
import { InProject, route } from '../kit/route';
import { LegalType, TaxCode } from '../kit/tax_code';
import { Website } from '../kit/website';
import { projectErrors } from './errors';
import { readUser, removeMyPhoto, setMyPhoto, updateUser } from './profile';
import {
  createPaymentDetails,
  deletePaymentDetails,
  listPaymentDetails,
  readAddress,
  updateAddress,
  updatePaymentDetails,
} from './settings';
import {
  acceptInvitation,
  countMembers,
  inviteMember,
  inviteUser,
  listInvitations,
  listMembers,
  memberBelongings,
  readInvitation,
  readMember,
  readMyMembership,
  removeMember,
  resendInvitation,
  revokeInvitation,
  updateMember,
  updateMemberRole,
} from './team';

export * from './errors';
export * from './profile';
export * from './settings';
export * from './team';

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

/** The showcase in the catalogue of manufacturers (specification §3, Catalogue-facing fields). */
const Showcase = z.object({
  /** Markdown: headings, italic, bold, lists. */
  description: z.string(),
  region_restriction: z.string(),
  returns: z.string(),
  delivery: z.string(),
  minimum_order: z.string(),
  delivery_time: z.string(),
  /** Hidden by default (specification §4). */
  catalogue_visible: z.boolean(),
});

const TemporaryLines = z.int().min(0).max(500);
export const MAX_RESERVATION_DAYS = 90;
const ReservationDays = z.int().min(0).max(MAX_RESERVATION_DAYS);

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
  website: z.string().nullable(),
  /** Null for a Client: he is told the accounts marked main, with documents. */
  iban: z.string().nullable(),
  logo_url: z.string().nullable(),
  ...Showcase.shape,
  /** Orders beyond the stock are accepted; what is missing waits (domain.md, Stock). */
  allow_backorders: z.boolean(),
  /** Of what is available of a variant one client may book so much for a time, but always one piece. */
  temporary_booking_share: Percent,
  /** So many lines one client may have booked for a time, in all his drafts together. */
  temporary_booking_lines: TemporaryLines,
  /** For so many days ahead a client may reserve with an order; 0: not at all. */
  reservation_days: ReservationDays,
  /** How the stock is told to dropshippers, and from how many pieces it is «багато». */
  stock_told: StockTelling,
  stock_many_from: ManyFrom,
  /** The last day of a pause, while it lasts. */
  paused_until: CalendarDate.nullable(),
  /** Empty for a Client, who has no part in the supplier's plan. */
  billing_account: BillingAccount,
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
  changes: ['project', 'deleted_project'],
  status: 201,
  body: z.object({ project: ProjectFields }),
  returns: Project,
  errors: [projectErrors.one_of_ones_own],
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
  changes: ['project', 'deleted_project'],
  answers: readProject,
  params: InProject,
  body: z.object({
    project: ProjectFields.partial().extend({
      allow_backorders: z.boolean().optional(),
      temporary_booking_share: Percent.optional(),
      temporary_booking_lines: TemporaryLines.optional(),
      reservation_days: ReservationDays.optional(),
      stock_told: StockTelling.optional(),
      stock_many_from: ManyFrom.optional(),
      /** The `file_name` of an upload; the answer has its address. Null takes the logo away. */
      logo: z.string().min(1).max(300).nullable().optional(),
      phone: Phone.nullable().optional(),
      website: Website.nullable().optional(),
      iban: Iban.nullable().optional(),
      description: text(10_000).optional(),
      region_restriction: text(300).optional(),
      returns: text(2000).optional(),
      delivery: text(2000).optional(),
      minimum_order: text(300).optional(),
      delivery_time: text(300).optional(),
      catalogue_visible: z.boolean().optional(),
    }),
  }),
  returns: Project,
  errors: [fileErrors.not_found, fileErrors.not_an_image, fileErrors.too_large],
});

/** A pause has an end within a year. */
export const MAX_PAUSE_DAYS = 366;

export const pauseProject = route({
  method: 'PUT',
  path: 'projects/:project_id/pause',
  summary: 'Pause up to this day, itself included: dropshippers find nothing in stock and place no new orders',
  auth: 'project.edit',
  changes: ['project'],
  params: InProject,
  body: z.object({ until: CalendarDate }),
  returns: Project,
  errors: [projectErrors.pause_day],
  answers: readProject,
});

export const resumeProject = route({
  method: 'DELETE',
  path: 'projects/:project_id/pause',
  summary: 'End the pause now',
  auth: 'project.edit',
  changes: ['project'],
  params: InProject,
  status: 200,
  returns: Project,
  answers: readProject,
});

/** What a deletion would do, and what stands in its way (docs/decisions/0020). */
export const ProjectDeletion = z.object({
  /** Sent to the manager and not yet shipped or canceled: while there are any, the project stays. */
  open_orders: z.int(),
  /** Staff beside the owner, and dropshippers: they lose access. */
  staff: z.int(),
  clients: z.int(),
  invitations: z.int(),
  /** Kopecks that counterparties owe, and that they have with the supplier. */
  debts: z.int(),
  advances: z.int(),
});
export type ProjectDeletion = z.infer<typeof ProjectDeletion>;

export const readDeletion = route({
  method: 'GET',
  path: 'projects/:project_id/deletion',
  summary: 'What the deletion of the project would do, and what stands in its way',
  auth: 'project.delete',
  params: InProject,
  returns: ProjectDeletion,
});

export const deleteProject = route({
  method: 'DELETE',
  path: 'projects/:project_id',
  summary: 'Delete the project: access ends at once; its owner can restore it for 30 days',
  auth: 'project.delete',
  whileRestricted: true,
  changes: ['project', 'deleted_project'],
  params: InProject,
  /** The title as the confirmation of a person; when it is given, it has to be the project's. */
  query: z.object({ title: text(200).optional() }),
  errors: [projectErrors.title_mismatch, projectErrors.has_open_orders],
});

export const DeletedProject = z.object({
  id: Id,
  title: z.string(),
  deleted_at: Instant,
  /** Until when its owner can restore it. */
  restorable_until: Instant,
});
export type DeletedProject = z.infer<typeof DeletedProject>;

export const listDeletedProjects = route({
  method: 'GET',
  path: 'users/me/deleted_projects',
  summary: 'Own projects that were deleted and can still be restored',
  auth: 'user',
  returns: page(DeletedProject),
});

export const restoreProject = route({
  method: 'POST',
  path: 'users/me/deleted_projects/:id/restore',
  summary: 'Restore an own project within 30 days of its deletion; everybody has the access he had',
  auth: 'user',
  changes: ['deleted_project', 'project'],
  params: z.object({ id: Id }),
  returns: Project,
  errors: [projectErrors.not_restorable, projectErrors.one_of_ones_own],
});

export const projectRoutes = {
  readUser,
  updateUser,
  setMyPhoto,
  removeMyPhoto,
  listProjects,
  createProject,
  readProject,
  updateProject,
  pauseProject,
  resumeProject,
  readDeletion,
  deleteProject,
  listDeletedProjects,
  restoreProject,
  listMembers,
  countMembers,
  readMyMembership,
  readMember,
  inviteMember,
  updateMember,
  updateMemberRole,
  memberBelongings,
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
  readAddress,
  updateAddress,
};
