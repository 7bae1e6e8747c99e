import type { Locale } from '@lanka/domain/kit/errors';
import { operatorErrors } from '@lanka/domain/operator/contract';
import { resendableAt } from '@lanka/domain/operator/rules';
import { inviteToSignUp } from '../identity';
import type { StaffScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { fromPlatform } from '../kit/mail/caps';
import { letterKind } from '../kit/mail/letters';
import type { Services } from '../kit/services';
import { type AccessRequestRow, decideAccessRequest, lockAccessRequest, markInvited } from '../site';
import { keepAction } from './operator.store';

/** The request while it waits for a decision; two operators cannot decide it both. */
async function lockPending(tx: Tx, scope: StaffScope, id: string): Promise<AccessRequestRow> {
  const request = await lockAccessRequest(tx, scope, id);
  if (!request) throw operatorErrors.request_not_found();
  if (request.status !== 'pending') throw operatorErrors.already_decided({ status: request.status });
  return request;
}

async function sendInvitation(
  tx: Tx,
  app: Services,
  { email, name, phone_number, locale, audience }: AccessRequestRow,
): Promise<void> {
  // he has said already as whom he comes
  await inviteToSignUp(tx, app, { email, name, phone_number, locale }, `/cp/onboarding?path=${audience}`);
}

/** The requester gets a letter with a link to sign up. */
export async function approveAccessRequest(tx: Tx, app: Services, scope: StaffScope, id: string): Promise<void> {
  const request = await lockPending(tx, scope, id);
  await decideAccessRequest(tx, scope, id, 'approved', '');
  await sendInvitation(tx, app, request);
  await keepAction(tx, scope, { deed: 'request_approved', subject_id: id, subject: request.email });
}

const rejected = letterKind<{ reason: string; contact: string }>('operator.access_rejected', {
  sample: { reason: 'Наразі працюємо лише з виробниками з України.', contact: 'support@lanka.ua' },
  ua: ({ reason, contact }) => ({
    subject: 'Ваш запит на доступ до Ланки',
    paragraphs: [
      'Вітаємо.',
      'Дякуємо за інтерес до Ланки. На жаль, зараз ми не можемо надати вам доступ.',
      ...(reason ? [reason] : []),
      `Якщо є питання, напишіть нам: ${contact}.`,
    ],
  }),
  en: ({ reason, contact }) => ({
    subject: 'Your request for access to Lanka',
    paragraphs: [
      'Hello.',
      'Thank you for your interest in Lanka. Unfortunately we cannot give you access now.',
      ...(reason ? [reason] : []),
      `If you have questions, write to us: ${contact}.`,
    ],
  }),
});

export async function rejectAccessRequest(
  tx: Tx,
  app: Services,
  scope: StaffScope,
  id: string,
  reason: string,
): Promise<void> {
  const request = await lockPending(tx, scope, id);
  await decideAccessRequest(tx, scope, id, 'rejected', reason);
  const addressee: { email: string; locale: Locale } = request;
  const letter = rejected.to(addressee, { reason, contact: app.config.contactEmail });
  await app.mail.postWithinCaps(tx, letter, fromPlatform('rejection', request.email));
  await keepAction(tx, scope, { deed: 'request_rejected', subject_id: id, subject: request.email, note: reason });
}

/** Once in 15 minutes; the link sent before dies. */
export async function resendAccessInvitation(tx: Tx, app: Services, scope: StaffScope, id: string): Promise<void> {
  const request = await lockAccessRequest(tx, scope, id);
  if (!request) throw operatorErrors.request_not_found();
  if (request.status !== 'approved') throw operatorErrors.not_approved({ status: request.status });
  const waitMs = Date.parse(resendableAt(request.invited_at) ?? '') - Date.now();
  if (waitMs > 0) {
    throw operatorErrors.resend_too_soon({
      minutes_left: Math.ceil(waitMs / 60_000),
      seconds: Math.ceil(waitMs / 1000),
    });
  }
  await markInvited(tx, scope, id);
  await sendInvitation(tx, app, request);
  await keepAction(tx, scope, { deed: 'invitation_resent', subject_id: id, subject: request.email });
}
