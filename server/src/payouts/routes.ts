import * as contract from '@lanka/domain/payouts/contract';
import { type Served, serve } from '../kit/http/serve';
import { listCandidates } from './candidates.store';
import { csvOf, ibankOf, nameOf, xlsxOf } from './files';
import { cancelRows, createPayout, payRows, readPayout } from './payout';
import { listMyPayouts, listPayouts, sumMyPayouts } from './payouts.store';

export const payoutRoutes: Served[] = [
  serve(contract.listCandidates, ({ tx, scope, query }) => listCandidates(tx, scope, query)),

  serve(contract.listPayouts, ({ tx, scope, query }) => listPayouts(tx, scope, query)),

  serve(contract.createPayout, async ({ tx, scope, body, changed }) => {
    const made = await createPayout(tx, scope, body);
    changed('payout', made.id);
    return made;
  }),

  serve(contract.readPayout, ({ tx, scope, params }) => readPayout(tx, scope, params.id)),

  serve(contract.payRows, async ({ tx, app, scope, params, body, changed }) => {
    const { payout, counterparties, payments } = await payRows(tx, app, scope, params.id, body);
    changed('payout', payout.id);
    for (const id of counterparties) changed('counterparty', id);
    for (const id of payments) changed('payment', id);
    return payout;
  }),

  serve(contract.cancelRows, async ({ tx, scope, params, body, changed }) => {
    const after = await cancelRows(tx, scope, params.id, body);
    changed('payout', after.id);
    return after;
  }),

  serve(contract.readPayoutXlsx, async ({ tx, scope, params }) => {
    const payout = await readPayout(tx, scope, params.id);
    return {
      stream: () => xlsxOf(payout),
      content_type: contract.readPayoutXlsx.raw ?? '',
      file_name: nameOf(payout, 'xlsx'),
    };
  }),

  serve(contract.readPayoutCsv, async ({ tx, scope, params }) => {
    const payout = await readPayout(tx, scope, params.id);
    return {
      stream: () => csvOf(payout),
      content_type: contract.readPayoutCsv.raw ?? '',
      file_name: nameOf(payout, 'csv'),
    };
  }),

  serve(contract.readPayoutIbank, async ({ tx, scope, params }) => {
    const payout = await readPayout(tx, scope, params.id);
    const bytes = ibankOf(payout);
    return {
      stream: async () => bytes,
      content_type: contract.readPayoutIbank.raw ?? '',
      file_name: nameOf(payout, 'txt', 'iBank 2 UA'),
    };
  }),

  serve(contract.listMyPayouts, ({ tx, scope, query }) => listMyPayouts(tx, scope, query)),

  serve(contract.readMyPayoutSums, async ({ tx, scope }) => ({ items: await sumMyPayouts(tx, scope) })),
];
