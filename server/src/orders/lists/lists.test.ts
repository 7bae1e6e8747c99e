import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../../test/harness';
import type { ProjectScope } from '../../kit/auth/scope';
import { countOrders } from './counts.store';
import { listOrders } from './lists.store';

let app: TestApp;
let project: TestProject;

beforeAll(async () => {
  app = await testApp();
  project = await app.project();
});
afterAll(() => app.close());

it('counts the few orders of a status by their index, though most orders have another', async () => {
  const { id } = project;
  await app.sql(
    id,
    `insert into orders (project_id, id, number, counterparty_id, status, sum, recommended_sum, created_by, created_at)
     select c.project_id, gen_random_uuid(), n, c.id, case when n <= 5 then 'Ready' else 'Pending' end, 0, 0, $2,
       now() - n * interval '1 minute'
     from counterparties c cross join generate_series(1, 30000) n where c.project_id = $1 and c.own_sales`,
    [id, project.owner.id],
  );
  await app.sql(null, 'analyze orders');
  const scope = { project: { id }, role: 'Owner' } as ProjectScope;
  const read = await app.app.services.db.transaction({ projectIds: [id] }, async (tx) => {
    const page = await listOrders(tx, scope, { limit: 50, sort: '-created_at', status: ['Ready'] });
    expect([page.items.length, page.total]).toEqual([5, 5]);
    expect((await countOrders(tx, scope, {})).by_status).toEqual({ Ready: 5, Pending: 10_000 });
    return tx.rows<{ rows: number }>(
      sql`select seq_tup_read::int as rows from pg_stat_xact_user_tables where relname = 'orders'`,
    );
  });
  expect(read).toEqual([{ rows: 0 }]);
});
