import { common } from '@lanka/domain/kit/errors';
import * as contract from '@lanka/domain/projects/contract';
import { wholePage } from '../../kit/db/paging';
import { type Served, serve } from '../../kit/http/serve';
import { refuseStale } from '../../kit/http/stale';
import { tellChanged } from '../changed';
import { readProject } from '../projects.store';
import * as store from './settings.store';

export const settingsRoutes: Served[] = [
  serve(contract.listPaymentDetails, async ({ tx, scope }) =>
    wholePage(await store.listPaymentDetails(tx, scope, scope.role === 'Client')),
  ),
  serve(contract.createPaymentDetails, ({ tx, scope, body, changed }) => {
    changed('project', scope.project.id);
    return store.insertPaymentDetails(tx, scope, body);
  }),
  serve(contract.updatePaymentDetails, async ({ tx, scope, params, body, if_match, changed }) => {
    const known = await store.lockPaymentDetails(tx, scope, params.id);
    if (!known) throw common.not_found();
    await refuseStale(if_match, known.version, known);
    changed('project', scope.project.id);
    return store.updatePaymentDetails(tx, scope, params.id, body);
  }),
  serve(contract.deletePaymentDetails, async ({ tx, scope, params, changed }) => {
    if (!(await store.deletePaymentDetails(tx, scope, params.id))) throw common.not_found();
    changed('project', scope.project.id);
  }),

  serve(contract.readAddress, ({ tx, scope }) => store.readAddress(tx, scope)),
  serve(contract.updateAddress, async ({ tx, app, scope, body, if_match, changed }) => {
    // an address that is not there yet has no row to lock
    await readProject(tx, scope, true);
    const known = await store.readAddress(tx, scope);
    await refuseStale(if_match, known.version, known);
    if (Object.keys(body).length === 0) return known;
    await tellChanged(tx, app, scope.project.id);
    changed('project', scope.project.id);
    return store.saveAddress(tx, scope, body);
  }),
];
