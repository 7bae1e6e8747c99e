import * as contract from '@lanka/domain/clients/contract';
import * as tracking from '@lanka/domain/clients/tracking';
import { type Served, serve } from '../kit/http/serve';
import * as use from './clients';
import { deleteClient, listClients } from './clients.store';
import { listCustomers } from './customers.store';
import { keepOrderClient, readOrderClient } from './of-order';
import { ownerOf } from './owner.store';
import { exportClients, importClients } from './table';
import { makeTrackingLink, openTracking, readTrackingLink } from './tracking';

const { clientErrors } = contract;

/** The same calls for the project's clients and for a dropshipper's own: who asks says whose they are. */
export const clientRoutes: Served[] = [
  serve(contract.listClients, ({ tx, scope, query }) => listClients(tx, ownerOf(scope), query)),
  serve(contract.findClient, ({ tx, scope, query }) => use.clientByPhone(tx, ownerOf(scope), query.phone)),
  serve(contract.listCustomers, ({ tx, scope, query }) => listCustomers(tx, scope, query)),
  serve(contract.readClient, ({ tx, scope, params }) => use.readClient(tx, ownerOf(scope), params.id)),
  serve(contract.exportClients, ({ tx, scope, query }) =>
    exportClients(tx, ownerOf(scope), scope.locale, query.format),
  ),
  serve(contract.createClient, async ({ tx, scope, body, changed }) => {
    const made = await use.createClient(tx, ownerOf(scope), scope.locale, body);
    changed('client', made.id);
    return made;
  }),
  serve(contract.importClients, async ({ tx, scope, body, changed }) => {
    const answer = await importClients(tx, ownerOf(scope), scope.locale, body);
    if (!body.dry_run) changed('client', scope.project.id);
    return answer;
  }),
  serve(contract.updateClient, async ({ tx, scope, params, body, if_match, changed }) => {
    const after = await use.updateClient(tx, ownerOf(scope), scope.locale, params.id, body, if_match);
    changed('client', after.id);
    return after;
  }),
  serve(contract.deleteClient, async ({ tx, scope, params, changed }) => {
    if (!(await deleteClient(tx, ownerOf(scope), params.id))) throw clientErrors.not_found();
    changed('client', params.id);
  }),
  serve(contract.mergeClients, async ({ tx, scope, params, body, changed }) => {
    const after = await use.mergeClients(tx, ownerOf(scope), params.id, body.client_id);
    changed('client', after.id);
    changed('client', body.client_id);
    return after;
  }),

  serve(contract.listMyClients, ({ tx, scope, query }) => listClients(tx, ownerOf(scope), query)),
  serve(contract.findMyClient, ({ tx, scope, query }) => use.clientByPhone(tx, ownerOf(scope), query.phone)),
  serve(contract.readMyClient, ({ tx, scope, params }) => use.readClient(tx, ownerOf(scope), params.id)),
  serve(contract.exportMyClients, ({ tx, scope, query }) =>
    exportClients(tx, ownerOf(scope), scope.locale, query.format),
  ),
  serve(contract.createMyClient, ({ tx, scope, body }) => use.createClient(tx, ownerOf(scope), scope.locale, body)),
  serve(contract.importMyClients, ({ tx, scope, body }) => importClients(tx, ownerOf(scope), scope.locale, body)),
  serve(contract.updateMyClient, ({ tx, scope, params, body, if_match }) =>
    use.updateClient(tx, ownerOf(scope), scope.locale, params.id, body, if_match),
  ),
  serve(contract.deleteMyClient, async ({ tx, scope, params }) => {
    if (!(await deleteClient(tx, ownerOf(scope), params.id))) throw clientErrors.not_found();
  }),
  serve(contract.mergeMyClients, ({ tx, scope, params, body }) =>
    use.mergeClients(tx, ownerOf(scope), params.id, body.client_id),
  ),

  serve(contract.readOrderClient, ({ tx, scope, params }) => readOrderClient(tx, scope, params.id)),
  serve(contract.keepOrderClient, async ({ tx, scope, params, changed }) => {
    const kept = await keepOrderClient(tx, scope, params.id);
    if (kept.client && scope.role !== 'Client') changed('client', kept.client.id);
    return kept;
  }),

  serve(tracking.readTrackingLink, ({ tx, app, scope, params }) => readTrackingLink(tx, app, scope, params.id)),
  serve(tracking.makeTrackingLink, async ({ tx, app, scope, params, body, changed }) => {
    const link = await makeTrackingLink(tx, app, scope, params.id, body);
    changed('order', params.id);
    return link;
  }),
  serve(tracking.openTracking, ({ tx, app, params, query, locale }) =>
    openTracking(tx, app, params.token, query.lang ?? locale),
  ),
];
