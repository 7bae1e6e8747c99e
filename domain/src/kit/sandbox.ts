import type { Permission } from './permissions';

/** After so many days of Kyiv a sandbox is thrown away by itself. */
export const SANDBOX_DAYS = 14;

/**
 * What nobody may in a sandbox, whatever his role: it reaches nobody outside (letters, invitations, banks, carriers, cash
 * registers, the catalogue), it has no plan of its own, and it ends by its own call.
 */
const CLOSED: ReadonlySet<string> = new Set([
  'project.delete',
  'users.manage',
  'counterparties.invite',
  'applications.decide',
  'catalogue.manage',
  'automation.edit',
  'imports.run',
  'reports.schedule',
  'offsets.edit',
  'outfeeds.edit',
  'outfeeds.partners',
  'request_forms.setup',
  'acquiring.connect',
  'banking.connect',
  'card_payments.refund',
  'cash_registers.edit',
  'receipts.issue',
  'delivery.edit',
  'delivery.make',
  'bot.groups',
  'integrations.manage',
  'billing.read',
  'billing.manage',
  'sandbox.read',
  'sandbox.manage',
] satisfies readonly Permission[]);

export const isClosedInSandbox = (permission: string): boolean => CLOSED.has(permission);

/** Days until a sandbox is thrown away; 0 on the day itself. */
export const daysLeftOf = (until: string, today: string): number =>
  Math.max(0, Math.round((Date.parse(until) - Date.parse(today)) / 86_400_000));
