import * as contract from '@lanka/domain/delivery/contract';
import { dayAfter, dotted, kyivDate } from '@lanka/domain/kit/time';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FaultKind } from '../../simulators/simulator';
import { askCarrier, branchRef, type CarrierWorld, connectCarrier, KEY, LVIV, openCarrier } from '../../test/carrier';
import { differencesOf, makeDropshipper, makeVariants, orderBody, placeOrder } from '../../test/trade';
import { followProject } from './follow';

/** Whatever goes wrong with the carrier: one waybill for a parcel, one posting for its money, one return for a refusal. */

let world: CarrierWorld;
let place: () => Promise<string>;

beforeAll(async () => {
  world = await openCarrier();
  await connectCarrier(world, { rules: { sent: 'do', received: 'do', refused: 'do', paid: 'do' } });
  const [variant = ''] = await makeVariants(world.app, world.project, [
    { stock: 100_000, price: 20_000, recommended_price: 35_000 },
  ]);
  const seller = await makeDropshipper(world.app, world.project);
  place = async () => {
    const delivery = {
      operator: 'nova_poshta' as const,
      ...{ recipient_name: 'Іваненко Ірина', recipient_phone: '0671234567', town: 'Львів' },
      ...{ address: 'Відділення №1', city_ref: LVIV, branch_ref: branchRef(LVIV, 1) },
    };
    const made = await placeOrder(
      world.app,
      world.project,
      seller.token,
      orderBody({ [variant]: 1 }, { send: true, delivery, cod: { sum: 35_000 } }),
    );
    return made.body.id;
  };
});
afterAll(() => world.close());

interface Doc {
  readonly IntDocNumber: string;
  readonly InfoRegClientBarcodes: string;
}
/** What the carrier has, asked past the product. */
async function documents(): Promise<Doc[]> {
  const all: Doc[] = [];
  for (let page = 1; ; page += 1) {
    const asked = {
      apiKey: KEY,
      modelName: 'InternetDocument',
      calledMethod: 'getDocumentList',
      methodProperties: { Page: page },
    };
    const answer = await fetch(world.carrier.addresses.nova_poshta ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(asked),
    });
    const { data } = (await answer.json()) as { data: Doc[] };
    all.push(...data);
    if (data.length < 100) return all;
  }
}

const read = async (id: string) =>
  (
    await world.app.call(contract.readWaybill, {
      params: { project_id: world.project.id, id },
      token: world.project.owner.token,
    })
  ).body;
const ask = (id: string) =>
  world.app.call(contract.makeWaybill, {
    params: { project_id: world.project.id, id },
    token: world.project.owner.token,
    body: {},
  });

/** Time goes by: what was to be tried later is tried now, and the carrier has listed what he lists late. */
async function wait(minutes: number): Promise<void> {
  await world.carrier.advance(minutes * 60_000);
  await world.app.sql(world.project.id, `update integration_tasks set next_at = now() where state = 'waiting'`);
  await world.app.sql(
    world.project.id,
    `update delivery_waybills set tried_at = tried_at - make_interval(mins => $1) where tried_at is not null`,
    [minutes],
  );
}

/** Who looks into the carrier's own page sees at once what was made there. */
async function seen(own_ref: string): Promise<Doc[]> {
  await world.carrier.act('nova_poshta', 'late', { seconds: '0' });
  return (await documents()).filter((doc) => doc.InfoRegClientBarcodes === own_ref);
}

/**
 * Until the waybill is made; an answer without data may be left from before. Where it is not known whether it was made a
 * person looks at the carrier's own page: only when it is not there he says so, and asks for another.
 */
async function settle(id: string, late = 0): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    const { waybill } = await read(id);
    if (waybill?.state === 'made') return;
    if (waybill?.is_unsure && (await seen(await ownRef(id))).length === 0) {
      await world.app.call(contract.removeWaybill, {
        params: { project_id: world.project.id, id },
        token: world.project.owner.token,
      });
    }
    await world.carrier.act('nova_poshta', 'late', { seconds: String(late) });
    if (!waybill) await ask(id);
    await wait(12);
    await askCarrier(world);
  }
}

const ownRef = async (id: string): Promise<string> => {
  const [row] = await world.app.sql<{ own_ref: string }>(
    world.project.id,
    'select own_ref from delivery_waybills where order_id = $1 order by created_at desc limit 1',
    [id],
  );
  return row?.own_ref ?? '';
};

const SAVE = '"InternetDocument","calledMethod":"save"';
const step = fc.record({
  fault: fc.constantFrom<FaultKind | 'empty' | 'none'>(
    'none',
    'down',
    'error',
    'unavailable',
    'limited',
    'broken_json',
    'lost_answer',
    'empty',
  ),
  only: fc.constantFrom(SAVE, '"calledMethod":"save"', 'getDocumentList', ''),
  minutes: fc.constantFrom(1, 3, 12),
});

it('one waybill for a parcel', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(0, 120, 3_600),
      async (steps, late) => {
        await world.carrier.act('nova_poshta', 'late', { seconds: String(late) });
        const id = await place();
        await Promise.all([ask(id), ask(id)]);
        for (const { fault, only, minutes } of steps) {
          if (fault === 'empty') await world.carrier.act('nova_poshta', 'empty');
          else if (fault !== 'none')
            world.carrier.fault('nova_poshta', { kind: fault, times: 1, ...(only ? { only } : {}) });
          await Promise.all([askCarrier(world), askCarrier(world)]);
          await ask(id);
          await wait(minutes);
        }
        world.carrier.calm();
        await settle(id, late);
        const { waybill } = await read(id);
        expect(waybill?.state).toBe('made');
        await world.carrier.act('nova_poshta', 'late', { seconds: '0' });
        const rows = await world.app.sql<{ own_ref: string }>(
          world.project.id,
          'select own_ref from delivery_waybills where order_id = $1',
          [id],
        );
        const refs = rows.map(({ own_ref }) => own_ref);
        const ours = (await documents()).filter((doc) => refs.includes(doc.InfoRegClientBarcodes));
        expect(ours.map((doc) => doc.IntDocNumber)).toEqual([waybill?.ttn]);
      },
    ),
    { numRuns: 25 },
  );
}, 240_000);

const word = fc.record({
  press: fc.constantFrom('accept', 'arrive', 'receive', 'refuse', 'pay', 'back'),
  fault: fc.constantFrom<FaultKind | 'none'>('none', 'none', 'down', 'error', 'broken_json', 'lost_answer', 'limited'),
});

it('one posting for its money and one return for a refusal, whatever the carrier says and in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 2, maxLength: 8 }), async (words) => {
      const id = await place();
      await ask(id);
      await askCarrier(world);
      await settle(id);
      const ttn = (await read(id)).waybill?.ttn ?? '';
      expect(ttn).not.toBe('');
      for (const { press, fault } of words) {
        await world.carrier.act('nova_poshta', press, { number: ttn });
        if (fault !== 'none') world.carrier.fault('nova_poshta', { kind: fault, times: 1 });
        await world.app.sql(world.project.id, 'update delivery_tracks set ask_at = now() where order_id = $1', [id]);
        await Promise.allSettled([1, 2].map(() => followProject(world.app.app.services, world.project.id)));
        world.carrier.calm();
      }
      const count = async (text: string): Promise<number> =>
        (await world.app.sql<{ count: number }>(world.project.id, text, [id]))[0]?.count ?? 0;
      const money = await count(
        `select count(*)::int as count from cod_rows where order_id = $1 and reversed_at is null`,
      );
      const returns = await count(`select count(*)::int as count from returns where order_id = $1`);
      expect(money).toBeLessThanOrEqual(1);
      expect(returns).toBeLessThanOrEqual(1);
      // who has paid was not refused
      expect(money + returns).toBeLessThanOrEqual(1);
    }),
    { numRuns: 20 },
  );
  expect(await differencesOf(world.app, world.project)).toEqual([]);
}, 240_000);

it.each([-24, 24])(
  'one waybill also where the clock of the carrier is %i hours off, and the answer is lost',
  async (hours) => {
    await world.carrier.skew('nova_poshta', hours * 3_600_000);
    const id = await place();
    // by his clock it may be tomorrow: what he refuses before is no waybill
    const today = kyivDate(new Date());
    world.carrier.fault('nova_poshta', {
      kind: 'lost_answer',
      times: 1,
      only: dotted(hours > 0 ? dayAfter(today) : today),
    });
    await ask(id);
    await askCarrier(world);
    expect((await read(id)).waybill?.state).toBe('asked');
    await wait(1);
    await askCarrier(world);
    const { waybill } = await read(id);
    expect(waybill?.state).toBe('made');
    const own = await ownRef(id);
    expect((await documents()).filter((doc) => doc.InfoRegClientBarcodes === own)).toHaveLength(1);
    world.carrier.calm();
  },
);
