import { listOrders } from '@lanka/domain/orders/contract';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { routes, WALLS } from '../collected';
import { address } from '../setup';
import { ask, keyOf, questionOf } from './ask';
import { wallMatrix } from './matrix';
import { withoutTenant } from './tap';

/**
 * Row-level security stands alone: the matrix once more, but the stores ask without the conditions that tie their
 * statements to the project. Nobody may be told or may change more than before.
 */
const matrix = wallMatrix({ unfiltered: true });

/** They ask for no row: the first only write, the others answer a table without goods, or what was sent as a table. */
const WITHOUT_CONDITIONS = [
  'POST projects/:project_id/payment_details',
  'POST projects/:project_id/reconciliations/propose',
  'POST projects/:project_id/reconciliations/remind',
  'PUT projects/:project_id/reconciliation_settings',
  'PUT projects/:project_id/pause',
  'DELETE projects/:project_id/pause',
  'GET projects/:project_id/imports/template',
  // the directory of the carrier is of no project
  'GET projects/:project_id/delivery/cities',
  'GET projects/:project_id/delivery/warehouses',
  'POST projects/:project_id/cod/read',
  // no test has a bot that does not start its simulator
  'PATCH projects/:project_id/users/enable_telegram_integration',
  'POST projects/:project_id/bot_groups',
  // the books of the platform stand in no project; who pays is a condition that cannot be taken out
  'GET projects/:project_id/billing/invoices',
  'GET projects/:project_id/billing/invoices/:id',
  'GET projects/:project_id/billing/invoices/:id/pdf',
  // a sandbox is looked for among all projects, and there is none
  'GET projects/:project_id/sandbox',
  'POST projects/:project_id/sandbox',
  'POST projects/:project_id/sandbox/key',
  'DELETE projects/:project_id/sandbox',
  // what was asked once is refused before anything of it is read
  'POST projects/:project_id/catalogue_listing/request',
  // a supplier who stands in no catalogue is not to be found
  'POST projects/:project_id/dropship_requests',
];

describe('the conditions were really taken out', () => {
  it('of every route of a project that asks for its rows', () => {
    const asking = routes.filter(({ path }) => path.startsWith('projects/:project_id/'));
    const untouched = asking.map(keyOf).filter((key) => !matrix.deeds.get(key)?.some(({ stripped }) => stripped > 0));
    expect(untouched.sort()).toEqual([...WITHOUT_CONDITIONS].sort());
  });

  it('of every list of a dropshipper that joins several projects', () => {
    const asking = routes.filter(({ auth }) => auth === 'dropshipping').map(keyOf);
    const left = asking.flatMap((key) =>
      (matrix.deeds.get(key) ?? []).flatMap(({ statements }) =>
        statements.filter(({ text }) => /\.project_id, \w+\.counterparty_id\) in/i.test(withoutTenant(text).text)),
      ),
    );
    expect(left).toEqual([]);
  });

  it('so that whoever stands above row-level security is told everything', async () => {
    const { app, tap, tokens, world } = matrix;
    const route = routes.find(({ path, method }) => path === listOrders.path && method === 'GET');
    if (!route) throw new Error('the list of orders is gone');
    const question = questionOf(route, WALLS[keyOf(route)] ?? {}, world.ours);
    const { answer, deed } = await tap.watch(() => ask(app, route, question, tokens.Owner));
    expect(answer.text).not.toContain(world.theirs.mark);
    const database = new URL(app.url).pathname.slice(1);
    const above = new pg.Client({ connectionString: address(inject('cluster').adminUrl, { database }) });
    await above.connect();
    try {
      const told: unknown[] = [];
      for (const { text, values } of deed.statements)
        told.push((await above.query(withoutTenant(text).text, [...values])).rows);
      expect(JSON.stringify(told)).toContain(world.theirs.mark);
    } finally {
      await above.end();
    }
  });
});
