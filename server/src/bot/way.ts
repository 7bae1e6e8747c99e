import { cutText, escapeHtml, LONGEST_MESSAGE, pressData } from '@lanka/domain/bot/rules';
import type { Locale } from '@lanka/domain/kit/errors';
import type { Tx } from '../kit/db/db';
import { type AnyNoticeKind, noticePath, noticeWords, pathIn } from '../kit/notices/kinds';
import type { Happened, SendingApp, ToldPerson } from '../notices';
import { findGroups } from './groups.store';
import { sendJob } from './jobs';
import { findChats, projectTitle } from './links.store';
import { insertMessages, type NewMessage } from './outbox.store';
import type { Button } from './tables';
import { WORDS } from './words';

/** Of what is told to the project’s own people, and not to a dropshipper or to one who is named. */
const isForTeam = ({ reaches }: AnyNoticeKind): boolean =>
  reaches.some((audience) => typeof audience === 'object' || audience === 'manager');

const UUID = /^[0-9a-f-]{36}$/;

/** Kinds whose facts name an order or goods, with what can be done about them from a chat. */
function buttonsOf({ project_id, kind, event, count }: Happened, locale: Locale, isStaff: boolean): Button[] {
  const id = (event.facts as { id?: unknown }).id;
  if (count > 1 || typeof id !== 'string' || !UUID.test(id)) return [];
  const t = WORDS[locale];
  const ttn = { text: t.showTtn, data: pressData('ttn', project_id, id) };
  if (kind.name === 'orders.placed' && isStaff)
    return [{ text: t.confirm, data: pressData('confirm', project_id, id) }, ttn];
  if (kind.name === 'orders.moved') return [ttn];
  if (kind.name === 'catalog.ran_low' || kind.name === 'catalog.came_back')
    return [{ text: t.showStock, data: pressData('stock', project_id, id) }];
  return [];
}

/**
 * A notice as a chat shows it: the project, what happened, a link. Its text goes along only where no person has written
 * it: what people write may name an end customer.
 */
function htmlOf(app: SendingApp, project: string, happened: Happened, locale: Locale): string {
  const { project_id, kind, event, count } = happened;
  const { title, text } = noticeWords(kind, locale, event.facts, count);
  const url = `${app.config.publicUrl}${pathIn(noticePath(kind, event.facts, count), project_id)}`;
  return [
    `<b>${escapeHtml(cutText(project, 200))}</b>`,
    escapeHtml(cutText(title, 1_000)),
    ...(text && kind.botText ? [escapeHtml(cutText(text, LONGEST_MESSAGE / 4))] : []),
    `<a href="${escapeHtml(url).replaceAll('"', '&quot;')}">${WORDS[locale].open}</a>`,
  ].join('\n');
}

/** Writes for the chats of these people, and for the groups of the team that chose such things. */
export async function writeMessages(
  tx: Tx,
  app: SendingApp,
  happened: Happened,
  people: readonly ToldPerson[],
): Promise<void> {
  if (!app.config.bot) return;
  const { project_id, kind } = happened;
  const byId = new Map(people.map((person) => [person.user_id, person]));
  const chats = await findChats(tx, project_id, [...byId.keys()]);
  const groups = isForTeam(kind) ? await findGroups(tx, project_id, kind.area) : [];
  if (chats.length + groups.length === 0) return;
  const project = await projectTitle(tx, project_id);
  const message = (chat_id: string, locale: Locale, isStaff: boolean): NewMessage => ({
    ...{ chat_id, of_project: project_id, folds: true },
    html: htmlOf(app, project, happened, locale),
    buttons: buttonsOf(happened, locale, isStaff),
  });
  await insertMessages(tx, [
    ...chats.map(({ user_id, chat_id }) => {
      const person = byId.get(user_id) as ToldPerson;
      return message(chat_id, person.locale, person.staff);
    }),
    ...groups.map(({ chat_id, locale }) => ({ ...message(chat_id, locale, true), is_group: true })),
  ]);
  await app.jobs.send(tx, sendJob, {});
}
