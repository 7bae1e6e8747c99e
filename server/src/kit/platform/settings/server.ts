import { availableParallelism } from 'node:os';
import { CALLS_PER_MINUTE } from '@lanka/domain/kit/api_key_errors';
import { z } from 'zod';
import { flag, onOff, required, type Settings, urlOf, whole } from './setting';

const MAX_WORKERS = 64;
const Workers = z.union([
  whole(1, MAX_WORKERS),
  z.literal('auto').transform(() => Math.min(availableParallelism(), MAX_WORKERS)),
]);

/** An address or a network (`10.0.0.0/8`), as Fastify's trustProxy takes them. */
const Proxies = z.string().regex(/^[0-9a-f.:/]*[.:][0-9a-f.:/]*(\s*,\s*[0-9a-f.:/]*[.:][0-9a-f.:/]*)*$/i);
const TrustProxy = z.union([flag, whole(1, 10), Proxies]);

const Origin = urlOf(/^https?$/)
  .refine((value) => /^https?:\/\/[^/?#]+\/?$/i.test(value))
  .transform((value) => value.replace(/\/$/, ''));

/** The process itself: where it listens, its data, how much it takes on. */
export const server = {
  PORT: {
    default: '3000',
    allowed: { ua: 'ціле число від 1 до 65535', en: 'a whole number from 1 to 65535' },
    about: { ua: 'Порт вебзастосунку та API', en: 'The port of the web application and the API' },
    type: whole(1, 65_535).default(3000),
  },
  HOST: {
    default: '127.0.0.1',
    allowed: { ua: 'адреса або ім’я, на яких слухати', en: 'an address or a name to listen on' },
    about: {
      ua: 'Адреса, на якій слухає сервер. Паролі демонстрації відкриті, тож вона слухає лише цей комп’ютер; з DEMO=off стандартна адреса 0.0.0.0',
      en: 'The address the server listens on. The passwords of the demo are public, so it listens on this computer alone; with DEMO=off the default is 0.0.0.0',
    },
    type: z
      .string()
      .regex(/^[\w.:-]+$/)
      .optional(),
  },
  PUBLIC_URL: {
    default: 'http://localhost:PORT',
    allowed: { ua: 'адреса http:// або https:// без шляху', en: 'an http:// or https:// address without a path' },
    about: {
      ua: 'Адреса, яку бачать користувачі: для посилань у листах',
      en: 'The address people see: for links in mail',
    },
    type: Origin.optional(),
  },
  TRUST_PROXY: {
    default: 'off',
    allowed: {
      ua: 'off, on, кількість проксі від 1 до 10 або їхні адреси через кому',
      en: 'off, on, the number of proxies from 1 to 10, or their addresses separated by commas',
    },
    about: {
      ua: 'Чи вірити заголовкам X-Forwarded-* від проксі',
      en: 'Whether to believe X-Forwarded-* headers of a proxy',
    },
    type: TrustProxy.default(false),
  },
  DATA_DIR: {
    default: './data',
    allowed: { ua: 'шлях до каталогу', en: 'a path of a folder' },
    about: {
      ua: 'Каталог даних: вбудована база, файли, ключі',
      en: 'The data folder: embedded database, files, keys',
    },
    type: required.default('./data'),
  },
  DEMO: {
    default: 'on',
    allowed: onOff,
    about: { ua: 'Завантажити демонстраційні дані в порожню базу', en: 'Load demo data into an empty database' },
    type: flag.default(true),
  },
  WORKERS: {
    default: '1',
    allowed: { ua: 'ціле число від 1 до 64 або auto', en: 'a whole number from 1 to 64, or auto' },
    about: {
      ua: 'Скільки процесів відповідає на запити; auto – скільки процесорів. Від 2 черга завдань працює в окремому процесі',
      en: 'How many processes answer requests; auto is as many as processors. From 2 on jobs run in a process of their own',
    },
    type: Workers.default(1),
  },
  MAX_REQUESTS: {
    default: '1000',
    allowed: { ua: 'ціле число від 2 до 100000', en: 'a whole number from 2 to 100000' },
    about: {
      ua: 'Скільки запитів процес виконує одночасно; решту відхиляє з 503',
      en: 'How many requests a process has in work at once; the others are turned away with 503',
    },
    type: whole(2, 100_000).default(1_000),
  },
  API_CALLS_PER_MINUTE: {
    default: '1200',
    allowed: { ua: 'ціле число від 1 до 1000000', en: 'a whole number from 1 to 1000000' },
    about: {
      ua: 'Скільки викликів за хвилину робить один ключ API; решту відхиляє з 429',
      en: 'How many calls a minute one key of the API makes; the others are turned away with 429',
    },
    type: whole(1, 1_000_000).default(CALLS_PER_MINUTE),
  },
  SHUTDOWN_SECONDS: {
    default: '30',
    allowed: { ua: 'ціле число від 2 до 600', en: 'a whole number from 2 to 600' },
    about: {
      ua: 'Скільки секунд запити й завдання мають на завершення, коли продукт зупиняють',
      en: 'How many seconds requests and jobs have to finish when the product is stopped',
    },
    type: whole(2, 600).default(30),
  },
} satisfies Settings;
