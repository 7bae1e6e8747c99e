export { auditAll } from './audit';
export { registerAudit } from './background';
