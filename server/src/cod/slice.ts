import * as contract from '@lanka/domain/cod/contract';
import { type Served, serve } from '../kit/http/serve';
import { slice } from '../kit/slice';
import { listAwaited, sumAwaited, sumMine } from './cod.store';
import { matchRows } from './match';
import { readTable } from './read';
import { listRegisters, sumOwed } from './registers.store';
import { createRegister, readRegister, receiveRegister, reverseRows, type Settled } from './settle';

type Changed = (kind: string, id: string) => void;

function tell(changed: Changed, { register, orders, counterparties }: Settled): contract.CodRegister {
  changed('cod_register', register.id);
  for (const id of orders) changed('order', id);
  for (const id of counterparties) changed('counterparty', id);
  return register;
}

const routes: Served[] = [
  serve(contract.listAwaited, ({ tx, scope, query }) => listAwaited(tx, scope, query)),

  serve(contract.readSums, async ({ tx, scope }) => ({
    awaited: await sumAwaited(tx, scope),
    owed: await sumOwed(tx, scope),
  })),

  serve(contract.readTable, ({ tx, app, scope, body }) => readTable(tx, app, scope, body)),

  serve(contract.matchRows, ({ tx, scope, body }) => matchRows(tx, scope, body)),

  serve(contract.listRegisters, ({ tx, scope, query }) => listRegisters(tx, scope, query)),

  serve(contract.readRegister, ({ tx, scope, params }) => readRegister(tx, scope, params.id)),

  serve(contract.createRegister, async ({ tx, scope, body, changed }) =>
    tell(changed, await createRegister(tx, scope, body)),
  ),

  serve(contract.receiveRegister, async ({ tx, scope, params, body, changed }) => {
    const register = await receiveRegister(tx, scope, params.id, body);
    changed('cod_register', register.id);
    return register;
  }),

  serve(contract.reverseRows, async ({ tx, scope, params, body, changed }) =>
    tell(changed, await reverseRows(tx, scope, params.id, body)),
  ),

  serve(contract.readMySums, async ({ tx, scope }) => ({ items: await sumMine(tx, scope) })),
];

export const cod = slice({
  name: 'cod',
  level: 10,
  routes,
  topics: [{ kind: 'cod_register', permission: 'cod.read' }],
});
