import type { Bank } from '@lanka/domain/banking/contract';
import { queueTask } from '../integrations';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';

interface Reading {
  readonly project_id: string;
  readonly bank: Bank;
  readonly account: string;
}

export const READING = 'statement.read';
/** The same account is queued once in so long, whoever asks. */
const SLOT_MS = 10_000;

/** The statement of an account is read by the queue of its bank. */
export async function queueReading(
  tx: Tx,
  app: Pick<Services, 'jobs'>,
  of: Reading,
  slot: number | string = Math.floor(Date.now() / SLOT_MS),
): Promise<void> {
  const { project_id, bank, account } = of;
  const key = `${READING} ${account} ${slot}`;
  await queueTask(tx, app, project_id, { service: bank, kind: READING, key, payload: { account } });
}
