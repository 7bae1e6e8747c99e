import type { Delivery } from '@lanka/domain/webhooks/contract';
import { webhookErrors } from '@lanka/domain/webhooks/contract';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { type Answered, send } from './client';
import { contextOf, type Side } from './webhooks';
import * as store from './webhooks.store';

export interface Tried {
  readonly id: string;
  readonly request: string;
  readonly answer: Answered;
}

/** Sends the event of the button; no transaction is open meanwhile. */
export async function sendTest(app: Services, known: store.HeldWebhook, webhookId: string): Promise<Tried> {
  const id = store.newDeliveryId();
  const request = JSON.stringify({
    type: 'test',
    timestamp: new Date().toISOString(),
    data: { webhook_id: webhookId },
  });
  const sealed = [known.secret, ...(known.old_secret === null ? [] : [known.old_secret])];
  const secrets = await Promise.all(sealed.map((one) => app.secrets.open(one, contextOf(webhookId))));
  return { id, request, answer: await send(app, { id, url: known.url, body: request, secrets }) };
}

/** What is known of it before it is tried. */
export async function readForTest(tx: Tx, { keeper }: Side, id: string): Promise<store.HeldWebhook> {
  const known = await store.readHeld(tx, keeper, id);
  if (!known) throw webhookErrors.not_found();
  return known;
}

export async function keepTest(
  tx: Tx,
  { keeper }: Side,
  webhookId: string,
  { id, request, answer: { outcome, ...answer } }: Tried,
): Promise<Delivery> {
  if (!(await store.lockWebhook(tx, keeper, webhookId))) throw webhookErrors.not_found();
  const state = outcome === 'taken' ? 'delivered' : 'failed';
  return store.insertTest(tx, keeper, webhookId, { id, request, state, ...answer });
}
