import { availableParallelism } from 'node:os';
import { isAbsolute } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONFIG_DOCS, type ConfigError, readConfig } from './config';

function errorOf(env: Record<string, string>): ConfigError {
  try {
    readConfig(env);
  } catch (error) {
    return error as ConfigError;
  }
  throw new Error('the configuration was accepted');
}

const S3 = {
  S3_ENDPOINT: 'https://s3.example.com/',
  S3_BUCKET: 'files',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

describe('readConfig', () => {
  it('has a value for everything in an empty environment', () => {
    const config = readConfig({});
    // the passwords of the demo are public: nobody else on the network shall find it by chance
    expect(readConfig({ DEMO: 'off' }).host).toBe('0.0.0.0');
    expect(readConfig({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      demo: true,
      publicUrl: 'http://localhost:3000',
      logLevel: 'info',
      jwtAudience: 'https://api.lanka.ua',
      accessTokenTtlSeconds: 900,
      dbPoolSize: 10,
      trustProxy: false,
      importAllowPrivateAddresses: false,
    });
    expect(config.databaseUrl).toBeUndefined();
    expect(config.s3).toBeUndefined();
    expect(isAbsolute(config.dataDir)).toBe(true);
  });

  it('accepts its own documented defaults', () => {
    const env = Object.fromEntries(
      CONFIG_DOCS.filter((doc) => doc.name !== 'PUBLIC_URL').map((doc) => [doc.name, doc.default]),
    );
    expect(readConfig(env)).toEqual(readConfig({}));
  });

  it.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['PORT', 'http'],
    ['HOST', 'a b'],
    ['DATABASE_URL', 'mysql://localhost/lanka'],
    ['DATABASE_URL', 'localhost'],
    ['DEMO', 'yes'],
    ['PUBLIC_URL', 'lanka.ua'],
    ['PUBLIC_URL', 'https://lanka.ua/shop'],
    ['LOG_LEVEL', 'loud'],
    ['SMTP_URL', 'http://mail.example.com'],
    ['MAIL_FROM', 'Lanka'],
    ['ACCESS_TOKEN_TTL_SECONDS', '5'],
    ['DB_POOL_SIZE', '1'],
    ['WORKERS', '0'],
    ['WORKERS', '65'],
    ['WORKERS', 'many'],
    ['TRUST_PROXY', '0'],
    ['TRUST_PROXY', 'nginx'],
    ['FIRST_USER_EMAIL', 'nobody'],
    ['METRICS_TOKEN', 'short'],
    ['IMPORT_ALLOW_PRIVATE_ADDRESSES', '1'],
  ])('refuses %s=%s and says what is allowed in both languages', (name, value) => {
    const error = errorOf({ [name]: value });
    const doc = CONFIG_DOCS.find((entry) => entry.name === name);
    expect(error.names).toEqual([name]);
    expect(error.message).toContain(name);
    expect(error.message).toContain(doc?.allowed.ua);
    expect(error.message).toContain(doc?.allowed.en);
  });

  it('names all bad variables at once', () => {
    expect(errorOf({ PORT: 'x', DEMO: 'x', FIRST_USER_EMAIL: 'x' }).names).toEqual([
      'PORT',
      'DEMO',
      'FIRST_USER_EMAIL',
    ]);
  });

  it('wants all of S3 or nothing', () => {
    expect(readConfig(S3).s3).toEqual({
      endpoint: 'https://s3.example.com',
      bucket: 'files',
      region: 'eu-central-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    });
    expect(errorOf({ S3_BUCKET: 'files', S3_REGION: 'x' }).names).toEqual([
      'S3_ENDPOINT',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
    ]);
  });

  it('takes as many workers as there are processors, and other addresses only beside the first', () => {
    expect(readConfig({}).workers).toBe(1);
    expect(readConfig({ WORKERS: 'auto' }).workers).toBe(Math.min(availableParallelism(), 64));
    const direct = { DIRECT_DATABASE_URL: 'postgres://lanka@localhost/lanka' };
    expect(errorOf(direct).names).toEqual(['DATABASE_URL']);
    const pooled = readConfig({ ...direct, DATABASE_URL: 'postgres://lanka@localhost:6432/lanka' });
    expect(pooled.directDatabaseUrl).toBe(direct.DIRECT_DATABASE_URL);
    expect(errorOf({ READ_DATABASE_URL: 'postgres://lanka@replica/lanka' }).names).toEqual(['DATABASE_URL']);
  });

  it('never prints a secret', () => {
    expect(errorOf({ METRICS_TOKEN: 'hunter2' }).message).not.toContain('hunter2');
    expect(errorOf({ DATABASE_URL: 'mysql://root:hunter2@localhost/x' }).message).not.toContain('hunter2');
  });

  it.each([
    ['on', true],
    ['off', false],
    ['2', 2],
    ['10.0.0.0/8, 127.0.0.1', '10.0.0.0/8, 127.0.0.1'],
    ['::1', '::1'],
  ])('reads TRUST_PROXY=%s', (value, expected) => {
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(expected);
  });

  it('takes a slash at the end of PUBLIC_URL off, and follows PORT without it', () => {
    expect(readConfig({ PUBLIC_URL: 'https://lanka.ua/' }).publicUrl).toBe('https://lanka.ua');
    expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  });

  it('either reads a port exactly or refuses it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10, max: 70_000 }), (port) => {
        const env = { PORT: String(port) };
        if (port >= 1 && port <= 65_535) expect(readConfig(env).port).toBe(port);
        else expect(errorOf(env).names).toEqual(['PORT']);
      }),
    );
  });
});
