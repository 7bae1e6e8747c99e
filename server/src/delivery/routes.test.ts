import { createRule } from '@lanka/domain/automation/contract';
import * as contract from '@lanka/domain/delivery/contract';
import { pauseIntegration, resumeIntegration } from '@lanka/domain/integrations/contract';
import { readOrder, updateOrder } from '@lanka/domain/orders/contract';
import { splitOrder } from '@lanka/domain/parcels/contract';
import { refuseParcel } from '@lanka/domain/returns/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  askCarrier,
  branchRef,
  type CarrierWorld,
  CONTROL_KEY,
  connectCarrier,
  KEY,
  KYIV_TOWN,
  LVIV,
  lockerRef,
  openCarrier,
} from '../../test/carrier';
import {
  differencesOf,
  makeDropshipper,
  makeVariants,
  move,
  orderBody,
  placeOrder,
  type TestDropshipper,
} from '../../test/trade';
import { runRules } from '../automation/run';
import { lockOrder } from '../orders';
import { authoriseSystem } from '../projects';
import { refreshDirectory } from './directory';
import { followProject } from './follow';
import { followChanged, type Place } from './tracks.store';

let world: CarrierWorld;
let seller: TestDropshipper;
let goods: string[];

beforeAll(async () => {
  world = await openCarrier();
  goods = await makeVariants(world.app, world.project, [{ stock: 5_000, price: 20_000, recommended_price: 35_000 }]);
  seller = await makeDropshipper(world.app, world.project);
});
afterAll(() => world.close());
beforeEach(() => world.carrier.calm());

const at = () => ({ params: { project_id: world.project.id }, token: world.project.owner.token });
const ofOrder = (id: string, token = world.project.owner.token) => ({
  params: { project_id: world.project.id, id },
  token,
});

interface Maker {
  readonly cod?: object;
  readonly count?: number;
  readonly delivery?: object;
}
/** An order to Lviv that waits for its parcel. */
async function order({ cod, count = 1, delivery = {} }: Maker = {}): Promise<string> {
  const to = {
    operator: 'nova_poshta' as const,
    ...{ recipient_name: 'Іваненко Ірина', recipient_phone: '0671234567', town: 'Львів' },
    ...{ address: 'Відділення №1', city_ref: LVIV, branch_ref: branchRef(LVIV, 1) },
  };
  const body = orderBody(
    { [goods[0] ?? '']: count },
    { send: true, delivery: { ...to, ...delivery }, ...(cod ? { cod } : {}) },
  );
  const made = await placeOrder(world.app, world.project, seller.token, body);
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body.id;
}
const make = (id: string, body: contract.WaybillBody = {}, token?: string) =>
  world.app.call(contract.makeWaybill, { ...ofOrder(id, token), body });
const read = async (id: string, query = {}) =>
  (await world.app.call(contract.readWaybill, { ...ofOrder(id), query })).body;
const read_order = async (id: string) => (await world.app.call(readOrder, ofOrder(id))).body;
/** Made, with its ТТН. */
async function made(id: string, body: contract.WaybillBody = {}): Promise<string> {
  const asked = await make(id, body);
  if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
  await askCarrier(world);
  const { waybill } = await read(id);
  if (waybill?.state !== 'made' || !waybill.ttn) throw new Error(JSON.stringify(waybill));
  return waybill.ttn;
}
/** Somebody writes this ТТН into the order by hand. */
const type = async (id: string, ttn: string | null) => {
  const { delivery } = await read_order(id);
  const typed = await world.app.call(updateOrder, { ...ofOrder(id), body: { delivery: { ...delivery, ttn } } });
  if (typed.status !== 200) throw new Error(JSON.stringify(typed.body));
};
const press = (action: string, ttn: string) => world.carrier.act('nova_poshta', action, { number: ttn });
/** All that is under way is due now. */
async function follow(): Promise<void> {
  await world.app.sql(world.project.id, `update delivery_tracks set ask_at = now() where ask_at is not null`);
  await followProject(world.app.app.services, world.project.id);
}

describe('connecting', () => {
  it('refuses a key that is wrong or has expired, before anything is kept', async () => {
    const connect = async (key: string) => (await world.app.call(contract.connect, { ...at(), body: { key } })).error;
    expect(await connect('0'.repeat(32))).toMatchObject({ code: 'delivery.key_wrong', details: [{ path: 'key' }] });
    expect((await connect('e'.repeat(32))).code).toBe('delivery.key_expired');
    expect((await connect('short')).code).toBe('common.invalid');
    world.carrier.fault('nova_poshta', { kind: 'down', times: 1 });
    expect((await connect(KEY)).code).toBe('delivery.unreachable');
    expect((await world.app.call(contract.readConnection, at())).body.connection).toBeNull();
    expect((await world.app.call(contract.connect, { ...at(), body: { remind_days: 2 } })).error.code).toBe(
      'delivery.not_connected',
    );
  });

  it('keeps the key sealed, shows its end alone, and chooses what there is one of', async () => {
    const { body } = await world.app.call(contract.connect, { ...at(), body: { key: KEY } });
    expect(body.connection).toMatchObject({ key_tail: 'aaaa', is_ready: false, senders: [{ contacts: [{}] }] });
    expect(body.connection?.sender_ref).toBe(body.connection?.senders[0]?.ref);
    const [kept] = await world.app.sql(world.project.id, 'select * from delivery_connections');
    expect(JSON.stringify(kept)).not.toContain(KEY);
    expect((await make(await order())).error.code).toBe('delivery.not_ready');
    await connectCarrier(world);
    const state = (await world.app.call(contract.readConnection, at())).body;
    expect(state.connection).toMatchObject({ is_ready: true, city: { name: 'Київ' } });
    expect(state.directory.branches).toBeGreaterThan(700);
    const calls = JSON.stringify(await world.app.sql(world.project.id, 'select * from integration_calls'));
    expect(calls).not.toContain(KEY);
  });

  it('takes no locker and no branch of another town to send from', async () => {
    const wrong = async (branch_ref: string) =>
      (await world.app.call(contract.connect, { ...at(), body: { city_ref: KYIV_TOWN, branch_ref } })).error;
    expect(await wrong(lockerRef(KYIV_TOWN, 1))).toMatchObject({
      code: 'delivery.unknown_place',
      details: [{ path: 'branch_ref' }],
    });
    expect((await wrong(branchRef(LVIV, 1))).code).toBe('delivery.unknown_place');
  });
});

describe('towns and branches', () => {
  const cities = async (q: string) => (await world.app.call(contract.listCities, { ...at(), query: { q } })).body.items;
  const branches = async (query: object) =>
    (await world.app.call(contract.listBranches, { ...at(), query: { city: LVIV, ...query } })).body.items;

  it.each(['Льв', 'м. Львів', 'м.львів', 'kmd', 'львів, Львівська обл.'])('%s', async (q) => {
    expect((await cities(q)).map(({ name }) => name)).toEqual(['Львів']);
  });
  it.each(["кам'янець", 'Кам’янець-Под', 'камянець под'])('%s', async (q) => {
    expect((await cities(q)).map(({ name }) => name)).toEqual(['Кам’янець-Подільський']);
  });
  it('tells towns of one name apart, and shows the large ones first', async () => {
    expect((await cities('с. Іванівка')).map(({ area }) => area)).toEqual(
      expect.arrayContaining(['Київська обл., Білоцерківський р-н']),
    );
    expect((await cities(''))[0]?.name).toBe('Київ');
    expect(await cities('Ніде')).toEqual([]);
  });
  it('finds by number, street and kind; closed and forbidden ones are not there', async () => {
    expect((await branches({ q: '№ 5' }))[0]).toMatchObject({ number: 5, kind: 'branch' });
    expect((await branches({ q: 'соборн' })).every(({ name }) => name.includes('Соборна'))).toBe(true);
    expect((await branches({ kind: 'locker' })).every(({ number }) => number > 5_000)).toBe(true);
    expect((await branches({ q: '2' })).map(({ number }) => number)).not.toContain(2);
    expect((await branches({ q: '3' })).map(({ number }) => number)).not.toContain(3);
    expect((await branches({ weight: 40_000 })).every(({ max_weight }) => max_weight === 0)).toBe(true);
  });
});

it('is read by the key of another project where the first has expired', async () => {
  await world.app.sql(world.project.id, 'delete from delivery_directories');
  const other = await world.app.project();
  const theirs = { params: { project_id: other.id }, token: other.owner.token };
  const key = 'b'.repeat(32);
  await world.app.call(contract.connect, { ...theirs, body: { key } });
  const first = world.project.id < other.id ? KEY : key;
  await world.carrier.act('nova_poshta', 'expire', { key: first });
  await refreshDirectory(world.app.app.services);
  const states = await Promise.all([at(), theirs].map((where) => world.app.call(contract.readConnection, where)));
  expect(states.map(({ body }) => body.connection?.is_refused)).toEqual([first === KEY, first === key]);
  expect(states[0]?.body.directory.branches).toBeGreaterThan(700);
  await world.carrier.act('nova_poshta', 'expire', { key: first });
  await connectCarrier(world);
});

describe('a courier to the door', () => {
  const streets = async (q: string) =>
    (await world.app.call(contract.listStreets, { ...at(), query: { city: LVIV, q } })).body.items;
  const door = async () => {
    const [street] = await streets('вул. Шевч');
    if (!street) throw new Error('no street');
    return { street_ref: street.ref, street: street.name, house: '12', flat: '5' };
  };
  const toDoor = async (rest: object = {}) => {
    const delivery = {
      ...{ operator: 'nova_poshta' as const, recipient_name: 'Іваненко Ірина', recipient_phone: '0671234567' },
      ...{ town: 'Львів', address: 'вул. Шевченка, 12, кв. 5', city_ref: LVIV, door: await door() },
    };
    return order({ delivery, ...rest });
  };

  it('finds streets by two letters, asks the carrier once, and offers what is known when he is down', async () => {
    const asked = () => world.carrier.calls('nova_poshta').filter(({ what }) => what.includes('getStreet')).length;
    expect(await streets('с')).toEqual([]);
    const before = asked();
    expect((await streets('со')).map(({ name }) => name)).toEqual(['вул. Соборна']);
    expect((await streets('вулиця Собор')).map(({ name }) => name)).toEqual(['вул. Соборна']);
    expect((await streets('українк')).map(({ name }) => name)).toEqual(['вул. Лесі Українки']);
    expect(asked()).toBe(before + 2);
    world.carrier.fault('nova_poshta', { kind: 'down' });
    expect((await streets('собо')).map(({ name }) => name)).toEqual(['вул. Соборна']);
    expect(await streets('миру')).toEqual([]);
    world.carrier.calm();
    expect((await streets('миру')).map(({ name }) => name)).toEqual(['вул. Миру']);
  });

  it.each(["в'яч", 'вул. В’ячеслава', 'Вʼяч', 'в`ячес'])('finds the street with an apostrophe by %s', async (q) => {
    expect((await streets(q)).map(({ name }) => name)).toEqual(["вул. В'ячеслава Липинського"]);
  });
  it('asks for a street with its apostrophe though it was looked for without', async () => {
    await world.app.sql(world.project.id, 'delete from delivery_streets');
    await world.app.sql(world.project.id, 'delete from delivery_street_searches');
    expect(await streets('вячес')).toEqual([]);
    const named = ["вул. В'ячеслава Липинського"];
    expect((await streets("в'ячес")).map(({ name }) => name)).toEqual(named);
    expect((await streets('вячес')).map(({ name }) => name)).toEqual(named);
  });

  it('goes from the order to the waybill, costs more than a branch, and is changed to one', async () => {
    const id = await toDoor({ cod: { sum: 35_000 } });
    expect((await read_order(id)).delivery.door).toEqual(await door());
    const { plan, problems } = await read(id);
    expect(plan).toMatchObject({ branch_ref: null, branch_name: 'вул. Шевченка, 12, кв. 5', door: { house: '12' } });
    expect(problems).toEqual([]);
    const query = { city: LVIV, weight: 1_000, declared: 35_000 };
    const cost = async (more: object) =>
      (await world.app.call(contract.readPrice, { ...at(), query: { ...query, ...more } })).body.cost ?? 0;
    expect(await cost({ door: 'true' })).toBeGreaterThan(await cost({}));
    await made(id);
    const sent = world.carrier
      .calls('nova_poshta')
      .filter(({ what }) => what.includes('"InternetDocument","calledMethod":"save"'))
      .at(-1)?.what;
    expect(sent).toContain('WarehouseDoors');
    await world.app.call(contract.changeWaybill, { ...ofOrder(id), body: { weight: 3_000 } });
    await askCarrier(world);
    expect(await read(id)).toMatchObject({ waybill: { state: 'made', plan: { weight: 3_000, door: { flat: '5' } } } });
    const body = { city_ref: LVIV, branch_ref: branchRef(LVIV, 1) };
    await world.app.call(contract.changeWaybill, { ...ofOrder(id), body });
    await askCarrier(world);
    expect(await read(id)).toMatchObject({ waybill: { state: 'made', error: null, plan: { door: null, ...body } } });
  });

  it('is forgotten when its address is written over, and takes no payment control', async () => {
    await world.app.call(contract.connect, { ...at(), body: { key: CONTROL_KEY } });
    await world.app.call(contract.connect, {
      ...at(),
      body: { city_ref: KYIV_TOWN, branch_ref: branchRef(KYIV_TOWN, 1) },
    });
    const id = await toDoor({ cod: { sum: 35_000 } });
    const wrong = await make(id, { cod_service: 'payment_control' });
    expect(wrong.error.details).toMatchObject([{ path: 'cod_service', code: 'delivery.control_door' }]);
    const { delivery } = await read_order(id);
    const { door: _, branch_ref: __, city_ref: ___, ...words } = delivery;
    const body = { delivery: { ...words, address: 'Площа Ринок, 1' } };
    await world.app.call(updateOrder, { ...ofOrder(id), body });
    expect((await read_order(id)).delivery.door).toBeNull();
    await connectCarrier(world);
  });
});

it('says price and day, and what the carrier says when he does not', async () => {
  const query = { city: LVIV, weight: 2_000, declared: 35_000, cod: 35_000 };
  const { body } = await world.app.call(contract.readPrice, { ...at(), query });
  expect(body).toMatchObject({ cost: expect.any(Number), cod_cost: expect.any(Number) });
  expect(body.cost ?? 0).toBeGreaterThan(7_000);
  expect(body.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  for (const [kind, code] of [
    ['limited', 'delivery.busy'],
    ['error', 'delivery.unreachable'],
    ['broken_json', 'delivery.unreachable'],
  ] as const) {
    world.carrier.fault('nova_poshta', { kind, times: 1 });
    const told = (await world.app.call(contract.readPrice, { ...at(), query })).body;
    expect(told).toMatchObject({ cost: null, problem: { code } });
  }
});

describe('a waybill', () => {
  it('is made from the order in one press, and its ТТН lands as a typed one does', async () => {
    const id = await order({ cod: { sum: 50_000 }, count: 2 });
    const before = await read(id);
    expect(before).toMatchObject({ waybill: null, problems: [], may: { make: true } });
    expect(before.plan).toMatchObject({
      declared: 70_000,
      cod_sum: 50_000,
      weight: 1_000,
      branch_ref: branchRef(LVIV, 1),
    });
    expect((await make(id)).body.waybill?.state).toBe('asked');
    await askCarrier(world);
    const { waybill } = await read(id);
    expect(waybill).toMatchObject({
      state: 'made',
      ttn: expect.stringMatching(/^2045\d{10}$/),
      cost: expect.any(Number),
    });
    expect((await read_order(id)).delivery.ttn).toBe(waybill?.ttn);
    const history = await world.app.sql(
      world.project.id,
      `select changes from order_history where order_id = $1 and kind = 'edited'`,
      [id],
    );
    expect(JSON.stringify(history)).toContain(waybill?.ttn);
  });

  it('that waits says on its order why, and when the carrier is asked again; or that somebody has paused him', async () => {
    const id = await order();
    world.carrier.fault('nova_poshta', { kind: 'unavailable' });
    expect((await make(id)).body.wait).toEqual({ service: 'nova_poshta', why: null, next_at: null, paused: false });
    await askCarrier(world);
    const { wait } = await read(id);
    expect(wait).toMatchObject({ why: 'Служба не працює: HTTP 503', paused: false });
    expect(Date.parse(wait?.next_at ?? '')).toBeGreaterThan(Date.now());
    const service = { params: { ...at().params, service: 'nova_poshta' as const }, token: at().token };
    await world.app.call(pauseIntegration, service);
    expect((await read(id)).wait).toMatchObject({ next_at: null, paused: true });
    await world.app.call(resumeIntegration, service);
    world.carrier.calm();
    await world.app.sql(world.project.id, `update integration_tasks set next_at = now() where state = 'waiting'`);
    await askCarrier(world);
    expect(await read(id)).toMatchObject({ waybill: { state: 'made' }, wait: null });
  });

  it('is asked for once by two who press together, and made once', async () => {
    const id = await order();
    const both = await Promise.all([make(id), make(id)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(both.map(({ body }) => body.waybill?.id)).size).toBe(1);
    await Promise.all([askCarrier(world), askCarrier(world)]);
    expect((await read(id)).waybill?.state).toBe('made');
    expect(
      world.carrier
        .calls('nova_poshta')
        .filter(({ what }) => what.includes('InternetDocument","calledMethod":"save') && what.includes(id.slice(-8)))
        .length,
    ).toBeLessThan(2);
  });

  it('names all that is wrong by field, in Ukrainian, and asks for nothing', async () => {
    const id = await order({
      delivery: { recipient_name: 'Ira', branch_ref: null, city_ref: null, town: 'Ніде', address: 'десь' },
    });
    const { error } = await make(id);
    expect(error.code).toBe('delivery.problems');
    expect(error.details.map(({ path, code }) => [path, code])).toEqual([
      ['recipient_name', 'delivery.name_parts'],
      ['city_ref', 'delivery.no_town'],
    ]);
    expect(String(error.details[0]?.message)).toMatch(/прізвище/);
    expect((await read(id)).waybill).toBeNull();
    const heavy = await make(id, {
      recipient_name: 'Іваненко Ірина',
      city_ref: LVIV,
      branch_ref: lockerRef(LVIV, 1),
      weight: 25_000,
    });
    expect(heavy.error.details.map(({ code }) => code)).toEqual(['delivery.too_heavy', 'delivery.locker_size']);
  });

  it('finds the branch that was written by hand, where only one can be meant', async () => {
    const id = await order({
      delivery: { city_ref: null, branch_ref: null, town: '', address: 'м. Львів, відділення № 7' },
    });
    expect((await read(id)).plan).toMatchObject({ city_ref: LVIV, branch_ref: branchRef(LVIV, 7) });
  });

  it('goes by payment control where the contract has it, and never to a locker', async () => {
    const id = await order({ cod: { sum: 50_000 } });
    const asked = await make(id, { cod_service: 'payment_control' });
    expect(asked.error.details[0]).toMatchObject({ code: 'delivery.no_control' });
    await world.app.call(contract.connect, { ...at(), body: { key: CONTROL_KEY } });
    const locker = { branch_ref: lockerRef(LVIV, 1), size: { length: 10, width: 10, height: 10 } };
    expect((await make(id, { cod_service: 'payment_control', ...locker })).error.details[0]).toMatchObject({
      code: 'delivery.control_locker',
    });
    await made(id, { cod_service: 'payment_control' });
    await connectCarrier(world);
  });

  it('tells what the carrier has refused, and may be asked for again', async () => {
    const id = await order();
    await make(id, { branch_ref: branchRef(LVIV, 1) });
    // closed since: the copy of the directory did not know it yet
    await world.app.sql(
      world.project.id,
      `update delivery_waybills set plan = plan || jsonb_build_object('branch_ref', $2::text) where order_id = $1`,
      [id, branchRef(LVIV, 2)],
    );
    await askCarrier(world);
    const { waybill, may } = await read(id);
    expect(waybill).toMatchObject({ state: 'refused', error: { message: 'Відділення не обслуговує відправлення' } });
    expect(may.make).toBe(true);
    await made(id);
  });

  describe('whose answer was lost', () => {
    const SAVE = '"InternetDocument","calledMethod":"save"';
    /** Asked for, with an outcome that nobody knows, and eleven minutes ago. */
    async function lost(id: string, kind: 'lost_answer' | 'error'): Promise<void> {
      await world.carrier.act('nova_poshta', 'late', { seconds: '3600' });
      await make(id);
      world.carrier.fault('nova_poshta', { kind, times: 1, only: SAVE });
      await askCarrier(world);
      await world.app.sql(
        world.project.id,
        `update delivery_waybills set tried_at = tried_at - interval '11 minutes' where order_id = $1`,
        [id],
      );
      await again();
    }
    const again = async () => {
      await world.app.sql(world.project.id, `update integration_tasks set next_at = now() where state = 'waiting'`);
      await askCarrier(world);
    };
    const saves = () => world.carrier.calls('nova_poshta').filter(({ what }) => what.includes(SAVE)).length;
    const giveUp = (id: string) => world.app.call(contract.removeWaybill, ofOrder(id));

    it('is never asked for by the clock: a person is told, and it is found when it is listed', async () => {
      const id = await order();
      await lost(id, 'lost_answer');
      const asked = saves();
      await again();
      await again();
      expect(saves()).toBe(asked);
      const { waybill, may } = await read(id);
      expect(waybill).toMatchObject({ state: 'asked', is_unsure: true, error: { code: 'delivery.unsure' } });
      expect(may).toMatchObject({ make: false, remove: true });
      const told = await world.app.sql(
        world.project.id,
        `select 1 from notice_events where kind = 'delivery.waybill_unsure' and facts->>'id' = $1`,
        [id],
      );
      expect(told).toHaveLength(1);
      const [task] = await world.app.sql<{ error: Record<string, string> }>(
        world.project.id,
        `select error from integration_tasks where kind = 'waybill.make' and ref_id = $1`,
        [id],
      );
      expect(task?.error).toEqual({ ua: expect.stringMatching(/переліку/), en: expect.stringMatching(/list of Nova/) });
      const batch = await world.app.call(contract.makeWaybills, { ...at(), body: { order_ids: [id] } });
      expect(batch.body.total).toBe(0);
      await world.carrier.act('nova_poshta', 'late', { seconds: '0' });
      await again();
      expect((await read(id)).waybill).toMatchObject({ state: 'made', is_unsure: false });
      expect(saves()).toBe(asked);
    });

    it('is told of when ten minutes are over, however often he was asked before', async () => {
      const id = await order();
      await world.carrier.act('nova_poshta', 'late', { seconds: '3600' });
      await make(id);
      await world.app.sql(world.project.id, 'update integration_tasks set attempts = 9 where ref_id = $1', [id]);
      const left = async () => {
        const [task] = await world.app.sql<{ seconds: number }>(
          world.project.id,
          'select extract(epoch from next_at - now())::int as seconds from integration_tasks where ref_id = $1',
          [id],
        );
        return task?.seconds;
      };
      world.carrier.fault('nova_poshta', { kind: 'lost_answer', times: 1, only: SAVE });
      await askCarrier(world);
      expect(await left()).toBeLessThanOrEqual(600);
      await again();
      expect(await left()).toBeLessThanOrEqual(600);
      world.carrier.fault('nova_poshta', { kind: 'down' });
      await again();
      expect(await left()).toBeLessThanOrEqual(600);
      world.carrier.calm();
      await world.carrier.act('nova_poshta', 'late', { seconds: '0' });
      await again();
      expect((await read(id)).waybill?.state).toBe('made');
    });

    it('is made anew when a person says that it was not made, and not when it is there after all', async () => {
      const id = await order();
      await lost(id, 'error');
      expect((await giveUp(id)).body.waybill?.state).toBe('removing');
      await askCarrier(world);
      expect(await read(id)).toMatchObject({ waybill: null, may: { make: true } });
      await world.carrier.act('nova_poshta', 'late', { seconds: '0' });
      await made(id);
      const other = await order();
      await lost(other, 'lost_answer');
      await world.carrier.act('nova_poshta', 'late', { seconds: '0' });
      await giveUp(other);
      await askCarrier(world);
      expect((await read(other)).waybill?.state).toBe('made');
    });

    it('stays open when the key is taken away or replaced meanwhile: the other account’s list proves nothing', async () => {
      const id = await order();
      await lost(id, 'lost_answer');
      const asked = saves();
      await world.carrier.act('nova_poshta', 'late', { seconds: '0' });
      await world.app.call(contract.disconnect, at());
      await again();
      expect((await read(id)).waybill).toMatchObject({ state: 'asked', is_unsure: true });
      await world.app.call(contract.connect, { ...at(), body: { key: CONTROL_KEY } });
      await again();
      expect((await read(id)).waybill).toMatchObject({ state: 'asked', is_unsure: true });
      expect(saves()).toBe(asked);
      await connectCarrier(world);
      await again();
      expect((await read(id)).waybill?.state).toBe('made');
    });
  });

  it('is not made any more for an order that was canceled before the carrier was asked', async () => {
    const id = await order();
    await make(id);
    await move(world.app, world.project, world.project.owner.token, id, 'Canceled', 'Ні');
    await askCarrier(world);
    expect((await read(id)).waybill).toMatchObject({ state: 'refused', error: { code: 'delivery.wrong_status' } });
  });

  it('leaves a ТТН alone that somebody types while the carrier is asked, and says that they differ', async () => {
    const id = await order();
    await make(id);
    world.carrier.fault('nova_poshta', {
      kind: 'lost_answer',
      times: 1,
      only: '"InternetDocument","calledMethod":"save"',
    });
    await askCarrier(world);
    await type(id, '20450099999998');
    await world.app.sql(world.project.id, `update integration_tasks set next_at = now() where state = 'waiting'`);
    await askCarrier(world);
    const { waybill, problems } = await read(id);
    expect(waybill?.state).toBe('made');
    expect((await read_order(id)).delivery.ttn).toBe('20450099999998');
    expect(problems.map(({ code }) => code)).toEqual(['delivery.other_ttn']);
    await world.app.call(contract.removeWaybill, ofOrder(id));
    await askCarrier(world);
    expect((await read_order(id)).delivery.ttn).toBe('20450099999998');
  });

  it('gives its ТТН back to an order that somebody took it out of', async () => {
    const id = await order();
    const ttn = await made(id);
    await type(id, null);
    expect(await read(id)).toMatchObject({ problems: [{ code: 'delivery.ttn_taken' }], may: { make: true } });
    expect((await make(id)).body).toMatchObject({ waybill: { ttn }, problems: [] });
    expect((await read_order(id)).delivery.ttn).toBe(ttn);
  });

  it('is taken off when somebody has deleted it at the carrier’s own page', async () => {
    const id = await order();
    const ttn = await made(id);
    await press('delete', ttn);
    await world.app.call(contract.removeWaybill, ofOrder(id));
    await askCarrier(world);
    expect(await read(id)).toMatchObject({ waybill: null, may: { make: true } });
    expect((await read_order(id)).delivery.ttn).toBeNull();
  });

  it('says when the order asks for another sum than it collects, which is whole hryvnias', async () => {
    const id = await order({ cod: { sum: 50_050 } });
    await made(id);
    expect(await read(id)).toMatchObject({ waybill: { plan: { cod_sum: 50_100 } }, problems: [] });
    await world.app.call(updateOrder, { ...ofOrder(id), body: { cod: { sum: 60_000 } } });
    expect((await read(id)).problems.map(({ code }) => code)).toEqual(['delivery.order_changed']);
    await world.app.call(contract.changeWaybill, { ...ofOrder(id), body: {} });
    await askCarrier(world);
    expect(await read(id)).toMatchObject({ waybill: { plan: { cod_sum: 60_000 } }, problems: [] });
  });

  it('is changed and removed as long as the carrier has not got the parcel', async () => {
    const id = await order();
    const ttn = await made(id);
    const change = (body: contract.WaybillBody) => world.app.call(contract.changeWaybill, { ...ofOrder(id), body });
    expect((await change({ weight: 3_000, description: 'Светри' })).body.waybill?.state).toBe('changing');
    await askCarrier(world);
    expect((await read(id)).waybill).toMatchObject({
      state: 'made',
      ttn,
      plan: { weight: 3_000, description: 'Светри' },
    });
    await world.app.call(contract.removeWaybill, ofOrder(id));
    await askCarrier(world);
    expect(await read(id)).toMatchObject({ waybill: null, may: { make: true } });
    expect((await read_order(id)).delivery.ttn).toBeNull();
    const other = await made(id);
    expect(other).not.toBe(ttn);
    await press('accept', other);
    await follow();
    expect((await change({ weight: 4_000 })).error.code).toBe('delivery.handed_over');
    expect((await world.app.call(contract.removeWaybill, ofOrder(id))).error.code).toBe('delivery.handed_over');
  });

  it('goes to another branch or door of its own town, which need not be the one of the order', async () => {
    const id = await order();
    await made(id, { city_ref: KYIV_TOWN, branch_ref: branchRef(KYIV_TOWN, 1) });
    const changed = async (body: contract.WaybillBody) => {
      const answer = await world.app.call(contract.changeWaybill, { ...ofOrder(id), body });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      await askCarrier(world);
      return (await read(id)).waybill;
    };
    const other = branchRef(KYIV_TOWN, 4);
    expect(await changed({ branch_ref: other })).toMatchObject({
      ...{ state: 'made', error: null, plan: { city_ref: KYIV_TOWN, branch_ref: other, door: null } },
    });
    const query = { city: KYIV_TOWN, q: 'Шевченка' };
    const [street] = (await world.app.call(contract.listStreets, { ...at(), query })).body.items;
    const door = { street_ref: street?.ref ?? '', street: street?.name ?? '', house: '3', flat: '' };
    expect(await changed({ door })).toMatchObject({
      ...{ state: 'made', error: null, plan: { city_ref: KYIV_TOWN, branch_ref: null, door } },
    });
    expect(await changed({ branch_ref: other })).toMatchObject({ plan: { city_ref: KYIV_TOWN, door: null } });
  });

  it('is one for each parcel of an order in several', async () => {
    const id = await order({ count: 3, cod: { sum: 90_000 } });
    const { items } = await read_order(id);
    const split = await world.app.call(splitOrder, {
      ...ofOrder(id),
      body: { parcels: [{ items: [{ order_item_id: items[0]?.id ?? '', count: 1 }] }] },
    });
    const [first, second] = split.body.items;
    expect((await make(id)).error.code).toBe('delivery.which_parcel');
    for (const parcel of [first, second]) expect((await make(id, { parcel: parcel?.id ?? '' })).status).toBe(200);
    await askCarrier(world);
    const shown = await Promise.all([first, second].map((parcel) => read(id, { parcel: parcel?.id })));
    expect(shown.map(({ waybill }) => waybill?.plan.cod_sum)).toEqual([30_000, 60_000]);
    expect(new Set(shown.map(({ waybill }) => waybill?.ttn)).size).toBe(2);
    const tracking = (await world.app.call(contract.readTracking, ofOrder(id))).body.items;
    expect(tracking.map(({ parcel }) => parcel)).toEqual([1, 2]);
  });

  it('follows a split: it is of the first parcel, and the carrier collects its share', async () => {
    const id = await order({ count: 3, cod: { sum: 90_000 } });
    await made(id);
    const put = async (counts: readonly number[]) => {
      const { items } = await read_order(id);
      const parcels = counts.map((count) => ({ items: [{ order_item_id: items[0]?.id ?? '', count }] }));
      return world.app.call(splitOrder, { ...ofOrder(id), body: { parcels } });
    };
    const split = await put([1]);
    expect(split.status).toBe(200);
    const [first, second] = split.body.items;
    await askCarrier(world);
    expect(await read(id, { parcel: first?.id })).toMatchObject({
      ...{ waybill: { state: 'made', plan: { cod_sum: 30_000, declared: 35_000 } }, problems: [] },
    });
    await make(id, { parcel: second?.id ?? '' });
    // whole again it would have two
    expect((await put([3])).error.code).toBe('delivery.parcel_has_waybill');
    await askCarrier(world);
    expect((await put([3])).error.code).toBe('delivery.parcel_has_waybill');
    await world.app.call(contract.removeWaybill, { ...ofOrder(id), query: { parcel: second?.id ?? '' } });
    await askCarrier(world);
    expect((await put([3])).status).toBe(200);
    await askCarrier(world);
    expect((await read(id)).waybill?.plan.cod_sum).toBe(90_000);
    expect(await differencesOf(world.app, world.project)).toEqual([]);
  });

  it('keeps an order whole once the carrier has the parcel, or is being asked for it', async () => {
    const id = await order({ count: 2, cod: { sum: 50_000 } });
    const { items } = await read_order(id);
    const body = { parcels: [{ items: [{ order_item_id: items[0]?.id ?? '', count: 1 }] }] };
    const split = () => world.app.call(splitOrder, { ...ofOrder(id), body });
    await make(id);
    expect((await split()).error.code).toBe('delivery.under_way');
    await askCarrier(world);
    await press('accept', (await read(id)).waybill?.ttn ?? '');
    await follow();
    expect((await split()).error.code).toBe('delivery.handed_over');
    expect((await read_order(id)).parcels).toBe(0);
  });

  it('asked for while the order is split collects what its parcel does, or there is no split', async () => {
    const id = await order({ count: 2, cod: { sum: 50_000 } });
    const { items } = await read_order(id);
    const body = { parcels: [{ items: [{ order_item_id: items[0]?.id ?? '', count: 1 }] }] };
    await Promise.all([make(id), world.app.call(splitOrder, { ...ofOrder(id), body })]);
    await askCarrier(world);
    const rows = await world.app.sql(
      world.project.id,
      `select (plan ->> 'cod_sum')::int as sum from delivery_waybills where order_id = '${id}' and state = 'made'`,
    );
    const isSplit = (await read_order(id)).parcels > 0;
    // which of the two was first nobody knows: a split order is asked of which parcel
    expect(rows).toEqual(isSplit ? [] : [{ sum: 50_000 }]);
  });

  it('is not made beside a ТТН that was typed, for another carrier, nor for an order that is gone', async () => {
    const id = await order();
    const owner = world.project.owner.token;
    const typed = await world.app.call(updateOrder, {
      ...ofOrder(id),
      body: { delivery: { ...(await read_order(id)).delivery, operator: 'nova_poshta', ttn: '20450099999999' } },
    });
    expect(typed.status).toBe(200);
    expect((await make(id)).error.code).toBe('delivery.ttn_by_hand');
    expect((await make(await order({ delivery: { operator: 'meest' } }))).error.code).toBe('delivery.not_nova_poshta');
    const gone = await order();
    await move(world.app, world.project, owner, gone, 'Canceled', 'Ні');
    expect((await make(gone)).error.code).toBe('delivery.wrong_status');
  });

  it('is the supplier’s: a dropshipper sees it when it is made, and makes none', async () => {
    const id = await order();
    expect((await make(id, {}, seller.token)).error.code).toBe('delivery.own_off');
    await made(id);
    const seen = await world.app.call(contract.readWaybill, { ...ofOrder(id, seller.token) });
    expect(seen.body).toMatchObject({ waybill: { state: 'made' }, may: { make: false, change: false, remove: false } });
    const tracking = await world.app.call(contract.readTracking, ofOrder(id, seller.token));
    expect(tracking.body.items[0]?.link).toContain('novaposhta.ua');
  });
});

describe('labels', () => {
  it('come as a PDF in each format, many in one; the key never leaves the server', async () => {
    const ids = [await order(), await order()];
    for (const id of ids) await made(id);
    for (const format of contract.LABEL_FORMATS) {
      const label = await world.app.call(contract.readLabel, { ...ofOrder(ids[0] ?? ''), query: { format } });
      expect(label.status).toBe(200);
      expect(
        Buffer.from(label.body as never)
          .subarray(0, 4)
          .toString(),
      ).toBe('%PDF');
      expect(JSON.stringify(label.headers)).not.toContain(KEY);
    }
    const waybill_ids = await Promise.all(ids.map(async (id) => (await read(id)).waybill?.id ?? ''));
    const all = await world.app.call(contract.printLabels, { ...at(), body: { waybill_ids } });
    expect(all.status).toBe(200);
    expect(
      (await world.app.call(contract.printLabels, { ...at(), body: { waybill_ids: [crypto.randomUUID()] } })).error
        .code,
    ).toBe('delivery.nothing_to_print');
    expect((await world.app.call(contract.readLabel, ofOrder(await order()))).error.code).toBe('delivery.no_waybill');
  });
});

describe('many at once', () => {
  it('are asked for together, and say by row what cannot be', async () => {
    const good = [await order(), await order(), await order()];
    const bad = await order({ delivery: { recipient_name: 'John Smith' } });
    const { body } = await world.app.call(contract.makeWaybills, {
      ...at(),
      body: { order_ids: [...good, bad, crypto.randomUUID()] },
    });
    expect(body).toMatchObject({ total: 4, waiting: 3, refused: 1 });
    expect(body.rows.find(({ order_id }) => order_id === bad)?.message).toMatch(/українськими/);
    await askCarrier(world);
    const after = await world.app.call(contract.readBatch, ofOrder(body.id));
    expect(after.body).toMatchObject({ made: 3, waiting: 0, refused: 1 });
    // once more nothing is made twice
    const again = await world.app.call(contract.makeWaybills, { ...at(), body: { order_ids: good } });
    expect(again.body).toMatchObject({ waiting: 0 });
    const list = await world.app.call(contract.listWaybills, { ...at(), query: { batch: body.id } });
    expect(list.body.total).toBe(3);
  });
});

describe('tracking', () => {
  it('reads changes of orders to their end, however many there are of one moment', async () => {
    const ids = [await order(), await order(), await order(), await order(), await order()];
    for (const [nth, id] of ids.entries()) await type(id, `2045008888888${nth}`);
    await world.app.sql(world.project.id, 'update orders set updated_at = now() where id = any($1)', [ids]);
    let place: Place | null = null;
    let pages = 0;
    do {
      const after: Place | null = place;
      place = await world.app.app.services.db.transaction({ projectIds: [world.project.id] }, (tx) =>
        followChanged(tx, world.project.id, after, 2),
      );
      pages += 1;
    } while (place && pages < 100);
    expect(place).toBeNull();
    const tracks = await world.app.sql(world.project.id, 'select 1 from delivery_tracks where order_id = any($1)', [
      ids,
    ]);
    expect(tracks).toHaveLength(ids.length);
  });

  it('shows statuses in the carrier’s words, newest first, whoever wrote the ТТН', async () => {
    const id = await order();
    const ttn = await made(id);
    await follow();
    await press('accept', ttn);
    await follow();
    await press('arrive', ttn);
    await follow();
    const [track] = (await world.app.call(contract.readTracking, ofOrder(id))).body.items;
    expect(track).toMatchObject({ kind: 'waiting', status: 'Прибув на відділення', waits_since: expect.any(String) });
    expect(track?.events.map(({ kind }) => kind)).toEqual(['waiting', 'moving', 'created']);
    // it jumps back, and nothing is undone
    await press('back', ttn);
    await follow();
    expect((await world.app.call(contract.readTracking, ofOrder(id))).body.items[0]).toMatchObject({
      kind: 'moving',
      waits_since: null,
    });
  });

  it('is asked anew for who wants to know, though an older answer is still being written down', async () => {
    const id = await order();
    const ttn = await made(id);
    const { services } = world.app.app;
    const within = { projectIds: [world.project.id] };
    let heard: Promise<void> | undefined;
    await services.db.transaction(within, async (tx) => {
      const scope = await authoriseSystem(tx, world.project.id);
      if (!scope) throw new Error('the project is there');
      await lockOrder(tx, scope, id);
      heard = follow();
      const waits = () =>
        world.app.sql(
          null,
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
      await expect.poll(async () => (await waits()).length, { timeout: 20_000 }).toBeGreaterThan(0);
      await press('arrive', ttn);
      expect((await world.app.call(contract.refreshTracking, ofOrder(id))).status).toBe(204);
    });
    await heard;
    await askCarrier(world);
    const [track] = (await world.app.call(contract.readTracking, ofOrder(id))).body.items;
    expect(track).toMatchObject({ kind: 'waiting', status: 'Прибув на відділення' });
  });

  it('is asked for who wants to know a second time with the next minute, once', async () => {
    const id = await order();
    const ttn = await made(id);
    const wants = async () => expect((await world.app.call(contract.refreshTracking, ofOrder(id))).status).toBe(204);
    await wants();
    await askCarrier(world);
    await press('arrive', ttn);
    for (let nth = 0; nth < 3; nth += 1) await wants();
    const waiting = await world.app.sql<{ seconds: number }>(
      world.project.id,
      `select extract(epoch from next_at - now())::float as seconds from integration_tasks
       where kind = 'parcels.follow' and ref_id = $1 and state = 'waiting'`,
      [id],
    );
    // two where a minute began between the presses
    expect([1, 2]).toContain(waiting.length);
    expect(Math.max(...waiting.map(({ seconds }) => seconds))).toBeLessThanOrEqual(60);
    await world.app.sql(world.project.id, `update integration_tasks set next_at = now() where state = 'waiting'`);
    await askCarrier(world);
    const [track] = (await world.app.call(contract.readTracking, ofOrder(id))).body.items;
    expect(track?.kind).toBe('waiting');
  });

  it('is asked again for who wants to know when the carrier has failed at first', async () => {
    const id = await order();
    const ttn = await made(id);
    await follow();
    await press('arrive', ttn);
    world.carrier.fault('nova_poshta', { kind: 'unavailable', times: 1, only: 'getStatusDocuments' });
    expect((await world.app.call(contract.refreshTracking, ofOrder(id))).status).toBe(204);
    await askCarrier(world);
    const kind = async () => (await world.app.call(contract.readTracking, ofOrder(id))).body.items[0]?.kind;
    expect(await kind()).toBe('created');
    await world.app.sql(world.project.id, `update integration_tasks set next_at = now() where state = 'waiting'`);
    await askCarrier(world);
    expect(await kind()).toBe('waiting');
  });

  it('reminds once of a parcel that waits', async () => {
    const id = await order();
    const ttn = await made(id);
    await press('arrive', ttn);
    await follow();
    await world.app.sql(
      world.project.id,
      `update delivery_tracks set waits_since = now() - interval '4 days' where ttn = $1`,
      [ttn],
    );
    await follow();
    await follow();
    const told = await world.app.sql(
      world.project.id,
      `select facts from notice_events where kind = 'delivery.waits' and facts->>'ttn' = $1`,
      [ttn],
    );
    expect(told).toHaveLength(1);
  });

  it('is heard by rules once for a parcel, though it is told again, and of all parcels together where they go on', async () => {
    await connectCarrier(world);
    const waits = async (name: string, delivery_states: string[], more: object) => {
      const body = { name, trigger: 'delivery', delivery_states, ...more } as never;
      const rule = await world.app.call(createRule, { ...at(), body });
      if (rule.status !== 201) throw new Error(JSON.stringify(rule.body));
    };
    await waits('Забрали', ['handed_over'], { tags: ['правило'], comment: 'Поїхало' });
    await waits('Чекає', ['waiting'], { tags: ['правило'], notice_to: 'dropshipper', notice_text: 'Нагадайте' });
    const settle = async () => {
      await follow();
      for (const { data } of await world.app.sql<{ data: Parameters<typeof runRules>[1] }>(
        null,
        `delete from pgboss.job where name = 'automation.run' and state = 'created' returning data`,
      ))
        await runRules(world.app.app.services, data);
    };
    const ran = async (id: string) =>
      (
        await world.app.sql<{ rule_name: string }>(
          world.project.id,
          `select rule_name from automation_runs where order_id = $1 and outcome = 'done' order by created_at`,
          [id],
        )
      ).map(({ rule_name }) => rule_name);
    const id = await order();
    await world.app.sql(world.project.id, `update orders set tags = '{правило}' where id = $1`, [id]);
    const ttn = await made(id);
    await press('accept', ttn);
    await settle();
    await press('arrive', ttn);
    await settle();
    await press('back', ttn);
    await settle();
    await press('arrive', ttn);
    await settle();
    expect(await ran(id)).toEqual(['Забрали', 'Чекає']);
    const two = await order({ count: 2 });
    const { items } = await read_order(two);
    await world.app.sql(world.project.id, `update orders set tags = '{правило}' where id = $1`, [two]);
    const parcels = [{ items: [{ order_item_id: items[0]?.id ?? '', count: 1 }] }];
    const split = (await world.app.call(splitOrder, { ...ofOrder(two), body: { parcels } })).body.items;
    for (const { id: parcel } of split) await make(two, { parcel });
    await askCarrier(world);
    const ttns = await Promise.all(split.map(async (one) => (await read(two, { parcel: one.id })).waybill?.ttn));
    await press('arrive', ttns[0] ?? '');
    await settle();
    expect(await ran(two)).toEqual(['Чекає']);
    await press('accept', ttns[1] ?? '');
    await settle();
    expect(await ran(two)).toEqual(['Чекає', 'Забрали']);
  });

  it('does what the supplier allowed: sent, received, and the money once', async () => {
    await connectCarrier(world, { rules: { sent: 'do', received: 'do', refused: 'do', paid: 'do' } });
    const id = await order({ cod: { sum: 50_000 } });
    const ttn = await made(id);
    await press('accept', ttn);
    await follow();
    expect((await read_order(id)).status).toBe('Sent');
    await press('receive', ttn);
    await follow();
    expect(await read_order(id)).toMatchObject({ status: 'Complete', cod: { state: 'awaited' } });
    await press('pay', ttn);
    await Promise.all([follow(), follow()]);
    await press('back', ttn);
    await follow();
    expect((await read_order(id)).cod).toMatchObject({ state: 'received', received: 50_000 });
    const posted = await world.app.sql(
      world.project.id,
      `select 1 from postings where ref_kind = 'cod_row' and purpose = 'payment'
      and ref_id in (select id from cod_rows where order_id = $1)`,
      [id],
    );
    expect(posted).toHaveLength(1);
    expect(await differencesOf(world.app, world.project)).toEqual([]);
  });

  it('drafts the return of a refused parcel, once', async () => {
    const id = await order({ cod: { sum: 50_000 } });
    const ttn = await made(id);
    await press('accept', ttn);
    await follow();
    await press('refuse', ttn);
    await follow();
    await follow();
    const returns = await world.app.sql(world.project.id, 'select origin from returns where order_id = $1', [id]);
    expect(returns).toEqual([{ origin: 'refusal' }]);
    expect((await read_order(id)).cod?.state).toBe('refused');
    expect(await differencesOf(world.app, world.project)).toEqual([]);
  });

  it('suggests where it may not act, and does nothing where it is off', async () => {
    await connectCarrier(world, { rules: { sent: 'off', received: 'suggest', refused: 'suggest', paid: 'off' } });
    const id = await order();
    const ttn = await made(id);
    await press('receive', ttn);
    await follow();
    await follow();
    expect((await read_order(id)).status).toBe('Pending');
    const [track] = (await world.app.call(contract.readTracking, ofOrder(id))).body.items;
    expect(track?.suggested).toEqual(['received']);
    // done by hand it is suggested no longer
    for (const to of ['Sent', 'Complete'] as const)
      await move(world.app, world.project, world.project.owner.token, id, to);
    const [after] = (await world.app.call(contract.readTracking, ofOrder(id))).body.items;
    expect(after?.suggested).toEqual([]);
    const told = await world.app.sql(
      world.project.id,
      `select facts from notice_events where kind = 'delivery.suggested' and facts->>'id' = $1`,
      [id],
    );
    expect(told).toHaveLength(1);
  });

  it('does by one press what was suggested, once, and only by whoever may', async () => {
    await connectCarrier(world, {
      rules: { sent: 'suggest', received: 'suggest', refused: 'suggest', paid: 'suggest' },
    });
    const id = await order({ cod: { sum: 50_000 } });
    const ttn = await made(id);
    const decide = (deed: contract.Track['suggested'][number], token?: string) =>
      world.app.call(contract.decideTracking, { ...ofOrder(id, token), body: { deed } });
    expect((await decide('sent')).error.code).toBe('delivery.not_suggested');
    await press('accept', ttn);
    await follow();
    expect((await decide('sent', seller.token)).status).toBe(403);
    // two press at once
    const pressed = await Promise.all([decide('sent'), decide('sent')]);
    expect(pressed.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await read_order(id)).status).toBe('Sent');
    await press('receive', ttn);
    await press('pay', ttn);
    await follow();
    // who has not paid for the plan brings the order to its end, and settles no money
    const restrict = (days: number) =>
      world.app.sql(
        world.project.id,
        'update projects set restricted_from = restricted_from + $2::int, trial_until = trial_until + $2::int where id = $1',
        [world.project.id, days],
      );
    await restrict(-40);
    expect((await decide('received')).status).toBe(204);
    expect((await decide('paid')).error.code).toBe('plans.trial_over');
    await restrict(40);
    expect((await decide('paid')).status).toBe(204);
    expect(await read_order(id)).toMatchObject({ status: 'Complete', cod: { state: 'received', received: 50_000 } });
    expect((await decide('paid')).error.code).toBe('delivery.not_suggested');
    expect(await differencesOf(world.app, world.project)).toEqual([]);
  });

  it('makes the return of a refusal by the press, as its rule would', async () => {
    await connectCarrier(world, { rules: { sent: 'do', received: 'off', refused: 'suggest', paid: 'off' } });
    const id = await order();
    const ttn = await made(id);
    await press('accept', ttn);
    await follow();
    await press('refuse', ttn);
    await follow();
    const refused = await world.app.call(contract.decideTracking, { ...ofOrder(id), body: { deed: 'refused' } });
    expect(refused.status).toBe(204);
    const [left] = await world.app.sql(world.project.id, 'select count(*)::int as n from returns where order_id = $1', [
      id,
    ]);
    expect(left).toEqual({ n: 1 });
  });

  it('suggests no return of what was refused by hand, though nothing was to be paid at the door', async () => {
    await connectCarrier(world, { rules: { sent: 'do', received: 'off', refused: 'suggest', paid: 'off' } });
    const id = await order();
    const ttn = await made(id);
    await press('accept', ttn);
    await follow();
    await press('refuse', ttn);
    await follow();
    const suggested = async () => (await world.app.call(contract.readTracking, ofOrder(id))).body.items[0]?.suggested;
    expect(await suggested()).toEqual(['refused']);
    const refused = await world.app.call(refuseParcel, { ...ofOrder(id), body: {} });
    expect(refused.status).toBe(200);
    expect(await suggested()).toEqual([]);
  });
});

describe('what one press sets right', () => {
  const fixesOf = async (id: string) => {
    const { fixes, problems } = await read(id);
    return { problems: problems.map(({ code }) => code), fixes };
  };
  it('a name in Latin letters, and a phone that the carrier does not take', async () => {
    await connectCarrier(world);
    const id = await order({ delivery: { recipient_name: 'Ivanenko Iryna', recipient_phone: '0001234567' } });
    const before = await fixesOf(id);
    expect(before).toMatchObject({
      problems: ['delivery.name_letters'],
      fixes: [{ kind: 'name', change: { recipient_name: 'Іваненко Ірина' } }],
    });
    const [named] = before.fixes;
    expect((await make(id, named?.change)).status).toBe(200);
    await askCarrier(world);
    expect((await read(id)).waybill).toMatchObject({ state: 'refused', error: { code: '20000300434' } });
    const { fixes } = await fixesOf(id);
    expect(fixes.map(({ kind }) => kind)).toEqual(['name', 'phone']);
    expect((await make(id, Object.assign({}, ...fixes.map(({ change }) => change)))).status).toBe(200);
    await askCarrier(world);
    expect(await read(id)).toMatchObject({ waybill: { state: 'made' }, problems: [] });
    // whom the carrier calls the order names too
    const { customer, delivery } = await read_order(id);
    expect(delivery.recipient_phone).toBe(customer.phone);
  });

  it('a branch that is closed or takes less: others of the town, those of the same street first', async () => {
    await connectCarrier(world);
    const closed = await order({
      delivery: { branch_ref: branchRef(LVIV, 2), address: 'Відділення №2: вул. Садова, 15' },
    });
    const { problems, fixes } = await fixesOf(closed);
    expect(problems).toEqual(['delivery.branch_closed']);
    expect(fixes).toHaveLength(3);
    expect(fixes[0]?.label).toContain('Садова');
    const heavy = await order({ delivery: { branch_ref: branchRef(LVIV, 5), address: 'Відділення №5' } });
    const made = await make(heavy, { weight: 60_000 });
    expect(made.error.details.map(({ code }) => code)).toEqual(['delivery.too_heavy']);
    expect((await make(closed, fixes[0]?.change)).status).toBe(200);
    await askCarrier(world);
    expect((await read(closed)).waybill).toMatchObject({
      state: 'made',
      plan: { branch_ref: fixes[0]?.change.branch_ref },
    });
  });

  it('a town of which there are several', async () => {
    await connectCarrier(world);
    const id = await order({
      delivery: { town: 'Іванівка', city_ref: null, branch_ref: null, address: 'Відділення №1' },
    });
    const { problems, fixes } = await fixesOf(id);
    expect(problems).toEqual(['delivery.no_town']);
    expect(fixes.map(({ label }) => label.split(',')[1]?.trim()).sort()).toEqual([
      ...['Київська обл.', 'Одеська обл.', 'Чернігівська обл.'],
    ]);
    expect((await make(id, fixes[1]?.change)).status).toBe(200);
  });

  it('what the carrier has refused for: the next try says it otherwise', async () => {
    await connectCarrier(world);
    const id = await order();
    // the copy of the directory is of last night: since then the branch takes nothing any more
    await world.app.sql(world.project.id, `update delivery_branches set ref = $1 where ref = $2`, [
      ...[branchRef(LVIV, 3), branchRef(LVIV, 1)],
    ]);
    await world.app.sql(world.project.id, 'update orders set delivery_branch_ref = $1 where id = $2', [
      ...[branchRef(LVIV, 3), id],
    ]);
    await make(id);
    await askCarrier(world);
    const refused = await read(id);
    expect(refused).toMatchObject({ waybill: { state: 'refused', error: { code: '20000401519' } }, problems: [] });
    expect(refused.fixes.length).toBeGreaterThan(0);
    expect((await make(id, refused.fixes[0]?.change)).status).toBe(200);
    await askCarrier(world);
    expect((await read(id)).waybill?.state).toBe('made');
    await refreshDirectory(world.app.app.services);
  });
});
