import { entryFor } from '@lanka/domain/ledger/rules';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { freePrepaid, type NewPosting, openAccount, post, postAll, reverse, setCreditTerms } from '.';

let app: TestApp;
let project: TestProject;
const scope = () => ({ project, user: { ...project.owner, name: '' } }) as never;

beforeAll(async () => {
  app = await testApp();
  project = await app.project();
});
afterAll(() => app.close());

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.app.services.db.transaction({ projectIds: [project.id] }, work);

async function account(options?: { named_only: boolean }): Promise<string> {
  const id = newId();
  await within((tx) => openAccount(tx, scope(), id, options));
  return id;
}

const posting = (
  purpose: 'charge' | 'payment' | 'withdrawal' | 'return' | 'logistics',
  counterparty_id: string,
  amount: number,
  more: Partial<NewPosting> = {},
): NewPosting => ({
  ...entryFor(purpose, amount),
  purpose,
  counterparty_id,
  ref: { kind: purpose === 'charge' ? 'order' : purpose, id: newId() },
  ...more,
});
const ofOrder = (id: string) => ({ ref: { kind: 'order', id } });
const write = (entry: NewPosting) => within((tx) => post(tx, scope(), entry));

type Parts = NonNullable<NewPosting['parts']>;

interface Kept extends Record<string, unknown> {
  order_id: string;
  charged: number;
  credited: number;
  put: number;
  unpaid: number;
}
const kept = (counterparty_id: string) =>
  within((tx) =>
    tx.rows<Kept>(sql`select order_id, charged, credited, put, unpaid, due_on::text as due_on from charges
      where project_id = ${project.id} and counterparty_id = ${counterparty_id} order by sequence, order_id`),
  );
const unpaid = async (counterparty_id: string) => (await kept(counterparty_id)).map((row) => Number(row.unpaid));

describe('what is paid', () => {
  it('money that names no order pays the oldest first, what was there before the charge too', async () => {
    const party = await account();
    await write(posting('payment', party, 50));
    for (const amount of [100, 200, 300]) await write(posting('charge', party, amount));
    expect(await unpaid(party)).toEqual([50, 200, 300]);
    await write(posting('payment', party, 120));
    expect(await unpaid(party)).toEqual([0, 130, 300]);
    await write(posting('withdrawal', party, 150));
    expect(await unpaid(party)).toEqual([80, 200, 300]);
    await write(posting('payment', party, 10_000));
    expect(await unpaid(party)).toEqual([0, 0, 0]);
  });

  it('money that names an order pays that one, and what is more than it the oldest', async () => {
    const party = await account();
    const orders = [newId(), newId()] as const;
    for (const id of orders) await write(posting('charge', party, 100, ofOrder(id)));
    const paid = await write(posting('payment', party, 130, { order_id: orders[1] }));
    expect(await unpaid(party)).toEqual([70, 0]);
    await within((tx) => reverse(tx, scope(), paid?.id ?? '', 'помилка', { order_id: orders[1] }));
    expect(await unpaid(party)).toEqual([100, 100]);
  });

  it('what is paid ahead waits for its order and pays nothing else, and is free once that is canceled', async () => {
    const party = await account();
    const [ahead, never] = [newId(), newId()];
    await write(posting('payment', party, 150, { order_id: ahead }));
    await write(posting('payment', party, 40, { order_id: never }));
    await write(posting('charge', party, 100));
    expect((await kept(party)).map(({ put, unpaid }) => [put, unpaid])).toEqual([
      [0, 100],
      [150, 0],
      [40, 0],
    ]);
    await within((tx) => freePrepaid(tx, scope(), { id: never, counterparty_id: party }));
    await within((tx) => freePrepaid(tx, scope(), { id: never, counterparty_id: party }));
    expect(await unpaid(party)).toEqual([60, 0, 0]);
    await write(posting('charge', party, 120, ofOrder(ahead)));
    // 30 more than it costs pay the oldest
    expect(await unpaid(party)).toEqual([30, 0, 0]);
  });

  it('of the own sales only money that names the order pays it', async () => {
    const party = await account({ named_only: true });
    const [first, second] = [newId(), newId()];
    await write(posting('charge', party, 100, ofOrder(first)));
    await write(posting('charge', party, 100, ofOrder(second)));
    await write(posting('payment', party, 500));
    expect(await unpaid(party)).toEqual([100, 100]);
    const paid = await write(posting('payment', party, 70, { order_id: second }));
    expect(await unpaid(party)).toEqual([100, 30]);
    await within((tx) => reverse(tx, scope(), paid?.id ?? '', 'помилка', { order_id: second }));
    expect(await unpaid(party)).toEqual([100, 100]);
  });

  it('settles more charges than one statement takes', async () => {
    const party = await account();
    await within((tx) =>
      postAll(
        tx,
        scope(),
        Array.from({ length: 1_101 }, () => posting('charge', party, 10)),
      ),
    );
    const paid = await write(posting('payment', party, 10_505));
    expect((await unpaid(party)).filter((left) => left > 0)).toEqual([5, ...Array(50).fill(10)]);
    await within((tx) => reverse(tx, scope(), paid?.id ?? '', 'помилка'));
    expect((await unpaid(party)).filter((left) => left === 10).length).toBe(1_101);
  });

  it('agrees with the rule over any sequence of charges, payments, returns and reversals', async () => {
    const amount = fc.integer({ min: 1, max: 50 });
    const step = fc.record({
      kind: fc.constantFrom(
        'charge',
        'payment',
        'named',
        'ahead',
        'several',
        'return',
        'withdrawal',
        'logistics',
        'reverse',
        'cancel',
      ),
      amount,
      which: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const party = await account();
        const charged: { id: string; left: number }[] = [];
        const ahead: string[] = [];
        const payments: { posting: string; parts: Parts }[] = [];
        const pay = async (amount: number, parts: Parts) => {
          const made = await write(posting('payment', party, amount, { parts }));
          payments.push({ posting: made?.id ?? '', parts });
        };
        for (const { kind, amount, which } of steps) {
          const one = charged[which % Math.max(1, charged.length)];
          if (kind === 'charge') {
            const id = (which % 2 === 0 ? ahead.shift() : undefined) ?? newId();
            await write(posting('charge', party, amount, ofOrder(id)));
            charged.push({ id, left: amount });
          } else if (kind === 'payment' || kind === 'named' || kind === 'ahead') {
            const order = kind === 'named' ? one?.id : kind === 'ahead' ? newId() : undefined;
            if (kind === 'ahead' && order) ahead.push(order);
            await pay(amount, order ? [{ order_id: order, amount }] : []);
          } else if (kind === 'several') {
            // sent ones, one that waits, one that nothing was put against yet; some is left over now and then
            const fresh = newId();
            ahead.push(fresh);
            const named = new Set([one?.id, charged[0]?.id, ahead[0], fresh].filter((id) => id !== undefined));
            const parts = [...named].map((order_id, nth) => ({ order_id, amount: 1 + ((amount + which * nth) % 50) }));
            await pay(
              parts.reduce((sum, part) => sum + part.amount, which % 3 ? 0 : amount),
              parts,
            );
          } else if (kind === 'return' && one && one.left > 0) {
            const back = Math.min(one.left, amount);
            one.left -= back;
            await write(posting('return', party, back, { order_id: one.id }));
          } else if (kind === 'withdrawal' || kind === 'logistics') await write(posting(kind, party, amount));
          else if (kind === 'reverse') {
            const [payment] = payments.splice(which % Math.max(1, payments.length), 1);
            if (payment)
              await within((tx) => reverse(tx, scope(), payment.posting, 'помилка', { parts: payment.parts }));
          } else if (kind === 'cancel') {
            const id = ahead.shift();
            if (id) await within((tx) => freePrepaid(tx, scope(), { id, counterparty_id: party }));
          }
        }
        await agrees(party);
        const put = new Map<string, number>();
        for (const { order_id, amount } of payments.flatMap(({ parts }) => parts))
          put.set(order_id, (put.get(order_id) ?? 0) + amount);
        for (const row of await kept(party)) expect(Number(row.put)).toBe(put.get(row.order_id) ?? 0);
      }),
      { numRuns: 60 },
    );
  });
});

/** What the account owes, it owes for its newest orders. */
async function agrees(party: string): Promise<void> {
  const rows = await kept(party);
  const [own] = await within((tx) =>
    tx.rows<{
      balance: number;
      reserved: number;
    }>(sql`select balance - purchases_balance as balance, reserved from counterparty_accounts
      where project_id = ${project.id} and counterparty_id = any(${idArray([party])})`),
  );
  let debt = Math.max(0, Number(own?.reserved) - Number(own?.balance));
  const expected = rows
    .toReversed()
    .map(({ charged, credited, put }) => {
      const owed = Math.min(debt, Math.max(0, Number(charged) - Number(credited) - Number(put)));
      debt -= owed;
      return owed;
    })
    .toReversed();
  expect(rows.map((row) => Number(row.unpaid))).toEqual(expected);
}

describe('what is agreed', () => {
  const agree = (party: string, terms: Partial<Parameters<typeof setCreditTerms>[3]>) =>
    within((tx) =>
      setCreditTerms(tx, scope(), party, { payment_days: null, credit_limit: null, on_limit: 'refuse', ...terms }),
    );

  it('gives each charge its last day by the terms of then', async () => {
    const party = await account();
    await write(posting('charge', party, 100, { day: '2026-10-01' }));
    await agree(party, { payment_days: 14 });
    await write(posting('charge', party, 100, { day: '2026-10-01' }));
    await agree(party, { payment_days: 3 });
    expect((await kept(party)).map(({ due_on }) => due_on)).toEqual([null, '2026-10-15']);
  });

  it('refuses what goes beyond the limit, to the kopeck, and lets through what was paid ahead', async () => {
    const party = await account();
    await agree(party, { credit_limit: 100 });
    await write(posting('charge', party, 60));
    await expect(write(posting('charge', party, 41))).rejects.toMatchObject({ code: 'ledger.credit_exceeded' });
    expect(await unpaid(party)).toEqual([60]);
    const ahead = newId();
    await write(posting('payment', party, 500, { order_id: ahead }));
    await expect(write(posting('charge', party, 41))).rejects.toMatchObject({ code: 'ledger.credit_exceeded' });
    await write(posting('charge', party, 500, ofOrder(ahead)));
    await write(posting('charge', party, 40));
    expect(await unpaid(party)).toEqual([60, 0, 40]);
  });

  it('of two charges at once that fit only one each, one is refused', async () => {
    const party = await account();
    await agree(party, { credit_limit: 100 });
    const both = await Promise.allSettled([60, 60].map((amount) => write(posting('charge', party, amount))));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await unpaid(party)).toEqual([60]);
  });

  it('refuses where something is overdue, and only then', async () => {
    const party = await account();
    await agree(party, { payment_days: 5 });
    const old = newId();
    await write(posting('charge', party, 10, { day: '2026-01-01', ...ofOrder(old) }));
    await expect(write(posting('charge', party, 1))).rejects.toMatchObject({ code: 'ledger.payment_overdue' });
    await agree(party, { payment_days: 5, on_limit: 'warn' });
    await write(posting('charge', party, 1));
    await agree(party, { payment_days: 5 });
    await write(posting('payment', party, 10, { order_id: old }));
    await write(posting('charge', party, 1));
    expect(await unpaid(party)).toEqual([0, 1, 1]);
  });
});
