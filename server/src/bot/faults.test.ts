import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FaultKind } from '../../simulators/simulator';
import { IHOR, OLENA, openTelegram, PETER, type TelegramWorld } from '../../test/telegram';
import { hearWaiting, pollOnce } from '.';
import { insertMessages } from './outbox.store';

/**
 * Whatever goes wrong with Telegram: what was to be told is told, and twice only where the answer was lost after it was
 * sent; what was written to the bot is answered.
 */

let world: TelegramWorld;
beforeAll(async () => {
  world = await openTelegram();
  await world.link(world.project.owner, OLENA);
  await world.link(world.seller, IHOR);
  await world.link(await world.app.member(world.project, 'Manager'), PETER);
});
afterAll(() => world.close());

const KINDS: readonly FaultKind[] = ['down', 'error', 'unavailable', 'limited', 'broken_json', 'lost_answer'];
/** It was sent, and we do not hear of it; of an answer that breaks off we do. */
const UNHEARD: readonly FaultKind[] = ['lost_answer'];

const fault = fc.record({ kind: fc.constantFrom(...KINDS), times: fc.integer({ min: 1, max: 3 }) });
const person = fc.constantFrom(OLENA, IHOR, PETER);
let nth = 0;

it('loses nothing, and says twice only what it could not know', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fault, { maxLength: 4 }),
      fc.array(person, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      async (faults, people, folds) => {
        nth += 1;
        const marks = people.map((one, at) => ({ chat_id: String(one), html: `звістка ${nth}.${at};` }));
        for (const one of faults) world.cloud.fault('telegram', one);
        await world.app.app.services.db.transaction({}, (tx) =>
          insertMessages(
            tx,
            marks.map((one) => ({ ...one, of_project: world.project.id, folds })),
          ),
        );
        await world.flush();
        world.cloud.calm();
        const unheard = faults.reduce((sum, { kind, times }) => sum + (UNHEARD.includes(kind) ? times : 0), 0);
        let doubled = 0;
        for (const { chat_id, html } of marks) {
          const came = (await world.chat(Number(chat_id))).filter(({ text }) => text.includes(html)).length;
          expect(came).toBeGreaterThanOrEqual(1);
          doubled += came - 1;
        }
        // one call may carry several
        expect(doubled).toBeLessThanOrEqual(unheard * (folds ? people.length : 1));
      },
    ),
    { numRuns: 25 },
  );
}, 120_000);

it('answers each thing that was written, once, whatever fails while it is fetched', async () => {
  const { services } = world.app.app;
  await fc.assert(
    fc.asyncProperty(fc.array(fault, { maxLength: 3 }), async (faults) => {
      const before = (await world.chat(OLENA)).length;
      await world.act({ act: 'say', person: OLENA, text: '/help' });
      for (const one of faults) world.cloud.fault('telegram', { ...one, only: 'getUpdates' });
      for (let tries = 0; tries < 12; tries += 1) await pollOnce(services).catch(() => undefined);
      await Promise.all([hearWaiting(services), hearWaiting(services)]);
      world.cloud.calm();
      await world.flush();
      expect(await world.chat(OLENA)).toHaveLength(before + 1);
    }),
    { numRuns: 8 },
  );
}, 60_000);
