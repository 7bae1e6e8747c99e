import type { Role } from '@lanka/domain/kit/roles';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeVariants, openTrade, orderBody, placeOrder, stockOf, type Trade } from '../../test/trade';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newContext, runInContext } from '../kit/observe/context';
import { closeLevels, revalueLevels } from '../stock';
import { moveOrder } from './move';
import {
  type HistoryInput,
  type NewItem,
  type OrderRecord,
  readItems,
  removeOrder,
  replaceItems,
  saveOrder,
} from './orders.store';

let { app, project, seller } = {} as Trade;

beforeAll(async () => {
  ({ app, project, seller } = await openTrade());
});
afterAll(() => app.close());

const scope = () =>
  ({
    project: {
      ...project,
      title: '',
      ...{ allow_backorders: false, stock_told: 'number' as const, stock_many_from: 100, subscription_plan: null },
    },
    user: { ...project.owner, name: '' },
    role: 'Owner' satisfies Role,
    counterparty_id: null,
    locale: 'ua',
  }) as unknown as ProjectScope;

/** Another connection that keeps these rows locked. */
async function holding(statement: string, values: unknown[]): Promise<{ free(): Promise<void> }> {
  const client = new pg.Client({ connectionString: app.url });
  await client.connect();
  await client.query('begin');
  await client.query(`select set_config('lanka.project_ids', $1, true)`, [project.id]);
  const { rowCount } = await client.query(statement, values);
  expect(rowCount).toBe(1);
  const free = async () => {
    await client.query('commit');
    await client.end();
  };
  return { free };
}

/** Until a statement of somebody waits for a lock. */
const isWaiting = () =>
  expect
    .poll(
      () =>
        app.sql(
          null,
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`,
        ),
      { timeout: 60_000 },
    )
    .toHaveLength(1);

/** The statements that a move has issued while somebody else holds a row that it needs. */
async function issuedBehind(id: string, lock: string, values: unknown[]): Promise<number> {
  const other = await holding(lock, values);
  const work = newContext({ kind: 'request', name: 'move', request_id: 'r', facts: {} });
  const { services } = app.app;
  const moved = runInContext(work, () =>
    services.db.transaction({ projectIds: [project.id], userId: project.owner.id }, (tx) =>
      moveOrder(tx, services, scope(), id, 'Sent', ''),
    ),
  );
  try {
    await isWaiting();
    return work.statements;
  } finally {
    await other.free();
    expect((await moved).status).toBe('Sent');
  }
}

describe('a lock is awaited before what it protects', () => {
  const place = async (variant: string) =>
    (await placeOrder(app, project, seller.token, orderBody({ [variant]: 1 }, { send: true }))).body;

  it('of an order: while somebody else holds it, nothing is asked or written', async () => {
    const [a = ''] = await makeVariants(app, project, [{ stock: 2 }]);
    const { id } = await place(a);
    expect(await issuedBehind(id, 'select from orders where id = $1 for update', [id])).toBe(1);
    expect(await stockOf(app, project, a)).toMatchObject({ actual: 1, booked: 0 });
  });

  it('of stock: the order was locked, then its levels are waited for with what is read, and nothing is taken', async () => {
    const [a = ''] = await makeVariants(app, project, [{ stock: 2 }]);
    const { id } = await place(a);
    const lock = 'select from stock_levels where product_variant_id = $1 for update';
    expect(await issuedBehind(id, lock, [a])).toBe(2);
    expect(await stockOf(app, project, a)).toMatchObject({ actual: 1, booked: 0 });
  });

  it('what writes an order or a level does not compile with one that was only read', () => {
    const write = (tx: Tx, read: OrderRecord, items: NewItem[], entry: HistoryInput) => [
      // @ts-expect-error its row is not locked
      () => saveOrder(tx, scope(), read, {}, entry),
      // @ts-expect-error its row is not locked
      () => replaceItems(tx, scope(), read, items),
      // @ts-expect-error its row is not locked
      () => removeOrder(tx, scope(), read),
      // @ts-expect-error a lock that was not awaited is no order
      () => readItems(tx, scope(), Promise.resolve(read)),
      // @ts-expect-error levels that were only read
      () => closeLevels(tx, scope(), new Map(), [], { withProduct: true }),
      // @ts-expect-error the same
      () => revalueLevels(tx, scope(), new Map(), []),
    ];
    expect(write).toHaveLength(4);
  });
});
