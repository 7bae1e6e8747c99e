import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { LetterCap } from '@lanka/domain/kit/letters';
import { z } from 'zod';

/**
 * The product is configured by environment variables only. `readConfig` checks all of them at start and names
 * every bad one at once, so that an operator corrects them in one go.
 */
export interface Config {
  port: number;
  host: string;
  /** Absolute path. Files, keys and the embedded database are kept here. */
  dataDir: string;
  /** When absent, the embedded PostgreSQL is started. */
  databaseUrl?: string;
  /** The same database past a transaction pooler, for what needs a session of its own: see decision 0024. */
  directDatabaseUrl?: string;
  /** A replica that answers what only reads: see kit/db/replica.ts. */
  readDatabaseUrl?: string;
  /** Processes that answer requests. 1 is the whole product in one process. */
  workers: number;
  demo: boolean;
  /** Without a slash at the end. */
  publicUrl: string;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  smtpUrl?: string;
  mailFrom: string;
  /** How many letters may be asked for: kit/mail/caps.ts. */
  mailCaps: Readonly<Record<LetterCap, number>>;
  /** When absent, files are kept in `dataDir`. */
  s3?: S3Config;
  jwtAudience: string;
  accessTokenTtlSeconds: number;
  /** Connections for transactions, of each process. */
  dbPoolSize: number;
  dbPrepared: boolean;
  /** As Fastify takes it: false, true, the number of proxies in front, or their addresses. */
  trustProxy: boolean | number | string;
  /** Made on an empty database, with a link to set a password. */
  firstUserEmail?: string;
  /** Gets the platform role Staff at each start; made with a link to set a password when there is no such user. */
  operatorEmail?: string;
  /** The languages that users may choose for the signed-in part. */
  userLocales: readonly ('ua' | 'en')[];
  /** Anybody may sign up, without an invitation or an approved access request. */
  openSignUp: boolean;
  /** Where contact and access requests are mailed. */
  contactEmail: string;
  contactPhone: string;
  /** An outside OpenID Connect provider instead of passwords of our own. */
  oidc?: OidcConfig;
  /** A Google tag for analytics; none by default. */
  googleTagId?: string;
  /** An own endpoint that gets the analytics events. */
  analyticsUrl?: string;
  metricsToken?: string;
  /** A statement that takes so long is logged. */
  slowQueryMs: number;
  maxRequests: number;
  /** For requests and jobs to finish when the process is told to stop. */
  shutdownSeconds: number;
  /** Where traces go, without the path; none by default. */
  otlpEndpoint?: string;
  /** Of the traces that begin here, from 0 to 1. */
  traceShare: number;
  importAllowPrivateAddresses: boolean;
}

export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret?: string;
  /** Asked for with the tokens, as the provider wants it. */
  audience?: string;
}

export interface S3Config {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

interface Both {
  ua: string;
  en: string;
}

export interface ConfigDoc {
  name: string;
  /** What holds when the variable is not set; empty when nothing does. */
  default: string;
  /** What the variable may be. Also the text of the error. */
  allowed: Both;
  /** What it is for. */
  about: Both;
}

const onOff: Both = { ua: 'on або off', en: 'on or off' };
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const s3Text = (name: string): Both => ({ ua: `${name} (усі S3_* разом)`, en: `${name} (all S3_* together)` });

/** The table of the variables: the README's table and the texts of errors come from here. */
export const CONFIG_DOCS: readonly ConfigDoc[] = [
  {
    name: 'PORT',
    default: '3000',
    allowed: { ua: 'ціле число від 1 до 65535', en: 'a whole number from 1 to 65535' },
    about: { ua: 'Порт вебзастосунку та API', en: 'The port of the web application and the API' },
  },
  {
    name: 'HOST',
    default: '127.0.0.1',
    allowed: { ua: 'адреса або ім’я, на яких слухати', en: 'an address or a name to listen on' },
    about: {
      ua: 'Адреса, на якій слухає сервер. Паролі демонстрації відкриті, тож вона слухає лише цей комп’ютер; з DEMO=off стандартна адреса 0.0.0.0',
      en: 'The address the server listens on. The passwords of the demo are public, so it listens on this computer alone; with DEMO=off the default is 0.0.0.0',
    },
  },
  {
    name: 'DATA_DIR',
    default: './data',
    allowed: { ua: 'шлях до каталогу', en: 'a path of a folder' },
    about: {
      ua: 'Каталог даних: вбудована база, файли, ключі',
      en: 'The data folder: embedded database, files, keys',
    },
  },
  {
    name: 'DATABASE_URL',
    default: '',
    allowed: {
      ua: 'адреса виду postgres://користувач:пароль@хост:порт/база',
      en: 'postgres://user:password@host:port/database',
    },
    about: {
      ua: 'Власний PostgreSQL версії 15 або новішої замість вбудованого',
      en: 'Your own PostgreSQL, version 15 or newer, instead of the embedded one',
    },
  },
  {
    name: 'DIRECT_DATABASE_URL',
    default: '',
    allowed: {
      ua: 'адреса виду postgres://користувач:пароль@хост:порт/база (разом з DATABASE_URL)',
      en: 'postgres://user:password@host:port/database (with DATABASE_URL)',
    },
    about: {
      ua: 'Та сама база без посередника з’єднань, коли DATABASE_URL веде через посередник у режимі транзакцій',
      en: 'The same database past the pooler, when DATABASE_URL leads through one in transaction mode',
    },
  },
  {
    name: 'READ_DATABASE_URL',
    default: '',
    allowed: {
      ua: 'адреса виду postgres://користувач:пароль@хост:порт/база (разом з DATABASE_URL)',
      en: 'postgres://user:password@host:port/database (with DATABASE_URL)',
    },
    about: {
      ua: 'Репліка тієї самої бази: відповідає на запити, що лише читають, і ніколи не показує застарілого',
      en: 'A replica of the same database: answers requests that only read, and never shows what is out of date',
    },
  },
  {
    name: 'WORKERS',
    default: '1',
    allowed: { ua: 'ціле число від 1 до 64 або auto', en: 'a whole number from 1 to 64, or auto' },
    about: {
      ua: 'Скільки процесів відповідає на запити; auto – скільки процесорів. Від 2 черга завдань працює в окремому процесі',
      en: 'How many processes answer requests; auto is as many as processors. From 2 on jobs run in a process of their own',
    },
  },
  {
    name: 'DEMO',
    default: 'on',
    allowed: onOff,
    about: { ua: 'Завантажити демонстраційні дані в порожню базу', en: 'Load demo data into an empty database' },
  },
  {
    name: 'PUBLIC_URL',
    default: 'http://localhost:PORT',
    allowed: { ua: 'адреса http:// або https:// без шляху', en: 'an http:// or https:// address without a path' },
    about: {
      ua: 'Адреса, яку бачать користувачі: для посилань у листах',
      en: 'The address people see: for links in mail',
    },
  },
  {
    name: 'LOG_LEVEL',
    default: 'info',
    allowed: { ua: `одне з: ${LOG_LEVELS.join(', ')}`, en: `one of: ${LOG_LEVELS.join(', ')}` },
    about: { ua: 'Докладність журналу', en: 'How much is logged' },
  },
  {
    name: 'SMTP_URL',
    default: '',
    allowed: { ua: 'адреса smtp:// або smtps://', en: 'an smtp:// or smtps:// address' },
    about: {
      ua: 'Поштовий сервер. Без нього листи лишаються в базі',
      en: 'The mail server. Without it letters are not sent but kept in the database',
    },
  },
  {
    name: 'MAIL_FROM',
    default: 'Lanka <no-reply@lanka.ua>',
    allowed: { ua: 'адреса name@host або «Ім’я <name@host>»', en: 'name@host or “Name <name@host>”' },
    about: { ua: 'Відправник листів', en: 'The sender of letters' },
  },
  {
    name: 'MAIL_CAP_ADDRESS',
    default: '5',
    allowed: { ua: 'ціле число від 1 до 1000', en: 'a whole number from 1 to 1000' },
    about: {
      ua: 'Найбільше листів на добу на одну адресу від одного проєкту; також листів про зміну e-mail і про запит на доступ',
      en: 'At most so many letters a day to one address from one project; also about a change of e-mail and a request for access',
    },
  },
  {
    name: 'MAIL_CAP_INVITATIONS',
    default: '200',
    allowed: { ua: 'ціле число від 1 до 100000', en: 'a whole number from 1 to 100000' },
    about: {
      ua: 'Найбільше запрошень на добу від одного проєкту',
      en: 'At most so many invitations a day from one project',
    },
  },
  {
    name: 'MAIL_CAP_LINKS',
    default: '5',
    allowed: { ua: 'ціле число від 1 до 1000', en: 'a whole number from 1 to 1000' },
    about: {
      ua: 'Найбільше листів на годину на одну адресу з посиланням для нового пароля або підтвердження e-mail',
      en: 'At most so many letters an hour to one address with a link for a new password or to confirm the e-mail',
    },
  },
  {
    name: 'MAIL_CAP_CONTACT',
    default: '500',
    allowed: { ua: 'ціле число від 1 до 100000', en: 'a whole number from 1 to 100000' },
    about: {
      ua: 'Найбільше листів на добу на CONTACT_EMAIL про звернення та заявки; решта лише в кабінеті оператора',
      en: 'At most so many letters a day to CONTACT_EMAIL about messages and requests; the rest stand in the operator’s area alone',
    },
  },
  {
    name: 'S3_ENDPOINT',
    default: '',
    allowed: s3Text('http(s)://…'),
    about: {
      ua: 'Сховище файлів, сумісне з S3. Без нього файли лежать у каталозі даних',
      en: 'S3-compatible file storage. Without it files are kept in the data folder',
    },
  },
  { name: 'S3_BUCKET', default: '', allowed: s3Text('bucket'), about: { ua: 'Кошик S3', en: 'The S3 bucket' } },
  { name: 'S3_REGION', default: '', allowed: s3Text('region'), about: { ua: 'Регіон S3', en: 'The S3 region' } },
  { name: 'S3_ACCESS_KEY_ID', default: '', allowed: s3Text('key id'), about: { ua: 'Ключ S3', en: 'The S3 key' } },
  {
    name: 'S3_SECRET_ACCESS_KEY',
    default: '',
    allowed: s3Text('secret'),
    about: { ua: 'Секрет ключа S3', en: 'The secret of the S3 key' },
  },
  {
    name: 'JWT_AUDIENCE',
    default: 'https://api.lanka.ua',
    allowed: { ua: 'непорожній рядок', en: 'text, not empty' },
    about: { ua: 'Аудиторія (aud) токенів доступу', en: 'The audience (aud) of access tokens' },
  },
  {
    name: 'ACCESS_TOKEN_TTL_SECONDS',
    default: '900',
    allowed: { ua: 'ціле число від 30 до 86400', en: 'a whole number from 30 to 86400' },
    about: { ua: 'Строк дії токена доступу, секунд', en: 'How long an access token is valid, seconds' },
  },
  {
    name: 'DB_POOL_SIZE',
    default: '10',
    allowed: { ua: 'ціле число від 2 до 80', en: 'a whole number from 2 to 80' },
    about: {
      ua: 'Найбільше з’єднань із базою для запитів, у кожному процесі; менше, якщо PostgreSQL стільки не дає',
      en: 'At most so many database connections for requests in each process; fewer when PostgreSQL allows fewer',
    },
  },
  {
    name: 'DB_PREPARED',
    default: 'on',
    allowed: onOff,
    about: {
      ua: 'Підготовлені запити. off — за посередником з’єднань, який їх не зберігає',
      en: 'Prepared statements. off behind a connection pooler that does not keep them',
    },
  },
  {
    name: 'TRUST_PROXY',
    default: 'off',
    allowed: {
      ua: 'off, on, кількість проксі від 1 до 10 або їхні адреси через кому',
      en: 'off, on, the number of proxies from 1 to 10, or their addresses separated by commas',
    },
    about: {
      ua: 'Чи вірити заголовкам X-Forwarded-* від проксі',
      en: 'Whether to believe X-Forwarded-* headers of a proxy',
    },
  },
  {
    name: 'FIRST_USER_EMAIL',
    default: '',
    allowed: { ua: 'адреса e-mail', en: 'an e-mail address' },
    about: {
      ua: 'Перший користувач порожньої бази: на старті друкується посилання, де він задає пароль',
      en: 'The first user of an empty database: the start prints a link where he sets a password',
    },
  },
  {
    name: 'OPERATOR_EMAIL',
    default: '',
    allowed: { ua: 'адреса e-mail', en: 'an e-mail address' },
    about: {
      ua: 'Оператор платформи: цей користувач отримує доступ до /cp/operator; без облікового запису на старті друкується посилання',
      en: 'The operator of the platform: this user gets /cp/operator; without an account the start prints a link',
    },
  },
  {
    name: 'USER_LOCALES',
    default: 'ua',
    allowed: { ua: 'ua або ua,en', en: 'ua or ua,en' },
    about: {
      ua: 'Мови, які користувач може обрати у профілі для робочої частини',
      en: 'The languages a user may choose in the profile for the signed-in part',
    },
  },
  {
    name: 'OPEN_SIGN_UP',
    default: 'off',
    allowed: onOff,
    about: {
      ua: 'Реєстрація без запрошення і схваленої заявки',
      en: 'Registration without an invitation or an approved request',
    },
  },
  {
    name: 'CONTACT_EMAIL',
    default: 'support@lanka.ua',
    allowed: { ua: 'адреса e-mail', en: 'an e-mail address' },
    about: {
      ua: 'Показано на сайті; сюди надходять звернення та заявки',
      en: 'Shown on the site; contact and access requests are mailed here',
    },
  },
  {
    name: 'CONTACT_PHONE',
    default: '+380 44 000 00 00',
    allowed: { ua: 'телефон', en: 'a phone' },
    about: { ua: 'Телефон, показаний на сайті', en: 'The phone shown on the site' },
  },
  {
    name: 'OIDC_ISSUER',
    default: '',
    allowed: { ua: 'адреса https:// (разом з OIDC_CLIENT_ID)', en: 'an https:// address (with OIDC_CLIENT_ID)' },
    about: {
      ua: 'Зовнішній постачальник входу OpenID Connect замість власних паролів',
      en: 'An outside OpenID Connect provider instead of own passwords',
    },
  },
  {
    name: 'OIDC_CLIENT_ID',
    default: '',
    allowed: { ua: 'непорожній рядок (разом з OIDC_ISSUER)', en: 'text, not empty (with OIDC_ISSUER)' },
    about: { ua: 'Ідентифікатор клієнта в постачальника входу', en: 'The client id at the provider' },
  },
  {
    name: 'OIDC_CLIENT_SECRET',
    default: '',
    allowed: { ua: 'рядок', en: 'text' },
    about: { ua: 'Секрет клієнта; без нього лише PKCE', en: 'The client secret; without it PKCE alone' },
  },
  {
    name: 'OIDC_AUDIENCE',
    default: '',
    allowed: { ua: 'рядок', en: 'text' },
    about: { ua: 'Аудиторія, яку просять у постачальника', en: 'The audience asked of the provider' },
  },
  {
    name: 'GOOGLE_TAG_ID',
    default: '',
    allowed: { ua: 'рядок виду G-XXXXXXX', en: 'text like G-XXXXXXX' },
    about: {
      ua: 'Тег Google для аналітики. Працює лише за згодою відвідувача',
      en: 'The Google tag for analytics. It works only with the visitor’s consent',
    },
  },
  {
    name: 'ANALYTICS_URL',
    default: '',
    allowed: { ua: 'адреса https:// або http://', en: 'an https:// or http:// address' },
    about: {
      ua: 'Власна адреса для подій аналітики (POST, JSON). Лише за згодою відвідувача',
      en: 'An own address for analytics events (POST, JSON). Only with the visitor’s consent',
    },
  },
  {
    name: 'METRICS_TOKEN',
    default: '',
    allowed: { ua: 'рядок від 16 знаків', en: 'text of at least 16 characters' },
    about: {
      ua: 'Токен для читання /metrics. Без нього метрики відкриті всім, хто бачить порт',
      en: 'Token for /metrics. Without it they are open to whoever reaches the port',
    },
  },
  {
    name: 'SLOW_QUERY_MS',
    default: '200',
    allowed: { ua: 'ціле число від 1 до 600000', en: 'a whole number from 1 to 600000' },
    about: {
      ua: 'SQL-запит, що триває стільки мілісекунд або довше, потрапляє в журнал разом із маршрутом',
      en: 'An SQL statement that takes so many milliseconds or longer is logged, with its route',
    },
  },
  {
    name: 'MAX_REQUESTS',
    default: '1000',
    allowed: { ua: 'ціле число від 2 до 100000', en: 'a whole number from 2 to 100000' },
    about: {
      ua: 'Скільки запитів процес виконує одночасно; решту відхиляє з 503',
      en: 'How many requests a process has in work at once; the others are turned away with 503',
    },
  },
  {
    name: 'SHUTDOWN_SECONDS',
    default: '30',
    allowed: { ua: 'ціле число від 2 до 600', en: 'a whole number from 2 to 600' },
    about: {
      ua: 'Скільки секунд запити й завдання мають на завершення, коли продукт зупиняють',
      en: 'How many seconds requests and jobs have to finish when the product is stopped',
    },
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: '',
    allowed: { ua: 'адреса http:// або https://', en: 'an http:// or https:// address' },
    about: {
      ua: 'Приймач OpenTelemetry (OTLP/HTTP), куди надсилати трасування. Інші змінні OTEL_* – у docs/observability.md',
      en: 'The OpenTelemetry receiver (OTLP/HTTP) that traces go to; other OTEL_* variables: docs/observability.md',
    },
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    default: '1',
    allowed: { ua: 'число від 0 до 1', en: 'a number from 0 to 1' },
    about: {
      ua: 'Яку частку запитів трасувати (parentbased_traceidratio)',
      en: 'Which share of the requests is traced (parentbased_traceidratio)',
    },
  },
  {
    name: 'IMPORT_ALLOW_PRIVATE_ADDRESSES',
    default: 'off',
    allowed: onOff,
    about: {
      ua: 'Дозволити імпорт фідів із приватних адрес. Лише для тестів',
      en: 'Let feeds be imported from private addresses. Only for tests',
    },
  },
];

const docs = new Map(CONFIG_DOCS.map((doc) => [doc.name, doc]));
const urlOf = (protocol: RegExp) => z.url({ protocol });
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));
const flag = z.enum(['on', 'off']).transform((value) => value === 'on');
const required = z.string().min(1);
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

const Environment = z.object({
  PORT: whole(1, 65_535).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/)
    .optional(),
  DATA_DIR: required.default('./data'),
  DATABASE_URL: urlOf(/^postgres(ql)?$/).optional(),
  DIRECT_DATABASE_URL: urlOf(/^postgres(ql)?$/).optional(),
  READ_DATABASE_URL: urlOf(/^postgres(ql)?$/).optional(),
  WORKERS: Workers.default(1),
  DEMO: flag.default(true),
  PUBLIC_URL: Origin.optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  SMTP_URL: urlOf(/^smtps?$/).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
    .default('Lanka <no-reply@lanka.ua>'),
  MAIL_CAP_ADDRESS: whole(1, 1_000).default(5),
  MAIL_CAP_INVITATIONS: whole(1, 100_000).default(200),
  MAIL_CAP_LINKS: whole(1, 1_000).default(5),
  MAIL_CAP_CONTACT: whole(1, 100_000).default(500),
  S3_ENDPOINT: urlOf(/^https?$/).optional(),
  S3_BUCKET: required.optional(),
  S3_REGION: required.optional(),
  S3_ACCESS_KEY_ID: required.optional(),
  S3_SECRET_ACCESS_KEY: required.optional(),
  JWT_AUDIENCE: required.default('https://api.lanka.ua'),
  ACCESS_TOKEN_TTL_SECONDS: whole(30, 86_400).default(900),
  DB_POOL_SIZE: whole(2, 80).default(10),
  DB_PREPARED: flag.default(true),
  TRUST_PROXY: TrustProxy.default(false),
  FIRST_USER_EMAIL: z.email().optional(),
  OPERATOR_EMAIL: z.email().optional(),
  USER_LOCALES: z
    .enum(['ua', 'ua,en'])
    .default('ua')
    .transform((value) => value.split(',') as ('ua' | 'en')[]),
  OPEN_SIGN_UP: flag.default(false),
  CONTACT_EMAIL: z.email().default('support@lanka.ua'),
  CONTACT_PHONE: z
    .string()
    .regex(/^\+?[\d ()-]{7,30}$/)
    .default('+380 44 000 00 00'),
  OIDC_ISSUER: urlOf(/^https?$/).optional(),
  OIDC_CLIENT_ID: required.optional(),
  OIDC_CLIENT_SECRET: required.optional(),
  OIDC_AUDIENCE: required.optional(),
  GOOGLE_TAG_ID: z
    .string()
    .regex(/^[A-Z]{1,4}-[A-Z0-9]{4,20}$/)
    .optional(),
  ANALYTICS_URL: urlOf(/^https?$/).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  SLOW_QUERY_MS: whole(1, 600_000).default(200),
  MAX_REQUESTS: whole(2, 100_000).default(1_000),
  SHUTDOWN_SECONDS: whole(2, 600).default(30),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlOf(/^https?$/).optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0|1|[01]?\.\d{1,9})$/)
    .transform(Number)
    .pipe(z.number().min(0).max(1))
    .default(1),
  IMPORT_ALLOW_PRIVATE_ADDRESSES: flag.default(false),
});

const OIDC_NAMES = ['OIDC_ISSUER', 'OIDC_CLIENT_ID'] as const;
const S3_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
/** Values that must not be printed, not even when they are wrong. */
const SECRET = /SECRET|TOKEN$|_URL$|KEY/;

/** All that is wrong with the environment, in Ukrainian and in English. */
export class ConfigError extends Error {
  constructor(
    /** Names of the bad variables, in the order of the table. */
    readonly names: readonly string[],
    lines: readonly string[],
  ) {
    super(`Помилка в налаштуваннях / Wrong configuration:\n${lines.join('\n')}`);
    this.name = 'ConfigError';
  }
}

function describe(name: string, value: string | undefined): string {
  const doc = docs.get(name) as ConfigDoc;
  const given = value === undefined ? '' : SECRET.test(name) ? ' (…)' : ` (${JSON.stringify(value)})`;
  const [ua, en] = value === undefined ? ['не задано, потрібно', 'not set, expected'] : ['очікується', 'expected'];
  return `  ${name}${given}: ${ua} ${doc.allowed.ua} / ${en} ${doc.allowed.en}`;
}

/**
 * Reads the configuration from the environment. An empty variable counts as not set, spaces around are dropped.
 * @throws ConfigError naming each bad variable and what it may be
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given: Record<string, string> = {};
  for (const { name } of CONFIG_DOCS) {
    const value = env[name]?.trim();
    if (value) given[name] = value;
  }
  const parsed = Environment.safeParse(given);
  const bad = new Set(parsed.error?.issues.map((issue) => String(issue.path[0])));
  if (S3_NAMES.some((name) => name in given)) for (const name of S3_NAMES) if (!(name in given)) bad.add(name);
  if (Object.keys(given).some((name) => name.startsWith('OIDC_')))
    for (const name of OIDC_NAMES) if (!(name in given)) bad.add(name);
  const besides = ['DIRECT_DATABASE_URL', 'READ_DATABASE_URL'];
  if (besides.some((name) => name in given) && !('DATABASE_URL' in given)) bad.add('DATABASE_URL');
  if (!parsed.success || bad.size > 0) {
    const names = CONFIG_DOCS.map((doc) => doc.name).filter((name) => bad.has(name));
    throw new ConfigError(
      names,
      names.map((name) => describe(name, given[name])),
    );
  }
  return assemble(parsed.data);
}

function assemble(env: z.output<typeof Environment>): Config {
  return {
    port: env.PORT,
    host: env.HOST ?? (env.DEMO ? '127.0.0.1' : '0.0.0.0'),
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    directDatabaseUrl: env.DIRECT_DATABASE_URL,
    readDatabaseUrl: env.READ_DATABASE_URL,
    workers: env.WORKERS,
    demo: env.DEMO,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    logLevel: env.LOG_LEVEL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    mailCaps: {
      address: env.MAIL_CAP_ADDRESS,
      invitations: env.MAIL_CAP_INVITATIONS,
      links: env.MAIL_CAP_LINKS,
      contact: env.MAIL_CAP_CONTACT,
    },
    s3: env.S3_ENDPOINT
      ? {
          endpoint: env.S3_ENDPOINT.replace(/\/$/, ''),
          bucket: env.S3_BUCKET as string,
          region: env.S3_REGION as string,
          accessKeyId: env.S3_ACCESS_KEY_ID as string,
          secretAccessKey: env.S3_SECRET_ACCESS_KEY as string,
        }
      : undefined,
    jwtAudience: env.JWT_AUDIENCE,
    accessTokenTtlSeconds: env.ACCESS_TOKEN_TTL_SECONDS,
    dbPoolSize: env.DB_POOL_SIZE,
    dbPrepared: env.DB_PREPARED,
    trustProxy: env.TRUST_PROXY,
    firstUserEmail: env.FIRST_USER_EMAIL?.toLowerCase(),
    operatorEmail: env.OPERATOR_EMAIL?.toLowerCase(),
    userLocales: env.USER_LOCALES,
    openSignUp: env.OPEN_SIGN_UP,
    contactEmail: env.CONTACT_EMAIL,
    contactPhone: env.CONTACT_PHONE,
    oidc:
      env.OIDC_ISSUER && env.OIDC_CLIENT_ID
        ? {
            issuer: env.OIDC_ISSUER,
            clientId: env.OIDC_CLIENT_ID,
            clientSecret: env.OIDC_CLIENT_SECRET,
            audience: env.OIDC_AUDIENCE,
          }
        : undefined,
    googleTagId: env.GOOGLE_TAG_ID,
    analyticsUrl: env.ANALYTICS_URL,
    metricsToken: env.METRICS_TOKEN,
    slowQueryMs: env.SLOW_QUERY_MS,
    maxRequests: env.MAX_REQUESTS,
    shutdownSeconds: env.SHUTDOWN_SECONDS,
    otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    traceShare: env.OTEL_TRACES_SAMPLER_ARG,
    importAllowPrivateAddresses: env.IMPORT_ALLOW_PRIVATE_ADDRESSES,
  };
}
