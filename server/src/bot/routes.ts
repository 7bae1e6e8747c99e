import { timingSafeEqual } from 'node:crypto';
import * as contract from '@lanka/domain/bot/contract';
import { wholePage } from '../kit/db/paging';
import { type Served, serve, serveAsking } from '../kit/http/serve';
import type { Services } from '../kit/services';
import * as groups from './groups';
import { Brought, keepUpdates } from './hear';
import { knownBot } from './known';
import * as links from './links';
import { findLink } from './links.store';

const { botErrors } = contract;

/** Whether it is Telegram: it says the secret that it was given. Compared in constant time. */
function isTelegram({ config: { bot } }: Services, said: string | undefined): boolean {
  const wanted = Buffer.from(bot?.secret ?? '');
  const given = Buffer.from(said ?? '');
  return bot !== undefined && given.length === wanted.length && timingSafeEqual(given, wanted);
}

function parsed(bytes: Buffer | undefined): unknown {
  try {
    return JSON.parse(bytes?.toString('utf8') ?? '');
  } catch {
    return null;
  }
}

export const botRoutes: Served[] = [
  serve(contract.readMyBotLinks, ({ tx, app, scope }) => links.readMine(tx, app, scope)),
  serveAsking(
    contract.enableBot,
    ({ app }) => knownBot(app),
    async ({ tx, app, scope, body, changed }, bot) => {
      const link = await links.enable(tx, app, scope, body, bot);
      changed('telegram_integration', scope.project.id);
      return link;
    },
  ),
  serve(contract.disableBot, async ({ tx, scope, changed }) => {
    changed('telegram_integration', scope.project.id);
    return links.disable(tx, scope);
  }),
  serveAsking(
    contract.testBot,
    async ({ app, read }) => {
      const found = await read(async (tx, scope) => ({
        scope,
        link: await findLink(tx, scope.project.id, scope.user.id),
      }));
      await links.test(app, found.scope, found.link);
    },
    () => ({ sent: true as const }),
  ),

  serve(contract.listBotGroups, async ({ tx, scope }) => wholePage(await groups.list(tx, scope))),
  serveAsking(
    contract.addBotGroup,
    ({ app }) => knownBot(app),
    async ({ tx, app, scope, body, changed }, bot) => {
      const group = await groups.add(tx, app, scope, body, bot);
      changed('bot_group', group.id);
      return group;
    },
  ),
  serve(contract.changeBotGroup, async ({ tx, scope, params, body, if_match, changed }) => {
    changed('bot_group', params.id);
    return groups.change(tx, scope, params.id, body, if_match);
  }),
  serve(contract.removeBotGroup, async ({ tx, scope, params, changed }) => {
    changed('bot_group', params.id);
    await groups.remove(tx, scope, params.id);
  }),

  // answered as soon as it is kept: what is not answered well is brought again
  serve(contract.hearTelegram, async ({ tx, app, bytes, asker }) => {
    if (!isTelegram(app, asker.header('x-telegram-bot-api-secret-token'))) throw botErrors.forged();
    const update = Brought.safeParse(parsed(bytes));
    if (update.success) await keepUpdates(tx, app, [update.data]);
    return { ok: true as const };
  }),
];
