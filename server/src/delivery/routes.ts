import * as contract from '@lanka/domain/delivery/contract';
import { deliveryErrors } from '@lanka/domain/delivery/contract';
import type { Deed } from '@lanka/domain/delivery/tracking';
import { orderErrors } from '@lanka/domain/orders/contract';
import type { Served } from '../kit/http/serve';
import { serve, serveAsking } from '../kit/http/serve';
import { readOrderRecord } from '../orders';
import { readRefusals } from '../returns';
import { makeBatch, mustBatch } from './batch';
import { areOwnLet, connect, ownerOf, readOwnState, readState, trySenders } from './connections';
import { removeConnection } from './connections.store';
import { decide, isSuperfluous } from './deeds';
import { listBranches, listCities } from './directory';
import { askToFollow } from './follow';
import { labelsOf, registerPaper } from './labels';
import { namedPart, partsOf } from './plan';
import { quote } from './price';
import { addToRegister, createRegister, mustRegister, removeRegister, takeFromRegister } from './registers';
import { listRegisters } from './registers.store';
import { askForStreets, knownStreets } from './streets';
import { hurry, showTracks } from './tracks.store';
import { changeWaybill, makeWaybill, readWaybill, removeWaybill } from './waybill';
import { findLiving, listWaybills } from './waybills.store';

export const deliveryRoutes: Served[] = [
  serve(contract.readConnection, ({ tx, scope }) => readState(tx, scope)),
  serveAsking(
    contract.connect,
    async ({ app, body, read }) => trySenders(app, await read(async (_tx, scope) => scope.project.id), body),
    async ({ tx, app, scope, body, changed }, senders) => {
      await connect(tx, app, scope, body, senders);
      changed('delivery_connection', scope.project.id);
      return readState(tx, scope);
    },
  ),
  serve(contract.disconnect, async ({ tx, scope, changed }) => {
    if (!(await removeConnection(tx, scope))) throw deliveryErrors.not_connected();
    changed('delivery_connection', scope.project.id);
  }),

  serve(contract.readOwnKey, ({ tx, scope }) => readOwnState(tx, scope)),
  serveAsking(
    contract.connectOwnKey,
    async ({ app, body, read }) => {
      const project_id = await read(async (tx, scope) => {
        if (!(await areOwnLet(tx, scope))) throw deliveryErrors.own_off();
        return scope.project.id;
      });
      return trySenders(app, project_id, body);
    },
    async ({ tx, app, scope, body, changed }, senders) => {
      await connect(tx, app, scope, body, senders, ownerOf(scope));
      changed('delivery_connection', scope.project.id);
      return readOwnState(tx, scope);
    },
  ),
  serve(contract.disconnectOwnKey, async ({ tx, scope, changed }) => {
    if (!(await removeConnection(tx, scope, ownerOf(scope)))) throw deliveryErrors.own_not_connected();
    changed('delivery_connection', scope.project.id);
  }),

  serve(contract.listCities, async ({ tx, query }) => ({ items: await listCities(tx, query) })),
  serve(contract.listBranches, async ({ tx, query }) => ({ items: await listBranches(tx, query) })),
  serveAsking(
    contract.listStreets,
    ({ app, query, read }) => askForStreets(app, query, read),
    async ({ tx, query }) => ({ items: await knownStreets(tx, query) }),
  ),
  serveAsking(
    contract.readPrice,
    ({ app, query, locale, read }) => quote(app, query, locale, read),
    (_context, told) => told,
  ),

  serve(contract.readWaybill, ({ tx, scope, params, query }) => readWaybill(tx, scope, params.id, query.parcel)),
  serve(contract.makeWaybill, async ({ tx, app, scope, params, body, changed }) => {
    const shown = await makeWaybill(tx, app, scope, params.id, body);
    changed('order', params.id);
    return shown;
  }),
  serve(contract.changeWaybill, async ({ tx, app, scope, params, body, changed }) => {
    const shown = await changeWaybill(tx, app, scope, params.id, body);
    changed('order', params.id);
    return shown;
  }),
  serve(contract.removeWaybill, async ({ tx, app, scope, params, query, changed }) => {
    const shown = await removeWaybill(tx, app, scope, params.id, query.parcel);
    changed('order', params.id);
    return shown;
  }),
  serve(contract.readLabel, async ({ tx, app, scope, params, query }) => {
    const order = await readOrderRecord(tx, scope, params.id);
    if (!order) throw orderErrors.not_found();
    const living = await findLiving(tx, scope, await namedPart(tx, scope, order, query.parcel));
    // whoever packs prints them all, a dropshipper his own
    const isHis = scope.role !== 'Client' || living?.owner_id === ownerOf(scope);
    if (!living?.ref || !isHis) throw deliveryErrors.no_waybill();
    return labelsOf(tx, app, scope, [living.id], query.format);
  }),
  serve(contract.printLabels, ({ tx, app, scope, body }) => labelsOf(tx, app, scope, body.waybill_ids, body.format)),

  serve(contract.readTracking, async ({ tx, scope, params }) => {
    const order = await readOrderRecord(tx, scope, params.id);
    if (!order) throw orderErrors.not_found();
    const parts = await partsOf(tx, scope, order);
    const shown = parts.flatMap(({ ttn, parcel, parcel_id }) =>
      ttn ? [{ ttn, parcel_id, parcel: parcel?.number ?? null }] : [],
    );
    const operator = order.delivery_operator as contract.Track['operator'];
    const refused = await readRefusals(tx, scope, order.id);
    const isDone = (deed: Deed, parcel: string | null) => isSuperfluous(order, deed, refused.has(parcel));
    return { items: await showTracks(tx, scope, order.id, operator, shown, isDone) };
  }),

  serve(contract.refreshTracking, async ({ tx, app, scope, params }) => {
    const order = await readOrderRecord(tx, scope, params.id);
    if (!order) throw orderErrors.not_found();
    if (await hurry(tx, scope, order.id)) await askToFollow(tx, app, scope.project.id, order.id);
  }),

  serve(contract.decideTracking, async ({ tx, app, scope, params, body, changed }) => {
    const counterparty = await decide(tx, app, scope, params.id, body);
    changed('order', params.id);
    changed('counterparty', counterparty);
  }),

  serve(contract.listWaybills, ({ tx, scope, query }) => listWaybills(tx, scope, query)),
  serve(contract.readBatch, ({ tx, scope, params }) => mustBatch(tx, scope, params.id)),
  serve(contract.makeWaybills, async ({ tx, app, scope, body, changed }) => {
    const batch = await makeBatch(tx, app, scope, body.order_ids);
    for (const { order_id } of batch.rows) changed('order', order_id);
    return batch;
  }),

  serve(contract.listRegisters, ({ tx, scope, query }) => listRegisters(tx, scope, query)),
  serve(contract.readRegister, ({ tx, scope, params }) => mustRegister(tx, scope, params.id)),
  serve(contract.createRegister, async ({ tx, app, scope, body, changed }) => {
    const register = await createRegister(tx, app, scope, body.waybill_ids);
    changed('waybill', register.id);
    return register;
  }),
  serve(contract.addToRegister, async ({ tx, app, scope, params, body, changed }) => {
    changed('waybill', params.id);
    return addToRegister(tx, app, scope, params.id, body.waybill_ids);
  }),
  serve(contract.takeFromRegister, async ({ tx, app, scope, params, body, changed }) => {
    changed('waybill', params.id);
    return takeFromRegister(tx, app, scope, params.id, body.waybill_ids);
  }),
  serve(contract.removeRegister, async ({ tx, app, scope, params, changed }) => {
    await removeRegister(tx, app, scope, params.id);
    changed('waybill', params.id);
  }),
  serve(contract.printRegister, ({ tx, app, scope, params }) => registerPaper(tx, app, scope, params.id)),
];
