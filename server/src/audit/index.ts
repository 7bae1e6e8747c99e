export { auditAll } from './audit';
