import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Simulator, Words, World } from '../simulator';
import { textOfHtml } from './html';
import { BOT, type ButtonKept, type GroupKept, INITIAL, type Kept, type MessageKept, type PersonKept } from './kept';
import { openPhone } from './phone';

/**
 * Telegram as its Bot API is documented: a bot writes to nobody who has not pressed Start, whoever blocks it answers 403,
 * too much is answered 429 with `retry_after`, a group that grows becomes another chat, and updates are brought with the
 * secret until they are taken. Who holds the phone stands on a page of its own.
 */
export const telegram: Simulator = {
  name: 'telegram',
  title: 'Telegram',
  about: {
    ua: 'Телефон, на якому пишуть боту, – за адресою /telegram/phone. У продукті: «Бот» у налаштуваннях проєкту.',
    en: 'The phone from which one writes to the bot is at /telegram/phone. In the product: “Messaging bot” of the project.',
  },
  callsBack: { signedBy: 'x-telegram-bot-api-secret-token' },
  path: '',
  open(server, world) {
    const cloud = new Cloud(world.keep(structuredClone(INITIAL)), world);
    openApi(server, cloud);
    openPhone(server, cloud);
    openControl(world, cloud);
    world.onAdvance(() => cloud.deliver());
  },
};

export class Refused extends Error {
  constructor(
    readonly error_code: number,
    readonly description: string,
    readonly parameters?: { readonly retry_after?: number; readonly migrate_to_chat_id?: number },
  ) {
    super(description);
  }
}
const bad = (description: string): Refused => new Refused(400, `Bad Request: ${description}`);

const MESSAGES_KEPT = 2_000;
const WEBHOOK_RETRY_MS = 1_000;

export class Cloud {
  #delivering: Promise<void> | undefined;

  constructor(
    readonly kept: Kept,
    readonly world: World,
  ) {}

  now(): number {
    return Math.floor(this.world.now().getTime() / 1_000);
  }

  person(id: number): PersonKept {
    const found = this.kept.people.find((one) => one.id === id);
    if (!found) throw bad('chat not found');
    return found;
  }

  group(id: number): GroupKept | undefined {
    return this.kept.groups.find((one) => one.id === id);
  }

  chat(id: number): object {
    const group = this.group(id);
    if (group) return { id, type: group.type, title: group.title };
    const { first_name, username } = this.person(id);
    return { id, type: 'private', first_name, ...(username ? { username } : {}) };
  }

  user({ id, first_name, username, language_code }: PersonKept): object {
    return { id, is_bot: false, first_name, ...(username ? { username } : {}), language_code };
  }

  shown(message: MessageKept): object {
    const from = message.from === BOT.id ? this.me() : this.user(this.person(message.from));
    return {
      ...{
        message_id: message.message_id,
        from,
        chat: this.chat(message.chat_id),
        date: message.date,
        text: message.text,
      },
      ...(message.edited ? { edit_date: this.now() } : {}),
      ...(message.buttons.length > 0 ? { reply_markup: { inline_keyboard: message.buttons } } : {}),
    };
  }

  me(): object {
    const { id, is_bot, first_name, username } = BOT;
    return { id, is_bot, first_name, username };
  }

  /** @throws Refused as the API answers whoever may not be written to */
  mayWrite(chat_id: number): void {
    const refusal = this.kept.refusals.find((one) => one.chat_id === chat_id && one.times > 0);
    if (refusal) {
      refusal.times -= 1;
      if (refusal.code === 429)
        throw new Refused(429, `Too Many Requests: retry after ${refusal.retry_after}`, {
          retry_after: refusal.retry_after,
        });
      throw refusal.code === 403 ? new Refused(403, 'Forbidden: bot was blocked by the user') : bad('chat not found');
    }
    const group = this.group(chat_id);
    if (group?.moved_to !== undefined)
      throw new Refused(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
        migrate_to_chat_id: group.moved_to,
      });
    if (group && !group.in) throw new Refused(403, `Forbidden: bot was kicked from the ${group.type} chat`);
    if (group) return;
    const person = this.person(chat_id);
    if (!person.started) throw bad('chat not found');
    if (person.blocked) throw new Refused(403, 'Forbidden: bot was blocked by the user');
  }

  /** One a second in a chat, twenty a minute in a group, thirty a second over all. */
  keepToLimits(chat_id: number): void {
    if (!this.kept.limits) return;
    const now = this.world.now().getTime();
    const of = (name: string, ms: number): number[] => (this.kept.sent_at[name] ?? []).filter((at) => at > now - ms);
    const own = of(String(chat_id), 60_000);
    const all = of('all', 1_000);
    const isGroup = chat_id < 0;
    const tooMuch = isGroup ? own.length >= 20 : own.filter((at) => at > now - 900).length >= 1;
    if (tooMuch || all.length >= 30) {
      const retry_after = isGroup ? Math.max(1, Math.ceil(((own[0] ?? now) + 60_000 - now) / 1_000)) : 1;
      throw new Refused(429, `Too Many Requests: retry after ${retry_after}`, { retry_after });
    }
    this.kept.sent_at[String(chat_id)] = [...own, now];
    this.kept.sent_at.all = [...all, now];
  }

  write(chat_id: number, from: number, text: string, html: string, buttons: ButtonKept[][] = []): MessageKept {
    const message: MessageKept = {
      ...{ message_id: this.kept.next_message, chat_id, from, date: this.now(), text, html, buttons, edited: false },
    };
    this.kept.next_message += 1;
    this.kept.messages.push(message);
    this.kept.messages = this.kept.messages.slice(-MESSAGES_KEPT);
    return message;
  }

  /** Something happened that the bot hears of. */
  async tell(update: Record<string, unknown>): Promise<void> {
    this.kept.updates.push({ update_id: this.kept.next_update, ...update });
    this.kept.next_update += 1;
    await this.deliver();
  }

  /** Brings what waits, one after another, until each is taken; what is not is brought again in a second. */
  deliver(): Promise<void> {
    this.#delivering ??= this.#bring().finally(() => {
      this.#delivering = undefined;
    });
    return this.#delivering;
  }

  async #bring(): Promise<void> {
    for (let next = this.kept.updates[0]; next && this.kept.webhook; next = this.kept.updates[0]) {
      const { url, secret, allowed } = this.kept.webhook;
      const kind = Object.keys(next).find((key) => key !== 'update_id') ?? '';
      if (allowed.length > 0 && !allowed.includes(kind)) {
        this.kept.updates.shift();
        continue;
      }
      const headers = {
        'content-type': 'application/json',
        ...(secret ? { 'x-telegram-bot-api-secret-token': secret } : {}),
      };
      const status = await this.world.send(url, { method: 'POST', headers, body: JSON.stringify(next) });
      if (status === null || status < 200 || status >= 300) {
        if (this.kept.webhook)
          this.kept.webhook.last_error = status === null ? 'Connection refused' : `Wrong response: ${status}`;
        setTimeout(() => void this.deliver(), WEBHOOK_RETRY_MS).unref();
        return;
      }
      this.kept.updates.shift();
    }
  }
}

type Body = Record<string, unknown>;
const TOKEN = /^bot(\d+):([A-Za-z0-9_-]+)$/;

function readButtons(markup: unknown): ButtonKept[][] {
  const rows = (markup as { inline_keyboard?: ButtonKept[][] } | undefined)?.inline_keyboard ?? [];
  for (const { text, callback_data, url } of rows.flat()) {
    if (!text) throw bad('text buttons are unallowed in the inline keyboard');
    if (url !== undefined && !/^https?:\/\/[^/]*\.[^/]+/.test(url))
      throw bad(`inline keyboard button URL '${url}' is invalid`);
    if (callback_data !== undefined && (callback_data === '' || Buffer.byteLength(callback_data) > 64))
      throw bad('BUTTON_DATA_INVALID');
  }
  return rows;
}

function readText(body: Body): { text: string; html: string } {
  const html = String(body.text ?? '');
  const text = body.parse_mode === 'HTML' ? textOfHtml(html) : html;
  if (text === null) throw bad("can't parse entities: unsupported start tag at byte offset 0");
  if (text.trim() === '') throw bad('message text is empty');
  if (text.length > 4_096) throw bad('message is too long');
  return { text, html };
}

const METHODS: Readonly<Record<string, (cloud: Cloud, body: Body) => unknown>> = {
  getMe: () => BOT,
  setWebhook({ kept }, body) {
    const url = String(body.url ?? '');
    const secret = String(body.secret_token ?? '');
    // the API wants https; on one computer nothing is between us
    if (url !== '' && !/^https:\/\/|^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(url))
      throw bad('bad webhook: An HTTPS URL must be provided for webhook');
    if (secret !== '' && !/^[A-Za-z0-9_-]{1,256}$/.test(secret))
      throw bad('secret token contains unallowed characters');
    kept.webhook =
      url === '' ? null : { url, secret, allowed: (body.allowed_updates as string[]) ?? [], last_error: null };
    return true;
  },
  getWebhookInfo: ({ kept: { webhook, updates } }) => ({
    ...{ url: webhook?.url ?? '', has_custom_certificate: false, pending_update_count: updates.length },
    ...(webhook?.last_error ? { last_error_message: webhook.last_error } : {}),
    ...(webhook ? { allowed_updates: webhook.allowed } : {}),
  }),
  deleteWebhook({ kept }) {
    kept.webhook = null;
    return true;
  },
  async getUpdates({ kept }, body) {
    if (kept.webhook)
      throw new Refused(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      );
    const offset = body.offset === undefined ? null : Number(body.offset);
    if (offset !== null && offset >= 0) kept.updates = kept.updates.filter(({ update_id }) => update_id >= offset);
    for (let left = Number(body.timeout ?? 0) * 10; left > 0 && kept.updates.length === 0; left -= 1) await sleep(100);
    return kept.updates.slice(0, Math.min(Number(body.limit ?? 100), 100));
  },
  sendMessage(cloud, body) {
    const chat_id = Number(body.chat_id);
    if (!Number.isSafeInteger(chat_id)) throw bad('chat not found');
    cloud.mayWrite(chat_id);
    cloud.keepToLimits(chat_id);
    const { text, html } = readText(body);
    return cloud.shown(cloud.write(chat_id, BOT.id, text, html, readButtons(body.reply_markup)));
  },
  editMessageText(cloud, body) {
    const chat_id = Number(body.chat_id);
    cloud.mayWrite(chat_id);
    const message = cloud.kept.messages.find(
      (one) => one.chat_id === chat_id && one.message_id === Number(body.message_id) && one.from === BOT.id,
    );
    if (!message) throw bad('message to edit not found');
    const { text, html } = readText(body);
    const buttons = readButtons(body.reply_markup);
    if (message.html === html && JSON.stringify(message.buttons) === JSON.stringify(buttons))
      throw bad(
        'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
      );
    Object.assign(message, { text, html, buttons, edited: true });
    return cloud.shown(message);
  },
  answerCallbackQuery({ kept }, body) {
    const query = String(body.callback_query_id);
    kept.alerts = [...kept.alerts, { query, text: String(body.text ?? ''), alert: body.show_alert === true }].slice(
      -200,
    );
    return true;
  },
  setMyCommands({ kept }, body) {
    kept.commands[String(body.language_code ?? '')] = body.commands as Kept['commands'][string];
    return true;
  },
};

function openApi(server: FastifyInstance, cloud: Cloud): void {
  server.post('/:token/:method', async (request, reply) => {
    const { token, method } = request.params as { token: string; method: string };
    const refuse = (error_code: number, description: string, parameters?: object) =>
      reply.code(error_code).send({ ok: false, error_code, description, ...(parameters ? { parameters } : {}) });
    if (Number(TOKEN.exec(token)?.[1]) !== BOT.id) return refuse(401, 'Unauthorized');
    const work = METHODS[method];
    if (!work) return refuse(404, 'Not Found: method not found');
    try {
      return { ok: true, result: await work(cloud, (request.body ?? {}) as Body) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return refuse(error.error_code, error.description, error.parameters);
    }
  });
}

function openControl(world: World, cloud: Cloud): void {
  const { kept } = cloud;
  const chat = {
    name: 'chat',
    title: { ua: 'Чат', en: 'Chat' },
    options: () => [
      ...kept.people.map(({ id, first_name }) => ({ value: String(id), title: first_name })),
      ...kept.groups.map(({ id, title }) => ({ value: String(id), title })),
    ],
  };
  const refusal = (id: string, title: Words, seen: Words, code: number) =>
    world.control({
      ...{ id, title, seen },
      fields: [
        chat,
        { name: 'times', title: { ua: 'Скільки разів', en: 'How many times' } },
        { name: 'seconds', title: { ua: 'Секунд', en: 'Seconds' } },
      ],
      run: (values) => {
        kept.refusals.push({
          ...{ chat_id: Number(values.chat), code, times: Math.max(1, Number(values.times) || 1) },
          retry_after: Math.max(1, Number(values.seconds) || 1),
        });
        return title;
      },
    });
  refusal(
    'slow_chat',
    { ua: 'Чат відповідає 429', en: 'The chat answers 429' },
    { ua: 'повідомлення приходить пізніше, одне', en: 'the message comes later, once' },
    429,
  );
  refusal(
    'blocked_chat',
    { ua: 'Чат відповідає 403', en: 'The chat answers 403' },
    {
      ua: 'бот «неактивний: його заблоковано», і про це сказано',
      en: 'the bot is “inactive: blocked”, and that is told',
    },
    403,
  );
  refusal(
    'lost_chat',
    { ua: 'Чат відповідає 400, чату немає', en: 'The chat answers 400, there is no such chat' },
    { ua: 'бот «неактивний», його підключають знову', en: 'the bot is “inactive”, and is connected anew' },
    400,
  );
  world.control({
    id: 'limits',
    title: { ua: 'Дотримуватися меж швидкості: увімкнути чи вимкнути', en: 'Keep to the limits of speed: on or off' },
    seen: { ua: 'повідомлення йдуть повільніше, усі', en: 'messages go more slowly, all of them' },
    run: () => {
      kept.limits = !kept.limits;
      return kept.limits ? { ua: 'Обмежено', en: 'Limited' } : { ua: 'Без обмеження', en: 'Without a limit' };
    },
  });
  world.control({
    id: 'grow',
    title: { ua: 'Група стає супергрупою', en: 'A group becomes a supergroup' },
    seen: {
      ua: 'група та сама, повідомлення йдуть у новий чат',
      en: 'the group is the same, messages go to its new chat',
    },
    run: async () => {
      const group = kept.groups.find((one) => one.in && one.moved_to === undefined);
      if (!group) throw new Error('Бота немає в жодній групі / The bot is in no group');
      const moved_to = -1_000_000_000_000 + group.id;
      group.moved_to = moved_to;
      kept.groups.push({ id: moved_to, title: group.title, type: 'supergroup', in: true });
      return { ua: `Тепер ${moved_to}`, en: `Now ${moved_to}` };
    },
  });
  world.control({
    id: 'repeat',
    title: { ua: 'Принести оновлення ще раз', en: 'Bring an update again' },
    seen: { ua: 'відповідь бота одна', en: 'the bot answers once' },
    fields: [{ name: 'update', title: { ua: 'Яке (JSON)', en: 'Which (JSON)' } }],
    run: async ({ update }) => {
      if (!kept.webhook) throw new Error('Оновлення забирає сам продукт / The product fetches updates itself');
      const { url, secret } = kept.webhook;
      const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret };
      return `HTTP ${await world.send(url, { method: 'POST', headers, body: update ?? '{}' })}`;
    },
  });
}
