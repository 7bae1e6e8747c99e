import { common, type Locale } from '@lanka/domain/kit/errors';
import { senderOf } from '@lanka/domain/kit/network';
import { formatPhone } from '@lanka/domain/kit/phone';
import { SENDINGS_PER_HOUR } from '@lanka/domain/site/contract';
import type { Tx } from '../kit/db/db';
import { hashSecret } from '../kit/db/ids';
import { fromPlatform, toOperators } from '../kit/mail/caps';
import type { Services } from '../kit/services';
import { accessAsked, accessReceived, messageCame } from './letters';
import {
  countSending,
  findSameMessage,
  insertAccessRequest,
  insertMessage,
  type NewAccessRequest,
  type NewMessage,
} from './site.store';

/** Who is counted: a visitor by the network address, a signed-in user by the id. */
export type Sender = { readonly address: string } | { readonly user_id: string };

/**
 * Refuses whoever has sent too many forms in this hour (429 with Retry-After). The count is in the database, so it
 * holds over all processes and restarts; it comes on top of the limit a minute that the route has.
 * @param what other forms than those of this site are counted by themselves
 */
export async function limitSendings(tx: Tx, sender: Sender, most = SENDINGS_PER_HOUR, what = ''): Promise<void> {
  const name = 'address' in sender ? `address:${senderOf(sender.address)}` : `user:${sender.user_id}`;
  const { count, seconds_left } = await countSending(tx, hashSecret(what + name));
  if (count > most) throw common.too_many({ seconds: seconds_left });
}

/** Keeps a message and tells the operator by mail. The same words again within minutes answer the same id. */
export async function receiveMessage(
  tx: Tx,
  app: Services,
  sender: Sender,
  message: NewMessage,
): Promise<{ id: string }> {
  await limitSendings(tx, sender);
  const same = await findSameMessage(tx, message);
  if (same) return { id: same };
  const id = await insertMessage(tx, message);
  const facts = { region: '', ...message, email_phone: contactOf(message) };
  const url = `${app.config.publicUrl}/cp/operator/messages/${id}`;
  const letter = messageCame.to({ email: app.config.contactEmail, locale: 'ua' }, facts, url);
  await app.mail.postWithinCaps(tx, letter, toOperators);
  return { id };
}

function contactOf({ email_phone, phone_number }: NewMessage): string {
  return [email_phone, phone_number].filter(Boolean).map(String).map(formatPhone).join(', ');
}

/**
 * Keeps a request for access, tells the operator and confirms it to the requester. An e-mail that has an account, or
 * a request that waits already, changes nothing and gets no letter; the asker cannot tell.
 */
export async function receiveAccessRequest(
  tx: Tx,
  app: Services,
  sender: Sender,
  request: NewAccessRequest,
): Promise<void> {
  await limitSendings(tx, sender);
  const id = await insertAccessRequest(tx, request);
  if (!id) return;
  const facts = {
    name: request.name,
    email: request.email,
    phone: formatPhone(request.phone_number ?? ''),
    company: request.company,
    region: request.region,
    audience: request.audience,
    plan: request.subscription_plan ?? '',
    comment: request.comment,
  };
  const { contactEmail, publicUrl } = app.config;
  const operator = { email: contactEmail, locale: 'ua' as Locale };
  const asked = accessAsked.to(operator, facts, `${publicUrl}/cp/operator/requests/${id}`);
  await app.mail.postWithinCaps(tx, asked, toOperators);
  const received = accessReceived.to(request, { contact: contactEmail });
  await app.mail.postWithinCaps(tx, received, fromPlatform('access request', request.email));
}
