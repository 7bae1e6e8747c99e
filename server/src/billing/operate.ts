import type * as contract from '@lanka/domain/billing/operator';
import { type PlanPayer, payerErrors } from '@lanka/domain/billing/operator';
import { invoiceNumber } from '@lanka/domain/billing/rules';
import { kyivDate } from '@lanka/domain/kit/time';
import type { z } from 'zod';
import type { StaffScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { keepAction } from '../operator';
import { enterProjects, saveBilledProject } from '../projects';
import { sumDue } from './invoices.store';
import { issue } from './issue';
import { type PayerRef, readPayer, refreshRestriction } from './payers';
import { credit, settle } from './settle';
import type { InvoiceRow } from './tables';

/** The operator area opens no project by itself: what is told to the payer stands within his. */
const enter = (tx: Tx, { audience, id }: PayerRef): Promise<void> =>
  audience === 'manufacturer' ? enterProjects(tx, [id]) : Promise.resolve();

const keep = (
  tx: Tx,
  scope: StaffScope,
  deed: 'plan_invoice_made' | 'plan_invoice_paid' | 'plan_invoice_credited',
  row: InvoiceRow,
  note?: string,
) =>
  keepAction(tx, scope, {
    deed,
    subject_id: row.id,
    subject: `${invoiceNumber(row.number)}, ${row.frozen.payer.name}`,
    note,
  });

export async function createInvoice(
  tx: Tx,
  app: Services,
  scope: StaffScope,
  { audience, payer_id, lines, comment = '' }: z.output<typeof contract.createPlanInvoice.body>,
): Promise<InvoiceRow> {
  const ref = { audience, id: payer_id };
  await enter(tx, ref);
  const payer = await readPayer(tx, ref, true);
  if (!payer || payer.ended) throw payerErrors.not_found();
  const made = lines.map((one) => ({ ...one, kind: 'manual' as const, amount: one.count * one.price }));
  const row = await issue(tx, app, {
    ...{ ref, payer, lines: made, now: new Date(), kind: 'manual', comment, created_by: scope.user.id },
  });
  await keep(tx, scope, 'plan_invoice_made', row, comment);
  return row;
}

export async function settleInvoice(
  tx: Tx,
  app: Services,
  scope: StaffScope,
  row: InvoiceRow,
  { paid_on, note }: z.output<typeof contract.settlePlanInvoice.body>,
): Promise<void> {
  if (paid_on > kyivDate(new Date())) throw payerErrors.day_ahead({ path: 'paid_on' });
  await enter(tx, { audience: row.audience, id: row.payer_id });
  const { isNew } = await settle(tx, app, row.id, { paid_by: 'transfer', paid_on });
  if (isNew) await keep(tx, scope, 'plan_invoice_paid', row, note);
}

export async function creditInvoice(
  tx: Tx,
  scope: StaffScope,
  row: InvoiceRow,
  { amount, reason }: z.output<typeof contract.creditPlanInvoice.body>,
): Promise<InvoiceRow> {
  const note = await credit(tx, row.id, { amount, reason, by: scope.user.id, now: new Date() });
  await keep(tx, scope, 'plan_invoice_credited', row, reason);
  return note;
}

export async function readPlanPayer(tx: Tx, _scope: StaffScope, ref: PayerRef): Promise<PlanPayer> {
  const payer = await readPayer(tx, ref);
  if (!payer) throw payerErrors.not_found();
  const { plan, billed_from, trial_until, restricted_from, restricted_by } = payer;
  return {
    ...{ audience: ref.audience, id: ref.id, name: payer.name, subscription_plan: plan, billed_from, trial_until },
    restriction: restricted_from === null ? null : { from: restricted_from, invoice: restricted_by },
    due: await sumDue(tx, ref.id),
  };
}

export async function extendTrial(tx: Tx, scope: StaffScope, id: string, until: string): Promise<PlanPayer> {
  const ref: PayerRef = { audience: 'manufacturer', id };
  const payer = await readPayer(tx, ref, true);
  if (!payer || payer.ended) throw payerErrors.not_found();
  if (payer.plan !== null) throw payerErrors.has_plan();
  if (until < kyivDate(new Date())) throw payerErrors.day_passed({ path: 'until' });
  if (payer.trial_until !== until) {
    await saveBilledProject(tx, id, { trial_until: until });
    await refreshRestriction(tx, ref);
    await keepAction(tx, scope, { deed: 'trial_moved', subject_id: id, subject: payer.name, note: until });
  }
  return readPlanPayer(tx, scope, ref);
}
