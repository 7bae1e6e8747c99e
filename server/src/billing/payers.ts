import { restrictedFrom } from '@lanka/domain/billing/rules';
import type { Audience } from '@lanka/domain/kit/plans';
import { daysAfter } from '@lanka/domain/kit/time';
import { readPayingUser, saveBilledUser } from '../identity';
import type { ProjectScope, UserScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { followWithheld, type Payer, readPayingProject, saveBilledProject } from '../projects';
import { readOldestDue } from './invoices.store';

export type { Payer };

/** Whoever pays for a plan: a project, or a user as a dropshipper. */
export interface PayerRef {
  readonly audience: Audience;
  readonly id: string;
}

export const ofProject = ({ project }: ProjectScope): PayerRef => ({ audience: 'manufacturer', id: project.id });
export const ofUser = ({ user }: UserScope): PayerRef => ({ audience: 'dropshipper', id: user.id });

/** Row-level security shows what is told of a project's plan to whoever has entered it; a user's stands in no project. */
export const within = ({ audience, id }: PayerRef): { readonly projectIds?: readonly string[] } =>
  audience === 'manufacturer' ? { projectIds: [id] } : {};

/** Locked: nobody else bills this payer, or changes the plan, until the transaction ends. */
export async function readPayer(tx: Tx, { audience, id }: PayerRef, lock = false): Promise<Payer | null> {
  if (audience === 'manufacturer') return readPayingProject(tx, id, lock);
  const user = await readPayingUser(tx, id, lock);
  if (!user) return null;
  return {
    ...{ plan: user.subscription_plan, since: user.subscription_plan_since, billed_from: user.billed_from },
    ...{ trial_until: null, restricted_from: user.restricted_from, restricted_by: user.restricted_by },
    ...{ ended: user.blocked_at !== null, extra_orders: null },
    name: user.drop_legal_name || user.name,
    requisites: user.edropoy_code ? [`ЄДРПОУ / РНОКПП ${user.edropoy_code}`] : [],
  };
}

export const saveBilledFrom = (tx: Tx, { audience, id }: PayerRef, billed_from: string): Promise<void> =>
  audience === 'manufacturer' ? saveBilledProject(tx, id, { billed_from }) : saveBilledUser(tx, id, { billed_from });

/**
 * From when only reading goes on: behind the oldest invoice that is due, or behind the trial where no plan was chosen.
 * Kept beside the payer, since every request asks it. Called behind the payer's lock, whenever one of these changes.
 */
export async function refreshRestriction(tx: Tx, ref: PayerRef): Promise<void> {
  const payer = await readPayer(tx, ref);
  if (!payer) return;
  const due = await readOldestDue(tx, ref.id);
  const trialEnd = payer.plan === null && payer.trial_until !== null ? daysAfter(payer.trial_until, 1) : null;
  const behindDue = due && restrictedFrom(due.due_on);
  const byInvoice = behindDue !== null && (trialEnd === null || behindDue <= trialEnd);
  const changes = {
    restricted_from: byInvoice ? behindDue : trialEnd,
    restricted_by: byInvoice && due ? { id: due.id, number: due.number } : null,
  };
  if (ref.audience === 'manufacturer') {
    await saveBilledProject(tx, ref.id, changes);
    await followWithheld(tx, ref.id);
  } else await saveBilledUser(tx, ref.id, changes);
}
