import { z } from 'zod';
import { AttachedFile } from '../files/attached';
import { createUpload, fileErrors } from '../files/contract';
import { errors } from '../kit/errors';
import { Actor, Id, Instant, requiredText } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { planErrors } from '../kit/plans';
import { OneInProject, route } from '../kit/route';
import { type ApplicationStatus, applicationErrors } from './contract';

export const MAX_MESSAGE_FILES = 5;
/** To each side of a conversation there goes at most one letter in so long. */
export const LETTER_MINUTES = 15;

export const messageErrors = errors('application_messages', {
  closed: {
    status: 409,
    ua: 'У цьому стані заявки писати повідомлення не можна',
    en: 'No messages can be written while the application is in this state',
  },
});

export type Side = 'applicant' | 'supplier';

const WRITES: Readonly<Record<Side, readonly ApplicationStatus[]>> = {
  applicant: ['pending', 'approved'],
  // who was rejected may be invited yet
  supplier: ['pending', 'approved', 'rejected'],
};
export const mayWrite = (side: Side, status: ApplicationStatus): boolean => WRITES[side].includes(status);

/** What is said about an application, so that terms are agreed where they are decided. */
export const Message = z.object({
  id: Id,
  /** From 1 on within its conversation. */
  number: z.int(),
  side: z.enum(['applicant', 'supplier']),
  author: Actor,
  text: z.string(),
  files: z.array(AttachedFile),
  created_at: Instant,
});
export type Message = z.infer<typeof Message>;

const Conversation = page(Message).extend({
  /** The other side has written what the asker’s has not read. */
  unread: z.boolean(),
  /** Up to which number the other side has read. */
  read_by_other: z.int(),
  may_write: z.boolean(),
});
export type Conversation = z.infer<typeof Conversation>;

const WriteBody = z.object({
  text: requiredText(4000),
  files: z.array(requiredText(300)).max(MAX_MESSAGE_FILES).optional(),
});
export type WriteBody = z.infer<typeof WriteBody>;

const writeErrors = [
  applicationErrors.not_found,
  messageErrors.closed,
  fileErrors.not_found,
  planErrors.storage_limit,
] as const;
const query = listQuery(['-number'], {});
const ReadBody = z.object({ number: z.int().min(1).max(1_000_000) });
const Own = z.object({ id: Id });
const kinds = ['dropship_request'] as const;

export const listMessages = route({
  method: 'GET',
  path: 'projects/:project_id/dropship_requests/:id/messages',
  summary: 'What both sides have written about an application, the newest first',
  auth: 'applications.read',
  params: OneInProject,
  query,
  returns: Conversation,
  errors: [applicationErrors.not_found],
});

export const writeMessage = route({
  method: 'POST',
  path: 'projects/:project_id/dropship_requests/:id/messages',
  summary: 'Write to the applicant, with files; a letter tells him, at most one in 15 minutes',
  auth: 'applications.decide',
  changes: kinds,
  params: OneInProject,
  status: 201,
  body: WriteBody,
  returns: Message,
  errors: writeErrors,
});

export const markMessagesRead = route({
  method: 'POST',
  path: 'projects/:project_id/dropship_requests/:id/messages/read',
  summary: 'The supplier has read the messages up to this number',
  auth: 'applications.decide',
  whileRestricted: true,
  changes: kinds,
  params: OneInProject,
  body: ReadBody,
  errors: [applicationErrors.not_found],
});

export const listMyMessages = route({
  method: 'GET',
  path: 'dropshipping/applications/:id/messages',
  summary: 'What both sides have written about the dropshipper’s own application; nothing while he is blocked',
  auth: 'dropshipping',
  shows: kinds,
  params: Own,
  query,
  returns: Conversation,
  errors: [applicationErrors.not_found],
});

export const writeMyMessage = route({
  method: 'POST',
  path: 'dropshipping/applications/:id/messages',
  summary: 'Write to the supplier about the own application; a letter tells who decides, at most one in 15 minutes',
  auth: 'dropshipping',
  changes: kinds,
  params: Own,
  status: 201,
  body: WriteBody,
  returns: Message,
  errors: writeErrors,
});

export const markMyMessagesRead = route({
  method: 'POST',
  path: 'dropshipping/applications/:id/messages/read',
  summary: 'The applicant has read the messages up to this number',
  auth: 'dropshipping',
  whileRestricted: true,
  changes: kinds,
  params: Own,
  body: ReadBody,
  errors: [applicationErrors.not_found],
});

export const uploadForMessage = route({
  method: 'POST',
  path: 'dropshipping/applications/:id/uploads',
  summary: 'A presigned address for a file of a message: the applicant has no access to the project yet',
  auth: 'dropshipping',
  params: Own,
  status: 201,
  body: createUpload.body,
  returns: createUpload.returns,
  errors: [applicationErrors.not_found, messageErrors.closed, planErrors.storage_limit, fileErrors.too_large],
});
