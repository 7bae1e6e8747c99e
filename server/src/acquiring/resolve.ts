import { acquiringErrors, type CardPayment } from '@lanka/domain/acquiring/contract';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { stopAsking } from './due';
import { tellProblem } from './hear';
import * as store from './payments.store';

/**
 * A person has dealt with the problem of a payment. Where the bank has taken money that was not entered, he has entered it
 * by hand: the bank is neither asked nor heard about it any more.
 */
export async function resolveProblem(
  tx: Tx,
  app: Services,
  tenant: string,
  id: string,
  by: { readonly id: string },
): Promise<CardPayment> {
  const { found } = await store.lockPayment(tx, tenant, id);
  if (!found) throw acquiringErrors.not_found();
  if (found.problem === null) throw acquiringErrors.no_problem();
  if (found.problem === 'refund_not_posted') throw acquiringErrors.posts_itself();
  const saved = await store.saveCardPayment(tx, found, {
    ...{ problem: null, resolved_by: by.id, resolved_at: new Date().toISOString() },
    state: found.state === 'paid' ? 'paid' : 'canceled',
  });
  await tellProblem(tx, app, saved);
  if (saved.state !== 'paid') await stopAsking(tx, saved);
  return store.asCardPayment(saved);
}
