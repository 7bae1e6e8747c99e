import * as contract from '@lanka/domain/banking/contract';
import { bankingErrors } from '@lanka/domain/banking/contract';
import { type Served, serve, serveAsking } from '../kit/http/serve';
import { compare } from './compare.store';
import { askBank, connectBank, disconnectBank, readSoon, readState } from './connections';
import * as connections from './connections.store';
import { hear } from './hooks';
import * as use from './match';
import { countRows, listByHand, listRows } from './rows.store';

const OK = { ok: true } as const;

export const bankingRoutes: Served[] = [
  serve(contract.readBanking, async ({ tx, scope }) => ({
    connections: (await connections.listConnections(tx, scope)).map(connections.asConnection),
    accounts: await connections.listAccounts(tx, scope),
    comparison: await compare(tx, scope),
    waits: await connections.listWaits(tx, scope),
  })),
  serve(contract.readConnection, ({ tx, scope, params }) => readState(tx, scope, params.bank)),
  serveAsking(contract.connect, askBank, async ({ tx, app, scope, params, body, if_match, changed }, told) => {
    const state = await connectBank(tx, app, scope, params.bank, body, told, if_match);
    changed('bank_account', scope.project.id);
    return state;
  }),
  serve(contract.disconnect, async ({ tx, scope, params, changed }) => {
    await disconnectBank(tx, scope, params.bank);
    changed('bank_account', scope.project.id);
  }),
  serve(contract.readNow, async ({ tx, app, scope, params, changed }) => {
    const connection = await connections.findConnection(tx, scope, params.bank);
    if (!connection) throw bankingErrors.not_connected();
    // it is asked no more until somebody gives another token
    if (connection.is_refused) throw bankingErrors.token_wrong();
    await readSoon(tx, app, scope, params.bank);
    changed('bank_account', scope.project.id);
    return readState(tx, scope, params.bank);
  }),

  serve(contract.listBankRows, async ({ tx, scope, query }) => {
    const page = await listRows(tx, scope, query);
    return { ...page, items: await use.withParts(tx, scope, page.items) };
  }),
  serve(contract.countBankRows, ({ tx, scope }) => countRows(tx, scope)),
  serve(contract.readBankRow, ({ tx, scope, params }) => use.readRow(tx, scope, params.id)),
  serve(contract.matchBankRow, async ({ tx, app, scope, params, body, changed }) => {
    const after = await use.matchRow(tx, app, scope, params.id, body);
    tell(changed, after);
    return after.row;
  }),
  serve(contract.ignoreBankRow, async ({ tx, scope, params, body, changed }) => {
    const row = await use.ignoreRow(tx, scope, params.id, body.reason);
    changed('bank_row', row.id);
    return row;
  }),
  serve(contract.undoBankRow, async ({ tx, app, scope, params, body, changed }) => {
    const after = await use.undoRow(tx, app, scope, params.id, body.reason);
    tell(changed, after);
    return after.row;
  }),
  serve(contract.listHandPayments, ({ tx, scope, query }) => listByHand(tx, scope, query)),

  // the bank asks before the address is kept, and takes nothing but 200: a yes to everybody tells nobody anything
  serve(contract.confirmHook, async () => OK),
  serve(contract.hearHook, async ({ tx, app, params, bytes }) => {
    await hear(tx, app, params, bytes ?? Buffer.alloc(0));
    return OK;
  }),
];

function tell(changed: (kind: string, id: string) => void, { row, payments, counterparties }: use.Changed): void {
  changed('bank_row', row.id);
  for (const id of payments) changed('payment', id);
  for (const id of counterparties) changed('counterparty', id);
}
