import { acquiringErrors } from '@lanka/domain/acquiring/contract';
import { HRYVNIA, VALID_SECONDS } from '@lanka/domain/acquiring/rules';
import { DomainError } from '@lanka/domain/kit/errors';
import { z } from 'zod';
import { inTrouble, recordCall, ServiceError } from '../integrations';
import { isPrivateLiteral } from '../kit/outbound/addresses';
import { OutboundError } from '../kit/outbound/errors';
import type { Services } from '../kit/services';
import * as answers from './answers';

/** The acquiring of monobank (https://monobank.ua/api-docs/acquiring): invoices with a page of the bank. */

export interface Merchant {
  readonly token: string;
  /** Hash of the token: by it the bank’s public key is kept. */
  readonly merchant: string;
  /** Whose log of calls it is; null: the platform’s, which has none. */
  readonly project_id: string | null;
}

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 1024 * 1024;

const WRONG = acquiringErrors.token_wrong.text;
const BUSY = { ua: 'Банк просить питати рідше', en: 'The bank asks to be asked less often' } as const;
const BROKEN = {
  ua: 'Відповідь банку обірвана або незрозуміла',
  en: 'The answer of the bank is broken or cannot be understood',
} as const;

const serviceOf = ({ outbound, config }: Services) =>
  outbound.service({
    name: 'acquiring',
    // an address of the operator's own configuration
    allowPrivate: isPrivateLiteral(new URL(config.services.acquiring)),
    ...{ timeoutMs: TIMEOUT_MS, idleMs: TIMEOUT_MS },
    circuit: { failures: 10, pauseMs: 30_000 },
  });

interface Asked {
  /** As the log of calls names it. */
  readonly action: string;
  readonly path: string;
  readonly body?: object;
  readonly ref?: string;
}

/**
 * Asks once.
 * @throws ServiceError `refused` with code `token_wrong`, or what the bank says; `failed` when it may answer another time
 */
function ask<T>(app: Services, { token, project_id }: Merchant, asked: Asked, answer: z.ZodType<T>): Promise<T> {
  const { action, path, body, ref } = asked;
  const call = async (): Promise<T> => {
    const given = await serviceOf(app).call(`${app.config.services.acquiring}${path}`, {
      ...{ method: body ? 'POST' : 'GET', maxBytes: MAX_BYTES },
      headers: { 'x-token': token, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const chunks: Buffer[] = [];
    for await (const chunk of given.body) chunks.push(Buffer.from(chunk as Buffer));
    const { status } = given;
    if (status === 429) throw new ServiceError('failed', BUSY, { status, code: 'busy', retryAfterMs: 60_000 });
    if (status >= 500) throw inTrouble(status);
    const said = parse(Buffer.concat(chunks).toString('utf8'));
    if (status === 401 || status === 403) throw new ServiceError('refused', WRONG, { status, code: 'token_wrong' });
    if (status >= 400) throw refusalOf(status, said);
    const read = answer.safeParse(said);
    if (!read.success) throw new ServiceError('failed', BROKEN, { status });
    return read.data;
  };
  if (project_id === null) return call();
  return recordCall(
    app,
    { projectId: project_id, service: 'acquiring', action, ...(ref ? { ref: { kind: 'card_payment', id: ref } } : {}) },
    call,
  );
}

function parse(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch (error) {
    throw new ServiceError('failed', BROKEN, {}, { cause: error });
  }
}

function refusalOf(status: number, said: unknown): ServiceError {
  const { errCode, errText } = answers.Refusal.safeParse(said).data ?? {};
  return new ServiceError('refused', errText || errCode || `HTTP ${status}`, { status, code: errCode || 'refused' });
}

export const isTokenWrong = (error: unknown): boolean =>
  error instanceof ServiceError && error.given.code === 'token_wrong';

/** The bank will not do it, however often it is asked; and that it takes the token no more says nothing of it. */
export const isRefusal = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.outcome === 'refused' && !isTokenWrong(error);

/** Why nothing came of a call, for somebody who waits for it. */
export function told(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  if (error instanceof OutboundError) return acquiringErrors.unavailable();
  if (!(error instanceof ServiceError)) return error;
  if (isTokenWrong(error)) return acquiringErrors.token_wrong({ path: 'token' });
  if (error.outcome === 'failed') return acquiringErrors.unavailable();
  return acquiringErrors.refused({ said: error.message });
}

const MERCHANT = '/api/merchant';

export const readMerchant = (app: Services, merchant: Merchant): Promise<answers.Merchant> =>
  ask(app, merchant, { action: 'GET merchant/details', path: `${MERCHANT}/details` }, answers.Merchant);

/** PEM. */
export async function readPublicKey(app: Services, merchant: Merchant): Promise<string> {
  const { key } = await ask(
    app,
    merchant,
    { action: 'GET merchant/pubkey', path: `${MERCHANT}/pubkey` },
    answers.PublicKey,
  );
  return Buffer.from(key, 'base64').toString('utf8');
}

interface NewInvoice {
  readonly id: string;
  readonly amount: number;
  readonly destination: string;
  readonly return_url: string;
  readonly hook_url: string;
}

export const createInvoice = (app: Services, merchant: Merchant, made: NewInvoice): Promise<answers.Invoice> =>
  ask(
    app,
    merchant,
    {
      ...{ action: 'POST invoice/create', path: `${MERCHANT}/invoice/create`, ref: made.id },
      body: {
        ...{ amount: made.amount, ccy: HRYVNIA, validity: VALID_SECONDS, paymentType: 'debit' },
        merchantPaymInfo: { reference: made.id, destination: made.destination, comment: made.destination },
        ...{ redirectUrl: made.return_url, webHookUrl: made.hook_url },
      },
    },
    answers.Invoice,
  );

interface Known {
  readonly id: string;
  readonly invoice_id: string;
}

export const readStatus = (app: Services, merchant: Merchant, { id, invoice_id }: Known): Promise<answers.Status> =>
  ask(
    app,
    merchant,
    {
      action: 'GET invoice/status',
      path: `${MERCHANT}/invoice/status?invoiceId=${encodeURIComponent(invoice_id)}`,
      ref: id,
    },
    answers.Status as unknown as z.ZodType<answers.Status>,
  );

/** A page that nobody has paid on can be used no more. */
export const removeInvoice = (app: Services, merchant: Merchant, { id, invoice_id }: Known): Promise<unknown> =>
  ask(
    app,
    merchant,
    {
      ...{ action: 'POST invoice/remove', path: `${MERCHANT}/invoice/remove`, ref: id },
      body: { invoiceId: invoice_id },
    },
    z.unknown(),
  );

/** @param name of this refund: the bank lists refunds by it */
export const refund = (
  app: Services,
  merchant: Merchant,
  { id, invoice_id }: Known,
  name: string,
  amount: number,
): Promise<{ status: 'processing' | 'success' | 'failure' }> =>
  ask(
    app,
    merchant,
    {
      ...{ action: 'POST invoice/cancel', path: `${MERCHANT}/invoice/cancel`, ref: id },
      body: { invoiceId: invoice_id, extRef: name, amount },
    },
    answers.Cancel,
  );

/** Presses something at the simulator, as on its page. @param id of the payment */
export async function play(app: Services, action: string, id: string): Promise<void> {
  const { origin } = new URL(app.config.services.acquiring);
  const answer = await serviceOf(app).call(`${origin}/control/acquiring/actions/${action}`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ invoice: id }) },
  });
  answer.body.destroy();
  if (answer.status !== 200) throw new Error(`the simulator answers ${answer.status}`);
}

/** A simulator of this computer, and never a real bank. */
export const isPlayed = ({ config }: Pick<Services, 'config'>): boolean =>
  /^http:\/\/127\.0\.0\.1:/.test(config.services.acquiring);
