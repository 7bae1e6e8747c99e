import { z } from 'zod';
import { errors } from '../kit/errors';
import { fieldMessage } from '../kit/field-messages';
import { Id, Instant } from '../kit/ids';
import { page } from '../kit/lists';
import { AREA_NAMES } from '../kit/notice_areas';
import { InProject, OneInProject, route } from '../kit/route';
import { plainUsername, USERNAME } from './rules';

export const botErrors = errors('bot', {
  off: {
    status: 409,
    ua: 'Бота ще не налаштовано на цьому сервері. Зверніться до підтримки',
    en: 'The bot is not set up on this server yet. Contact support',
  },
  unavailable: {
    status: 503,
    ua: 'Telegram зараз не відповідає. Спробуйте за хвилину',
    en: 'Telegram does not answer right now. Try again in a minute',
  },
  repeat_step_1: {
    status: 409,
    ua: 'Підключення не завершено: повторіть крок 1',
    en: 'The connection is not finished: repeat step 1',
  },
  blocked: {
    status: 409,
    ua: 'Бота заблоковано у вашому Telegram. Розблокуйте його і повторіть крок 1',
    en: 'The bot is blocked in your Telegram. Unblock it and repeat step 1',
  },
  group_not_found: { status: 404, ua: 'Такої групи немає', en: 'There is no such group' },
  too_many_groups: {
    status: 409,
    ua: 'Бот уже в {most} групах проєкту. Приберіть ту, що більше не потрібна',
    en: 'The bot is in {most} groups of the project already. Remove one that is not needed any more',
  },
  forged: { status: 401, ua: 'Це надіслав не Telegram', en: 'This was not sent by Telegram' },
});

export const Username = z
  .string()
  .max(100)
  .transform(plainUsername)
  .refine((name) => USERNAME.test(name), {
    error: fieldMessage('bot.username', {
      ua: 'Ім’я в Telegram: від 5 до 32 латинських літер, цифр або «_»',
      en: 'a name in Telegram is 5 to 32 Latin letters, digits or “_”',
    }),
  });

/** How a person is connected in a project. `inactive`: he blocked the bot or stopped it; `pending`: Start is not pressed yet. */
export const BotLink = z.object({
  status: z.enum(['off', 'pending', 'active', 'inactive']),
  /** As he gave it, or as Telegram tells it. */
  username: z.string().nullable(),
  /** How the chat is called there. */
  chat_name: z.string().nullable(),
  /** Step 2: the address that opens the chat, and its picture. Told once: whoever has lost it repeats step 1. */
  deep_link: z.string().nullable(),
  qr_svg: z.string().nullable(),
  expires_at: Instant.nullable(),
  linked_at: Instant.nullable(),
  /** Why it is inactive. */
  stopped_by: z.enum(['block', 'stop']).nullable(),
});
export type BotLink = z.infer<typeof BotLink>;

export const MyBotLinks = z.object({
  /** Null where this server has none; what Telegram has not told of it yet is null, too. */
  bot: z.object({ username: z.string().nullable(), address: z.string().nullable() }).nullable(),
  projects: z.array(z.object({ project: z.object({ id: Id, title: z.string() }), link: BotLink })),
});
export type MyBotLinks = z.infer<typeof MyBotLinks>;

const ofUsers = 'projects/:project_id/users';
const changes = ['telegram_integration'] as const;

export const readMyBotLinks = route({
  method: 'GET',
  path: 'users/me/telegram_integrations',
  summary: 'Whether one’s Telegram is connected, in each project that one takes part in',
  auth: 'user',
  shows: ['project'],
  returns: MyBotLinks,
});

export const enableBot = route({
  method: 'PATCH',
  path: `${ofUsers}/enable_telegram_integration`,
  summary: 'Step 1: gives an address with a one-time code for 30 minutes; who presses Start there is connected',
  auth: 'bot.use',
  changes,
  params: InProject,
  body: z.object({
    /** Where it is given, only the account of this name can be connected. */
    telegram_username: Username.optional(),
  }),
  returns: BotLink,
  secretAnswer: true,
  errors: [botErrors.off, botErrors.unavailable],
});

export const disableBot = route({
  method: 'PATCH',
  path: `${ofUsers}/disable_telegram_integration`,
  summary: 'Disconnects: nothing more is sent to this chat of this project',
  auth: 'bot.use',
  changes,
  whileRestricted: true,
  params: InProject,
  returns: BotLink,
});

export const testBot = route({
  method: 'GET',
  path: `${ofUsers}/test_telegram_integration`,
  summary: 'Sends a test message at once and says whether it came',
  auth: 'bot.use',
  params: InProject,
  returns: z.object({ sent: z.literal(true) }),
  limitPerMinute: 20,
  errors: [botErrors.off, botErrors.unavailable, botErrors.repeat_step_1, botErrors.blocked],
});

const Areas = z.array(z.enum(AREA_NAMES)).min(1).max(AREA_NAMES.length);

/** A group of the team. `pending`: the bot is not in it yet; `inactive`: it was put out of it. */
export const BotGroup = z.object({
  id: Id,
  status: z.enum(['pending', 'active', 'inactive']),
  title: z.string().nullable(),
  /** What comes there: of what the project’s own people are told. */
  areas: Areas,
  deep_link: z.string().nullable(),
  qr_svg: z.string().nullable(),
  expires_at: Instant.nullable(),
  linked_at: Instant.nullable(),
  version: z.int(),
});
export type BotGroup = z.infer<typeof BotGroup>;

const groups = 'projects/:project_id/bot_groups';

export const listBotGroups = route({
  method: 'GET',
  path: groups,
  summary: 'Groups of the team that the bot writes to',
  auth: 'bot.groups',
  params: InProject,
  returns: page(BotGroup),
});

export const addBotGroup = route({
  method: 'POST',
  path: groups,
  summary: 'Gives an address that adds the bot to a group, with a one-time code for 30 minutes',
  auth: 'bot.groups',
  changes: ['bot_group'],
  params: InProject,
  body: z.object({ areas: Areas }),
  returns: BotGroup,
  status: 201,
  secretAnswer: true,
  errors: [botErrors.off, botErrors.unavailable, botErrors.too_many_groups],
});

export const changeBotGroup = route({
  method: 'PATCH',
  path: `${groups}/:id`,
  summary: 'Chooses what comes to a group',
  auth: 'bot.groups',
  changes: ['bot_group'],
  params: OneInProject,
  body: z.object({ areas: Areas }),
  returns: BotGroup,
  errors: [botErrors.group_not_found],
});

export const removeBotGroup = route({
  method: 'DELETE',
  path: `${groups}/:id`,
  summary: 'Nothing more is sent to this group',
  auth: 'bot.groups',
  changes: ['bot_group'],
  whileRestricted: true,
  params: OneInProject,
  errors: [botErrors.group_not_found],
});

export const hearTelegram = route({
  method: 'POST',
  path: 'telegram/updates',
  summary: 'Where Telegram tells what was written to the bot, with the secret that it was given',
  auth: 'public',
  signedBody: true,
  status: 200,
  returns: z.object({ ok: z.literal(true) }),
  errors: [botErrors.forged],
});
