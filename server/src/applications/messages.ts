import { applicationErrors } from '@lanka/domain/applications/contract';
import {
  type Conversation,
  type Message,
  mayWrite,
  messageErrors,
  type WriteBody,
} from '@lanka/domain/applications/messages';
import { attach, showFile } from '../attachments';
import type { DropshippingScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { ListQuery } from '../kit/db/paging';
import type { Services } from '../kit/services';
import type { In } from './applications.store';
import { enterSupplier, findMine } from './apply';
import * as store from './messages.store';
import { tellOfMessage } from './notices';

/**
 * The applicant in his supplier's project, for the rest of the transaction; he reaches nothing there but this.
 * @throws applications.not_found also where he is blocked
 */
export async function asApplicant(tx: Tx, scope: DropshippingScope, id: string): Promise<store.Asking> {
  const mine = await findMine(tx, scope, { id });
  if (mine.status === 'blocked') throw applicationErrors.not_found();
  await enterSupplier(tx, scope, mine.project_id);
  return { place: { project: { id: mine.project_id, title: mine.title }, user: scope.user }, id, side: 'applicant' };
}

async function findTalk(tx: Tx, { place, id, side }: store.Asking): Promise<store.Talk> {
  const talk = await store.findTalk(tx, place, id, side);
  if (!talk || (side === 'applicant' && talk.status === 'blocked')) throw applicationErrors.not_found();
  return talk;
}

export async function readConversation(
  tx: Tx,
  app: Services,
  asking: store.Asking,
  query: ListQuery,
): Promise<Conversation> {
  const { place, id, side } = asking;
  const { status, unread, read_by_other } = await findTalk(tx, asking);
  const list = await store.listMessages(tx, place, id, query);
  return {
    ...list,
    items: await withFiles(tx, app, place, id, list.items),
    ...{ unread, read_by_other, may_write: mayWrite(side, status) },
  };
}

async function withFiles(
  tx: Tx,
  app: Services,
  place: In,
  id: string,
  messages: readonly store.StoredMessage[],
): Promise<Message[]> {
  const ids = messages.map((message) => message.id);
  const files = await store.listFiles(tx, place, id, ids);
  return Promise.all(
    messages.map(async (message) => ({
      ...message,
      files: await Promise.all(
        files.filter(({ message_id }) => message_id === message.id).map((file) => showFile(app, file)),
      ),
    })),
  );
}

/** @throws application_messages.closed */
export async function expectOpen(tx: Tx, asking: store.Asking): Promise<store.Talk> {
  const talk = await findTalk(tx, asking);
  if (!mayWrite(asking.side, talk.status)) throw messageErrors.closed();
  return talk;
}

export async function writeMessage(
  tx: Tx,
  app: Services,
  asking: store.Asking,
  { text, files = [] }: WriteBody,
): Promise<{ readonly message: Message; readonly applicant_id: string }> {
  const { place, id, side } = asking;
  await store.lockTalk(tx, place, id);
  const talk = await expectOpen(tx, asking);
  const made = await store.insertMessage(tx, place, id, side, text);
  for (const file_name of files)
    await store.insertFile(tx, place, id, made.id, await attach(app, tx, place, file_name));
  if (!talk.told_lately) {
    await tellOfMessage(tx, app, asking, talk, text);
    await store.markTold(tx, place, id, store.otherThan(side));
  }
  const [message] = await withFiles(tx, app, place, id, [made]);
  if (!message) throw new Error('one message is shown for one');
  return { message, applicant_id: talk.user_id };
}

/** Answers of who the applicant is. */
export async function markRead(tx: Tx, asking: store.Asking, number: number): Promise<string> {
  const { user_id } = await findTalk(tx, asking);
  await store.markRead(tx, asking.place, asking.id, asking.side, number);
  return user_id;
}
