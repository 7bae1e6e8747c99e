import type { AnyRoute } from '@lanka/domain/kit/route';
import * as contract from '@lanka/domain/notices/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judge } from '../../test/growth/plans';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';
import { ask } from '../../test/walls/ask';
import { openTap, type Tap } from '../../test/walls/tap';
import { deliverIn } from './deliver';
import { writeDigests } from './digest';

/** Somebody with 100,000 notices, 1,000 of them unread, beside 200 colleagues with 500 each, 5 of them unread. */
const NOTICES = 100_000;

/**
 * Of projects and people there are few here; half of the notices are his, so that reading them in a row is no worse, if it
 * ends with the page.
 */
const ALLOWED = { whole: ['projects', 'memberships', 'users', 'notices'], sorts: 201, reads: 16_000 };

let app: TestApp;
let project: TestProject;
let busy: TestUser;
let tap: Tap;
let client: pg.Client;

beforeAll(async () => {
  app = await testApp();
  project = await app.project();
  busy = project.owner;
  tap = openTap(app);
  client = new pg.Client({ connectionString: app.url });
  await client.connect();
  await client.query(`select set_config('lanka.project_ids', $1, false), set_config('lanka.user_id', $2, false)`, [
    project.id,
    busy.id,
  ]);
  await client.query(
    `insert into users (id, email, name) select gen_random_uuid(), 'colleague' || n || '@example.com', 'Колега' from generate_series(1, 200) n`,
  );
  await client.query(
    `insert into memberships (project_id, user_id, role) select $1, id, 'Manager' from users where email like 'colleague%'`,
    [project.id],
  );
  const rows = `insert into notices (project_id, user_id, id, kind, area, facts, at, created_at, read_at)
    select $1, m.user_id, gen_random_uuid(), 'orders.placed',
      case when n % 10 = 0 then 'money' when n % 50 = 1 then 'partners' else 'orders' end,
      '{"id":"1","number":"1","who":"Олена","sum":1}', now() - n * interval '61 minutes', now() - n * interval '61 minutes',
      case when n > $2::int / 100 then now() end
    from memberships m, generate_series(1, $2::int) n where m.project_id = $1 and (m.user_id = $3) = $4`;
  await client.query(rows, [project.id, NOTICES, busy.id, true]);
  await client.query(rows, [project.id, 500, busy.id, false]);
  await client.query(
    `insert into notice_choices (project_id, user_id, area, app, mail)
     select $1, user_id, area, true, 'now' from memberships, unnest(array['orders', 'money', 'partners', 'comments']) area
     where project_id = $1`,
    [project.id],
  );
  await client.query('vacuum analyze');
}, 120_000);
afterAll(async () => {
  await client.end();
  await app.close();
});

async function faultsOf(route: AnyRoute, query: object, body?: object): Promise<string[]> {
  const question = { params: {}, query: query as Record<string, string>, body, headers: {} };
  tap.keep = false;
  const { answer, deed } = await tap.watch(() => ask(app, route, question, busy.token));
  tap.keep = true;
  const faults = answer.status === 200 ? [] : [`${answer.status} ${answer.text}`];
  const own = deed.statements.filter(({ text }) => text.includes('notices'));
  if (own.length === 0) faults.push('nothing was asked');
  await client.query('begin');
  for (const { text, values } of own)
    faults.push(...(await judge(client, text, values, ALLOWED)).faults.map((one) => `${one}: ${text.slice(0, 200)}`));
  await client.query('rollback');
  return faults;
}

const LISTS = [
  {},
  { area: 'orders' },
  { area: 'partners' },
  { area: 'comments' },
  { area: 'orders,money' },
  { unread: 'true' },
  { unread: 'false' },
  { area: 'money', unread: 'true' },
  { area: 'comments', unread: 'true' },
];
it.each(LISTS)('a list of %o reads its page and its count', async (query) => {
  expect(await faultsOf(contract.listNotices as unknown as AnyRoute, query)).toEqual([]);
});

it('the bell counts no more than it shows', async () => {
  expect(await faultsOf(contract.countUnread as unknown as AnyRoute, {})).toEqual([]);
});

it('marks what is not read, and looks at nothing else', async () => {
  const until = new Date().toISOString();
  expect(await faultsOf(contract.readNotices as unknown as AnyRoute, {}, { until })).toEqual([]);
});

it('finds whom a letter waits for, and takes what is in it, by keys', async () => {
  await client.query(
    `update notices set digest = 'hourly' where project_id = $1 and id in (
       select id from notices where project_id = $1 and user_id = $2 and read_at is null limit 100)`,
    [project.id, busy.id],
  );
  tap.keep = false;
  const morning = new Date(`${new Date().toISOString().slice(0, 10)}T08:30:00Z`);
  const { deed } = await tap.watch(() => writeDigests(app.app.services, morning));
  tap.keep = true;
  const own = deed.statements.filter(({ text }) => text.includes('n.digest is not null'));
  expect(own).toHaveLength(2);
  await client.query('begin');
  for (const { text, values } of own) {
    const allowed = { ...ALLOWED, whole: ALLOWED.whole.filter((table) => table !== 'notices') };
    expect((await judge(client, text, values, allowed)).faults, text).toEqual([]);
  }
  await client.query('rollback');
});

it('tells many of one more by keys', async () => {
  await client.query(
    `insert into notice_events (project_id, id, kind, facts) values ($1, gen_random_uuid(), 'orders.placed', '{"id":"1","number":"1","who":"Олена","sum":1}')`,
    [project.id],
  );
  tap.keep = false;
  const { deed } = await tap.watch(() => deliverIn(app.app.services, project.id));
  tap.keep = true;
  const written = deed.statements.find(({ text }) => text.includes('insert into notices'));
  await client.query('begin');
  const { faults } = await judge(client, written?.text ?? '', written?.values ?? [], { ...ALLOWED, reads: 30_000 });
  await client.query('rollback');
  expect(faults).toEqual([]);
});
