import { verify } from 'node:crypto';
import { acquiringErrors } from '@lanka/domain/acquiring/contract';
import type { DomainError } from '@lanka/domain/kit/errors';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { enterProjects } from '../projects';
import { Status } from './answers';
import { doubtKey, findKey } from './connections.store';
import { lookAt } from './due';
import { hearIn } from './hear';
import type { Change } from './hooks';
import { findStored } from './payments.store';

/** Who forges signatures brings about one question to the bank in so long. */
const DOUBT_SECONDS = 60;

/** As the bank signs: ECDSA over SHA-256 of the bytes as they came, in DER and base64. @param key PEM */
export function isSigned(bytes: Buffer, key: string, signature: string): boolean {
  try {
    return verify('sha256', bytes, key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/**
 * The bank tells how a payment is. What its key has not signed changes nothing; but the bank may have changed its key, so
 * the key is asked for again, and the bank how the payment is. An answer that is not 200 it repeats after a minute.
 * @returns the refusal: what is queued with it stays
 */
export async function hearCallback(
  tx: Tx,
  app: Services,
  { project_id, id }: { readonly project_id: string; readonly id: string },
  bytes: Buffer,
  signature: string | undefined,
): Promise<readonly Change[] | DomainError> {
  await enterProjects(tx, [project_id]);
  const payment = await findStored(tx, project_id, id);
  if (!payment) throw acquiringErrors.not_found();
  const key = await findKey(tx, payment.merchant);
  if (!signature || !key || !isSigned(bytes, key.public_key, signature)) {
    if (signature && (await doubtKey(tx, payment.merchant, DOUBT_SECONDS)))
      await lookAt(tx, app, project_id, id, new Date());
    return acquiringErrors.bad_signature();
  }
  const body = Status.safeParse(parse(bytes));
  // the bank’s own word, about something else: of this one it is asked
  if (!body.success || body.data.invoice_id !== payment.invoice_id) {
    await lookAt(tx, app, project_id, id, new Date());
    return [];
  }
  return hearIn(tx, app, project_id, id, body.data);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
