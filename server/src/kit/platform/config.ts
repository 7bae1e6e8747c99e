import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { LetterCap } from '@lanka/domain/kit/letters';
import { z } from 'zod';
import { billing, DEMO_ACCOUNT } from './settings/billing';
import { database } from './settings/database';
import { files } from './settings/files';
import { mail } from './settings/mail';
import { observability } from './settings/observability';
import { outside } from './settings/outside';
import { people } from './settings/people';
import { server } from './settings/server';
import type { Setting } from './settings/setting';
import { site } from './settings/site';

/**
 * The product is configured by environment variables only; `settings/` has them, by what they are for. `readConfig`
 * checks all of them at start and names every bad one at once, so that an operator corrects them in one go.
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
  /** The account of the platform, to which plans are paid by transfer; none by default. */
  billing?: { readonly recipient: string; readonly iban: string; readonly code: string };
  /** A Google tag for analytics; none by default. */
  googleTagId?: string;
  /** An own endpoint that gets the analytics events. */
  analyticsUrl?: string;
  metricsToken?: string;
  /** A statement that takes so long is logged. */
  slowQueryMs: number;
  maxRequests: number;
  /** Of one key of the API. */
  apiCallsPerMinute: number;
  /** For requests and jobs to finish when the process is told to stop. */
  shutdownSeconds: number;
  /** Where traces go, without the path; none by default. */
  otlpEndpoint?: string;
  /** Of the traces that begin here, from 0 to 1. */
  traceShare: number;
  importAllowPrivateAddresses: boolean;
  webhooksAllowPrivateAddresses: boolean;
  /** A receiver of the operator's own: below this address webhooks may go, though it is a private one. */
  webhookReceiver?: string;
  /** 32 bytes each, base64; the first encrypts. When absent, a file of the data folder has the key. */
  secretsKeys?: readonly string[];
  /** Where services of others are, without a slash at the end. */
  services: Readonly<Record<ServiceName, string>>;
  /** The bot of this installation in Telegram; none without a token. */
  bot?: BotConfig;
  /** Of the platform’s own acquiring: subscriptions are paid by card with it. */
  acquiringToken?: string;
  /** Of the demo: services whose address is not set are played by programs of our own. */
  simulators: boolean;
  simulatorsPort: number;
}

/** Services of others, and the variable that says where each is. */
export const SERVICE_VARIABLES = {
  nova_poshta: 'NOVA_POSHTA_URL',
  checkbox: 'CHECKBOX_URL',
  telegram: 'TELEGRAM_URL',
  monobank: 'MONOBANK_URL',
  privatbank: 'PRIVATBANK_URL',
  acquiring: 'ACQUIRING_URL',
} as const;
export type ServiceName = keyof typeof SERVICE_VARIABLES;

export interface BotConfig {
  token: string;
  /** What Telegram says with each update that it brings. */
  secret: string;
  /** Whether Telegram brings updates to our address, or we ask for them. */
  updates: 'webhook' | 'polling';
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

const SETTINGS = {
  ...server,
  ...database,
  ...mail,
  ...files,
  ...people,
  ...billing,
  ...site,
  ...outside,
  ...observability,
};
type Types = { [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]['type'] };

/** All settings, in the order of the README's table. */
export const CONFIG_DOCS: readonly (Setting & { name: string })[] = Object.entries(SETTINGS).map(([name, setting]) => ({
  name,
  ...setting,
}));

const docs = new Map(CONFIG_DOCS.map((doc) => [doc.name, doc]));
const Environment = z.object(Object.fromEntries(CONFIG_DOCS.map(({ name, type }) => [name, type])) as Types);

const OIDC_NAMES = ['OIDC_ISSUER', 'OIDC_CLIENT_ID'] as const;
const BILLING_NAMES = ['BILLING_RECIPIENT', 'BILLING_IBAN', 'BILLING_CODE'] as const;
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
  const doc = docs.get(name) as Setting;
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
  if (BILLING_NAMES.some((name) => name in given))
    for (const name of BILLING_NAMES) if (!(name in given)) bad.add(name);
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

/** A public address can be told; where there is none we ask. A secret that is not given is made of the token. */
function botOf(env: z.output<typeof Environment>): BotConfig | undefined {
  const token = env.TELEGRAM_BOT_TOKEN;
  if (!token) return undefined;
  const isPublic = env.PUBLIC_URL?.startsWith('https://') === true;
  return {
    token,
    secret: env.TELEGRAM_WEBHOOK_SECRET ?? createHash('sha256').update(`webhook ${token}`).digest('base64url'),
    updates: env.TELEGRAM_UPDATES === 'auto' ? (isPublic ? 'webhook' : 'polling') : env.TELEGRAM_UPDATES,
  };
}

/** A demo shows where invoices would be paid, to an account of nobody. */
function billingOf(env: z.output<typeof Environment>): Config['billing'] {
  const { BILLING_RECIPIENT: recipient, BILLING_IBAN: iban, BILLING_CODE: code } = env;
  if (recipient && iban && code) return { recipient, iban, code };
  return env.DEMO ? DEMO_ACCOUNT : undefined;
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
    billing: billingOf(env),
    googleTagId: env.GOOGLE_TAG_ID,
    analyticsUrl: env.ANALYTICS_URL,
    metricsToken: env.METRICS_TOKEN,
    slowQueryMs: env.SLOW_QUERY_MS,
    maxRequests: env.MAX_REQUESTS,
    apiCallsPerMinute: env.API_CALLS_PER_MINUTE,
    shutdownSeconds: env.SHUTDOWN_SECONDS,
    otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    traceShare: env.OTEL_TRACES_SAMPLER_ARG,
    importAllowPrivateAddresses: env.IMPORT_ALLOW_PRIVATE_ADDRESSES,
    webhooksAllowPrivateAddresses: env.WEBHOOKS_ALLOW_PRIVATE_ADDRESSES,
    webhookReceiver: env.WEBHOOK_RECEIVER_URL,
    secretsKeys: env.SECRETS_KEY,
    services: {
      nova_poshta: env.NOVA_POSHTA_URL,
      checkbox: env.CHECKBOX_URL,
      monobank: env.MONOBANK_URL,
      privatbank: env.PRIVATBANK_URL,
      telegram: env.TELEGRAM_URL,
      acquiring: env.ACQUIRING_URL,
    },
    acquiringToken: env.ACQUIRING_TOKEN,
    bot: botOf(env),
    simulators: env.DEMO && env.SIMULATORS,
    simulatorsPort: env.SIMULATORS_PORT,
  };
}
