import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type TestApp, testApp } from '../harness';
import { address } from '../setup';
import type { World } from './side';
import { makeWorld } from './world';

/**
 * Row-level security, table by table, as the application's role sees it: what a transaction that entered one project
 * can see and write of another. The tables come from the catalogue of the database, so that a new one is asked too.
 */

/** Tables of no project, with what keeps them apart. A new table is either a tenant's or is named here. */
const OF_NO_PROJECT: Readonly<Record<string, string>> = {
  access_requests: 'of visitors, for the operator',
  bot_chats: 'when a chat may be written to again',
  bot_messages: 'messages of the bot on their way',
  bot_states: 'who works on the queue of the bot',
  bot_updates: 'what was written to the bot, until it is answered',
  catalogue_complaints: 'of a user about a supplier, for the operator',
  catalogue_favourites: 'of a user',
  catalogue_goods: 'a copy of what suppliers show to everybody (decision 0088)',
  catalogue_listings: 'of a project, for its leaders and the operator, by id (decision 0088)',
  catalogue_suppliers: 'a copy of what suppliers show to everybody (decision 0088)',
  api_call_places: 'who has calls of keys that are kept, ids alone, for whoever forgets them',
  acquiring_keys: 'public keys of the bank, by a hash of the token that they were asked for by',
  card_payment_dues: 'ids of payments by card and when each is looked at',
  delivery_branches: 'a copy of what the carrier tells everybody (decision 0106)',
  delivery_cities: 'a copy of what the carrier tells everybody (decision 0106)',
  delivery_streets: 'a copy of what the carrier tells everybody (decision 0106)',
  delivery_street_searches: 'what of it was asked for, and when',
  delivery_directories: 'when that copy was made',
  deployment: 'facts about the deployment',
  email_links: 'of a user, by secret',
  letter_counts: 'counts of letters under a cap',
  mails: 'letters on their way',
  messages: 'of visitors and users, for the operator',
  meter_journals: 'how far the journal of calls by keys was read, a row for each process',
  operator_actions: 'of the operator',
  password_links: 'of a user, by secret',
  plan_card_payments: 'what cards have paid of them, for the operator',
  plan_discounts: 'what is taken off plans, of a project or a user, by his id; for the operator',
  plan_price_told: 'who was told of which higher price, of a project or a user, by his id',
  plan_prices: 'the price list of the platform',
  plan_invoices: 'what is paid to the platform, of a project or a user, by his id; for the operator',
  projects: 'the list of tenants itself: asked by membership',
  recovery_codes: 'of a user',
  site_days: 'how often what happened on the site in a day: counts alone, for the operator',
  sendings: 'counts of what was sent from an address',
  search_workspaces: 'ids of dropshippers who keep something that is searched',
  service_figures: 'how services are in all projects together, for the operator',
  service_troubles: 'what is wrong with a service in a project, for the operator',
  sessions: 'of a user',
  sign_in_failures: 'of an e-mail or an address',
  sign_up_invitations: 'of nobody yet, by secret',
  signing_keys: 'of the deployment',
  user_plan_changes: 'of a user',
  user_storage: 'of a user, by id',
  webhook_places: 'whose webhooks there are, ids alone, for whoever sends them',
  users: 'people: asked by id and e-mail',
};

let app: TestApp;
let world: World;
let ours: string;
let theirs: string;
/** The application's role, and somebody above row-level security. */
let client: pg.Client;
let above: pg.Client;

beforeAll(async () => {
  app = await testApp({ TRUST_PROXY: 'on' });
  world = await makeWorld(app);
  ours = world.ours.project.id;
  theirs = world.theirs.project.id;
  client = new pg.Client({ connectionString: app.url });
  const database = new URL(app.url).pathname.slice(1);
  above = new pg.Client({ connectionString: address(inject('cluster').adminUrl, { database }) });
  await Promise.all([client.connect(), above.connect()]);
});
afterAll(async () => {
  await Promise.all([client.end(), above.end()]);
  await app.close();
});

interface Settings {
  projects?: readonly string[];
  user?: string;
  token?: string;
}

/** In a transaction with these settings, which is rolled back. */
async function within<T>({ projects = [], user = '', token = '' }: Settings, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await client.query(
      `select set_config('lanka.project_ids', $1, true), set_config('lanka.user_id', $2, true),
        set_config('lanka.token_hash', $3, true)`,
      [projects.join(','), user, token],
    );
    return await work();
  } finally {
    await client.query('rollback');
  }
}

const count = async (table: string, where = 'true', values: unknown[] = []): Promise<number> =>
  (await client.query(`select count(*)::int as n from ${table} where ${where}`, values)).rows[0].n;

async function tables(): Promise<{ tenant: string[]; others: string[] }> {
  const { rows } = await above.query<{ name: string; tenant: boolean }>(
    `select c.relname as name, exists (select from pg_attribute a
       where a.attrelid = c.oid and a.attname = 'project_id' and not a.attisdropped) as tenant
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );
  const names = (wanted: boolean) => rows.filter(({ tenant }) => tenant === wanted).map(({ name }) => name);
  return { tenant: names(true), others: names(false) };
}

/** Columns that can be written. */
async function columns(table: string): Promise<string> {
  const { rows } = await above.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity <> 'a'`,
    [table],
  );
  return rows[0]?.names ?? '';
}

const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );
/** insufficient_privilege: what a policy refuses. */
const REFUSED = '42501';

it('every table is a tenant’s, or is known to be of no project', async () => {
  const { others } = await tables();
  expect(others).toEqual(Object.keys(OF_NO_PROJECT).sort());
});

it('nothing in the database sees more than who asks: no view, no function with the rights of another', async () => {
  const { rows } = await above.query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
     union all
     select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`,
  );
  expect(rows).toEqual([]);
});

it('the world has rows of both projects in every table of a tenant, so that there is something to see', async () => {
  const empty: string[] = [];
  for (const name of (await tables()).tenant) {
    const { rows } = await above.query(
      `select count(distinct project_id)::int as n from ${name} where project_id in ($1, $2)`,
      [ours, theirs],
    );
    if (rows[0].n < 2) empty.push(name);
  }
  expect(empty).toEqual([]);
});

describe('a transaction', () => {
  it('sees nothing before it enters a project', async () => {
    for (const name of (await tables()).tenant) expect([name, await within({}, () => count(name))]).toEqual([name, 0]);
  });

  it('sees one project, or those it entered, and no other', async () => {
    for (const name of (await tables()).tenant) {
      const of = (projects: string[]) => within({ projects }, () => count(name, 'project_id <> all($1)', [projects]));
      expect([name, await of([ours]), await of([theirs]), await of([ours, theirs])]).toEqual([name, 0, 0, 0]);
    }
  });

  it('changes and deletes nothing of another project', async () => {
    for (const name of (await tables()).tenant) {
      const [changed, deleted] = await within({ projects: [ours] }, async () => [
        await client.query(`update ${name} set project_id = project_id where project_id = $1`, [theirs]),
        await client.query(`delete from ${name} where project_id = $1`, [theirs]),
      ]);
      expect([name, changed?.rowCount, deleted?.rowCount]).toEqual([name, 0, 0]);
    }
  });

  it('writes nothing into another project, neither new rows nor its own', async () => {
    for (const name of (await tables()).tenant) {
      const { rows } = await above.query(`select to_jsonb(t) as row from ${name} t where project_id = $1 limit 1`, [
        theirs,
      ]);
      const names = await columns(name);
      const row = rows[0]?.row ?? { project_id: theirs };
      const insert = `insert into ${name} (${names}) select ${names} from jsonb_populate_record(null::${name}, $1)`;
      expect([name, await within({ projects: [ours] }, () => refusal(client.query(insert, [row])))]).toEqual([
        name,
        REFUSED,
      ]);
      const owned = await within({ projects: [ours] }, () => count(name));
      if (owned === 0) continue;
      const move = `update ${name} set project_id = $1 where project_id = $2`;
      expect([name, await within({ projects: [ours] }, () => refusal(client.query(move, [theirs, ours])))]).toEqual([
        name,
        REFUSED,
      ]);
    }
  });
});

describe('the second doors', () => {
  it('show a user his own memberships and nobody else’s', async () => {
    const user = world.ours.people.Manager.id;
    await within({ user }, async () => {
      expect(await count('memberships', 'user_id = $1', [user])).toBe(1);
      expect(await count('memberships', 'user_id <> $1', [user])).toBe(0);
      const { tenant } = await tables();
      for (const name of tenant) if (name !== 'memberships') expect([name, await count(name)]).toEqual([name, 0]);
    });
  });

  it('show an invitation to whoever has its secret, and no other', async () => {
    const { rows } = await above.query('select token_hash from invitations where project_id = $1 limit 1', [ours]);
    const token = rows[0].token_hash as string;
    await within({ token }, async () => {
      expect(await count('invitations')).toBe(1);
      const { tenant } = await tables();
      for (const name of tenant) if (name !== 'invitations') expect([name, await count(name)]).toEqual([name, 0]);
    });
  });
});
