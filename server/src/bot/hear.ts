import { cutText, escapeHtml, readPress, readStart, sameUsername } from '@lanka/domain/bot/rules';
import type { Locale } from '@lanka/domain/kit/errors';
import { can } from '@lanka/domain/kit/permissions';
import { z } from 'zod';
import type { Tx } from '../kit/db/db';
import { hashSecret, newId } from '../kit/db/ids';
import type { Services } from '../kit/services';
import { authoriseKnown, enterProjects } from '../projects';
import { apiOf, outcomeOfError } from './client';
import { answerCommand } from './commands';
import * as groups from './groups.store';
import { hearJob, sendJob } from './jobs';
import * as links from './links.store';
import { insertMessages, type NewMessage } from './outbox.store';
import { type Answered, press, RefusedPress } from './press';
import { followGroup } from './send';
import { endLease, readBot, takeLease } from './states.store';
import { closeEverywhere } from './stop';
import * as store from './updates.store';
import { localeOf, WORDS } from './words';

const ChatShape = z.object({
  id: z.number(),
  type: z.string(),
  title: z.string().optional(),
});
const Person = z.object({
  id: z.number(),
  is_bot: z.boolean().optional(),
  first_name: z.string().optional(),
  username: z.string().optional(),
  language_code: z.string().optional(),
});
const Message = z.object({
  message_id: z.number(),
  chat: ChatShape,
  from: Person.optional(),
  text: z.string().optional(),
  migrate_to_chat_id: z.number().optional(),
});
const Update = z.object({
  message: Message.optional(),
  my_chat_member: z
    .object({ chat: ChatShape, from: Person, new_chat_member: z.object({ status: z.string() }) })
    .optional(),
  callback_query: z
    .object({ id: z.string(), from: Person, data: z.string().optional(), message: Message.partial().optional() })
    .optional(),
});
type Update = z.infer<typeof Update>;
type Person = z.infer<typeof Person>;
type Message = z.infer<typeof Message>;

/** What Telegram brings, or we fetch: kept first, answered by a job. */
export const Brought = z.looseObject({ update_id: z.int() });

export async function keepUpdates(
  tx: Tx,
  app: Pick<Services, 'jobs'>,
  updates: readonly z.infer<typeof Brought>[],
): Promise<void> {
  if (updates.length === 0) return;
  await store.insertUpdates(
    tx,
    updates.map((body) => ({ update_id: body.update_id, body })),
  );
  await app.jobs.send(tx, hearJob, {});
}

const LEASE_SECONDS = 60;
const MOST_AT_ONCE = 500;
/** What cannot be answered so often is no use, and holds up all others. */
const MOST_TRIES = 4;
/** Nobody answers anything for so long after a failure: what fails for a passing reason is not given up within it. */
const AFTER_FAILURE_SECONDS = 15;

/** Answers what was written, one after another, as it came. */
export async function hearWaiting(app: Services): Promise<void> {
  const owner = newId();
  const hold = () => app.db.transaction({}, (tx) => takeLease(tx, 'hear', owner, LEASE_SECONDS));
  if (!(await hold())) return;
  let heard = 0;
  let last: 'answered' | 'nothing' | 'failed' = 'answered';
  try {
    while (heard < MOST_AT_ONCE) {
      last = await hearOne(app, owner);
      if (last !== 'answered') break;
      heard += 1;
      if (!(await hold())) return;
    }
  } finally {
    if (last !== 'failed') await app.db.transaction({}, (tx) => endLease(tx, 'hear', owner));
  }
  if (last === 'failed') return;
  // what came while we looked for the last time found us at it
  const isLeft = await app.db.transaction({}, async (tx) => (await store.takeUpdate(tx)) !== null);
  if (isLeft) await app.jobs.poke(hearJob, {});
}

/** What is left to do behind the commit. */
export interface Heard extends Answered {
  readonly published?: readonly string[];
}

async function hearOne(app: Services, owner: string): Promise<'answered' | 'nothing' | 'failed'> {
  let update_id: number | undefined;
  let query: string | undefined;
  try {
    const heard = await app.db.transaction({}, async (tx) => {
      const taken = await store.takeUpdate(tx);
      if (!taken) return null;
      update_id = taken.update_id;
      const update = Update.safeParse(taken.body);
      query = update.data?.callback_query?.id;
      const done = update.success && taken.attempts < MOST_TRIES ? await hear(tx, app, update.data) : {};
      await store.endUpdate(tx, taken.update_id);
      if (done.messages?.length) {
        await insertMessages(tx, done.messages);
        await app.jobs.send(tx, sendJob, {});
      }
      return done;
    });
    if (!heard) return 'nothing';
    for (const project of heard.published ?? [])
      app.live.publish(project, { kind: 'telegram_integration', id: project });
    for (const { project, kind, id } of heard.changed ?? []) app.live.publish(project, { kind, id });
    if (query) await answerPress(app, query, heard);
    return 'answered';
  } catch (error) {
    if (update_id === undefined) throw error;
    if (error instanceof RefusedPress) {
      const refused = update_id;
      await app.db.transaction({}, (tx) => store.endUpdate(tx, refused));
      if (query) await answerPress(app, query, { said: error.message, isAlert: true });
      return 'answered';
    }
    const id = update_id;
    const tries = await app.db.transaction({}, async (tx) => {
      await takeLease(tx, 'hear', owner, AFTER_FAILURE_SECONDS);
      await app.jobs.send(tx, hearJob, {}, { startAfter: new Date(Date.now() + (AFTER_FAILURE_SECONDS + 1) * 1_000) });
      return store.countTry(tx, id);
    });
    if (tries < MOST_TRIES) app.log.warn({ err: error, update_id, tries }, 'an update of the bot was not answered');
    else app.log.error({ err: error, update_id, tries }, 'an update of the bot is given up');
    return 'failed';
  }
}

/** Who has pressed sees a line over his chat; that it comes too late or is lost changes nothing. */
async function answerPress(app: Services, id: string, { said, isAlert }: Heard): Promise<void> {
  const api = apiOf(app);
  try {
    await api?.answerCallbackQuery(id, { ...(said ? { text: cutText(said, 200) } : {}), show_alert: isAlert === true });
  } catch (error) {
    app.log.debug({ outcome: outcomeOfError(error) }, 'a press was answered in the chat alone');
  }
}

async function hear(tx: Tx, app: Services, { message, my_chat_member, callback_query }: Update): Promise<Heard> {
  if (callback_query) return hearPress(tx, app, callback_query);
  if (my_chat_member) {
    const { chat, new_chat_member } = my_chat_member;
    const chatId = String(chat.id);
    if (['kicked', 'left'].includes(new_chat_member.status))
      return { published: await closeEverywhere(tx, chatId, 'block') };
    await links.enterChat(tx, chatId);
    return chat.type === 'private' ? { published: await links.resumeChat(tx, chatId) } : {};
  }
  if (!message) return {};
  if (message.migrate_to_chat_id !== undefined) {
    await followGroup(tx, String(message.chat.id), String(message.migrate_to_chat_id));
    return {};
  }
  if (!message.text?.startsWith('/') || !message.from || message.from.is_bot) return {};
  const [first = '', ...rest] = message.text.trim().split(/\s+/);
  const [name = '', addressed] = first.slice(1).toLowerCase().split('@');
  const bot = addressed === undefined ? null : await ourName(tx);
  if (bot !== null && addressed !== bot.toLowerCase()) return {};
  return name === 'start'
    ? start(tx, message, message.from, rest[0])
    : command(tx, app, message, message.from, { name, words: rest.join(' ') });
}

const ourName = async (tx: Tx): Promise<string> => (await readBot(tx))?.username ?? '';

const isGroup = ({ type }: { readonly type: string }): boolean => type === 'group' || type === 'supergroup';

const reply = ({ chat }: Pick<Message, 'chat'>, html: string, of_project: string | null = null): NewMessage => ({
  ...{ chat_id: String(chat.id), is_group: isGroup(chat), of_project, html },
});

/** The language of whoever writes: of his account, else of his Telegram. */
async function localeFor(tx: Tx, from: Person): Promise<Locale> {
  await links.enterChat(tx, String(from.id));
  const [link] = await links.listOfChat(tx, String(from.id));
  return link?.locale ?? localeOf(from.language_code);
}

/** `/start CODE`: the code is burnt by whoever brings it first. */
async function start(tx: Tx, message: Message, from: Person, payload: string | undefined): Promise<Heard> {
  const locale = await localeFor(tx, from);
  const t = WORDS[locale];
  const say = (html: string): Heard => ({ messages: [reply(message, html)] });
  if (payload === undefined && !isGroup(message.chat)) {
    const known = await links.listOfChat(tx, String(from.id));
    if (known.some(({ status }) => status === 'active')) return say(escapeHtml(t.help));
  }
  const given = payload === undefined ? null : readStart(payload);
  if (!given) return payload === undefined && isGroup(message.chat) ? {} : say(t.codeNotFound);
  await enterProjects(tx, [given.project_id]);
  const hash = hashSecret(given.code);
  return isGroup(message.chat)
    ? startInGroup(tx, message, given.project_id, hash, t)
    : startOfPerson(tx, message, from, given.project_id, hash);
}

const isOver = (until: string | null): boolean => until === null || Date.parse(until) < Date.now();

async function startOfPerson(tx: Tx, message: Message, from: Person, project_id: string, hash: string): Promise<Heard> {
  const link = await links.lockByCode(tx, project_id, hash);
  const unknown = WORDS[localeOf(from.language_code)];
  if (!link) {
    const group = await groups.lockGroupByCode(tx, project_id, hash);
    return { messages: [reply(message, group ? unknown.groupOnly : unknown.codeNotFound)] };
  }
  const scope = await authoriseKnown(tx, project_id, link.user_id);
  if (!scope) return { messages: [reply(message, unknown.noMore)] };
  const t = WORDS[scope.locale];
  if (isOver(link.code_until)) return { messages: [reply(message, t.repeatStep1)] };
  if (link.username !== null && !sameUsername(link.username, from.username ?? ''))
    return { messages: [reply(message, escapeHtml(t.otherUsername(link.username)))] };
  await links.saveActive(tx, project_id, link.user_id, {
    chat_id: String(message.chat.id),
    chat_name: from.first_name ? cutText(from.first_name, 100) : null,
    username: from.username ?? null,
  });
  return {
    messages: [reply(message, escapeHtml(t.linked(scope.project.title)), project_id)],
    published: [project_id],
  };
}

async function startInGroup(
  tx: Tx,
  message: Message,
  project_id: string,
  hash: string,
  unknown: (typeof WORDS)[Locale],
): Promise<Heard> {
  const group = await groups.lockGroupByCode(tx, project_id, hash);
  if (!group) {
    const link = await links.lockByCode(tx, project_id, hash);
    return { messages: [reply(message, link ? unknown.personOnly : unknown.codeNotFound)] };
  }
  const t = WORDS[group.locale];
  const by = await authoriseKnown(tx, project_id, group.added_by);
  if (!by || !can(by.role, 'bot.groups')) return { messages: [reply(message, t.groupNoMore)] };
  if (isOver(group.code_until)) return { messages: [reply(message, t.repeatStep1)] };
  await groups.activateGroup(tx, project_id, group.id, {
    chat_id: String(message.chat.id),
    title: cutText(message.chat.title ?? '', 200),
  });
  const title = await links.projectTitle(tx, project_id);
  return { messages: [reply(message, escapeHtml(t.groupLinked(title)), project_id)], published: [project_id] };
}

/** In a group only what its projects show, and only to whom the bot knows there. */
async function command(
  tx: Tx,
  app: Services,
  message: Message,
  from: Person,
  asked: { readonly name: string; readonly words: string },
): Promise<Heard> {
  const locale = await localeFor(tx, from);
  const own = (await links.listOfChat(tx, String(from.id))).filter(({ status }) => status === 'active');
  if (asked.name === 'stop' && !isGroup(message.chat)) {
    const published = await closeEverywhere(tx, String(from.id), 'stop');
    return { messages: [reply(message, WORDS[locale].stopped)], published };
  }
  if (asked.name === 'help') return { messages: [reply(message, escapeHtml(WORDS[locale].help))] };
  if (asked.name !== 'stock' && asked.name !== 'order') return {};
  let projects = own.map(({ project_id, user_id }) => ({ project_id, user_id }));
  if (isGroup(message.chat)) {
    await links.enterChat(tx, String(message.chat.id));
    const here = await groups.listGroupsOfChat(tx, String(message.chat.id));
    projects = projects.filter(({ project_id }) => here.some((one) => one.project_id === project_id));
  }
  if (projects.length === 0) return { messages: [reply(message, WORDS[locale].notLinked)] };
  const said = await answerCommand(tx, app, locale, projects, {
    ...{ name: asked.name, words: asked.words, isGroup: isGroup(message.chat) },
  });
  return { messages: [reply(message, said, projects.length === 1 ? (projects[0]?.project_id ?? null) : null)] };
}

async function hearPress(
  tx: Tx,
  app: Services,
  { from, data, message }: NonNullable<Update['callback_query']>,
): Promise<Heard> {
  const asked = data === undefined ? null : readPress(data);
  const locale = await localeFor(tx, from);
  if (!asked || !message?.chat || message.message_id === undefined) return { said: WORDS[locale].failed };
  const own = await links.listOfChat(tx, String(from.id));
  const link = own.find(({ project_id, status }) => project_id === asked.project_id && status === 'active');
  if (!link) return { said: WORDS[locale].notLinkedInProject, isAlert: true };
  await enterProjects(tx, [asked.project_id]);
  const scope = await authoriseKnown(tx, asked.project_id, link.user_id);
  if (!scope) return { said: WORDS[locale].notInProject, isAlert: true };
  if (isGroup(message.chat)) {
    await links.enterChat(tx, String(message.chat.id));
    const here = await groups.listGroupsOfChat(tx, String(message.chat.id));
    if (!here.some(({ project_id }) => project_id === asked.project_id))
      return { said: WORDS[locale].notInGroup, isAlert: true };
  }
  const at = { chat: message.chat, message_id: message.message_id };
  const where = { ...reply(at, '', asked.project_id), edits: String(message.message_id) };
  return press(tx, app, scope, { ...asked, where, text: message.text ?? '' });
}
