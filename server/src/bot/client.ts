import { type Outcome, outcomeOf } from '@lanka/domain/bot/rules';
import { Api, GrammyError, HttpError } from 'grammy';
import { recordCall, ServiceError } from '../integrations';
import type { OutboundService } from '../kit/outbound/outbound';
import type { Services } from '../kit/services';

const MAX_BYTES = 4 * 1024 * 1024;
/** Telegram holds a question for updates open for so long; everything else answers sooner. */
export const POLL_SECONDS = 5;

const serviceOf = ({ outbound, config }: Services): OutboundService =>
  outbound.service({
    name: 'telegram',
    // the operator's own configuration says where it is
    allowPrivate: true,
    timeoutMs: 20_000,
    idleMs: 15_000,
    secrets: config.bot ? [config.bot.token] : [],
  });

/**
 * What grammY sends goes by our own client, which guards, times and counts it. An answer that is not Telegram's (a page of
 * a proxy, half of one) tells nothing of what was done.
 */
const asFetch = (service: OutboundService) => async (url: string, init: { body?: string }) => {
  const { status, headers, body } = await service.call(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...(init.body === undefined ? {} : { body: init.body }),
    secretPath: true,
    maxBytes: MAX_BYTES,
  });
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const told = parsed(text) ?? (TELLING.test(url) ? cutOff(text) : null);
  if (typeof told?.ok !== 'boolean') {
    const seconds = Number(headers['retry-after']);
    throw new ServiceError('failed', `HTTP ${status}`, {
      status,
      ...(Number.isFinite(seconds) && seconds > 0 ? { retryAfterMs: seconds * 1_000 } : {}),
    });
  }
  return { json: async () => told };
};

const TELLING = /\/(sendMessage|editMessageText|answerCallbackQuery)$/;

/** Half an answer that begins as one to what was done: it was, and to ask again would say it twice. */
function cutOff(text: string): Record<string, unknown> | null {
  if (!text.startsWith('{"ok":true')) return null;
  const message_id = Number(/"message_id":(\d+)/.exec(text)?.[1]);
  return { ok: true, result: message_id ? { message_id } : true };
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

const apis = new WeakMap<Services, Api>();

/** The bot of this installation. Null where the operator has none. */
export function apiOf(app: Services): Api | null {
  const { bot, services } = app.config;
  if (!bot) return null;
  let api = apis.get(app);
  if (!api) {
    api = new Api(bot.token, {
      apiRoot: services.telegram,
      timeoutSeconds: 30,
      fetch: asFetch(serviceOf(app)) as never,
    });
    apis.set(app, api);
  }
  return api;
}

/** What Telegram answered with, where it did. */
export function codeOf(error: unknown): number | undefined {
  if (error instanceof GrammyError) return error.error_code;
  const cause = error instanceof HttpError ? error.error : error;
  return cause instanceof ServiceError ? cause.given.status : undefined;
}

/** Why nobody answered, as an outcome. */
export function outcomeOfError(error: unknown): Exclude<Outcome, { kind: 'sent' }> {
  if (error instanceof GrammyError) {
    if (typeof error.error_code === 'number')
      return outcomeOf({
        error_code: error.error_code,
        description: String(error.description ?? ''),
        parameters: error.parameters ?? {},
      });
    return { kind: 'unknown', why: 'no error_code' };
  }
  const cause = error instanceof HttpError ? error.error : error;
  if (cause instanceof ServiceError) {
    const { retryAfterMs } = cause.given;
    if (cause.given.status === 429) return { kind: 'slow', afterMs: retryAfterMs ?? 1_000 };
    return { kind: 'unknown', why: cause.message };
  }
  return { kind: 'unknown', why: cause instanceof Error ? cause.message : 'Telegram does not answer' };
}

/** What is not sent, as the log of calls tells it. */
class NotSentError extends ServiceError {
  constructor(
    readonly result: Exclude<Outcome, { kind: 'sent' }>,
    options: ErrorOptions,
  ) {
    super(result.kind === 'unknown' || result.kind === 'locked' ? 'failed' : 'refused', reasonOf(result), {}, options);
  }
}

function reasonOf(result: Exclude<Outcome, { kind: 'sent' }>) {
  switch (result.kind) {
    case 'closed':
      return {
        ua: 'Бота заблоковано в цьому чаті, або чату вже немає',
        en: 'The bot is blocked in this chat, or it is gone',
      };
    case 'moved':
      return { ua: 'Групу перенесено, надсилаємо до нової', en: 'The group has moved, it is sent to the new one' };
    case 'slow': {
      const seconds = Math.ceil(result.afterMs / 1_000);
      return { ua: `Telegram просить зачекати ${seconds} с`, en: `Telegram asks to wait for ${seconds} s` };
    }
    case 'locked':
      return {
        ua: 'Ключ бота не дійсний: його перевіряє оператор',
        en: 'The token of the bot is not valid: the operator looks at it',
      };
    case 'refused':
      return result.why;
    default:
      return { ua: 'Telegram не відповів: надсилаємо ще раз', en: 'Telegram did not answer: it is sent again' };
  }
}

/** Sends, and says what came of it. What is of a project is written down there, without what was sent. */
export async function outcomeOfCall(
  app: Services,
  { projectId, action }: { readonly projectId: string | null; readonly action: string },
  call: () => Promise<unknown>,
): Promise<Outcome> {
  const ask = async (): Promise<Outcome> => {
    try {
      const answer = await call();
      const id = (answer as { message_id?: unknown } | null)?.message_id;
      return { kind: 'sent', message_id: typeof id === 'number' ? id : null };
    } catch (error) {
      throw new NotSentError(outcomeOfError(error), { cause: error });
    }
  };
  try {
    return await (projectId ? recordCall(app, { projectId, service: 'telegram', action }, ask) : ask());
  } catch (error) {
    if (error instanceof NotSentError) return error.result;
    throw error;
  }
}

/** Of the demo: presses Start on the phone of the simulator. */
export async function pressStartPlayed(app: Services, person: number, payload: string): Promise<void> {
  const answer = await serviceOf(app).call(`${app.config.services.telegram}/phone/act`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ act: 'start', person, payload }),
  });
  answer.body.resume();
}
