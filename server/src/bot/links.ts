import { randomBytes } from 'node:crypto';
import { type BotLink, botErrors, type MyBotLinks } from '@lanka/domain/bot/contract';
import { CODE_MINUTES, escapeHtml, sameUsername, startPayload } from '@lanka/domain/bot/rules';
import type { ProjectScope, UserScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { hashSecret } from '../kit/db/ids';
import { qrSvg } from '../kit/qr';
import type { Services } from '../kit/services';
import { addressOf } from './address';
import { apiOf, outcomeOfCall } from './client';
import * as store from './links.store';
import { closeOfProject } from './outbox.store';
import { type KnownBot, readBot } from './states.store';
import { closeEverywhere } from './stop';
import { WORDS } from './words';

/** A code of 24 signs, which fits behind a project's id into what a link of Telegram carries. */
export const newCode = (): string => randomBytes(18).toString('base64url');
export const codeUntil = (): string => new Date(Date.now() + CODE_MINUTES * 60_000).toISOString();

/** The address in the chat where Start is pressed, or a group is chosen. */
export function deepLink(
  app: Services,
  bot: Pick<KnownBot, 'username'>,
  projectId: string,
  code: string,
  to: 'start' | 'startgroup',
): { deep_link: string; qr_svg: string } {
  const deep_link = `${addressOf(app, bot)}?${to}=${startPayload(projectId, code)}`;
  return { deep_link, qr_svg: qrSvg(deep_link) };
}

const OFF: BotLink = {
  ...{ status: 'off', username: null, chat_name: null, deep_link: null, qr_svg: null },
  ...{ expires_at: null, linked_at: null, stopped_by: null },
};

function shown(link: store.StoredLink | null): BotLink {
  if (!link) return OFF;
  const { status, username, chat_name, code_until, linked_at, stopped_by } = link;
  return {
    ...{ status, username, chat_name, linked_at, stopped_by, deep_link: null, qr_svg: null },
    expires_at: status === 'pending' ? code_until : null,
  };
}

export async function readMine(tx: Tx, app: Services, scope: UserScope): Promise<MyBotLinks> {
  const known = app.config.bot ? await readBot(tx) : null;
  const found = await store.listLinksOf(tx, scope);
  return {
    bot: app.config.bot ? { username: known?.username ?? null, address: known && addressOf(app, known) } : null,
    projects: found.map(({ project, link }) => ({ project, link: shown(link) })),
  };
}

/** Step 1. Whose chat is known from another project of his is connected at once: it is his. */
export async function enable(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { telegram_username = null }: { readonly telegram_username?: string | null | undefined },
  bot: KnownBot,
): Promise<BotLink> {
  const known = await store.findLink(tx, scope.project.id, scope.user.id, true);
  const isSame = telegram_username === null || sameUsername(telegram_username, known?.username ?? '');
  if (known?.status === 'active' && isSame) return shown(known);
  const own = await store.findOwnChat(tx, scope, telegram_username);
  if (own?.chat_id) {
    const { chat_id, chat_name, username } = own;
    return shown(await store.saveActive(tx, scope.project.id, scope.user.id, { chat_id, chat_name, username }));
  }
  const code = newCode();
  const given = { username: telegram_username, code_hash: hashSecret(code), code_until: codeUntil() };
  return {
    ...shown(await store.savePending(tx, scope, given)),
    ...deepLink(app, bot, scope.project.id, code, 'start'),
  };
}

export async function disable(tx: Tx, scope: ProjectScope): Promise<BotLink> {
  const known = await store.findLink(tx, scope.project.id, scope.user.id, true);
  if (known?.chat_id) await closeOfProject(tx, scope.project.id, known.chat_id);
  await store.removeLink(tx, scope);
  return OFF;
}

/** A message at once, past the queue: whoever presses waits for it. @throws bot.repeat_step_1, bot.blocked, bot.unavailable */
export async function test(app: Services, scope: ProjectScope, link: store.StoredLink | null): Promise<void> {
  if (!app.config.bot) throw botErrors.off();
  const api = apiOf(app);
  if (link?.status === 'inactive') throw botErrors.blocked();
  const chat_id = link?.chat_id;
  if (!api || link?.status !== 'active' || !chat_id) throw botErrors.repeat_step_1();
  const html = escapeHtml(WORDS[scope.locale].test(scope.project.title));
  const outcome = await outcomeOfCall(app, { projectId: scope.project.id, action: 'sendMessage' }, () =>
    api.sendMessage(chat_id, html, { parse_mode: 'HTML' }),
  );
  if (outcome.kind === 'sent') return;
  if (outcome.kind !== 'closed') throw botErrors.unavailable();
  const changed = await app.db.transaction({}, (tx) => closeEverywhere(tx, chat_id, 'block'));
  for (const id of changed) app.live.publish(id, { kind: 'telegram_integration', id });
  throw botErrors.blocked();
}
