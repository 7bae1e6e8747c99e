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
