import * as contract from '@lanka/domain/partners/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';

/** Counterparties by balance, discount and access, page by page, beside a look at every row. */

let app: TestApp;
let project: TestProject;

beforeAll(async () => {
  app = await testApp();
  project = await app.project();
  const run = (text: string) => app.sql(project.id, text.replaceAll(':project:', `'${project.id}'`));
  await run(`insert into counterparties (project_id, id, name, search_text, discount, created_at, deleted_at)
    select :project:, gen_random_uuid(), 'Крамниця ' || n, 'крамниця ' || n, n % 5 * 100,
      now() - n * interval '1 minute', case when n % 11 = 0 then now() end from generate_series(1, 90) n`);
  await run(`insert into counterparty_accounts (project_id, counterparty_id, balance)
    select project_id, id, (substr(name, 10)::int % 7 - 3) * 100 from counterparties
    where project_id = :project: and not own_sales on conflict (project_id, counterparty_id) do nothing`);
  await run(`insert into search_pending (project_id, kind, id)
    select project_id, 'counterparties', id from counterparties where project_id = :project: on conflict do nothing`);
  await run(`insert into users (id, email, name) select id, id || '@example.com', name from counterparties
    where project_id = :project: and name like '%_3'`);
  await run(`insert into memberships (project_id, user_id, role, counterparty_id, ended_at)
    select project_id, id, 'Client', id, case when name like '%13' or name like '%43' then now() end from counterparties
    where project_id = :project: and name like '%_3'`);
  // one has both, one was accepted long ago
  await run(`insert into invitations (project_id, id, email, role, counterparty_id, token_hash, invited_by, last_sent_at,
      expires_at, accepted_at)
    select project_id, gen_random_uuid(), id || '@example.com', 'Client', id, id::text, '${project.owner.id}', now(), now(),
      case when name like '%64' then now() end
    from counterparties where project_id = :project: and (name like '%_4' or name like '%23')`);
});
afterAll(() => app.close());

const KIND = `(exists (select from memberships m where m.counterparty_id = c.id and m.ended_at is null)
  or exists (select from invitations i where i.counterparty_id = c.id and i.accepted_at is null))`;
const BALANCE = `coalesce((select balance from counterparty_accounts a where a.counterparty_id = c.id), 0)`;

const expectedIds = async (condition: string, order: string): Promise<string[]> =>
  (
    await app.sql<{ id: string }>(
      project.id,
      `select c.id from counterparties c where c.project_id = $1 and c.deleted_at is null and ${condition} order by ${order}`,
      [project.id],
    )
  ).map(({ id }) => id);

async function whole(query: object) {
  const ids: string[] = [];
  const totals = new Set<number>();
  let cursor: string | undefined;
  do {
    const { status, body } = await app.call(contract.listCounterparties, {
      token: project.owner.token,
      params: { project_id: project.id },
      query: { limit: 7, ...query, ...(cursor ? { cursor } : {}) },
    });
    expect(status).toBe(200);
    ids.push(...body.items.map(({ id }) => id));
    totals.add(body.total);
    cursor = body.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return { ids, totals: [...totals] };
}

const CONDITIONS: readonly [object, string][] = [
  [{}, 'true'],
  [{ balance: 'debt' }, `${BALANCE} < 0`],
  [{ balance: 'advance' }, `${BALANCE} > 0`],
  [{ balance: 'zero' }, `${BALANCE} = 0`],
  [{ kind: 'dropshippers' }, KIND],
  [{ kind: 'other' }, `not ${KIND}`],
  [{ kind: 'dropshippers', balance: 'debt' }, `${KIND} and ${BALANCE} < 0`],
  [{ q: 'крамниця 1' }, `c.search_text like '%крамниця 1%'`],
  [
    { q: 'крамниця', kind: 'other', balance: 'zero' },
    `c.search_text like '%крамниця%' and not ${KIND} and ${BALANCE} = 0`,
  ],
];
const SORTS: readonly [string, string][] = [
  ['balance', BALANCE],
  ['discount', 'c.discount'],
  ['created_at', 'c.created_at'],
  ['name', 'c.sort_name'],
];

it.each(CONDITIONS)('fulfil %j in each order', async (query, condition) => {
  for (const [sort, by] of SORTS)
    for (const [sign, direction] of [
      ['', 'asc'],
      ['-', 'desc'],
    ]) {
      const expected = await expectedIds(condition, `${by} ${direction}, c.id ${direction}`);
      const found = await whole({ ...query, sort: `${sign}${sort}` });
      expect(found, `${sign}${sort}`).toEqual({ ids: expected, totals: [expected.length] });
    }
});

it.each([undefined, 'крамниця 1', 'крамниця'])('are counted and summed when “%s” is looked for', async (q) => {
  const [expected] = await app.sql(
    project.id,
    `select count(*)::int as all, (count(*) filter (where ${KIND}))::int as dropshippers,
       (count(*) filter (where not ${KIND}))::int as other, -sum(least(${BALANCE}, 0))::int as debts,
       sum(greatest(${BALANCE}, 0))::int as advances
     from counterparties c where c.project_id = $1 and c.deleted_at is null and c.search_text like $2`,
    [project.id, `%${q ?? ''}%`],
  );
  const { body } = await app.call(contract.countCounterparties, {
    token: project.owner.token,
    params: { project_id: project.id },
    query: q ? { q } : {},
  });
  expect(body).toEqual(expected);
});
