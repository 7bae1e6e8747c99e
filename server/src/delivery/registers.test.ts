import * as contract from '@lanka/domain/delivery/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaultKind } from '../../simulators/simulator';
import { askCarrier, branchRef, type CarrierWorld, connectCarrier, KEY, LVIV, openCarrier } from '../../test/carrier';
import { differencesOf, makeDropshipper, makeVariants, orderBody, placeOrder } from '../../test/trade';
import { followProject } from './follow';

/** Registers of parcels: what stands in one here stands in it at the carrier's, whatever gets lost. */

let world: CarrierWorld;
let place: () => Promise<string>;

beforeAll(async () => {
  world = await openCarrier();
  await connectCarrier(world);
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
    const body = orderBody({ [variant]: 1 }, { send: true, delivery });
    return (await placeOrder(world.app, world.project, seller.token, body)).body.id;
  };
});
afterAll(() => world.close());

const at = () => ({ params: { project_id: world.project.id }, token: world.project.owner.token });
const of = (id: string) => ({ params: { project_id: world.project.id, id }, token: world.project.owner.token });

/** So many waybills that were made. */
async function made(count: number): Promise<contract.WaybillRow[]> {
  const order_ids = await Promise.all(Array.from({ length: count }, place));
  const { body } = await world.app.call(contract.makeWaybills, { ...at(), body: { order_ids } });
  await askCarrier(world);
  const rows = await world.app.call(contract.listWaybills, { ...at(), query: { batch: body.id } });
  expect(rows.body.items.map(({ state }) => state)).toEqual(Array.from({ length: count }, () => 'made'));
  return rows.body.items;
}
const ids = (rows: readonly contract.WaybillRow[]) => rows.map(({ id }) => id);
const create = (waybill_ids: string[]) => world.app.call(contract.createRegister, { ...at(), body: { waybill_ids } });
const add = (id: string, waybill_ids: string[]) =>
  world.app.call(contract.addToRegister, { ...of(id), body: { waybill_ids } });
const take = (id: string, waybill_ids: string[]) =>
  world.app.call(contract.takeFromRegister, { ...of(id), body: { waybill_ids } });
const read = async (id: string) => (await world.app.call(contract.readRegister, of(id))).body;
const inside = async (id: string) =>
  (await world.app.call(contract.listWaybills, { ...at(), query: { register: id, limit: '200' } })).body.items
    .map(({ ttn }) => ttn)
    .sort();

/** Asks the carrier past the product, as his own page does. */
async function past<T>(modelName: string, calledMethod: string, methodProperties: object): Promise<T[]> {
  const answer = await fetch(world.carrier.addresses.nova_poshta ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey: KEY, modelName, calledMethod, methodProperties }),
  });
  return ((await answer.json()) as { data: T[] }).data;
}

/** What the carrier says: the number of the register of each ТТН. */
async function atCarrier(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let page = 1; ; page += 1) {
    const asked = { Page: page };
    const data = await past<{ IntDocNumber: string; ScanSheetNumber: string }>(
      'InternetDocument',
      'getDocumentList',
      asked,
    );
    for (const { IntDocNumber, ScanSheetNumber } of data) found.set(IntDocNumber, ScanSheetNumber);
    if (data.length < 100) return found;
  }
}
async function heldBy(number: string | null): Promise<string[]> {
  return [...(await atCarrier())].flatMap(([ttn, at_]) => (at_ === number ? [ttn] : [])).sort();
}
async function again(): Promise<void> {
  await world.app.sql(world.project.id, `update integration_tasks set next_at = now() where state = 'waiting'`);
  await askCarrier(world);
}

describe('a register', () => {
  it('is made of waybills, added to, taken from, printed and deleted', async () => {
    const [first, second, third] = (await made(3)) as [contract.WaybillRow, contract.WaybillRow, contract.WaybillRow];
    const { body, status } = await create([first.id, second.id]);
    expect(status).toBe(201);
    expect(body).toMatchObject({ number: null, state: 'asked', count: 2, waiting: 2 });
    expect((await world.app.call(contract.printRegister, of(body.id))).error.code).toBe('delivery.nothing_to_print');
    await askCarrier(world);
    const known = await read(body.id);
    expect(known).toMatchObject({ state: 'made', count: 2, waiting: 0, number: expect.stringMatching(/^105-\d{8}$/) });
    expect(await heldBy(known.number)).toEqual([first.ttn, second.ttn].sort());

    await add(body.id, [third.id]);
    await take(body.id, [first.id]);
    expect(await read(body.id)).toMatchObject({ state: 'changing', count: 2, waiting: 2 });
    await askCarrier(world);
    expect(await inside(body.id)).toEqual([second.ttn, third.ttn].sort());
    expect(await heldBy(known.number)).toEqual([second.ttn, third.ttn].sort());

    const paper = await world.app.call(contract.printRegister, of(body.id));
    expect(String(paper.body)).toMatch(/^%PDF/);
    const listed = (await world.app.call(contract.listRegisters, { ...at(), query: {} })).body.items;
    expect(listed[0]).toMatchObject({ id: body.id, count: 2 });

    expect((await world.app.call(contract.removeRegister, of(body.id))).status).toBe(204);
    await askCarrier(world);
    expect(await heldBy(known.number)).toEqual([]);
    expect((await add(body.id, [first.id])).error.code).toBe('delivery.register_gone');
    expect((await world.app.call(contract.printRegister, of(body.id))).error.code).toBe('delivery.no_register');
    const free = await world.app.call(contract.listWaybills, { ...at(), query: { free: 'true', limit: '200' } });
    expect(ids(free.body.items)).toEqual(expect.arrayContaining([first.id, second.id, third.id]));
  });

  it('takes only what is made, not handed over and in no other', async () => {
    const [first, second, sent] = (await made(3)) as [contract.WaybillRow, contract.WaybillRow, contract.WaybillRow];
    await world.carrier.act('nova_poshta', 'accept', { number: sent.ttn ?? '' });
    await world.app.sql(world.project.id, 'update delivery_tracks set ask_at = now() where ask_at is not null');
    await followProject(world.app.app.services, world.project.id);
    expect((await create([sent.id])).error.code).toBe('delivery.nothing_to_register');
    const { body } = await create([first.id, sent.id]);
    expect(body.count).toBe(1);
    expect((await create([first.id])).error.code).toBe('delivery.nothing_to_register');
    await askCarrier(world);
    const removed = await world.app.call(contract.removeWaybill, of(first.order_id));
    expect(removed.error.code).toBe('delivery.in_register');
    expect((await take(body.id, [second.id])).error.code).toBe('delivery.nothing_to_register');
    expect((await read(body.id)).state).toBe('made');
    expect((await world.app.call(contract.readRegister, of(crypto.randomUUID()))).error.code).toBe(
      'delivery.no_register',
    );
    await world.carrier.act('nova_poshta', 'accept', { number: first.ttn ?? '' });
    await world.app.sql(world.project.id, 'update delivery_tracks set ask_at = now() where ask_at is not null');
    await followProject(world.app.app.services, world.project.id);
    expect((await world.app.call(contract.removeRegister, of(body.id))).error.code).toBe('delivery.handed_over');
  });

  it('of two who press together one gets each waybill', async () => {
    const rows = await made(4);
    const pressed = await Promise.all([create(ids(rows)), create(ids(rows)), create(ids(rows))]);
    expect(pressed.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    await askCarrier(world);
    const number = (await read(pressed.find(({ status }) => status === 201)?.body.id ?? '')).number;
    expect(await heldBy(number)).toEqual(rows.map(({ ttn }) => ttn).sort());
  });

  it('says which the carrier has not taken, and is told so when the key does not hold', async () => {
    const [first, second] = (await made(2)) as [contract.WaybillRow, contract.WaybillRow];
    // somebody has put it into a register at the carrier's own page
    const { body: other } = await create([second.id]);
    await askCarrier(world);
    await world.app.sql(
      world.project.id,
      'update delivery_waybills set register_id = null, register_state = null where id = $1',
      [second.id],
    );
    const { body } = await create([first.id, second.id]);
    await askCarrier(world);
    const known = await read(body.id);
    expect(known).toMatchObject({ state: 'made', count: 1 });
    expect(known.refused).toEqual([
      { ttn: second.ttn, message: expect.stringContaining((await read(other.id)).number ?? '?') },
    ]);
    await world.carrier.act('nova_poshta', 'expire', { key: KEY });
    await take(body.id, [first.id]);
    await askCarrier(world);
    expect(await read(body.id)).toMatchObject({ state: 'made', count: 1, error: { code: 'key_expired' } });
    await world.carrier.act('nova_poshta', 'expire', { key: KEY });
  });
});

/** The references by which the carrier knows these. */
async function refsOf(rows: readonly contract.WaybillRow[]): Promise<string[]> {
  const found = await world.app.sql(world.project.id, 'select ref from delivery_waybills where id = any($1)', [
    ids(rows),
  ]);
  return found.map(({ ref }) => String(ref));
}

describe('what is done at the carrier’s own page', () => {
  it('is left alone: a register that somebody made there becomes none of ours', async () => {
    const rows = await made(2);
    const [sheet] = await past<{ Number: string }>('ScanSheet', 'insertDocuments', {
      DocumentRefs: await refsOf(rows),
    });
    const { body } = await create(ids(rows));
    await askCarrier(world);
    const known = await read(body.id);
    expect(known).toMatchObject({ number: null, state: 'empty', count: 0, waiting: 0 });
    expect(known.refused).toHaveLength(2);
    for (const { message } of known.refused) expect(message).toContain(sheet?.Number);
    await world.app.call(contract.removeRegister, of(body.id));
    await askCarrier(world);
    expect(await heldBy(sheet?.Number ?? '')).toEqual(rows.map(({ ttn }) => ttn).sort());
  });

  it('holds nothing up: a waybill that was deleted there leaves its register and the order', async () => {
    const [first, second] = (await made(2)) as [contract.WaybillRow, contract.WaybillRow];
    const { body } = await create([first.id, second.id]);
    await askCarrier(world);
    await world.carrier.act('nova_poshta', 'delete', { number: first.ttn ?? '' });
    const remove = () => world.app.call(contract.removeWaybill, of(first.order_id));
    // nothing was heard of it yet
    expect((await remove()).error.code).toBe('delivery.in_register');
    await world.app.sql(world.project.id, 'update delivery_tracks set ask_at = now() where ask_at is not null');
    await followProject(world.app.app.services, world.project.id);
    expect((await remove()).status).toBe(200);
    await askCarrier(world);
    expect(await inside(body.id)).toEqual([second.ttn]);
    expect(await read(body.id)).toMatchObject({ state: 'made', count: 1, waiting: 0 });
    const left = await world.app.call(contract.readWaybill, of(first.order_id));
    expect(left.body).toMatchObject({ waybill: null, may: { make: true } });
  });
});

const step = fc.record({
  fault: fc.constantFrom<FaultKind | 'none'>(
    'none',
    'down',
    'error',
    'unavailable',
    'broken_json',
    'lost_answer',
    'limited',
  ),
  only: fc.constantFrom('ScanSheet', 'insertDocuments', 'removeDocuments', 'getDocumentList'),
  move: fc.constantFrom('add', 'take', 'wait'),
  which: fc.nat(3),
});

it('holds at the carrier’s what it holds here, whatever is lost, and each parcel once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const rows = await made(4);
      const { body } = await create([rows[0]?.id ?? '']);
      for (const { fault, only, move, which } of steps) {
        const id = rows[which]?.id ?? '';
        if (move === 'add') await add(body.id, [id]);
        if (move === 'take') await take(body.id, [id]);
        if (fault !== 'none') world.carrier.fault('nova_poshta', { kind: fault, times: 1, only });
        await Promise.all([again(), again()]);
      }
      world.carrier.calm();
      for (let tries = 0; tries < 10 && (await read(body.id)).waiting > 0; tries += 1) await again();
      await again();
      const known = await read(body.id);
      expect(known).toMatchObject({ waiting: 0, refused: [], error: null });
      const held = await inside(body.id);
      if (known.number) expect(await heldBy(known.number)).toEqual(held);
      else expect(held).toEqual([]);
      const carrier = await atCarrier();
      const elsewhere = rows.filter(({ ttn }) => !held.includes(ttn)).map(({ ttn }) => carrier.get(ttn ?? ''));
      expect(elsewhere).toEqual(elsewhere.map(() => ''));
    }),
    { numRuns: 20 },
  );
  expect(await differencesOf(world.app, world.project)).toEqual([]);
}, 240_000);
