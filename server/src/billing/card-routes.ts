import * as contract from '@lanka/domain/billing/cards';
import { type Served, serve, serveAsking } from '../kit/http/serve';
import { askInvoicePage, checkCards, payInvoice, readCards } from './cards';
import { ofProject, ofUser } from './payers';

export const planCardRoutes: Served[] = [
  serve(contract.readInvoiceCards, ({ tx, app, scope, params }) => readCards(tx, app, ofProject(scope), params.id)),
  serveAsking(
    contract.payInvoice,
    async ({ app, params, read }) =>
      askInvoicePage(app, await read(async (_, scope) => ofProject(scope)), params.id, read),
    ({ tx, app, scope, params }, page) =>
      payInvoice(tx, app, ofProject(scope), { id: params.id, page, by: scope.user }),
  ),
  serveAsking(
    contract.checkInvoice,
    async ({ app, params, read }) => checkCards(app, await read(async (_, scope) => ofProject(scope)), params.id, read),
    ({ tx, app, scope, params }) => readCards(tx, app, ofProject(scope), params.id),
  ),
  serve(contract.readMyInvoiceCards, ({ tx, app, scope, params }) => readCards(tx, app, ofUser(scope), params.id)),
  serveAsking(
    contract.payMyInvoice,
    async ({ app, params, read }) =>
      askInvoicePage(app, await read(async (_, scope) => ofUser(scope)), params.id, read),
    ({ tx, app, scope, params }, page) => payInvoice(tx, app, ofUser(scope), { id: params.id, page, by: scope.user }),
  ),
  serveAsking(
    contract.checkMyInvoice,
    async ({ app, params, read }) => checkCards(app, await read(async (_, scope) => ofUser(scope)), params.id, read),
    ({ tx, app, scope, params }) => readCards(tx, app, ofUser(scope), params.id),
  ),
];
