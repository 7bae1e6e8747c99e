import * as contract from '@lanka/domain/fiscal/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaultKind } from '../../simulators/simulator';
import type { TestProject } from '../../test/harness';
import { connect, openShift, openTill, type Till } from '../../test/till';
import { differencesOf, makeVariants, orderBody, placeOrder } from '../../test/trade';

/** Whatever the service does: one cause has one receipt there and here, and the sums agree. */
let till: Till;
let project: TestProject;
let token: string;
let variant: string;

beforeAll(async () => {
  till = await openTill();
  project = await till.app.project();
  token = project.owner.token;
  [variant = ''] = await makeVariants(till.app, project, [{ price: 10_000, recommended_price: 16_005, stock: 5_000 }]);
});
afterAll(() => till.close());

const at = (id: string) => ({ token, params: { project_id: project.id, id } });
const kinds: FaultKind[] = ['down', 'error', 'unavailable', 'limited', 'broken_json', 'lost_answer'];
const Fault = fc.record({
  kind: fc.constantFrom(...kinds),
  times: fc.integer({ min: 1, max: 3 }),
  only: fc.constantFrom('/receipts/sell', '/receipts/', 'signin', 'GET', 'POST', '/shifts'),
});
const Deed = fc.constantFrom<'sell' | 'reverse' | 'service'>('sell', 'sell', 'sell', 'reverse', 'service');
/** What the simulator has: it is asked by its own page, not by us. */
const theirs = async () =>
  JSON.parse(await till.simulators.act('checkbox', 'dump')) as {
    id: string;
    type: string;
    status: string;
    total_sum: number;
  }[];

async function sold(): Promise<string> {
  const { body } = await placeOrder(till.app, project, token, { ...orderBody({ [variant]: 3 }), send: true });
  return body.id;
}

describe('faults of the service', () => {
  it('make no receipt twice and lose none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(Deed, fc.array(Fault, { maxLength: 3 })), { minLength: 1, maxLength: 4 }),
        async (deeds) => {
          await till.simulators.act('checkbox', 'reset');
          till.simulators.calm();
          const { body: register } = await connect(till, project, 1, { name: `Каса ${crypto.randomUUID()}` });
          for (const { kind, times } of deeds[0]?.[1] ?? [])
            till.simulators.fault('checkbox', { kind, times, only: '/shifts', ms: 1 });
          await openShift(till, project, register.id);
          const wanted: string[] = [];
          for (const [deed, faults] of deeds) {
            for (const fault of faults) till.simulators.fault('checkbox', { ...fault, ms: 1 });
            const sale = deed === 'reverse' && wanted[0];
            const { body } = sale
              ? await till.app.call(contract.reverseReceipt, at(sale))
              : deed === 'service'
                ? await till.app.call(contract.makeService, {
                    ...at(register.id),
                    body: { direction: 'in', amount: 10_000 },
                  })
                : await till.app.call(contract.issueReceipt, { ...at(await sold()), body: { payment_method: 'cash' } });
            // the second of two reversals is refused at once
            if ('id' in body) wanted.push(body.id);
            await till.settle(project);
          }
          till.simulators.calm();
          await till.settle(project);
          const there = await theirs();
          expect(there.map(({ id }) => id).sort()).toEqual([...wanted].sort());
          let drawer = 0;
          for (const { id, type, status, total_sum } of there) {
            const { body } = await till.app.call(contract.readReceipt, at(id));
            expect([body.status, body.total]).toEqual([status === 'DONE' ? 'issued' : 'failed', total_sum]);
            if (status === 'DONE') drawer += type === 'RETURN' ? -total_sum : total_sum;
          }
          await till.app.call(contract.closeRegister, at(register.id));
          await till.settle(project);
          const { body: reports } = await till.app.call(contract.listReports, at(register.id));
          expect(reports.items[0]?.figures.balance).toBe(drawer);
          expect(await differencesOf(till.app, project)).toEqual([]);
          await till.app.call(contract.deleteRegister, at(register.id));
        },
      ),
      { numRuns: 12 },
    );
  });

  it('a service that is away stops nobody: the receipt waits and is issued later', async () => {
    await till.simulators.act('checkbox', 'reset');
    const { body: register } = await connect(till, project);
    await openShift(till, project, register.id);
    till.simulators.fault('checkbox', { kind: 'down' });
    const order = await sold();
    const { body, status } = await till.app.call(contract.issueReceipt, {
      ...at(order),
      body: { payment_method: 'card' },
    });
    expect(status).toBe(202);
    await till.work(project);
    expect((await till.app.call(contract.readReceipt, at(body.id))).body.status).toBe('sent');
    till.simulators.calm();
    await till.settle(project);
    expect((await till.app.call(contract.readReceipt, at(body.id))).body.status).toBe('issued');
  });
});
