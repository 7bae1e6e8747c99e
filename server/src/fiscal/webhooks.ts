import { createHmac, timingSafeEqual } from 'node:crypto';
import { fiscalErrors } from '@lanka/domain/fiscal/contract';
import { z } from 'zod';
import { queueTask } from '../integrations';
import { systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { hashSecret } from '../kit/db/ids';
import type { Services } from '../kit/services';
import { enterProjects } from '../projects';
import { webhookKeyOf } from './keys';
import * as receipts from './receipts.store';
import { findByWebhook, type RegisterRecord } from './registers.store';
import { askForCheck } from './tasks';

const Told = z.object({ id: z.uuid(), status: z.string().max(40) });
const Body = z.object({ receipt: Told.optional(), service_receipt: Told.optional(), shift: Told.optional() });

/** As the service signs: base64 of HMAC-SHA256 over the bytes as they came. Compared in constant time. */
export function isSigned(bytes: Buffer, key: string, signature: string): boolean {
  const wanted = createHmac('sha256', key).update(bytes).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/**
 * The service says that something has changed. It is only a hint: what it says is not believed but asked, and the same
 * is asked once, however often and in whichever order it comes.
 */
export async function hearWebhook(
  tx: Tx,
  app: Services,
  { project_id, token }: { readonly project_id: string; readonly token: string },
  bytes: Buffer,
  signature: string | undefined,
): Promise<void> {
  await enterProjects(tx, [project_id]);
  const register = await findByWebhook(tx, project_id, hashSecret(token));
  if (!register) throw fiscalErrors.not_found();
  // a key that cannot be read any more signs nothing
  const key = await webhookKeyOf(app, register).catch(() => null);
  if (!key || !signature || !isSigned(bytes, key, signature)) throw fiscalErrors.bad_signature();
  const body = Body.safeParse(parse(bytes));
  if (!body.success) return;
  const { receipt, service_receipt, shift } = body.data;
  const told = receipt ?? service_receipt;
  if (told) await hearOfReceipt(tx, app, register, told);
  if (shift) await askForCheck(tx, app, project_id, register.id, `shift ${shift.id} ${shift.status}`);
}

async function hearOfReceipt(
  tx: Tx,
  app: Services,
  { id: register_id, project_id }: RegisterRecord,
  { id, status }: z.infer<typeof Told>,
): Promise<void> {
  const known = await receipts.readRecord(tx, systemIn(project_id), id);
  // one that was made by another program is no business of ours
  if (known?.register_id !== register_id || known.status === 'issued' || known.status === 'failed') return;
  await queueTask(tx, app, project_id, {
    ...{ service: 'checkbox', kind: 'receipt', key: `told ${id} ${status}`, ref: { kind: 'receipt', id } },
  });
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
