import * as contract from '@lanka/domain/audit/contract';
import { type Served, serve } from '../kit/http/serve';
import { readAudit } from './audit';
import { askAudit } from './background';
import { readKept } from './kept.store';

export const auditRoutes: Served[] = [
  serve(contract.readAudit, ({ tx, scope }) => readAudit(tx, scope.project.id)),
  serve(contract.askAudit, async ({ tx, app, scope, changed }) => {
    await askAudit(app, tx, scope.project.id);
    changed('audit', scope.project.id);
    return readKept(tx, scope.project.id);
  }),
];
