import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { botErrors } from '@lanka/domain/bot/contract';
import { z } from 'zod';
import { newId } from '../kit/db/ids';
import type { Services } from '../kit/services';
import { apiOf, codeOf, outcomeOfError, POLL_SECONDS } from './client';
import { Brought, keepUpdates } from './hear';
import { pollJob } from './jobs';
import { botIsFresh, type KnownBot, readBot, saveBot, takeLease } from './states.store';
import { forgetUpdates, lastUpdate } from './updates.store';
import { WORDS } from './words';

const UPDATES = ['message', 'my_chat_member', 'callback_query'] as const;
const COMMANDS = ['stock', 'order', 'stop', 'help'] as const;
const WEBHOOK_PATH = '/api/telegram/updates';

/** Another token, address or way is told to Telegram anew. */
const setUpOf = ({ config: { bot, services, publicUrl } }: Services): string =>
  createHash('sha256')
    .update(JSON.stringify([bot, services.telegram, publicUrl]))
    .digest('base64url');

/** Asks who our bot is, and says what it can and where its updates go; within an hour it is known. */
export async function setUp(app: Services): Promise<KnownBot | null> {
  const api = apiOf(app);
  const { bot } = app.config;
  if (!api || !bot) return null;
  const set_up = setUpOf(app);
  const known = await app.db.transaction({ readOnly: true }, async (tx) =>
    (await botIsFresh(tx, set_up)) ? readBot(tx) : null,
  );
  if (known) return known;
  const { id, username } = await api.getMe();
  for (const [language_code, locale] of [
    [undefined, 'en'],
    ['uk', 'ua'],
  ] as const)
    await api.setMyCommands(
      COMMANDS.map((command) => ({ command, description: WORDS[locale].commands[command] })),
      language_code ? { language_code } : {},
    );
  if (bot.updates === 'webhook')
    await api.setWebhook(`${app.config.publicUrl}${WEBHOOK_PATH}`, {
      ...{ secret_token: bot.secret, allowed_updates: UPDATES, max_connections: 10 },
    });
  else await api.deleteWebhook();
  const found = { id, username, set_up };
  await app.db.transaction({}, async (tx) => {
    const before = await readBot(tx);
    if (before && before.id !== id) await forgetUpdates(tx);
    await saveBot(tx, found);
  });
  return found;
}

/** For who needs its name now. @throws bot.off, bot.unavailable */
export async function knownBot(app: Services): Promise<KnownBot> {
  if (!app.config.bot) throw botErrors.off();
  try {
    const found = await setUp(app);
    if (found) return found;
  } catch (error) {
    const { kind } = outcomeOfError(error);
    app.log.warn({ kind }, 'Telegram does not say who our bot is');
  }
  throw botErrors.unavailable();
}

/** By the clock: what failed is tried again in a minute. */
export async function setUpByClock(app: Services): Promise<void> {
  if (!app.config.bot) return;
  await setUp(app).catch((error: unknown) => {
    app.log.warn({ error_code: codeOf(error), outcome: outcomeOfError(error) }, 'the bot is not set up');
  });
}

const LEASE_SECONDS = 30;
const AFTER_FAILURE_MS = 5_000;

/**
 * Asks for what was written, by one process only. Each time it calls itself again in the name of whoever began; the clock
 * begins anew where that was lost with its process.
 */
export async function poll(
  app: Services,
  { owner = newId() }: { readonly owner?: string },
  pauseMs = AFTER_FAILURE_MS,
): Promise<void> {
  if (app.config.bot?.updates !== 'polling') return;
  try {
    if (!(await app.db.transaction({}, (tx) => takeLease(tx, 'poll', owner, LEASE_SECONDS)))) return;
    await setUp(app);
    await pollOnce(app, POLL_SECONDS);
  } catch (error) {
    // 401 and 409 are for the operator: a token that is not valid, another installation that asks for the same bot
    app.log.warn({ error_code: codeOf(error), outcome: outcomeOfError(error) }, 'Telegram was not asked for updates');
    await sleep(pauseMs);
  }
  await app.jobs.poke(pollJob, { owner }).catch((error: unknown) => {
    app.log.warn({ err: error }, 'Telegram is asked for updates again by the clock');
  });
}

const Found = z.array(z.unknown());

/** What has come since the last that we keep: Telegram forgets it when it is asked for the next. */
export async function pollOnce(app: Services, timeout = 0): Promise<number> {
  const api = apiOf(app);
  if (!api) return 0;
  const last = await app.db.transaction({ readOnly: true }, lastUpdate);
  const told = Found.parse(
    await api.getUpdates({
      timeout,
      limit: 100,
      allowed_updates: UPDATES,
      ...(last === null ? {} : { offset: last + 1 }),
    }),
  );
  const updates = told.flatMap((one) => Brought.safeParse(one).data ?? []);
  await app.db.transaction({}, (tx) => keepUpdates(tx, app, updates));
  return updates.length;
}
