export { auditAll, registerAudit } from './audit';
