import { z } from 'zod';
import { flag, onOff, type Settings, urlOf, whole } from './setting';

const address = { ua: 'адреса https:// або http://', en: 'an https:// or http:// address' };
const withoutEnd = urlOf(/^https?$/).transform((url) => url.replace(/\/+$/, ''));

/** Services of others that projects connect: where they are, and what their keys are kept by. */
export const outside = {
  SECRETS_KEY: {
    default: '',
    allowed: {
      ua: '32 байти в base64; кілька – через кому, новий першим',
      en: '32 bytes in base64; several separated by commas, the new one first',
    },
    about: {
      ua: 'Чим зашифровано ключі служб у базі. Без нього – файл `secrets.key` у каталозі даних',
      en: 'What the keys of services are encrypted by in the database. Without it a file `secrets.key` in the data folder',
    },
    type: z
      .string()
      .transform((text) => text.split(',').map((one) => one.trim()))
      .pipe(z.array(z.string().refine((one) => Buffer.from(one, 'base64').length === 32)).min(1))
      .optional(),
  },
  NOVA_POSHTA_URL: {
    default: 'https://api.novaposhta.ua/v2.0/json',
    allowed: address,
    about: { ua: 'Нова пошта', en: 'Nova Poshta' },
    type: withoutEnd.default('https://api.novaposhta.ua/v2.0/json'),
  },
  CHECKBOX_URL: {
    default: 'https://api.checkbox.ua/api/v1',
    allowed: address,
    about: { ua: 'Каса Checkbox', en: 'The cash register Checkbox' },
    type: withoutEnd.default('https://api.checkbox.ua/api/v1'),
  },
  TELEGRAM_URL: {
    default: 'https://api.telegram.org',
    allowed: address,
    about: { ua: 'Telegram, для бота', en: 'Telegram, for the bot' },
    type: withoutEnd.default('https://api.telegram.org'),
  },
  TELEGRAM_BOT_TOKEN: {
    default: '',
    allowed: { ua: 'ключ бота від @BotFather', en: 'the token of a bot from @BotFather' },
    about: {
      ua: 'Бот, що надсилає сповіщення. Без ключа бота немає; у демо його грає симулятор',
      en: 'The bot that sends notifications. There is none without a token; in the demo a simulator plays it',
    },
    type: z
      .string()
      .regex(/^\d{5,20}:[A-Za-z0-9_-]{20,100}$/)
      .optional(),
  },
  TELEGRAM_WEBHOOK_SECRET: {
    default: '',
    allowed: {
      ua: 'від 16 до 256 латинських літер, цифр, «_» та «-»',
      en: '16 to 256 Latin letters, digits, “_” and “-”',
    },
    about: {
      ua: 'За чим ми впізнаємо Telegram, коли він приносить повідомлення. Якщо не задано, виводиться з ключа бота',
      en: 'What we know Telegram by when it brings messages. Made of the token unless set',
    },
    type: z
      .string()
      .regex(/^[A-Za-z0-9_-]{16,256}$/)
      .optional(),
  },
  TELEGRAM_UPDATES: {
    default: 'auto',
    allowed: { ua: 'auto, webhook або polling', en: 'auto, webhook or polling' },
    about: {
      ua: 'Чи приносить Telegram повідомлення на PUBLIC_URL (webhook), чи їх запитує один процес (polling); auto – webhook, якщо PUBLIC_URL починається з https://',
      en: 'Whether Telegram brings messages to PUBLIC_URL (webhook) or one process asks for them (polling); auto is webhook where PUBLIC_URL begins with https://',
    },
    type: z.enum(['auto', 'webhook', 'polling']).default('auto'),
  },
  MONOBANK_URL: {
    default: 'https://api.monobank.ua',
    allowed: address,
    about: { ua: 'monobank', en: 'monobank' },
    type: withoutEnd.default('https://api.monobank.ua'),
  },
  PRIVATBANK_URL: {
    default: 'https://acp.privatbank.ua/api',
    allowed: address,
    about: { ua: 'ПриватБанк, «Автоклієнт»', en: 'PrivatBank, «Автоклієнт»' },
    type: withoutEnd.default('https://acp.privatbank.ua/api'),
  },
  ACQUIRING_URL: {
    default: 'https://api.monobank.ua',
    allowed: address,
    about: { ua: 'Еквайринг monobank, для оплати карткою', en: 'The acquiring of monobank, for payments by card' },
    type: withoutEnd.default('https://api.monobank.ua'),
  },
  ACQUIRING_TOKEN: {
    default: '',
    allowed: { ua: 'токен еквайрингу monobank', en: 'a token of the acquiring of monobank' },
    about: {
      ua: 'Власний еквайринг платформи: ним оплачують підписку карткою. Без токена картку не приймають; у демо банк грає симулятор',
      en: 'The platform’s own acquiring: subscriptions are paid by card with it. No cards without a token; in the demo a simulator plays the bank',
    },
    type: z
      .string()
      .regex(/^[A-Za-z0-9_-]{20,200}$/)
      .optional(),
  },
  WEBHOOK_RECEIVER_URL: {
    default: '',
    allowed: address,
    about: {
      ua: 'Власний приймач вебхуків: на адреси, що починаються з цієї, вони йдуть, хоч вона й приватна. У демо це симулятор',
      en: 'A receiver of webhooks of your own: they go to addresses below this one, though it is private. In the demo it is a simulator',
    },
    type: withoutEnd.optional(),
  },
  SIMULATORS: {
    default: 'on',
    allowed: onOff,
    about: {
      ua: 'Чи запускає демо симулятори служб, адреси яких не задано. Без них воно звертається до справжніх',
      en: 'Whether the demo starts simulators of the services whose addresses are not set. Without them it asks the real ones',
    },
    type: flag.default(true),
  },
  SIMULATORS_PORT: {
    default: '3100',
    allowed: { ua: 'ціле число від 0 до 65535', en: 'a whole number from 0 to 65535' },
    about: {
      ua: 'Порт симуляторів та їхньої сторінки, доступної лише з цього комп’ютера; зайнятий або 0 – будь-який вільний',
      en: 'The port of the simulators and of their page, open to this computer alone; where it is taken, or 0, any that is free',
    },
    type: whole(0, 65_535).default(3100),
  },
} satisfies Settings;
