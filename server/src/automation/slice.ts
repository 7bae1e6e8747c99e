import * as contract from '@lanka/domain/automation/contract';
import { on } from '@lanka/domain/kit/hooks';
import { serve } from '../kit/http/serve';
import { slice, work } from '../kit/slice';
import { orderHappened } from '../orders';
import { TOLD } from './notices';
import { hearPaid, tellOverdue } from './paid';
import { createRule, deleteRule, readRule, updateRule } from './rules';
import { listRules } from './rules.store';
import { hear, runJob, runRules } from './run';
import { listRuns } from './runs.store';

export const automation = slice({
  name: 'automation',
  level: 12,
  topics: [{ kind: 'automation_rule', permission: 'automation.read' }],
  notices: Object.values(TOLD),
  jobs: [work(runJob, runRules), hearPaid, tellOverdue],
  hooks: [on(orderHappened, hear)],
  routes: [
    serve(contract.listRules, async ({ tx, scope }) => ({ items: await listRules(tx, scope) })),
    serve(contract.readRule, ({ tx, scope, params }) => readRule(tx, scope, params.id)),
    serve(contract.createRule, async ({ tx, scope, body, changed }) => {
      const made = await createRule(tx, scope, body);
      changed('automation_rule', made.id);
      return made;
    }),
    serve(contract.updateRule, async ({ tx, scope, params, body, if_match, changed }) => {
      const after = await updateRule(tx, scope, params.id, body, if_match);
      changed('automation_rule', params.id);
      return after;
    }),
    serve(contract.deleteRule, async ({ tx, scope, params, changed }) => {
      await deleteRule(tx, scope, params.id);
      changed('automation_rule', params.id);
    }),
    serve(contract.listRuns, ({ tx, scope, query }) => listRuns(tx, scope, query)),
  ],
});
