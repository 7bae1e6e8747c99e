import { createHmac, randomBytes } from 'node:crypto';
import { KEPT_ANSWER } from '@lanka/domain/webhooks/contract';
import { type Outcome, outcomeOf } from '@lanka/domain/webhooks/rules';
import { isPrivateLiteral } from '../kit/outbound/addresses';
import { OutboundError } from '../kit/outbound/errors';
import type { Config } from '../kit/platform/config';
import type { Services } from '../kit/services';

/** For the whole answer: whoever takes longer should take the event, answer, and work on it then. */
const TIMEOUT_MS = 10_000;
const PREFIX = 'whsec_';

export const newSecret = (): string => `${PREFIX}${randomBytes(24).toString('base64')}`;

/** As Standard Webhooks says: over id, time and body, by each of the secrets. */
export function signed(id: string, seconds: number, body: string, secrets: readonly string[]) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}

/** Whether the operator has a receiver of his own there. A parsed address has no `..` left in its path. */
export const isReceiver = ({ webhookReceiver }: Config, url: URL): boolean =>
  webhookReceiver !== undefined && url.href.startsWith(`${webhookReceiver}/`);

/** Whether nothing is sent there because of how the address is written; a name is looked up when it is sent. */
export const isForbidden = (config: Config, url: URL): boolean =>
  !config.webhooksAllowPrivateAddresses && isPrivateLiteral(url) && !isReceiver(config, url);

export interface Answered {
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly answer: string | null;
  readonly error: string | null;
  readonly ms: number;
}

export interface Message {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  readonly secrets: readonly string[];
}

const serviceOf = (name: string) => ({ name, timeoutMs: TIMEOUT_MS, idleMs: TIMEOUT_MS });

/** Sends it once. Private addresses are refused when the name is looked up, and nobody is followed elsewhere. */
export async function send({ outbound, config }: Services, { id, url, body, secrets }: Message): Promise<Answered> {
  const isOwn = isReceiver(config, new URL(url));
  const service = outbound.service({
    ...serviceOf(isOwn ? 'webhook_receiver' : 'webhooks'),
    allowPrivate: isOwn || config.webhooksAllowPrivateAddresses,
  });
  const started = performance.now();
  const took = (): number => Math.round(performance.now() - started);
  try {
    const headers = signed(`msg_${id}`, Math.floor(Date.now() / 1000), body, secrets);
    const answer = await service.call(url, { method: 'POST', headers, body, secretPath: true });
    const text = await beginning(answer.body);
    return { outcome: outcomeOf(answer.status), status: answer.status, answer: text, error: null, ms: took() };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { outcome: 'away', status: null, answer: null, error: error.reason, ms: took() };
  }
}

/** Presses a button of the page of the receiver that the demo plays. */
export async function playReceiver(
  app: Services,
  action: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const { origin } = new URL(app.config.webhookReceiver ?? '');
  const service = app.outbound.service({ ...serviceOf('webhook_receiver'), allowPrivate: true });
  const answer = await service.call(`${origin}/control/receiver/actions/${action}`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(values) },
  });
  answer.body.destroy();
  if (answer.status !== 200) throw new Error(`the simulator answers ${answer.status}`);
}

/** Of an answer only its beginning is read and kept; a body that breaks off is no failure of the delivery. */
async function beginning(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of body) {
      parts.push(part);
      bytes += part.length;
      if (bytes >= KEPT_ANSWER) break;
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
  } finally {
    body.destroy();
  }
  return Buffer.concat(parts).toString('utf8').replaceAll('\0', '').toWellFormed().slice(0, KEPT_ANSWER);
}
