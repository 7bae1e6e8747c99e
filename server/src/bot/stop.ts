import { systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { noticeKind } from '../kit/notices/kinds';
import { tellLater } from '../kit/notices/notices';
import { enterProjects } from '../projects';
import { stopGroup } from './groups.store';
import { enterChat, stopChat } from './links.store';
import { closeChat } from './outbox.store';

/** Who has blocked the bot is told where he still looks. */
export const botStopped = noticeKind<Readonly<Record<string, never>>>('bot.stopped', {
  ...{ area: 'integrations', reaches: ['named'], mail: 'now', bot: 'off' },
  sample: {},
  path: () => '/cp/integrations/bot',
  ua: () => ({
    title: 'Бот у Telegram більше не пише вам',
    text: 'Його заблоковано, або чату вже немає. Щоб повернути сповіщення, розблокуйте бота чи підключіть його знову',
  }),
  en: () => ({
    title: 'The bot in Telegram writes to you no more',
    text: 'It was blocked, or the chat is gone. To be told again unblock it or connect it anew',
  }),
});

/** Nothing more goes to this chat. Answers the projects where that is seen. */
export async function closeEverywhere(tx: Tx, chatId: string, by: 'block' | 'stop'): Promise<string[]> {
  await enterChat(tx, chatId);
  await closeChat(tx, chatId);
  const links = await stopChat(tx, chatId, by);
  const groups = await stopGroup(tx, chatId);
  const projects = [...new Set([...links.map(({ project_id }) => project_id), ...groups])];
  if (by === 'block' && links.length > 0) {
    await enterProjects(tx, projects);
    for (const { project_id, user_id } of links)
      await tellLater(tx, systemIn(project_id), botStopped, { user_id }, [{}]);
  }
  return projects;
}
