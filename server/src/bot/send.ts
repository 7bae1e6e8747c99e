import { setTimeout as sleep } from 'node:timers/promises';
import {
  cutHtml,
  cutText,
  FOLDED_FROM,
  LONGEST_MESSAGE,
  MOST_A_SECOND,
  MOST_FOLDED,
  type Outcome,
  pauseAfter,
  pauseInChat,
} from '@lanka/domain/bot/rules';
import { findPaused } from '../integrations';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import type { Services } from '../kit/services';
import { enterProjects } from '../projects';
import { apiOf, outcomeOfCall } from './client';
import { listGroupsOfChat, moveGroup } from './groups.store';
import { sendJob } from './jobs';
import { enterChat, findStanding } from './links.store';
import * as store from './outbox.store';
import { endLease, takeLease } from './states.store';
import { closeEverywhere } from './stop';

const LEASE_SECONDS = 60;
/** What can go so soon is waited for; the rest by the next job. */
const WAIT_SECONDS = 4;
/** Our token is taken no more, or many chats were refused at once: nothing goes for so long. */
const LOCKED_MS = 60_000;
/** All wait so long at most; each chat by itself as long as Telegram asks. */
const LONGEST_BREAK_MS = 5_000;
/** Then others have the worker of jobs; well before the job counts as lost. */
const LONGEST_RUN_MS = 600_000;

/**
 * Sends what waits, politely: one worker in all processes, under thirty a second over all, one a second in a chat and
 * twenty a minute in a group. A chat that has to wait holds up no other. What is sent and not written down (the process
 * dies, the answer is lost) goes again: one message twice is better than none.
 */
export async function sendWaiting(app: Services, { maySleep = true, forMs = LONGEST_RUN_MS } = {}): Promise<void> {
  if (!apiOf(app)) return;
  const owner = newId();
  const hold = () => app.db.transaction({}, (tx) => takeLease(tx, 'send', owner, LEASE_SECONDS));
  if (!(await hold())) return;
  try {
    const until = Date.now() + forMs;
    for (let round = 0; round === 0 || Date.now() < until; round += 1) {
      if (round > 0 && !(await hold())) return;
      const began = Date.now();
      const done = await sendRound(app);
      if (done === 'locked') return;
      // what was put aside stood before what others send
      if (done.sent === 0 && done.putAside > 0) continue;
      if (done.sent === MOST_A_SECOND) {
        if (maySleep) await sleep(Math.max(0, 1_000 - (Date.now() - began)));
        continue;
      }
      const ms = await app.db.transaction({ readOnly: true }, (tx) => store.nextDue(tx, WAIT_SECONDS));
      if (ms === null) break;
      if (!maySleep && ms > 0) break;
      if (ms > 0) await sleep(Math.min(ms, WAIT_SECONDS * 1_000));
      else if (done.sent === 0) break;
    }
  } finally {
    await app.db.transaction({}, (tx) => endLease(tx, 'send', owner));
  }
  // what came while we looked for the last time found us at it, and nobody else will come
  const left = await app.db.transaction({ readOnly: true }, (tx) => store.findDueChats(tx, 1));
  if (left.length > 0 && maySleep) await app.jobs.poke(sendJob, {});
}

async function sendRound(app: Services): Promise<{ sent: number; putAside: number } | 'locked'> {
  const waiting = await app.db.transaction({ readOnly: true }, async (tx) =>
    store.listWaiting(tx, await store.findDueChats(tx, MOST_A_SECOND), MOST_FOLDED),
  );
  const going = await withoutUnwanted(app, waiting);
  const byChat = new Map<string, store.WaitingMessage[]>();
  for (const one of going) byChat.set(one.chat_id, [...(byChat.get(one.chat_id) ?? []), one]);
  const outcomes = await Promise.all([...byChat.values()].map((messages) => sendTo(app, messages)));
  if (outcomes.some(({ kind }) => kind === 'locked')) {
    app.log.error('Telegram takes the token of the bot no more');
    return 'locked';
  }
  // where several chats are refused at once it is not about them: whoever comes next waits, too
  const slow = outcomes.flatMap((one) => (one.kind === 'slow' ? [one.afterMs] : []));
  if (slow.length > 1) await sleep(Math.min(Math.max(...slow), LONGEST_BREAK_MS));
  return { sent: byChat.size, putAside: waiting.length - going.length };
}

/**
 * What is held because its project has paused the bot stays back. So does for good what is for somebody who may no longer
 * be told: he was removed, blocked, has disconnected the chat or taken another since it was written.
 */
async function withoutUnwanted(
  app: Services,
  waiting: readonly store.WaitingMessage[],
): Promise<readonly store.WaitingMessage[]> {
  const projectIds = [...new Set(waiting.flatMap(({ of_project }) => of_project ?? []))];
  if (projectIds.length === 0) return waiting;
  return app.db.transaction({ projectIds }, async (tx) => {
    const paused = await findPaused(tx, projectIds, 'telegram');
    if (paused.size > 0) await store.holdMessages(tx, [...paused]);
    const chatIds = [...new Set(waiting.map(({ chat_id }) => chat_id))];
    const standing = new Set((await findStanding(tx, projectIds, chatIds)).map(keyOf));
    const isOver = ({ of_project, chat_id }: store.WaitingMessage): boolean =>
      of_project !== null && !standing.has(keyOf({ project_id: of_project, chat_id }));
    const over = new Map(
      waiting.filter(isOver).map(({ of_project, chat_id }) => {
        const pair = { project_id: String(of_project), chat_id };
        return [keyOf(pair), pair] as const;
      }),
    );
    if (over.size > 0) await store.closeOfProjects(tx, [...over.values()]);
    return waiting.filter((one) => !isOver(one) && !paused.has(one.of_project ?? ''));
  });
}

const keyOf = ({ project_id, chat_id }: { readonly project_id: string; readonly chat_id: string }): string =>
  `${project_id} ${chat_id}`;

/** The oldest of a chat, or as many as may go in one message. */
function nextOf(messages: readonly store.WaitingMessage[]): {
  taken: readonly store.WaitingMessage[];
  html: string;
  buttons: store.WaitingMessage['buttons'];
} {
  const [first] = messages as [store.WaitingMessage, ...store.WaitingMessage[]];
  const alike = messages.findIndex(({ folds }) => !folds);
  const folding = alike === -1 ? messages : messages.slice(0, alike);
  if (folding.length < FOLDED_FROM) return { taken: [first], html: first.html, buttons: first.buttons };
  const taken: store.WaitingMessage[] = [];
  let length = 0;
  for (const one of folding) {
    if (length + one.html.length + 2 > LONGEST_MESSAGE) break;
    length += one.html.length + 2;
    taken.push(one);
  }
  if (taken.length < 2) return { taken: [first], html: first.html, buttons: first.buttons };
  return { taken, html: taken.map(({ html }) => html).join('\n\n'), buttons: [] };
}

async function sendTo(app: Services, messages: readonly store.WaitingMessage[]): Promise<Outcome> {
  const { taken, html, buttons } = nextOf(messages);
  const [first] = taken as [store.WaitingMessage];
  const outcome = await ask(app, first, html, buttons);
  const changed = await app.db.transaction({}, (tx) => writeDown(tx, app, first, taken, outcome));
  for (const id of changed) app.live.publish(id, { kind: 'telegram_integration', id });
  return outcome;
}

function ask(
  app: Services,
  { chat_id, edits, of_project }: store.WaitingMessage,
  html: string,
  buttons: store.WaitingMessage['buttons'],
): Promise<Outcome> {
  const api = apiOf(app);
  if (!api) throw new Error('there is a bot');
  const options = {
    parse_mode: 'HTML' as const,
    link_preview_options: { is_disabled: true },
    ...(buttons.length > 0
      ? { reply_markup: { inline_keyboard: buttons.map(({ text, data }) => [{ text, callback_data: data }]) } }
      : {}),
  };
  const text = cutHtml(html, LONGEST_MESSAGE);
  const call = () =>
    edits ? api.editMessageText(chat_id, Number(edits), text, options) : api.sendMessage(chat_id, text, options);
  return outcomeOfCall(app, { projectId: of_project, action: edits ? 'editMessageText' : 'sendMessage' }, call);
}

/** Answers the projects in which something is to be seen of it. */
async function writeDown(
  tx: Tx,
  app: Services,
  { chat_id, is_group, attempts, created_at, edits }: store.WaitingMessage,
  taken: readonly store.WaitingMessage[],
  outcome: Outcome,
): Promise<readonly string[]> {
  const ids = taken.map(({ id }) => id);
  switch (outcome.kind) {
    case 'sent':
      await store.markSent(tx, ids, outcome.message_id);
      await store.restChat(tx, chat_id, pauseInChat(is_group), false);
      return [];
    case 'closed':
      return closeEverywhere(tx, chat_id, 'block');
    case 'moved':
      await followGroup(tx, chat_id, outcome.to);
      return [];
    case 'slow':
      await store.restChat(tx, chat_id, outcome.afterMs, true);
      await app.jobs.send(tx, sendJob, {}, { startAfter: new Date(Date.now() + outcome.afterMs) });
      return [];
    case 'locked':
      await store.restChat(tx, chat_id, LOCKED_MS, true);
      return [];
    case 'refused':
      // a message that says already what it shall say is as good as changed
      if (edits) await store.markSent(tx, ids, Number(edits));
      else await store.markFailed(tx, ids, cutText(outcome.why, 500));
      return [];
    default: {
      const pause = pauseAfter(attempts + 1, Date.now() - Date.parse(created_at));
      if (pause === null) {
        await store.markFailed(tx, ids, cutText(outcome.why, 500));
        return [];
      }
      await store.markTried(tx, ids, cutText(outcome.why, 500));
      await store.restChat(tx, chat_id, pause, true);
      await app.jobs.send(tx, sendJob, {}, { startAfter: new Date(Date.now() + pause) });
      return [];
    }
  }
}

/** A group that grows becomes another chat: what was chosen for it stays. */
export async function followGroup(tx: Tx, from: string, to: string): Promise<void> {
  await enterChat(tx, from);
  const found = await listGroupsOfChat(tx, from);
  if (found.length > 0) {
    await enterProjects(
      tx,
      found.map(({ project_id }) => project_id),
    );
    await moveGroup(tx, from, to);
  }
  await store.moveMessages(tx, from, to);
}
