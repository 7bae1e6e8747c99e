import * as contract from '@lanka/domain/sandbox/contract';
import { serve } from '../kit/http/serve';
import { slice } from '../kit/slice';
import { erase, removeErased, sweep } from './erase';
import { filling } from './fill';
import { deleteSandbox, makeSandbox, readState, renewKey } from './make';

export const sandbox = slice({
  name: 'sandbox',
  level: 14,
  routes: [
    serve(contract.readSandbox, ({ tx, app, scope }) => readState(tx, app, scope)),
    serve(contract.createSandbox, async ({ tx, app, scope, body, changed }) => {
      const made = await makeSandbox(tx, app, scope, body.replaces);
      changed('sandbox', made.sandbox.id);
      return made;
    }),
    serve(contract.createSandboxKey, async ({ tx, scope, changed }) => {
      const made = await renewKey(tx, scope);
      changed('sandbox', made.sandbox.id);
      return made;
    }),
    serve(contract.deleteSandbox, async ({ tx, app, scope, changed }) => {
      changed('sandbox', await deleteSandbox(tx, app, scope));
    }),
  ],
  topics: [{ kind: 'sandbox', permission: 'sandbox.read' }],
  jobs: [filling, erase, removeErased, sweep],
});
