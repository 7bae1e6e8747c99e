import * as contract from '@lanka/domain/banking/contract';
import { readCounterparty } from '@lanka/domain/partners/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FaultKind } from '../../simulators/simulator';
import { type Banks, openBanks } from '../../test/banks';
import { differencesOf, makeCounterparty } from '../../test/trade';

/** Whatever a bank does: each of its rows is there once, and has one posting at most. */

let banks: Banks;
beforeAll(async () => {
  banks = await openBanks();
});
afterAll(() => banks.close());

const CODE = '3184710691';
const kinds: FaultKind[] = ['down', 'error', 'unavailable', 'limited', 'broken_json', 'lost_answer'];
const step = fc.record({
  pay: fc.integer({ min: 0, max: 3 }),
  fault: fc.option(fc.constantFrom(...kinds), { nil: null }),
  times: fc.integer({ min: 1, max: 3 }),
  only: fc.constantFrom('/statement', '/transactions', '/balance', '/settings', 'GET'),
  deed: fc.constantFrom('read', 'match', 'match', 'undo', 'ignore', 'forget'),
});

it.each(['monobank', 'privatbank'] as const)(
  '%s',
  async (bank) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), fc.boolean(), async (steps, byRule) => {
        banks.simulators.calm();
        const project = await banks.app.project();
        const at = (id: string) => ({ token: project.owner.token, params: { project_id: project.id, id } });
        const party = await makeCounterparty(banks.app, project);
        const { token } = await banks.connect(project, bank, { rules: { party: byRule } });
        const sent: number[] = [];
        const pay = async () => {
          const amount = 1_000 + sent.length;
          sent.push(amount);
          await banks.simulators.act(bank, 'pay', { token, amount: `${amount / 100}`, code: CODE });
        };
        for (const { pay: count, fault, times, only, deed } of steps) {
          for (let nth = 0; nth < count; nth += 1) await pay();
          if (fault) banks.simulators.fault(bank, { kind: fault, times, only, ms: 1 });
          await Promise.all([banks.read(project, bank), banks.work(project, bank)]).catch(() => undefined);
          const rows = await banks.rows(project);
          const [row] = rows;
          if (!row) continue;
          const both = (route: Promise<unknown>, other: Promise<unknown>) => Promise.all([route, other]);
          if (deed === 'match') {
            const body = { counterparty_id: party };
            await both(
              banks.app.call(contract.matchBankRow, { ...at(row.id), body }),
              banks.app.call(contract.matchBankRow, { ...at(row.id), body }),
            );
          } else if (deed === 'undo' || deed === 'ignore') {
            const body = { reason: 'Ні' };
            await both(
              banks.app.call(contract.undoBankRow, { ...at(row.id), body }),
              banks.app.call(deed === 'undo' ? contract.undoBankRow : contract.ignoreBankRow, { ...at(row.id), body }),
            );
          } else if (deed === 'forget') {
            // as after a process that died before it wrote how far it had come
            await banks.app.sql(project.id, 'update bank_accounts set read_to = null, rest = null');
          }
        }
        banks.simulators.calm();
        await banks.app.sql(project.id, 'update bank_accounts set next_read_at = now() where chosen');
        await banks.read(project, bank);
        const rows = await banks.rows(project);
        expect(rows.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual(sent);
        const { body } = await banks.app.call(readCounterparty, at(party));
        const entered = rows.filter(({ state }) => state === 'matched').reduce((sum, { amount }) => sum + amount, 0);
        expect(body.balance).toBe(entered);
        const [posted] = await banks.app.sql<{ n: number }>(
          project.id,
          `select count(*)::int as n from bank_row_parts p join postings l on l.project_id = p.project_id
           and l.ref_kind = 'payment' and l.ref_id = p.payment_id where p.undone_at is null`,
        );
        expect(posted?.n).toBe(rows.filter(({ state }) => state === 'matched').length);
        expect(await differencesOf(banks.app, project)).toEqual([]);
      }),
      { numRuns: 10 },
    );
  },
  240_000,
);
