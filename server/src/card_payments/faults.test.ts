import * as contract from '@lanka/domain/card_payments/contract';
import { readCounterparty } from '@lanka/domain/partners/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FaultKind } from '../../simulators/simulator';
import { type Cards, openCards } from '../../test/cards';
import { differencesOf, makeDropshipper } from '../../test/trade';

/** Whatever the bank does and the payer presses: what the card was charged is on the balance once, less what went back. */

let cards: Cards;
beforeAll(async () => {
  cards = await openCards();
});
afterAll(() => cards.close());

const kinds: FaultKind[] = ['down', 'error', 'unavailable', 'limited', 'broken_json', 'lost_answer'];
const step = fc.record({
  deed: fc.constantFrom('pay', 'pay', 'decline', 'again', 'disorder', 'forge', 'refund', 'ours', 'work', 'rotate'),
  fault: fc.option(fc.constantFrom(...kinds), { nil: null }),
  only: fc.constantFrom('status', 'cancel', 'create', 'pubkey', 'GET'),
  times: fc.integer({ min: 1, max: 2 }),
});

it('is entered once and refunded once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      cards.simulators.calm();
      const project = await cards.app.project();
      const seller = await makeDropshipper(cards.app, project);
      await cards.connect(project);
      const at = (id: string, token: string) => ({ token, params: { project_id: project.id, id } });
      const begin = () =>
        cards.app.call(contract.payByCard, { ...at('', seller.token), body: { amount: 10_000 } }).catch(() => null);
      await begin();
      for (const { deed, fault, only, times } of steps) {
        if (fault) cards.simulators.fault('acquiring', { kind: fault, only, times, ms: 1 });
        // two who press together
        await Promise.all([begin(), begin()]);
        const { body } = await cards.app.call(contract.listCardPayments, { ...at('', seller.token), query: {} });
        const [last] = body.items;
        if (!last) continue;
        const ours = { ...at(last.id, project.owner.token), body: { amount: 4_000 } };
        const refund = () => cards.app.call(contract.refundCardPayment, ours);
        if (deed === 'ours') await Promise.all([refund(), refund()]);
        else if (deed === 'work') await Promise.all([cards.work(project), cards.work(project)]);
        else if (deed === 'rotate') await cards.simulators.act('acquiring', 'rotate');
        else
          await cards.simulators
            .act('acquiring', deed, { invoice: last.id, ...(deed === 'refund' ? { amount: '15' } : {}) })
            .catch(() => null);
      }
      cards.simulators.calm();
      await cards.simulators.advance(700_000);
      for (let round = 0; round < 3; round += 1) await cards.work(project);
      const { body } = await cards.app.call(contract.listCardPayments, { ...at('', seller.token), query: {} });
      // what the bank says of each: the truth of cards
      const charged = await Promise.all(body.items.map(({ id }) => cards.chargedOf(id)));
      const balance = (await cards.app.call(readCounterparty, at(seller.counterparty_id, project.owner.token))).body
        .balance;
      expect(balance).toBe(charged.reduce((sum, one) => sum + one, 0));
      expect(await differencesOf(cards.app, project)).toEqual([]);
    }),
    { numRuns: 12 },
  );
}, 240_000);
