import * as contract from '@lanka/domain/payments/contract';
import { acceptingProjects } from '../acquiring';
import { type Served, serve } from '../kit/http/serve';
import { counterpartiesTotal, listPostings, projectAccounts } from '../ledger';
import { logoUrl } from '../partners';
import { attachReceipts, fileRoutes } from './files';
import { tellPayment } from './notices';
import { confirmPayment, createPayment, declinePayment, readPayment, reversalGuards, reversePayment } from './payment';
import { counterpartyNames, countPayments, listBalances, listMyPayments, listPayments } from './payments.store';

export const paymentRoutes: Served[] = [
  ...fileRoutes,

  serve(contract.listPayments, ({ tx, scope, query }) => listPayments(tx, scope, query)),

  serve(contract.countPayments, ({ tx, scope, query }) => countPayments(tx, scope, query.counterparty_id)),

  serve(contract.createPayment, async ({ tx, app, scope, body, changed }) => {
    const { files = [], ...payment } = body;
    const made = await createPayment(tx, scope, payment);
    await attachReceipts(app, tx, scope, made.id, files);
    await tellPayment(tx, app, scope, made);
    changed('payment', made.id);
    changed('counterparty', made.counterparty_id);
    return files.length > 0 ? readPayment(tx, scope, made.id) : made;
  }),

  serve(contract.readPayment, ({ tx, scope, params }) => readPayment(tx, scope, params.id)),

  serve(contract.confirmPayment, async ({ tx, app, scope, params, body, changed }) => {
    const after = await confirmPayment(tx, scope, params.id, body.account);
    await tellPayment(tx, app, scope, after);
    changed('payment', after.id);
    changed('counterparty', after.counterparty_id);
    return after;
  }),

  serve(contract.declinePayment, async ({ tx, app, scope, params, body, changed }) => {
    const after = await declinePayment(tx, scope, params.id, body.reason);
    await tellPayment(tx, app, scope, after, body.reason);
    changed('payment', after.id);
    return after;
  }),

  serve(contract.reversePayment, async ({ tx, app, scope, params, body, changed }) => {
    for (const guard of app.hooks.all(reversalGuards)) await guard(tx, scope, params.id);
    const after = await reversePayment(tx, app, scope, params.id, body.comment);
    changed('payment', after.id);
    changed('counterparty', after.counterparty_id);
    return after;
  }),

  serve(contract.listBalances, async ({ tx, app, scope, query }) => {
    const list = await listBalances(tx, scope, query);
    const taking = await acceptingProjects(
      tx,
      list.items.map(({ project_id }) => project_id),
    );
    const items = await Promise.all(
      list.items.map(async ({ logo, ...row }) => ({
        ...{ ...row, logo_url: await logoUrl(app, logo), takes_cards: taking.has(row.project_id) },
      })),
    );
    return { ...list, items };
  }),

  serve(contract.listMyPayments, ({ tx, scope, query }) => listMyPayments(tx, scope, query)),

  serve(contract.listAccounts, async ({ tx, scope }) => ({
    items: await projectAccounts(tx, scope),
    counterparties: await counterpartiesTotal(tx, scope),
  })),

  serve(contract.listAccountPostings, async ({ tx, scope, params, query }) => {
    const list = await listPostings(tx, scope, { ...query, account: params.account });
    const names = await counterpartyNames(
      tx,
      scope,
      list.items.map((item) => item.counterparty_id),
    );
    const items = list.items.map((item) => ({ ...item, counterparty_name: names.get(item.counterparty_id) ?? '' }));
    return { ...list, items };
  }),
];
