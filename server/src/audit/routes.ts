import { readAudit } from '@lanka/domain/audit/contract';
import { type Served, serve } from '../kit/http';
import { audit } from './audit';

export const auditRoutes: Served[] = [serve(readAudit, ({ tx, scope }) => audit(tx, scope.project.id))];
