import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type { AnyRoute, Route } from '@lanka/domain/kit/route';
import pg from 'pg';
import type { z } from 'zod';
import * as slices from '../src/app';
import { hashPassword, setPasswordHash, upsertUser, writeLinkLetter } from '../src/identity';
import { type App, openApp } from '../src/kit/app';
import { openJobs } from '../src/kit/jobs/jobs';
import { openLog } from '../src/kit/observe/log';
import { readConfig } from '../src/kit/platform/config';
import { bottomUp } from '../src/kit/slice';
import { deliverAll } from '../src/notices';
import { preparedDatabase, type TestDatabase } from './database';

export interface CallOptions<P, Q, B> {
  params?: P;
  query?: Q;
  body?: B;
  token?: string | undefined;
  headers?: Record<string, string>;
}

export interface Answer<R> {
  readonly status: number;
  readonly body: R;
  readonly headers: Record<string, string | string[] | number | undefined>;
  /** The body as an error: `{ code, message, details }`. */
  readonly error: { code: string; message: string; details: Record<string, unknown>[] };
}

export interface TestUser {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

export interface TestProject {
  readonly id: string;
  readonly friendly_id: string;
  readonly owner: TestUser;
}

export interface TestApp {
  readonly app: App;
  readonly url: string;
  call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
    route: Route<P, Q, B, R>,
    options?: CallOptions<z.input<P>, z.input<Q>, z.input<B>>,
  ): Promise<Answer<z.output<R>>>;
  /** A signed-in user. */
  user(name?: string): Promise<TestUser>;
  /** A project with its signed-in Owner. */
  project(title?: string): Promise<TestProject>;
  /** Adds a signed-in user to a project in a role, past the invitation. */
  member(project: TestProject, role: string, counterpartyId?: string | null): Promise<TestUser>;
  /** SQL as the application's role but with the project entered: for looking behind the scenes. */
  sql<T extends pg.QueryResultRow>(projectId: string | null, text: string, values?: unknown[]): Promise<T[]>;
  /** Writes the letters with links that were asked for, as their job does: without `jobs` it is queued only. */
  linkLetters(): Promise<void>;
  /** Tells people what waits in all projects, and writes the letters of it, as its job does. */
  deliver(): Promise<void>;
  /** The secret in the newest letter to this address. */
  tokenFromMail(email: string): Promise<string>;
  /** Signs in somebody who is there already. */
  tokenOf(userId: string): Promise<string>;
  /** SQL statements of the request that was answered last, without begin and commit. */
  lastStatements(): number;
  close(): Promise<void>;
}

/** Services of others are asked of no test that does not start their simulator: nobody answers there. */
const NOWHERE = 'http://127.0.0.1:9';
const NOBODY = {
  NOVA_POSHTA_URL: NOWHERE,
  CHECKBOX_URL: NOWHERE,
  MONOBANK_URL: NOWHERE,
  PRIVATBANK_URL: NOWHERE,
  ACQUIRING_URL: NOWHERE,
  TELEGRAM_URL: NOWHERE,
} as const;

let counter = 0;
let passwordHash: Promise<string> | undefined;

export interface TestAppOptions {
  /** Jobs run; without it they are queued only. */
  readonly jobs?: boolean;
  readonly log?: Writable;
  /** Leads the transactions another way to the database: takes its address and returns the one to use. */
  readonly through?: (url: string) => Promise<string>;
  /** Another one than an empty one of its own. */
  readonly database?: TestDatabase;
}

/** The queues of the jobs: most of what a first start writes. */
async function makeQueues(url: string): Promise<void> {
  const jobs = await openJobs(url, openLog('silent'));
  for (const { job } of bottomUp(slices).flatMap((slice) => slice.jobs ?? [])) jobs.handle(job, async () => undefined);
  await jobs.open();
  await jobs.stop();
}

/** The whole product over a database of its own; calls go through HTTP injection, nothing of ours is mocked. */
export async function testApp(
  env: Record<string, string> = {},
  { jobs = false, log, through, database: given }: TestAppOptions = {},
): Promise<TestApp> {
  const database = given ?? (await preparedDatabase(makeQueues));
  const url = through ? await through(database.url) : database.url;
  const dataDir = mkdtempSync(join(tmpdir(), 'lanka-files-'));
  const ways: Record<string, string> = through ? { DATABASE_URL: url, DIRECT_DATABASE_URL: database.url } : {};
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DB_POOL_SIZE: '12', ...NOBODY, ...ways, ...env });
  const app = await openApp(slices, config, url, openLog(config.logLevel, log), 'test');
  let statements = 0;
  app.server.addHook('onResponse', async (request) => {
    statements = Number(request.facts?.statements ?? 0);
  });
  await app.server.ready();
  if (jobs) await app.startJobs();
  const behind = new pg.Pool({ connectionString: database.url, allowExitOnIdle: true });
  behind.on('error', () => undefined); // a test ends connections, too

  const call: TestApp['call'] = async (route, options = {}) => {
    const path = fillPath(route as unknown as AnyRoute, (options.params ?? {}) as Record<string, string>);
    const query = queryString((options.query ?? {}) as Record<string, unknown>);
    const answer = await app.server.inject({
      method: route.method,
      url: `/api/${path}${query}`,
      headers: {
        ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { payload: JSON.stringify(options.body) }),
    });
    const json = answer.headers['content-type']?.toString().includes('json') ? answer.json() : answer.rawPayload;
    // what is answered must be what the contract says
    if (answer.statusCode < 300 && route.returns.type !== 'undefined' && !route.raw) route.returns.parse(json);
    return { status: answer.statusCode, body: json, error: json, headers: answer.headers };
  };

  const token = async (userId: string): Promise<string> => {
    const session_id = crypto.randomUUID();
    await sql(
      null,
      `insert into sessions (id, user_id, family_hash, refresh_hash, expires_at)
       values ($1, $2, $3, $3, now() + interval '1 day')`,
      [session_id, userId, session_id],
    );
    await sql(null, 'update users set last_sign_in_at = now() where id = $1', [userId]);
    return app.services.keys.sign({ user_id: userId, session_id }, config.jwtAudience, 3600);
  };
  const sql: TestApp['sql'] = async (projectId, text, values = []) => {
    const client = await behind.connect();
    try {
      await client.query(`select set_config('lanka.project_ids', $1, false)`, [projectId ?? '']);
      return (await client.query(text, values)).rows;
    } finally {
      client.release();
    }
  };
  const user: TestApp['user'] = async (name = 'Користувач') => {
    counter += 1;
    const email = `user${counter}@example.com`;
    const id = await app.services.db.transaction({}, async (tx) => {
      const row = await upsertUser(tx, email, name);
      passwordHash ??= hashPassword('a long enough password');
      await setPasswordHash(tx, row.id, await passwordHash);
      return row.id;
    });
    return { id, email, token: await token(id) };
  };

  const linkLetters = async (): Promise<void> => {
    const asked = await sql<{ data: Parameters<typeof writeLinkLetter>[1] }>(
      null,
      `delete from pgboss.job where name = 'identity.link_letter' and state = 'created' returning data`,
    );
    for (const { data } of asked) await writeLinkLetter(app.services, data);
  };

  return {
    app,
    url: database.url,
    call,
    user,
    sql,
    tokenOf: token,
    async project(title = 'Фабрика') {
      const owner = await user('Власник');
      const answer = await app.server.inject({
        method: 'POST',
        url: '/api/projects',
        headers: { authorization: `Bearer ${owner.token}` },
        payload: {
          project: {
            legal_type: 'ФОП',
            legal_name: 'ФОП Коваленко Олена Петрівна',
            contact_person: 'Олена Коваленко',
            edropoy_code: '3184710691',
            title,
            category: 'Одяг',
          },
        },
      });
      if (answer.statusCode !== 201) throw new Error(`the project was refused: ${answer.body}`);
      const { id, friendly_id } = answer.json();
      return { id, friendly_id, owner };
    },
    async member(project, role, counterpartyId = null) {
      const one = await user(role);
      await sql(
        project.id,
        'insert into memberships (project_id, user_id, role, counterparty_id) values ($1, $2, $3, $4)',
        [project.id, one.id, role, counterpartyId],
      );
      if (counterpartyId) {
        await sql(project.id, 'update counterparties set user_id = $2 where project_id = $1 and id = $3', [
          project.id,
          one.id,
          counterpartyId,
        ]);
      }
      return one;
    },
    lastStatements: () => statements,
    linkLetters,
    deliver: () => deliverAll(app.services),
    async tokenFromMail(email) {
      await linkLetters();
      const [letter] = await sql<{ plain: string }>(
        null,
        'select plain from mails where recipient = $1 order by created_at desc, id desc limit 1',
        [email],
      );
      const found = /[?&]token=([\w-]+)/.exec(letter?.plain ?? '');
      if (!found?.[1]) throw new Error(`no link was mailed to ${email}`);
      return found[1];
    },
    async close() {
      await app.close();
      await behind.end();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function fillPath(route: AnyRoute, params: Record<string, string>): string {
  return route.path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
}

function queryString(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  return pairs.length > 0
    ? `?${new URLSearchParams(pairs.map(([key, value]): [string, string] => [key, String(value)]))}`
    : '';
}
