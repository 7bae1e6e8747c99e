import * as contract from '@lanka/domain/delivery/contract';
import { readOrder, updateOrder } from '@lanka/domain/orders/contract';
import { splitOrder } from '@lanka/domain/parcels/contract';
import { removeCounterpartyAccess } from '@lanka/domain/partners/contract';
import { updateMainInfo } from '@lanka/domain/templates/main_info';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  askCarrier,
  branchRef,
  type CarrierWorld,
  connectCarrier,
  KEY,
  KYIV_TOWN,
  LVIV,
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
import { followProject } from './follow';

/** Waybills by a dropshipper's own key: the carrier pays him, and nothing is credited to him here (decision 0136). */

const OWN = 'b'.repeat(32);

let world: CarrierWorld;
let seller: TestDropshipper;
let other: TestDropshipper;
let goods: string[];

beforeAll(async () => {
  world = await openCarrier();
  goods = await makeVariants(world.app, world.project, [{ stock: 5_000, price: 20_000, recommended_price: 35_000 }]);
  seller = await makeDropshipper(world.app, world.project);
  other = await makeDropshipper(world.app, world.project);
  await connectCarrier(world, { rules: { sent: 'do', received: 'do', refused: 'do', paid: 'do' } });
});
afterAll(() => world.close());
beforeEach(() => world.carrier.calm());

const staff = () => world.project.owner.token;
const at = (token = seller.token) => ({ params: { project_id: world.project.id }, token });
const ofOrder = (id: string, token = seller.token) => ({ params: { project_id: world.project.id, id }, token });
const allow = (own_waybills: boolean) => world.app.call(updateMainInfo, { ...at(staff()), body: { own_waybills } });
const connectOwn = (body: object, token = seller.token) =>
  world.app.call(contract.connectOwnKey, { ...at(token), body });
const place = () => ({ city_ref: KYIV_TOWN, branch_ref: branchRef(KYIV_TOWN, 1) });

async function order(cod: object | null = {}, token = seller.token): Promise<string> {
  const delivery = {
    operator: 'nova_poshta' as const,
    ...{ recipient_name: 'Іваненко Ірина', recipient_phone: '0671234567', town: 'Львів' },
    ...{ address: 'Відділення №1', city_ref: LVIV, branch_ref: branchRef(LVIV, 1) },
  };
  const body = orderBody({ [goods[0] ?? '']: 2 }, { send: true, delivery, ...(cod ? { cod } : {}) });
  const made = await placeOrder(world.app, world.project, token, body);
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body.id;
}
const make = (id: string, token = seller.token) =>
  world.app.call(contract.makeWaybill, { ...ofOrder(id, token), body: {} });
const read = async (id: string, token = seller.token) =>
  (await world.app.call(contract.readWaybill, { ...ofOrder(id, token), query: {} })).body;
const shown = async (id: string) => (await world.app.call(readOrder, ofOrder(id, staff()))).body;
const codOf = async (id: string) => (await shown(id)).cod?.state ?? null;
async function made(id: string): Promise<string> {
  const asked = await make(id);
  if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
  await askCarrier(world);
  const { waybill } = await read(id);
  if (waybill?.state !== 'made' || !waybill.ttn) throw new Error(JSON.stringify(waybill));
  return waybill.ttn;
}
const press = (action: string, ttn: string) => world.carrier.act('nova_poshta', action, { number: ttn });
async function follow(): Promise<void> {
  await world.app.sql(world.project.id, `update delivery_tracks set ask_at = now() where ask_at is not null`);
  await followProject(world.app.app.services, world.project.id);
}
const differences = () => differencesOf(world.app, world.project);

describe('the key', () => {
  it('is taken only where the supplier lets him, tried at once, sealed, and shown to nobody', async () => {
    expect((await connectOwn({ key: OWN })).error.code).toBe('delivery.own_off');
    const id = await order();
    expect(await read(id)).toMatchObject({ own_key: 'off', may: { make: false } });
    expect((await make(id)).error.code).toBe('delivery.own_off');
    await allow(true);
    expect((await make(id)).error.code).toBe('delivery.own_not_connected');
    expect((await connectOwn({ key: '0'.repeat(32) })).error).toMatchObject({ code: 'delivery.key_wrong' });
    expect((await connectOwn({ key: OWN })).body).toMatchObject({ is_allowed: true, connection: { is_ready: false } });
    expect((await make(id)).error.code).toBe('delivery.not_ready');
    const ready = (await connectOwn(place())).body;
    expect(ready.connection).toMatchObject({ key_tail: 'bbbb', is_ready: true });
    expect(JSON.stringify(ready)).not.toContain(OWN);
    const kept = JSON.stringify(await world.app.sql(world.project.id, 'select * from delivery_connections'));
    expect(kept).not.toContain(OWN);
    expect(JSON.stringify(await world.app.sql(world.project.id, 'select * from integration_calls'))).not.toContain(OWN);
  });

  it('is another dropshipper’s business in nothing, nor the staff’s', async () => {
    const theirs = await world.app.call(contract.readOwnKey, at(other.token));
    expect(theirs.body.connection).toBeNull();
    expect((await world.app.call(contract.readOwnKey, at(staff()))).status).toBe(403);
    expect((await world.app.call(contract.readConnection, at())).status).toBe(403);
    expect((await world.app.call(contract.readConnection, at(staff()))).body.connection?.key_tail).toBe('aaaa');
    const id = await order();
    expect((await make(id, other.token)).status).toBe(404);
    expect((await read(id, staff())).own_key).toBeNull();
  });
});

describe('a waybill by it', () => {
  it('is made by that key, and its money is the carrier’s to bring him: nothing is awaited or credited here', async () => {
    const id = await order({ sum: 80_000 });
    expect(await codOf(id)).toBe('planned');
    const ttn = await made(id);
    expect(await codOf(id)).toBe('direct');
    expect(await read(id, staff())).toMatchObject({
      waybill: { is_own: true, ttn },
      may: { change: false, remove: false },
    });
    await move(world.app, world.project, staff(), id, 'Sent');
    expect((await shown(id)).cod).toMatchObject({ state: 'direct', sum: 80_000, fee: 0, received: null });
    for (const action of ['accept', 'receive', 'pay']) {
      await press(action, ttn);
      await follow();
    }
    expect(await shown(id)).toMatchObject({ status: 'Complete', cod: { state: 'direct', received: null } });
    const [rows] = await world.app.sql(
      world.project.id,
      `select (select count(*)::int from cod_rows r where r.order_id = '${id}') as settled,
        (select count(*)::int from postings p where p.ref_id = '${id}') as posted,
        (select owner_id::text from delivery_tracks t where t.order_id = '${id}') as owner`,
    );
    expect(rows).toEqual({ settled: 0, posted: 1, owner: seller.counterparty_id });
    expect(await differences()).toEqual([]);
  });

  it('is the supplier’s to print and not to change; deleted by whose it is, the money is the supplier’s again', async () => {
    const id = await order();
    await made(id);
    for (const refused of [
      await world.app.call(contract.removeWaybill, { ...ofOrder(id, staff()), query: {} }),
      await world.app.call(contract.changeWaybill, { ...ofOrder(id, staff()), body: { weight: 3_000 } }),
    ])
      expect(refused.error.code).toBe('delivery.of_other_key');
    const label = await world.app.call(contract.readLabel, { ...ofOrder(id, staff()), query: {} });
    expect(label.status).toBe(200);
    await world.app.call(contract.removeWaybill, { ...ofOrder(id), query: {} });
    await askCarrier(world);
    expect(await shown(id)).toMatchObject({ cod: { state: 'planned' }, delivery: { ttn: null } });
    expect(await differences()).toEqual([]);
  });

  it('deleted after the order was sent, is awaited by the supplier as if it had been his', async () => {
    const id = await order({ sum: 50_000 });
    await made(id);
    await move(world.app, world.project, staff(), id, 'Sent');
    await world.app.call(contract.removeWaybill, { ...ofOrder(id), query: {} });
    await askCarrier(world);
    expect((await shown(id)).cod).toMatchObject({ state: 'awaited', sum: 50_000 });
    expect(await differences()).toEqual([]);
  });

  it('that could not be made any more leaves the money with the supplier', async () => {
    const id = await order({ sum: 60_000 });
    expect((await make(id)).status).toBe(200);
    expect(await codOf(id)).toBe('direct');
    await move(world.app, world.project, staff(), id, 'Sent');
    await askCarrier(world);
    expect((await read(id)).waybill?.state).toBe('refused');
    expect((await shown(id)).cod).toMatchObject({ state: 'awaited', sum: 60_000 });
    expect(await differences()).toEqual([]);
  });

  it('of two who press at once one is made', async () => {
    const id = await order();
    await Promise.all([make(id), make(id, staff()), make(id), make(id, staff())]);
    await askCarrier(world);
    const rows = await world.app.sql(
      world.project.id,
      `select owner_id::text as owner from delivery_waybills where order_id = '${id}' and state = 'made'`,
    );
    expect(rows).toHaveLength(1);
    expect(await codOf(id)).toBe(rows[0]?.owner === seller.counterparty_id ? 'direct' : 'planned');
    expect(await differences()).toEqual([]);
  });

  it('written over by another ТТН, is not who brings the money', async () => {
    const id = await order();
    await made(id);
    const { delivery } = await shown(id);
    await world.app.call(updateOrder, {
      ...ofOrder(id, staff()),
      body: { delivery: { ...delivery, ttn: '20450000009999' } },
    });
    expect(await codOf(id)).toBe('planned');
    expect(await differences()).toEqual([]);
  });

  it('stays whose it is while its cash on delivery is edited, and goes in one parcel', async () => {
    const id = await order({ sum: 40_000 });
    await made(id);
    await world.app.call(updateOrder, { ...ofOrder(id, staff()), body: { cod: { on: true, sum: 45_000 } } });
    expect((await shown(id)).cod).toMatchObject({ state: 'direct', sum: 45_000 });
    const [item] = (await shown(id)).items;
    const parcels = [{ items: [{ order_item_id: item?.id ?? '', count: 1 }] }];
    const split = await world.app.call(splitOrder, { ...ofOrder(id, staff()), body: { parcels } });
    expect(split.error.code).toBe('orders.cod_direct');
  });

  it('whose key is gone and that was deleted in his cabinet is taken off by the supplier, whose the money is again', async () => {
    const id = await order({ sum: 50_000 });
    const ttn = await made(id);
    await world.app.call(contract.disconnectOwnKey, at());
    const remove = () => world.app.call(contract.removeWaybill, { ...ofOrder(id, staff()), query: {} });
    expect((await read(id, staff())).may.remove).toBe(false);
    expect((await remove()).error.code).toBe('delivery.of_other_key');
    await press('delete', ttn);
    await follow();
    expect(await read(id, staff())).toMatchObject({ may: { remove: true }, is_left: true });
    expect((await remove()).status).toBe(200);
    expect(await shown(id)).toMatchObject({ cod: { state: 'planned' }, delivery: { ttn: null } });
    expect(await differences()).toEqual([]);
    await connectOwn({ key: OWN });
    await connectOwn(place());
  });

  it('of which nobody knows whether it was made, and whose key is gone, the supplier gives up', async () => {
    const id = await order({ sum: 50_000 });
    await make(id);
    world.carrier.fault('nova_poshta', {
      kind: 'lost_answer',
      times: 1,
      only: '"InternetDocument","calledMethod":"save"',
    });
    await askCarrier(world);
    expect(await read(id, staff())).toMatchObject({ is_left: false });
    await world.app.call(contract.disconnectOwnKey, at());
    await world.app.sql(world.project.id, `update integration_tasks set next_at = now() where state = 'waiting'`);
    await askCarrier(world);
    expect(await read(id, staff())).toMatchObject({
      waybill: { is_unsure: true },
      may: { remove: true },
      is_left: true,
    });
    const removed = await world.app.call(contract.removeWaybill, { ...ofOrder(id, staff()), query: {} });
    expect(removed.status).toBe(200);
    expect(await codOf(id)).toBe('planned');
    expect(await differences()).toEqual([]);
    await connectOwn({ key: OWN });
    await connectOwn(place());
  });

  it('writes no phone of his own into an order that he may not edit any more, but the customer’s', async () => {
    const id = await order(null);
    const withPhone = (recipient_phone: string) =>
      world.app.call(contract.makeWaybill, { ...ofOrder(id), body: { recipient_phone } });
    expect((await withPhone('+380501112233')).error.code).toBe('orders.not_editable');
    const { customer } = await shown(id);
    expect((await withPhone(customer.phone ?? '')).status).toBe(200);
    await askCarrier(world);
    expect((await shown(id)).delivery.recipient_phone).toBe(customer.phone);
    const body = { recipient_phone: '+380501112233' };
    expect((await world.app.call(contract.changeWaybill, { ...ofOrder(id), body })).error.code).toBe(
      'orders.not_editable',
    );
    expect((await world.app.call(contract.changeWaybill, { ...ofOrder(id, staff()), body })).status).toBe(409);
  });

  it('does not come to collect with one of several parcels by a change', async () => {
    const id = await order(null);
    const [item] = (await shown(id)).items;
    const body = { parcels: [{ items: [{ order_item_id: item?.id ?? '', count: 1 }] }] };
    const split = await world.app.call(splitOrder, { ...ofOrder(id, staff()), body });
    const parcel = split.body.items[1]?.id ?? '';
    expect((await world.app.call(contract.makeWaybill, { ...ofOrder(id), body: { parcel } })).status).toBe(200);
    await askCarrier(world);
    await world.app.call(updateOrder, { ...ofOrder(id, staff()), body: { cod: { on: true, sum: 45_000 } } });
    const changed = await world.app.call(contract.changeWaybill, { ...ofOrder(id), body: { parcel, weight: 3_000 } });
    expect(changed.error.code).toBe('delivery.own_in_parcels');
    expect(await codOf(id)).toBe('planned');
  });

  it('is followed also while what is asked by the supplier’s key fails', async () => {
    const id = await order();
    const ttn = await made(id);
    world.carrier.fault('nova_poshta', { kind: 'error', only: KEY });
    await press('accept', ttn);
    // something of the supplier's own is due too
    await world.app.sql(
      world.project.id,
      `update delivery_tracks set owner_id = $1, ask_at = now() where order_id <> $2`,
      [...['00000000-0000-0000-0000-000000000000', id]],
    );
    await world.app.sql(world.project.id, 'update delivery_tracks set ask_at = now() where order_id = $1', [id]);
    await expect(followProject(world.app.app.services, world.project.id)).rejects.toThrow();
    world.carrier.calm();
    expect((await shown(id)).status).toBe('Sent');
  });

  it('is followed by the supplier’s key when his is gone, and goes with his access', async () => {
    const id = await order();
    const ttn = await made(id);
    expect((await world.app.call(contract.disconnectOwnKey, at())).status).toBe(204);
    expect((await world.app.call(contract.disconnectOwnKey, at())).error.code).toBe('delivery.own_not_connected');
    const label = await world.app.call(contract.readLabel, { ...ofOrder(id, staff()), query: {} });
    expect(label.error.code).toBe('delivery.owner_gone');
    await press('accept', ttn);
    await follow();
    expect(await shown(id)).toMatchObject({ status: 'Sent', cod: { state: 'direct' } });
    await connectOwn({ key: OWN });
    const params = { project_id: world.project.id, id: seller.counterparty_id };
    expect((await world.app.call(removeCounterpartyAccess, { params, token: staff() })).status).toBeLessThan(300);
    const left = await world.app.sql(
      world.project.id,
      `select 1 from delivery_connections where owner_id = '${seller.counterparty_id}'`,
    );
    expect(left).toEqual([]);
  });
});
