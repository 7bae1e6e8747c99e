import { bankingErrors } from '@lanka/domain/banking/contract';
import { z } from 'zod';
import { systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { hashSecret } from '../kit/db/ids';
import type { Services } from '../kit/services';
import { enterProjects } from '../projects';
import { findConnection, hurryAccounts } from './connections.store';
import { queueReading } from './queue';

interface Address {
  readonly project_id: string;
  readonly token: string;
}

/** @throws banking.not_found where the secret is not that of the hook */
async function findHook(tx: Tx, { project_id, token }: Address): Promise<void> {
  await enterProjects(tx, [project_id]);
  const connection = await findConnection(tx, systemIn(project_id), 'monobank');
  if (!connection || connection.hook_hash === null || connection.hook_hash !== hashSecret(token))
    throw bankingErrors.not_found();
}

const Body = z.object({ type: z.string(), data: z.object({ account: z.string().min(1).max(100) }) });

/**
 * The bank says that something came. Nothing of it is believed: the statement of that account is read, once however often
 * it is told.
 */
export async function hear(tx: Tx, app: Services, at: Address, bytes: Buffer): Promise<void> {
  await findHook(tx, at);
  const body = Body.safeParse(parse(bytes));
  if (!body.success) return;
  const { project_id } = at;
  for (const account of await hurryAccounts(tx, systemIn(project_id), 'monobank', body.data.data.account))
    await queueReading(tx, app, { project_id, bank: 'monobank', account });
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
