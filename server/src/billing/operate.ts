import { acquiringErrors } from '@lanka/domain/acquiring/contract';
import { type PlanCardPayment, planCardErrors } from '@lanka/domain/billing/cards';
import type * as contract from '@lanka/domain/billing/operator';
import { type PlanPayer, payerErrors } from '@lanka/domain/billing/operator';
import { invoiceNumber } from '@lanka/domain/billing/rules';
import { kyivDate } from '@lanka/domain/kit/time';
import type { z } from 'zod';
import { resolveProblem } from '../acquiring';
import type { StaffScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { keepAction } from '../operator';
import { enterProjects, saveBilledProject } from '../projects';
import { readCard, readShownCard, saveByHand } from './cards.store';
import { sumDue } from './invoices.store';
import { issue } from './issue';
import { type PayerRef, readPayer, refreshRestriction } from './payers';
import { holdCards, refundOwed } from './refunds';
import { credit, settleByTransfer } from './settle';
import type { InvoiceRow } from './tables';

/** The operator area opens no project by itself: what is told to the payer, and what he pays by card, stands within his. */
const enter = (tx: Tx, { id }: PayerRef): Promise<void> => enterProjects(tx, [id]);

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
  if (await settleByTransfer(tx, app, row, paid_on)) await keep(tx, scope, 'plan_invoice_paid', row, note);
}

export async function creditInvoice(
  tx: Tx,
  app: Services,
  scope: StaffScope,
  row: InvoiceRow,
  { amount, reason }: z.output<typeof contract.creditPlanInvoice.body>,
): Promise<InvoiceRow> {
  await enter(tx, { audience: row.audience, id: row.payer_id });
  const note = await credit(tx, app, row, { amount, reason, by: scope.user.id, now: new Date() });
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

/**
 * A person has dealt with what the bank did otherwise than it was asked. Where it would not refund, what was owed then has
 * been paid back another way.
 */
export async function resolveCard(
  tx: Tx,
  app: Services,
  scope: StaffScope,
  id: string,
  note: string,
): Promise<PlanCardPayment> {
  const known = await readCard(tx, id);
  if (!known) throw acquiringErrors.not_found();
  await enterProjects(tx, [known.payer_id]);
  const { all } = await holdCards(tx, { id: known.invoice_id, payer_id: known.payer_id });
  const problem = all.find((one) => one.id === id)?.problem;
  await resolveProblem(tx, app, known.payer_id, id, scope.user);
  if (problem === 'refund_refused' || problem === 'other_token') await saveByHand(tx, id);
  const shown = await readShownCard(tx, id);
  if (!shown) throw acquiringErrors.not_found();
  const subject = `${shown.invoice.number}, ${shown.payer}`;
  await keepAction(tx, scope, { deed: 'plan_card_resolved', subject_id: known.invoice_id, subject, note });
  return shown;
}

/** What is owed of a payment by card is asked for again, after the bank has refused it. */
export async function refundCard(tx: Tx, app: Services, scope: StaffScope, id: string): Promise<PlanCardPayment> {
  const known = await readCard(tx, id);
  if (!known) throw acquiringErrors.not_found();
  await enterProjects(tx, [known.payer_id]);
  const held = await holdCards(tx, { id: known.invoice_id, payer_id: known.payer_id });
  const card = await readCard(tx, id);
  if (!card || !(await refundOwed(tx, app, card, held))) throw planCardErrors.nothing_to_refund();
  const shown = await readShownCard(tx, id);
  if (!shown) throw acquiringErrors.not_found();
  const subject = `${shown.invoice.number}, ${shown.payer}`;
  await keepAction(tx, scope, { deed: 'plan_card_refunded', subject_id: known.invoice_id, subject });
  return shown;
}
