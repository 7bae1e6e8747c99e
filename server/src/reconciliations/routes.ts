import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/reconciliations/contract';
import { daysOfMonth } from '@lanka/domain/reconciliations/rules';
import { type Served, serve } from '../kit/http/serve';
import { agreeAct, commentAct, createAct, disputeAct, readAct, sendAct, withdrawAct } from './act';
import { countActs, countMyWaiting, listActs, listMyActs } from './acts.store';
import { countOpen, listOpen, readSettings, writeSettings } from './open.store';
import { askForProposals, askForReminders } from './propose';

export const reconciliationRoutes: Served[] = [
  serve(contract.listReconciliations, ({ tx, scope, query }) => listActs(tx, scope, query)),

  serve(contract.countReconciliations, ({ tx, scope }) => countActs(tx, scope)),

  serve(contract.listOpenCounterparties, ({ tx, scope, query }) => listOpen(tx, scope, query)),

  serve(contract.countOpenCounterparties, ({ tx, scope, query }) => countOpen(tx, scope, query.month)),

  serve(contract.remindOfReconciliations, async ({ tx, app, scope, body }) => {
    await askForReminders(tx, app, { project_id: scope.project.id, month: body.month, user_id: scope.user.id });
    return { month: body.month };
  }),

  serve(contract.proposeReconciliations, async ({ tx, app, scope, body }) => {
    if (daysOfMonth(body.month).to >= kyivDate(new Date()))
      throw contract.reconciliationErrors.month_not_over({ path: 'month' });
    await askForProposals(tx, app, { project_id: scope.project.id, month: body.month, user_id: scope.user.id });
    return { month: body.month };
  }),

  serve(contract.createReconciliation, async ({ tx, app, scope, body, changed }) => {
    const made = await createAct(tx, app, scope, body);
    changed('reconciliation', made.id);
    return made;
  }),

  serve(contract.readReconciliationAct, ({ tx, app, scope, params, query }) =>
    readAct(tx, app, scope, params.id, query.revision),
  ),

  serve(contract.sendReconciliation, async ({ tx, app, scope, params, body, changed }) => {
    const after = await sendAct(tx, app, scope, params.id, body.comment);
    changed('reconciliation', after.id);
    // the register is told, whichever of its rows this is
    changed('paper', after.id);
    return after;
  }),

  serve(contract.disputeReconciliationLine, async ({ tx, app, scope, params, body, changed }) => {
    const { comment, revision } = body;
    const after = await disputeAct(tx, app, scope, params.id, { line: params.line, comment, revision });
    changed('reconciliation', after.id);
    return after;
  }),

  serve(contract.disputeReconciliation, async ({ tx, app, scope, params, body, changed }) => {
    const { comment, revision } = body;
    const after = await disputeAct(tx, app, scope, params.id, { line: null, comment, revision });
    changed('reconciliation', after.id);
    return after;
  }),

  serve(contract.commentReconciliation, async ({ tx, app, scope, params, body, changed }) => {
    const after = await commentAct(tx, app, scope, params.id, body);
    changed('reconciliation', after.id);
    return after;
  }),

  serve(contract.agreeReconciliation, async ({ tx, app, scope, params, body, changed }) => {
    const after = await agreeAct(tx, app, scope, params.id, body);
    changed('reconciliation', after.id);
    changed('counterparty', after.counterparty_id);
    return after;
  }),

  serve(contract.withdrawReconciliation, async ({ tx, app, scope, params, changed }) => {
    const after = await withdrawAct(tx, app, scope, params.id);
    changed('reconciliation', after.id);
    return after;
  }),

  serve(contract.readReconciliationSettings, ({ tx, scope }) => readSettings(tx, scope)),

  serve(contract.saveReconciliationSettings, async ({ tx, scope, body, changed }) => {
    await writeSettings(tx, scope, body);
    changed('reconciliation_setting', scope.project.id);
    return body;
  }),

  serve(contract.listMyReconciliations, ({ tx, scope, query }) => listMyActs(tx, scope, query)),

  serve(contract.countMyReconciliations, async ({ tx, scope }) => ({ waiting: await countMyWaiting(tx, scope) })),
];
