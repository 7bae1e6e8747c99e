import { kyivDate } from '@lanka/domain/kit/time';
import { type Account, type Entry, entryFor } from '@lanka/domain/ledger/rules';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { newContext, runInContext } from '../kit/observe/context';
import {
  balances,
  listPostings,
  lockBalance,
  openAccounts,
  type Posted,
  post,
  postAll,
  projectAccounts,
  reverse,
  turnover,
} from '.';

let app: TestApp;
let project: TestProject;
const scope = () => ({
  project: {
    ...project,
    title: '',
    ...{ allow_backorders: false, stock_told: 'number' as const, stock_many_from: 100, subscription_plan: null },
  },
  user: { ...project.owner, name: '' },
});

beforeAll(async () => {
  app = await testApp();
  project = await app.project();
});
afterAll(() => app.close());

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.app.services.db.transaction({ projectIds: [project.id] }, work);

async function accounts(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId);
  await within((tx) => openAccounts(tx, scope(), ids));
  return ids;
}

const charge = (counterparty_id: string, amount: number, ref = newId()) => ({
  ...entryFor('charge', amount),
  purpose: 'charge' as const,
  counterparty_id,
  ref: { kind: 'order', id: ref },
});
const bought = (counterparty_id: string, amount: number, ref = newId()) => ({
  source: 'purchases' as const,
  destination: 'counterparty' as const,
  amount,
  purpose: 'purchase' as const,
  counterparty_id,
  ref: { kind: 'turnover', id: ref },
});
const paidOut = (counterparty_id: string, amount: number) => ({
  ...entryFor('withdrawal', amount),
  purpose: 'withdrawal' as const,
  counterparty_id,
  ref: { kind: 'payment', id: newId() },
});

const receipt = (counterparty_id: string, amount: number, account: 'cash' | 'bank' = 'bank', ref = newId()) => ({
  ...entryFor('payment', amount, account),
  purpose: 'payment' as const,
  counterparty_id,
  ref: { kind: 'payment', id: ref },
  comment: 'Готівка з каси',
});

/** What those have sent last who wait for a lock; asked outside, since a transaction is shown the same all the time. */
async function statementsWaiting(): Promise<string[]> {
  const found = await app.app.services.db.pool.query<{ query: string }>(`
    select regexp_replace(query, '\\s+', ' ', 'g') as query from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return found.rows.map(({ query }) => query);
}

const balanceOf = async (id: string) => (await within((tx) => balances(tx, scope(), [id]))).get(id);

describe('posting', () => {
  it('moves the balance and keeps it beside the posting', async () => {
    const [id] = (await accounts(1)) as [string];
    const first = await within((tx) => post(tx, scope(), charge(id, 500)));
    const second = await within((tx) => post(tx, scope(), receipt(id, 700)));
    expect([first?.balance_after, second?.balance_after, await balanceOf(id)]).toEqual([-500, 200, 200]);
  });

  it('does nothing twice for one cause and purpose', async () => {
    const [id] = (await accounts(1)) as [string];
    const entry = charge(id, 500);
    expect(await within((tx) => post(tx, scope(), entry))).not.toBeNull();
    expect(await within((tx) => post(tx, scope(), { ...entry, amount: 900 }))).toBeNull();
    expect(await within((tx) => postAll(tx, scope(), [entry, entry]))).toEqual([]);
    expect(await balanceOf(id)).toBe(-500);
  });

  it('refuses what is no entry and an account that nobody opened', async () => {
    const [id] = (await accounts(1)) as [string];
    await expect(within((tx) => post(tx, scope(), charge(id, 0)))).rejects.toThrow('not an entry');
    await expect(within((tx) => post(tx, scope(), charge(newId(), 5)))).rejects.toThrow('without an account');
  });

  it('of ten parallel postings for one cause one is done', async () => {
    const [id] = (await accounts(1)) as [string];
    const entry = charge(id, 500);
    const done = await Promise.all(Array.from({ length: 10 }, () => within((tx) => post(tx, scope(), entry))));
    expect(done.filter((one) => one !== null)).toHaveLength(1);
    expect(await balanceOf(id)).toBe(-500);
  });

  it('many accounts in one transaction, in opposite orders at once, neither deadlock nor lose anything', async () => {
    const ids = await accounts(6);
    await Promise.all(
      Array.from({ length: 30 }, (_, i) => {
        const order = i % 2 === 0 ? ids : [...ids].reverse();
        return within((tx) =>
          postAll(
            tx,
            scope(),
            order.map((id) => charge(id, 100)),
          ),
        );
      }),
    );
    const kept = await within((tx) => balances(tx, scope(), ids));
    expect(ids.map((id) => kept.get(id))).toEqual(ids.map(() => -3000));
  });

  it('does not send a posting before it has the lock of the account', async () => {
    const [id] = (await accounts(1)) as [string];
    const entry = charge(id, 500);
    const context = newContext({ kind: 'job', name: 'posting', request_id: 'posting', facts: {} });
    const waiting = await within(async (tx) => {
      await lockBalance(tx, scope(), id);
      const posting = runInContext(context, () => within((other) => post(other, scope(), entry)));
      // the other transaction stands at the lock, and that is all it has sent
      await expect.poll(statementsWaiting).toEqual([expect.stringMatching(/select .* for no key update$/)]);
      expect(context.statements).toBe(1);
      // what is posted meanwhile by the one who has the lock, the other will see
      await post(tx, scope(), entry);
      return { posting };
    });
    expect(await waiting.posting).toBeNull();
    expect(context.statements).toBe(2);
    expect(await balanceOf(id)).toBe(-500);
  });

  it('a transaction that fails afterwards leaves nothing', async () => {
    const [id] = (await accounts(1)) as [string];
    await expect(
      within(async (tx) => {
        await post(tx, scope(), charge(id, 500));
        throw new Error('later');
      }),
    ).rejects.toThrow('later');
    expect(await balanceOf(id)).toBe(0);
  });

  it('a reversal restores the balance, once, and cannot be reversed', async () => {
    const [id] = (await accounts(1)) as [string];
    const posted = (await within((tx) => post(tx, scope(), receipt(id, 800, 'cash')))) as Posted;
    const back = await within((tx) => reverse(tx, scope(), posted.id, 'помилка'));
    expect(back?.balance_after).toBe(0);
    expect(await within((tx) => reverse(tx, scope(), posted.id, 'помилка'))).toBeNull();
    await expect(within((tx) => reverse(tx, scope(), back?.id as string, ''))).rejects.toMatchObject({
      code: 'ledger.not_reversible',
    });
    await expect(within((tx) => reverse(tx, scope(), newId(), ''))).rejects.toMatchObject({
      code: 'ledger.posting_not_found',
    });
  });

  it('the database refuses what would break the books', async () => {
    const [id] = (await accounts(1)) as [string];
    await within((tx) => post(tx, scope(), charge(id, 500)));
    const broken = (set: string) => app.sql(project.id, `update postings set ${set} where counterparty_id = $1`, [id]);
    await expect(broken('amount = 0')).rejects.toThrow('posting_amount_positive');
    await expect(broken('counterparty_change = -501')).rejects.toThrow('posting_change_is_amount');
    await expect(broken('destination = source')).rejects.toThrow('posting_two_accounts');
  });
});

describe('of a counterparty that buys and supplies', () => {
  const sides = async (id: string) => {
    const [row] = await app.sql<{ balance: string; purchases_balance: string }>(
      project.id,
      'select balance, purchases_balance from counterparty_accounts where counterparty_id = $1',
      [id],
    );
    return [Number(row?.balance) - Number(row?.purchases_balance), Number(row?.purchases_balance)];
  };

  it('keeps both sides of the one balance, money on the side that it settles', async () => {
    const [id] = (await accounts(1)) as [string];
    await within((tx) => post(tx, scope(), charge(id, 500)));
    const income = (await within((tx) => post(tx, scope(), bought(id, 800)))) as Posted;
    expect([income.balance_after, await sides(id)]).toEqual([300, [-500, 800]]);
    const out = (await within((tx) => post(tx, scope(), paidOut(id, 200)))) as Posted;
    expect(await sides(id)).toEqual([-500, 600]);
    await within((tx) => post(tx, scope(), receipt(id, 100)));
    expect(await sides(id)).toEqual([-400, 600]);
    // what is taken back is taken from where it was
    await within((tx) => reverse(tx, scope(), out.id, 'помилка'));
    await within((tx) => reverse(tx, scope(), income.id, 'помилка'));
    expect(await sides(id)).toEqual([-400, 0]);
  });

  it('several in one transaction settle one after another', async () => {
    const [id] = (await accounts(1)) as [string];
    await within((tx) => postAll(tx, scope(), [bought(id, 300), paidOut(id, 300), paidOut(id, 50), charge(id, 20)]));
    const { items } = await within((tx) => listPostings(tx, scope(), { counterparty_id: id, limit: 10 }));
    expect(items.map(({ side, change }) => [side, change])).toEqual([
      ['sales', -20],
      ['sales', -50],
      ['purchases', -300],
      ['purchases', 300],
    ]);
    expect(await sides(id)).toEqual([-70, 0]);
  });

  it('from parallel connections each side is Σ of its postings', async () => {
    const [id] = (await accounts(1)) as [string];
    const entries = Array.from({ length: 40 }, (_, i) => {
      const amount = 1 + ((i * 7919) % 900);
      return [bought(id, amount), charge(id, amount), paidOut(id, amount), receipt(id, amount)][i % 4] as ReturnType<
        typeof charge
      >;
    });
    await Promise.all(entries.map((one) => within((tx) => post(tx, scope(), one))));
    const [row] = await app.sql<{ sales: string; purchases: string }>(
      project.id,
      `select sum(counterparty_change) filter (where side = 'sales') as sales,
         sum(counterparty_change) filter (where side = 'purchases') as purchases from postings where counterparty_id = $1`,
      [id],
    );
    expect(await sides(id)).toEqual([Number(row?.sales), Number(row?.purchases)]);
  });
});

describe('over a random sequence from parallel connections', () => {
  it('every balance is Σ of its postings, the chain is unbroken, all accounts together are zero', async () => {
    const ids = await accounts(4);
    const pick = (i: number) => ids[i % ids.length] as string;
    const work = Array.from({ length: 80 }, (_, i) => {
      const amount = 1 + ((i * 7919) % 5000);
      if (i % 3 === 0) return [receipt(pick(i), amount, 'cash')];
      if (i % 5 === 0) return [charge(pick(i), amount), charge(pick(i), amount + 1), receipt(pick(i + 1), amount)];
      return [charge(pick(i), amount)];
    });
    await Promise.all(work.map((entries) => within((tx) => postAll(tx, scope(), entries))));

    const kept = await within((tx) => balances(tx, scope(), ids));
    for (const id of ids) {
      const { items, total } = await within((tx) => listPostings(tx, scope(), { counterparty_id: id, limit: 200 }));
      expect(total).toBe(items.length);
      let balance = 0;
      for (const item of [...items].reverse()) {
        balance += item.change;
        expect(item.balance_after).toBe(balance);
      }
      expect(kept.get(id)).toBe(balance);
    }
    const rows = await app.sql<{ source: Account; destination: Account; amount: string }>(
      project.id,
      'select source, destination, amount from postings',
    );
    const sums = new Map<Account, number>();
    for (const { source, destination, amount } of rows as unknown as Entry[]) {
      sums.set(destination, (sums.get(destination) ?? 0) + Number(amount));
      sums.set(source, (sums.get(source) ?? 0) - Number(amount));
    }
    expect([...sums.values()].reduce((a, b) => a + b, 0)).toBe(0);
    const shown = new Map(
      (await within((tx) => projectAccounts(tx, scope()))).map((row) => [row.account, row.balance]),
    );
    expect(shown.get('sales')).toBe(sums.get('sales'));
    expect(shown.get('cash')).toBe(-(sums.get('cash') ?? 0));
    expect(shown.get('adjustments')).toBe(0);
  });
});

describe('reading', () => {
  it('pages newest first by sequence and filters by purpose and text', async () => {
    const [id] = (await accounts(1)) as [string];
    await within((tx) =>
      postAll(
        tx,
        scope(),
        Array.from({ length: 7 }, (_, i) => (i % 2 ? receipt(id, 10 + i) : charge(id, 10 + i))),
      ),
    );
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await within((tx) => listPostings(tx, scope(), { counterparty_id: id, limit: 3, cursor }));
      expect(page.total).toBe(7);
      seen.push(...page.items.map((item) => item.amount));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([16, 15, 14, 13, 12, 11, 10]);
    const payments = await within((tx) =>
      listPostings(tx, scope(), { counterparty_id: id, purpose: ['payment'], q: 'ГОТІВКА', limit: 50 }),
    );
    expect(payments.items.map((item) => item.amount)).toEqual([15, 13, 11]);
    expect(payments.items[0]?.actor).toMatchObject({ kind: 'user', id: project.owner.id, name: 'Власник' });
    await expect(within((tx) => listPostings(tx, scope(), { limit: 3, cursor: 'x' }))).rejects.toMatchObject({
      code: 'common.invalid',
    });
  });

  it('counts by the day that a posting belongs to, whenever it was entered', async () => {
    const [id] = (await accounts(1)) as [string];
    await within((tx) => post(tx, scope(), { ...charge(id, 100), day: '2026-10-31' }));
    await within((tx) => post(tx, scope(), { ...charge(id, 20), day: '2026-11-01' }));
    // entered last, and yet of October
    await within((tx) => post(tx, scope(), { ...receipt(id, 70), day: '2026-10-15' }));
    const october = await within((tx) => turnover(tx, scope(), id, '2026-10-01', '2026-10-31'));
    expect(october).toMatchObject({ opening: 0, closing: -30 });
    expect(october?.rows.map(({ day, change }) => [day, change])).toEqual([
      ['2026-10-15', 70],
      ['2026-10-31', -100],
    ]);
    const november = await within((tx) => turnover(tx, scope(), id, '2026-11-01', '2026-11-30'));
    expect(november).toMatchObject({ opening: -30, closing: -50 });
    const listed = await within((tx) =>
      listPostings(tx, scope(), { counterparty_id: id, from: '2026-10-15', to: '2026-10-15', limit: 10 }),
    );
    expect(listed.items.map(({ change }) => change)).toEqual([70]);
  });

  it('belongs to today in Kyiv unless said', async () => {
    const [id] = (await accounts(1)) as [string];
    await within((tx) => post(tx, scope(), charge(id, 5)));
    const { items } = await within((tx) => listPostings(tx, scope(), { counterparty_id: id, limit: 1 }));
    expect(items[0]?.day).toBe(kyivDate(new Date(items[0]?.created_at ?? '')));
  });

  it('every period begins where the one before it ended, and the last ends with the balance', async () => {
    const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-02-${String(n).padStart(2, '0')}`);
    const entry = fc.record({ day, amount: fc.integer({ min: 1, max: 10_000 }), in: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 12 }), day, day, async (entries, a, b) => {
        const [id] = (await accounts(1)) as [string];
        for (const one of entries)
          await within((tx) =>
            post(tx, scope(), { ...(one.in ? receipt(id, one.amount) : charge(id, one.amount)), day: one.day }),
          );
        const [first, second] = [a, b].sort() as [string, string];
        const act = (from: string, to: string) => within((tx) => turnover(tx, scope(), id, from, to));
        const next = (d: string) => new Date(Date.parse(d) + 86_400_000).toISOString().slice(0, 10);
        const parts = [
          await act('2026-01-01', first),
          ...(first < second ? [await act(next(first), second)] : []),
          await act(next(second), '2026-03-31'),
        ];
        let balance = 0;
        for (const part of parts) {
          expect(part?.opening).toBe(balance);
          balance = part?.closing ?? Number.NaN;
        }
        expect(balance).toBe(await balanceOf(id));
        expect(parts.flatMap((part) => part?.rows ?? [])).toHaveLength(entries.length);
        const days = parts.flatMap((part) => part?.rows.map((row) => row.day) ?? []);
        expect(days).toEqual([...days].sort());
      }),
      { numRuns: 20 },
    );
  });
});
